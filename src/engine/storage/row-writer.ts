/** From the values of a new row to the front matter of its note, and what that is read as. spec: D2 (writing a note), D16. */

import { parseFrontMatter } from '../note/front-matter';
import { type Raw, rawString } from '../note/raw';
import { newFrontMatter } from '../note/splice';
import type { Json } from '../values/json';
import { addUsual, usualText } from '../values/usual-value';
import { ID_KEY, TABLE_KEY, type Row } from './row';
import type { DecodedRow, RowCodec } from './row-codec';
import { UsualColumn, headOf } from './usual-column';

/** By column, field or Obsidian list. `value` undefined: it has none. `raw`: how it is written, null where there is no key. */
export type GivenValues = ReadonlyMap<string, { readonly value: Json | undefined; readonly raw: Raw | null }>;

/** A new row as it is asked for, column by column. */
export interface AskedRow {
  /** The value as it is asked for, not looked at yet; undefined: it has none. Null: one that takes a closer look. */
  column(column: UsualColumn): Json | undefined | null;
  /** The fields and lists, in their order. Called after the last column; null as for a column. */
  others(): GivenValues | null;
  /** None is missing, and none needs a look that others do not need. To be asked after the last one. */
  readonly isChecked: boolean;
  /** The database time zone: it completes a date-time without offset. */
  readonly zone: string;
}

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
  private readonly columns: readonly UsualColumn[];
  /** Up to the id. Null: the name of the table is not usual. */
  private readonly head: string | null;

  constructor(private readonly codec: RowCodec) {
    const { columns, qualified } = codec.definition;
    this.names = new Set(columns.map(({ name }) => name));
    this.columns = columns.map((spec) => new UsualColumn(spec));
    const table = usualText('untyped', qualified);
    this.head = table === null ? null : `---\n${TABLE_KEY}:${table}\n${ID_KEY}:`;
  }

  /** Usual values are known to be read back as they are. Null where one is not usual. */
  writeUsual(id: string, asked: AskedRow): WrittenRow | null {
    if (this.head === null) return null;
    const values: Record<string, Json> = {};
    // Put together at once: a text that grows piece by piece is one only when it is read, which takes three times as long.
    const pieces = [this.head];
    if (!addUsual(pieces, 'untyped', id)) return null;
    const { columns } = this;
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i]!;
      const argument = asked.column(column);
      if (argument === undefined && !column.isDense) continue;
      if (column.head === null || argument === null) return null;
      if (argument === undefined) {
        pieces.push(column.head);
        continue;
      }
      const value = column.add(pieces, argument, asked.zone);
      if (value === null) return null;
      values[column.name] = value;
    }
    const others = asked.others();
    if (others === null) return null;
    for (const [name, { value, raw }] of others) {
      if (value === undefined && raw === null) continue;
      const head = headOf(name);
      if (head === null) return null;
      pieces.push(head);
      if (value === undefined) continue;
      if (!addUsual(pieces, 'untyped', value)) return null;
      values[name] = value;
    }
    pieces.push('\n---\n');
    const text = pieces.join('');
    if (text.length > LONGEST) return null;
    const checkedBy = asked.isChecked ? this.codec.definition : undefined;
    return this.written(text, { id, values, problems: NONE, strayKeys: NONE, checkedBy });
  }

  /** The text is read to see what it is read as. Throws `refused` (violation `unparsable`) when the values can't stand in a front matter. */
  write(id: string, given: GivenValues): WrittenRow {
    const text = newFrontMatter(this.entries(id, given));
    const { row, problems, strayKeys } = this.codec.decode('', 0, parseFrontMatter(text).entries);
    return this.written(text, { id: row.id, values: row.values, problems, strayKeys });
  }

  private written(text: string, read: ReadRow): WrittenRow {
    return { text, table: this.codec.definition.qualified, read };
  }

  private entries(id: string, given: GivenValues): readonly (readonly [string, Raw | null])[] {
    const { qualified } = this.codec.definition;
    const known = [...this.names].map((name) => [name, given.get(name)?.raw ?? null] as const);
    const others = [...given].flatMap(([name, { raw }]) => (this.names.has(name) ? [] : [[name, raw] as const]));
    return [[TABLE_KEY, rawString(qualified)], [ID_KEY, rawString(id)], ...known, ...others];
  }
}
