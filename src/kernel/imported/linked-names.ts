/** Columns that name rows of a table of the same input, as links to these rows. docs/import.md */

import { foldText } from '../fold-text';
import { splitItems } from '../list-text';
import type { ColumnOfTexts } from '../text-columns';
import type { RowPlace } from './imported-set';

/** How the texts of a column link to rows. */
export interface LinkReading {
  /** The place of the table; null: rows of several tables. */
  readonly ref: number | null;
  readonly rowsOf: (text: string) => readonly RowPlace[];
}

/** A table whose rows are known by their first column. */
export interface NamedTable {
  readonly label: string;
  /** Name -> row. The first one has a name that several share. */
  readonly names: ReadonlyMap<string, number>;
}

export function namedTable(label: string, rows: readonly (readonly string[])[]): NamedTable {
  const names = new Map<string, number>();
  for (const [row, [text = '']] of rows.entries()) {
    const name = text.trim();
    if (name !== '' && !names.has(name)) names.set(name, row);
  }
  return { label, names };
}

/** Null: the texts are not all names of rows of one table. */
export function linkedNames(
  label: string,
  { texts, guess }: ColumnOfTexts,
  tables: readonly NamedTable[],
): LinkReading | null {
  if (texts.length === 0) return null;
  const fitting = tables.flatMap(({ names }, at) =>
    texts.every((text) => namedRows(text, names) !== null) ? [at] : [],
  );
  const called = fitting.find((at) => isCalled(label, tables[at]?.label ?? ''));
  // Numbers name rows of a numbered table by chance.
  const isText = ['string', 'enum', 'list'].includes(guess.type);
  const table = called ?? (isText ? fitting[0] : undefined);
  const names = table === undefined ? undefined : tables[table]?.names;
  if (table === undefined || names === undefined) return null;
  return { ref: table, rowsOf: (text) => (namedRows(text, names) ?? []).map((row) => ({ table, row })) };
}

/** `Project`, of a table `Projects`. */
function isCalled(label: string, table: string): boolean {
  const [one, another] = [foldText(label), foldText(table)];
  return one.length > 2 && another.length > 2 && (one.startsWith(another) || another.startsWith(one));
}

/** Null: the text names something else too. */
function namedRows(text: string, names: NamedTable['names']): readonly number[] | null {
  const whole = names.get(text.trim());
  if (whole !== undefined) return [whole];
  const rows: number[] = [];
  for (const item of splitItems(text)) {
    const row = names.get(item);
    if (row === undefined) return null;
    rows.push(row);
  }
  return rows;
}
