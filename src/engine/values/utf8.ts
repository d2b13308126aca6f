/** UTF-8 and back, byte for byte: a byte order mark stays. */

import { strFromU8, strToU8 } from 'fflate';

const BYTE_ORDER_MARK = '\uFEFF';

export const encodeUtf8 = (text: string): Uint8Array => strToU8(text);

/** Of a UTF-16 code unit. */
const MOST_BYTES = 3;

/** Of the Encoding standard, which every host has. */
declare const TextEncoder: new () => {
  /** Returns how many bytes the text took; half a surrogate pair becomes U+FFFD. */
  encodeInto(text: string, room: Uint8Array): { readonly written: number };
};

const utf8Encoder = new TextEncoder();

/** Texts one behind the other, and how many bytes each takes: found by encoding each by itself, which takes less than counting. */
export function encodeTexts(texts: readonly string[]): {
  readonly bytes: Uint8Array;
  readonly lengths: readonly number[];
} {
  const room = new Uint8Array(MOST_BYTES * texts.reduce((sum, { length }) => sum + length, 0));
  const lengths: number[] = [];
  let end = 0;
  for (const text of texts) {
    const { written } = utf8Encoder.encodeInto(text, room.subarray(end));
    lengths.push(written);
    end += written;
  }
  return { bytes: room.slice(0, end), lengths };
}

export function decodeUtf8(bytes: Uint8Array): string {
  const text = strFromU8(bytes);
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return marked && !text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK + text : text;
}

/** False for half a surrogate pair, which no UTF-8 file can hold. */
export const isWellFormed = (text: string): boolean =>
  (text as WellFormedText).isWellFormed?.() ?? !/\p{Surrogate}/u.test(text);

/** Older apps have no such function. */
type WellFormedText = string & { readonly isWellFormed?: () => boolean };
