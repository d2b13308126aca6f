/** Changes of a version in bytes. docs/formats.md: Packed changes and columns. */

import type { NotePath } from '../../ports/vault-port';
import { decodeUtf8 } from '../../values/utf8';
import type { ContentHash } from '../journal/content-hash';
import { PackedReader, PackedWriter, broken } from './packed-bytes';
import type { RowChange } from './table-version';

/** What there is of a change. */
const PART = { from: 1, to: 2, before: 4, after: 8, stays: 16 } as const;

export function packChanges(changes: readonly RowChange[]): Uint8Array {
  const writer = new PackedWriter();
  const paths: NotePath[] = [];
  const hashes: ContentHash[] = [];
  writer.number(changes.length);
  for (const { from, to, before, after } of changes) {
    const stays = to !== null && to === from;
    for (const path of [from, stays ? null : to]) if (path !== null) paths.push(path);
    for (const hash of [before, after]) if (hash !== null) hashes.push(hash);
    const bits = [from, to, before, after].reduce((sum, part, i) => (part === null ? sum : sum | (1 << i)), 0);
    writer.byte(stays ? bits | PART.stays : bits);
  }
  writer.texts(paths);
  for (const hash of hashes) writer.raw(bytesOf(hash));
  return writer.done();
}

export function unpackChanges(payload: Uint8Array): readonly RowChange[] {
  const reader = new PackedReader(payload);
  const parts = reader.raw(reader.count());
  let [paths, count] = [0, 0];
  for (const bits of parts) {
    paths += PATHS[bits] ?? broken();
    count += HASHES[bits]!;
  }
  const texts = reader.texts(paths).all();
  // A copy: what is read later must not keep the whole file in memory.
  const hashes = new Hashes(new Uint8Array(reader.raw(count * HASH_BYTES)));
  reader.end();
  let [path, hash] = [0, 0];
  return Array.from(parts, (bits): RowChange => {
    const from = bits & PART.from ? texts[path++]! : null;
    const to = bits & PART.stays ? from : bits & PART.to ? texts[path++]! : null;
    const before = bits & PART.before ? hash++ : NONE;
    return new PackedChange(from, to, hashes, before, bits & PART.after ? hash++ : NONE);
  });
}

const ofOne = (bits: number, part: number): number => Number((bits & part) !== 0);

/** Of each combination of parts, how many paths it has; there is none that stays nowhere. */
const PATHS = Array.from({ length: 32 }, (_, bits) => {
  const count = ofOne(bits, PART.from) + ofOne(bits, PART.to);
  return bits & PART.stays ? (count === 2 ? 1 : undefined) : count;
});

const HASHES = Array.from({ length: 32 }, (_, bits) => ofOne(bits, PART.before) + ofOne(bits, PART.after));

const NONE = -1;

/** Whoever goes back by values needs no hashes. */
class PackedChange implements RowChange {
  constructor(
    readonly from: NotePath | null,
    readonly to: NotePath | null,
    private readonly hashes: Hashes,
    private readonly placeBefore: number,
    private readonly placeAfter: number,
  ) {}

  get before(): ContentHash | null {
    return this.hashes.at(this.placeBefore);
  }

  get after(): ContentHash | null {
    return this.hashes.at(this.placeAfter);
  }
}

const HASH_BYTES = 32;

class Hashes {
  private text: string | null = null;

  constructor(private readonly bytes: Uint8Array) {}

  at(place: number): ContentHash | null {
    if (place === NONE) return null;
    this.text ??= hexOf(this.bytes);
    return this.text.slice(place * 2 * HASH_BYTES, (place + 1) * 2 * HASH_BYTES);
  }
}

const DIGITS = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

function hexOf(bytes: Uint8Array): string {
  const digits = new Uint8Array(bytes.length * 2);
  for (let i = 0; i < bytes.length; i++) {
    digits[2 * i] = DIGITS[bytes[i]! >>> 4]!;
    digits[2 * i + 1] = DIGITS[bytes[i]! & 15]!;
  }
  return decodeUtf8(digits);
}

function bytesOf(hash: ContentHash): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new RangeError('a hash is 64 hexadecimal digits');
  const bytes = new Uint8Array(HASH_BYTES);
  for (let i = 0; i < HASH_BYTES; i++)
    bytes[i] = (valueOfDigit(hash.charCodeAt(2 * i)) << 4) | valueOfDigit(hash.charCodeAt(2 * i + 1));
  return bytes;
}

const valueOfDigit = (code: number): number => (code < 0x3a ? code - 0x30 : code - 0x57);
