/** UTF-8 and back, byte for byte: a byte order mark stays. */

/** Of a UTF-16 code unit. */
const MOST_BYTES = 3;

/** Of the Encoding standard, which every host has. */
declare const TextEncoder: new () => {
  encode(text: string): Uint8Array;
  /** Returns how many bytes the text took; half a surrogate pair becomes U+FFFD. */
  encodeInto(text: string, room: Uint8Array): { readonly written: number };
};

declare const TextDecoder: new (
  label: 'utf-8',
  options: { readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

const utf8Encoder = new TextEncoder();

/** The standard's name for a byte order mark that stays. */
const utf8Decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export const encodeUtf8 = (text: string): Uint8Array => utf8Encoder.encode(text);

export const decodeUtf8 = (bytes: Uint8Array): string => utf8Decoder.decode(bytes);

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

/** False for half a surrogate pair, which no UTF-8 file can hold. */
export const isWellFormed = (text: string): boolean =>
  (text as WellFormedText).isWellFormed?.() ?? !/\p{Surrogate}/u.test(text);

/** Older apps have no such function. */
type WellFormedText = string & { readonly isWellFormed?: () => boolean };
