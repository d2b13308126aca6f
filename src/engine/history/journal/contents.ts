/** Packs of texts inside a journal segment: each text once, by hash, deflated together. docs/formats.md: Contents. */

import type { CompressionPort } from '../../ports/host';
import { decodeUtf8, encodeTexts, encodeUtf8 } from '../../values/utf8';
import { concatBytes } from './frame';
import type { ContentHash } from './content-hash';

/** Below this size deflate gains nothing. */
const STORE_BELOW = 512;

interface PackHeader {
  /** Hash and byte length of each text, in order. */
  readonly texts: readonly (readonly [ContentHash, number])[];
  readonly deflated: boolean;
}

/** The payload of a `contents` frame, and the hashes of the texts that it holds. */
export interface TextPack {
  readonly hashes: readonly ContentHash[];
  readonly payload: Uint8Array;
}

/** What compresses them may be another thread. */
export async function encodePack(
  hashes: readonly ContentHash[],
  texts: readonly string[],
  compression: CompressionPort,
): Promise<TextPack> {
  const { bytes: plain, lengths } = encodeTexts(texts);
  const deflated = plain.length >= STORE_BELOW;
  const header: PackHeader = { texts: hashes.map((hash, i) => [hash, lengths[i] as number]), deflated };
  const head = encodeUtf8(JSON.stringify(header));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, head.length, true);
  return { hashes, payload: concatBytes([length, head, deflated ? await compression.deflate(plain) : plain]) };
}

function readHeader(payload: Uint8Array): { header: PackHeader; start: number } {
  const length = new DataView(payload.buffer, payload.byteOffset, 4).getUint32(0, true);
  const header = JSON.parse(decodeUtf8(payload.subarray(4, 4 + length))) as PackHeader;
  return { header, start: 4 + length };
}

/** The hashes of a pack, without inflating it. */
export const packHashes = (payload: Uint8Array): readonly ContentHash[] =>
  readHeader(payload).header.texts.map(([hash]) => hash);

/** Every text of a pack, in memory of its own: a few of them do not keep the whole pack. */
export function decodePack(payload: Uint8Array, compression: CompressionPort): ReadonlyMap<ContentHash, string> {
  const { header, start } = readHeader(payload);
  const stored = payload.subarray(start);
  const plain = header.deflated ? compression.inflate(stored) : stored;
  const texts = new Map<ContentHash, string>();
  let at = 0;
  for (const [hash, length] of header.texts) {
    const end = at + length;
    texts.set(hash, decodeUtf8(plain.subarray(at, end)));
    at = end;
  }
  return texts;
}
