/** What a version says of the values before it, in bytes: a column is read when somebody asks for it. docs/formats.md: Packed changes and columns. */

import type { Json } from '../../values/json';
import { isWellFormed } from '../../values/utf8';
import { PackedReader, type PackedTexts, PackedWriter, broken } from './packed-bytes';
import { type ColumnBefore, type RowsLeft, type Run, type ValuesBefore, countIn } from './values-before';

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
  // A copy: what is read later must not keep the whole file in memory.
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
  const columns = names.map((name, i) => new PackedColumn(name, reader.raw(lengths[i]!), changes));
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
class PackedColumn implements ColumnBefore {
  readonly changes: readonly Run[];
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
    if (kind !== TEXTS && kind !== JSON_TEXTS) broken();
    this.areJson = kind === JSON_TEXTS;
    const count = reader.count();
    const width = reader.byte();
    this.places = placesIn(reader.raw(countIn(this.changes) * width), width);
    for (let i = 0; i < this.places.length; i++) if (this.places[i]! >= count) broken();
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
  return width === 4 ? new Uint32Array(new Uint8Array(bytes).buffer) : broken();
}
