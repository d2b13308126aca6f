/** Tells what a cut-off write left from what somebody wrote. D7 */

import { encodeUtf8 } from '../values/utf8';

/**
 * Whether the bytes are the beginning of one of the texts, perhaps cut inside a character, and not the whole. NUL bytes may
 * follow up to the length of the longest text: a file system may keep the length of bytes that never came.
 */
export function isTorn(bytes: Uint8Array, texts: readonly string[]): boolean {
  const wholes = texts.map(encodeUtf8);
  if (bytes.length > Math.max(0, ...wholes.map(({ length }) => length))) return false;
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  const written = bytes.subarray(0, end);
  return wholes.some((whole) => beginsWith(whole, written)) && !wholes.some((whole) => isSame(whole, bytes));
}

const beginsWith = (whole: Uint8Array, beginning: Uint8Array): boolean =>
  beginning.every((byte, index) => byte === whole[index]);

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && beginsWith(a, b);
