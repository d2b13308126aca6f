/** Cells on the clipboard: as text for other programs, and with their values for another grid. docs/app/editing.md#copy-and-paste */

import type { Json } from '../../../engine/index';
import { draftOf } from '../cells/edit-draft';
import { type CellType, type GridColumn, isEmptyValue } from '../grid-column';
import { plainText } from '../cells/cell-value';
import { type HtmlCell, readHtmlCells, writeHtmlTable } from './html-table';
import { type TextTable, readTsv, writeTsv } from './tsv-text';

/** What one cell is given: a text that is read by the type of its column, what a spreadsheet holds behind it, or the value of a cell of that type. */
export type CellInput =
  | { readonly text: string }
  | { readonly text: string; readonly raw: number | boolean }
  | { readonly text: string; readonly value: Json; readonly type: CellType };

type OwnCell = readonly [text: string, type: CellType, value: Json];

/** Ours alone; other programs don't see it. */
const OWN_TYPE = 'application/x-notedb-cells';

export interface CopiedCell {
  readonly column: GridColumn;
  readonly value: Json | undefined;
}

/** A value as people read it: items of a list with `; ` between them, links by their text. */
export function clipboardText({ column, value }: CopiedCell): string {
  if (value === undefined || isEmptyValue(value)) return '';
  if (column.type === 'json') return JSON.stringify(value);
  if (column.type === 'list') {
    const items: readonly Json[] = Array.isArray(value) ? value : [value];
    return items.map((item) => clipboardText({ column: { ...column, type: column.itemType }, value: item })).join('; ');
  }
  if (column.type === 'link') return plainText(value);
  // A spreadsheet takes a day for one in its ISO form whatever its locale is.
  if (column.type === 'date' && typeof value === 'string') return value;
  return column.type === 'boolean' ? JSON.stringify(value) : draftOf(column, value);
}

export function writeCells(cells: readonly (readonly CopiedCell[])[], data: Pick<DataTransfer, 'setData'>): void {
  const texts = cells.map((row) => row.map(clipboardText));
  data.setData('text/plain', writeTsv(texts));
  data.setData('text/html', writeHtmlTable(texts));
  const own = cells.map((row, at) =>
    row.map(({ column, value }, of) => [texts[at]?.[of] ?? '', column.type, value ?? null]),
  );
  data.setData(OWN_TYPE, JSON.stringify(own));
}

/** The rows on the clipboard; empty when nothing there is text. */
export function readCells(data: Pick<DataTransfer, 'getData'>): readonly (readonly CellInput[])[] {
  const own = ownCells(data.getData(OWN_TYPE));
  if (own !== null) return own;
  const text = data.getData('text/plain');
  const cells = readHtmlCells(data.getData('text/html')) ?? [];
  return text === '' ? cells.map((row) => row.map(inputOf)) : withRaw(readTsv(text), cells);
}

const inputOf = ({ text, raw }: HtmlCell): CellInput => (raw === null ? { text } : { text, raw });

/** The cells of the text with what the table of HTML knows of them, where both have the same cells. */
function withRaw(table: TextTable, cells: readonly (readonly HtmlCell[])[]): readonly (readonly CellInput[])[] {
  const isSame = cells.length === table.length && cells.every((row, at) => row.length === table[at]?.length);
  return table.map((row, at) =>
    row.map((text, of) => inputOf({ text, raw: isSame ? (cells[at]?.[of]?.raw ?? null) : null })),
  );
}

function ownCells(json: string): readonly (readonly CellInput[])[] | null {
  if (json === '') return null;
  try {
    const rows = JSON.parse(json) as readonly (readonly OwnCell[])[];
    return rows.map((row) => row.map(([text, type, value]): CellInput => ({ text, type, value })));
  } catch {
    // Another program's, under the same name.
    return null;
  }
}
