/** Bytes in a script as text: base64 of the same bytes is a fifteenth longer. Written by `scripts/build/base85.mjs`. */

/** Of Z85: none of them needs an escape in a string. */
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#';

/** Four bytes in five digits; the first character says how many bytes the last group has too many. */
export function bytesOfBase85(text: string): Uint8Array {
  const groups = (text.length - 1) / 5;
  const view = new DataView(new ArrayBuffer(groups * 4));
  for (let group = 0; group < groups; group++) {
    let value = 0;
    for (let digit = 1; digit <= 5; digit++) value = value * 85 + DIGITS.indexOf(text.charAt(group * 5 + digit));
    view.setUint32(group * 4, value);
  }
  return new Uint8Array(view.buffer, 0, groups * 4 - Number(text.charAt(0)));
}
