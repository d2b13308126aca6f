/**
 * Changes of a version and the values before it, in bytes: a column is read when somebody asks for it. docs/formats.md: Packed
 * changes and columns.
 */

import type { NotePath } from '../../ports/vault-port';
import { decodeUtf8, isWellFormed } from '../../values/utf8';
import type { ContentHash } from '../journal/content-hash';
import { PackedReader, PackedWriter, throwBroken, type PackedTexts } from './packed-bytes';
import type { RowChange } from './table-version';
import type { Json } from '../../json';
import { type ColumnBefore, type IndexRun, type RowsLeft, type ValuesBefore, countIn } from './values-before';

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
    paths += PATHS[bits] ?? throwBroken();
    count += HASHES[bits]!;
  }
  const texts = reader.texts(paths).all();
  // A copy: later reads must not keep the whole file in memory.
  const hashes = new PackedHashes(new Uint8Array(reader.raw(count * HASH_BYTES)));
  reader.end();
  let [path, hash] = [0, 0];
  return Array.from(parts, (bits): RowChange => {
    const from = bits & PART.from ? texts[path++]! : null;
    const to = bits & PART.stays ? from : bits & PART.to ? texts[path++]! : null;
    const before = bits & PART.before ? hash++ : NONE;
    return new LazyRowChange(from, to, hashes, before, bits & PART.after ? hash++ : NONE);
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

/** A replay by values needs no hashes. */
class LazyRowChange implements RowChange {
  constructor(
    readonly from: NotePath | null,
    readonly to: NotePath | null,
    private readonly hashes: PackedHashes,
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

class PackedHashes {
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

export function packValues({ of, columns }: ValuesBefore): Uint8Array {
  const writer = new PackedWriter();
  writer.runs(of);
  packColumns(writer, columns);
  return writer.done();
}

export function packLeft({ of, ids, columns }: RowsLeft): Uint8Array {
  const writer = new PackedWriter();
  writer.runs(of);
  writer.texts(ids);
  packColumns(writer, columns);
  return writer.done();
}

/** `changes`: how many the version has. */
export function unpackValues(payload: Uint8Array, changes: number): ValuesBefore {
  // A copy: later reads must not keep the whole file in memory.
  const reader = new PackedReader(new Uint8Array(payload));
  const of = reader.runs(changes);
  return { of, columns: unpackColumns(reader, changes) };
}

export function unpackLeft(payload: Uint8Array, changes: number): RowsLeft {
  const reader = new PackedReader(new Uint8Array(payload));
  const of = reader.runs(changes);
  const ids = reader.texts(countIn(of)).all();
  return { of, ids, columns: unpackColumns(reader, changes) };
}

function packColumns(writer: PackedWriter, columns: readonly ColumnBefore[]): void {
  const packed = columns.map(packColumn);
  writer.number(columns.length);
  writer.texts(columns.map(({ name }) => name));
  for (const { length } of packed) writer.number(length);
  for (const bytes of packed) writer.raw(bytes);
}

function unpackColumns(reader: PackedReader, changes: number): readonly ColumnBefore[] {
  const count = reader.count();
  const names = reader.texts(count).all();
  const lengths = Array.from(names, () => reader.number());
  const columns = names.map((name, i) => new LazyColumnBefore(name, reader.raw(lengths[i]!), changes));
  reader.end();
  return columns;
}

const TEXTS = 0;
const JSON_TEXTS = 1;

const isText = (value: Json): value is string => typeof value === 'string' && isWellFormed(value);

function packColumn({ changes, values, places }: ColumnBefore): Uint8Array {
  const writer = new PackedWriter();
  const areTexts = values.every(isText);
  writer.runs(changes);
  writer.byte(areTexts ? TEXTS : JSON_TEXTS);
  writer.number(values.length);
  const width = widthFor(values.length);
  writer.byte(width);
  const bytes = new Uint8Array(places.length * width);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < places.length; i++) {
    if (width === 1) bytes[i] = places[i]!;
    else if (width === 2) view.setUint16(i * 2, places[i]!, true);
    else view.setUint32(i * 4, places[i]!, true);
  }
  writer.raw(bytes);
  writer.texts(areTexts ? values : values.map((value) => JSON.stringify(value)));
  return writer.done();
}

/** Bytes of a place among so many values. */
const widthFor = (count: number): 1 | 2 | 4 => (count <= 0x100 ? 1 : count <= 0x1_0000 ? 2 : 4);

/** Its values are decoded when they are asked for. */
class LazyColumnBefore implements ColumnBefore {
  readonly changes: readonly IndexRun[];
  readonly places: ArrayLike<number>;
  private readonly texts: PackedTexts;
  private readonly areJson: boolean;
  private known: readonly Json[] | null = null;

  constructor(
    readonly name: string,
    bytes: Uint8Array,
    changes: number,
  ) {
    const reader = new PackedReader(bytes);
    this.changes = reader.runs(changes);
    const kind = reader.byte();
    if (kind !== TEXTS && kind !== JSON_TEXTS) throwBroken();
    this.areJson = kind === JSON_TEXTS;
    const count = reader.count();
    const width = reader.byte();
    this.places = placesIn(reader.raw(countIn(this.changes) * width), width);
    for (let i = 0; i < this.places.length; i++) if (this.places[i]! >= count) throwBroken();
    this.texts = reader.texts(count);
    reader.end();
  }

  get values(): readonly Json[] {
    return (this.known ??= this.decoded());
  }

  valueAt(place: number): Json {
    const text = this.known === null ? this.texts.at(place) : null;
    if (text === null) return this.values[place]!;
    return this.areJson ? (JSON.parse(text) as Json) : text;
  }

  private decoded(): readonly Json[] {
    const texts = this.texts.all();
    return this.areJson ? (JSON.parse(`[${texts.join()}]`) as readonly Json[]) : texts;
  }
}

function placesIn(bytes: Uint8Array, width: number): ArrayLike<number> {
  if (width === 1) return bytes;
  // A copy begins where a view of larger numbers can.
  if (width === 2) return new Uint16Array(new Uint8Array(bytes).buffer);
  return width === 4 ? new Uint32Array(new Uint8Array(bytes).buffer) : throwBroken();
}
