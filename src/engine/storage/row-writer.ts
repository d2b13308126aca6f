/** From the values of a new row to the front matter of its note, and what that is read as. spec: D2 (writing a note), D16. */

import { parseFrontMatter } from '../note/front-matter';
import { type Raw, rawString } from '../note/raw';
import { newFrontMatter } from '../note/splice';
import { standOf } from '../note/usual-text';
import type { ColumnSpec } from '../values/column';
import type { Json } from '../values/json';
import { usualText } from '../values/usual-value';
import { ID_KEY, TABLE_KEY, type Row } from './row';
import type { DecodedRow, RowCodec } from './row-codec';

/** By column, field or Obsidian list. `value` undefined: it has none. `raw`: how it is written, null where there is no key. */
export type GivenValues = ReadonlyMap<string, { readonly value: Json | undefined; readonly raw: Raw | null }>;

/** What a note is read as that begins with this front matter. */
export interface ReadRow extends Pick<Row, 'id' | 'values'>, Omit<DecodedRow, 'row'> {}

export interface WrittenRow {
  /** With both fences. */
  readonly text: string;
  /** Qualified. */
  readonly table: string;
  readonly read: ReadRow;
}

const NONE: readonly never[] = [];

/** A longer text is read before it is believed. */
const LONGEST = 64 * 1024;

/** Keys in the order of the definition; then the fields and lists as they are given. */
export class RowWriter {
  private readonly names: ReadonlySet<string>;
  private readonly columns: readonly KeyOfColumn[];
  /** Up to the id. Null: the name of the table is not usual. */
  private readonly head: string | null;

  constructor(private readonly codec: RowCodec) {
    const { columns, qualified } = codec.definition;
    this.names = new Set(columns.map(({ name }) => name));
    this.columns = columns.map((spec) => ({ spec, name: spec.name, head: headOf(spec.name) }));
    const table = usualText('untyped', qualified);
    this.head = table === null ? null : `---\n${TABLE_KEY}:${table}\n${ID_KEY}:`;
  }

  /**
   * Usual values are known to be read back as they are. Where one is not usual, the text is read to see. Throws `refused`
   * (violation `unparsable`) when the values can't stand in a front matter.
   */
  write(id: string, given: GivenValues): WrittenRow {
    return this.usual(id, given) ?? this.readBack(id, given);
  }

  private usual(id: string, given: GivenValues): WrittenRow | null {
    const shownId = usualText('untyped', id);
    if (this.head === null || shownId === null) return null;
    const values: Record<string, Json> = {};
    let text = `${this.head}${shownId}\n`;
    let left = given.size;
    for (const { spec, name, head } of this.columns) {
      const each = given.get(name);
      if (each === undefined) continue;
      left--;
      const line = lineOf(head, spec, each);
      if (line === null) return null;
      text += line;
      if (each.value !== undefined) values[name] = each.value;
    }
    for (const [name, each] of left === 0 ? NONE : given) {
      if (this.names.has(name)) continue;
      const line = lineOf(headOf(name), 'untyped', each);
      if (line === null) return null;
      text += line;
      if (each.value !== undefined) values[name] = each.value;
    }
    if (text.length > LONGEST) return null;
    return {
      text: `${text}---\n`,
      table: this.codec.definition.qualified,
      read: { id, values, problems: NONE, strayKeys: NONE },
    };
  }

  private readBack(id: string, given: GivenValues): WrittenRow {
    const text = newFrontMatter(this.entries(id, given));
    const { row, problems, strayKeys } = this.codec.decode('', 0, parseFrontMatter(text).entries);
    return {
      text,
      table: this.codec.definition.qualified,
      read: { id: row.id, values: row.values, problems, strayKeys },
    };
  }

  private entries(id: string, given: GivenValues): readonly (readonly [string, Raw | null])[] {
    const { qualified } = this.codec.definition;
    const known = [...this.names].map((name) => [name, given.get(name)?.raw ?? null] as const);
    const others = [...given].flatMap(([name, { raw }]) => (this.names.has(name) ? [] : [[name, raw] as const]));
    return [[TABLE_KEY, rawString(qualified)], [ID_KEY, rawString(id)], ...known, ...others];
  }
}

interface KeyOfColumn {
  readonly spec: ColumnSpec;
  readonly name: string;
  readonly head: string | null;
}

/** `key:`; null for a key that is not usual. */
const headOf = (key: string): string | null =>
  standOf(key) === 'plain' && key.length < LONGEST_KEY ? `${key}:` : null;
const LONGEST_KEY = 100;

/** `''` where there is no key; null where the line has to be read. */
function lineOf(
  head: string | null,
  spec: ColumnSpec | 'untyped',
  each: { readonly value: Json | undefined; readonly raw: Raw | null },
): string | null {
  const { value } = each;
  if (value === undefined) return each.raw === null ? '' : head === null ? null : `${head}\n`;
  const text = usualText(spec, value);
  return head === null || text === null ? null : `${head}${text}\n`;
}
