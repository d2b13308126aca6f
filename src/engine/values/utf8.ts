/** UTF-8 and back, byte for byte: a byte order mark stays. */

import { strFromU8, strToU8 } from 'fflate';

const BYTE_ORDER_MARK = '\uFEFF';

export const encodeUtf8 = (text: string): Uint8Array => strToU8(text);

export function decodeUtf8(bytes: Uint8Array): string {
  const text = strFromU8(bytes);
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return marked && !text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK + text : text;
}

/** False for half a surrogate pair, which no UTF-8 file can hold. */
export const isWellFormed = (text: string): boolean => (text as Newer).isWellFormed?.() ?? !/\p{Surrogate}/u.test(text);

/** Older apps have no such function. */
type Newer = string & { readonly isWellFormed?: () => boolean };
