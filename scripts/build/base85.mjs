/** Bytes as text in `main.js`; `src/plugin/base85.ts` reads it. */

/** Of Z85: none of them needs an escape in a string. */
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#';

/**
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function base85Of(bytes) {
  const missing = (4 - (bytes.length % 4)) % 4;
  const padded = Buffer.concat([bytes, Buffer.alloc(missing)]);
  let text = String(missing);
  for (let at = 0; at < padded.length; at += 4) {
    const value = padded.readUInt32BE(at);
    for (let power = 85 ** 4; power >= 1; power /= 85) text += DIGITS[Math.floor(value / power) % 85];
  }
  return text;
}
