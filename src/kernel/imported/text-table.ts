/** Exported lines as a table: typed columns, and links where cells name rows. docs/import.md */

import type { Slices } from '../slices';
import { type ColumnOfTexts, columnsOfTexts } from '../text-columns';
import type { BodyPart, ImportedColumn, ImportedRow, ImportedTable, Remark } from './imported-set';
import type { LinkReading } from './linked-names';
import { type TypedColumn, typedColumn } from './typed-columns';

export interface TextTable {
  readonly label: string;
  /** The file, with its ending. */
  readonly source: string;
  /** The first column names the rows. */
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Of each row; absent: empty. */
  readonly bodies?: readonly (readonly BodyPart[])[];
}

/** Null: the texts do not link to rows. */
export type ReadLinks = (title: string, found: ColumnOfTexts) => LinkReading | null;

export interface ReadTable {
  readonly table: ImportedTable;
  readonly remarks: readonly Remark[];
}

interface Field {
  readonly at: number;
  readonly typed: TypedColumn;
  readonly links: LinkReading | null;
  readonly column: ImportedColumn;
}

export function* tableOfTexts(
  { label, source, header, rows, bodies = [] }: TextTable,
  readLinks: ReadLinks,
): Slices<ReadTable> {
  // Where commas separate fields, numbers have decimal points.
  const found = yield* columnsOfTexts(rows, { count: header.length, hasPoints: true });
  const remarks: Remark[] = [];
  const fields = found.flatMap((texts, at): readonly Field[] => {
    const given = (header[at] ?? '').trim();
    // Spreadsheets write delimiters for unused columns.
    if (given === '' && texts.filled === 0) return [];
    const title = given || `Field ${at + 1}`;
    const typed = typedColumn(title, texts);
    const links = at === 0 ? null : readLinks(title, texts);
    const reason = links === null ? (typed.doubt ?? (typed.hasFiles ? FILES_STAY : null)) : null;
    if (reason !== null) remarks.push({ at: `${label}, ${title}`, text: '', reason });
    const isName = at === 0 && typed.column.type === 'string' && texts.filled === rows.length;
    const column = links === null ? { ...typed.column, required: isName } : linkColumn(typed.column, links, texts);
    return [{ at, typed, links, column }];
  });
  const table: ImportedTable = {
    label,
    description: `Rows of ${source}`,
    columns: fields.map(({ column }) => column),
    rows: rows.map((row, at) => rowOf(row, fields, bodies[at] ?? [])),
  };
  return { table, remarks };
}

const FILES_STAY = 'Files are not taken along. Each stays a link to its address.';

function linkColumn(column: ImportedColumn, { ref, rowsOf }: LinkReading, { texts }: ColumnOfTexts): ImportedColumn {
  const isList = texts.some((text) => rowsOf(text).length > 1);
  return { ...column, ...(isList ? { type: 'list', itemType: 'link' } : { type: 'link' }), values: [], ref };
}

const rowOf = (row: readonly string[], fields: readonly Field[], body: readonly BodyPart[]): ImportedRow => ({
  name: (row[0] ?? '').trim(),
  values: fields.map(({ at, typed, links }) => (links === null ? typed.read(row[at] ?? '') : null)),
  links: new Map(
    fields.flatMap(({ at, links }, place) => {
      const places = links?.rowsOf((row[at] ?? '').trim()) ?? [];
      return places.length === 0 ? [] : [[place, places] as const];
    }),
  ),
  body,
});
