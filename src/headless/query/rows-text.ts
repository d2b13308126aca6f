/** Rows of a query in one of its formats. docs/command-line.md#query */

import { exportedText } from '../../kernel/exported-text';
import { withPlainFormulas } from '../../kernel/formula-guard';
import { markdownRows } from '../../kernel/markdown-rows';
import { writeSeparated } from '../../kernel/separated-text';
import type { TerminalStyle } from '../terminal/terminal-style';
import { terminalTable } from '../terminal/terminal-table';
import type { QueryFormat } from './query-options';
import type { QueryColumn, ReadRow } from './query-rows';

export interface RowsToShow {
  readonly columns: readonly QueryColumn[];
  readonly rows: readonly ReadRow[];
  /** Of the terminal; null: there is none. */
  readonly width: number | null;
  readonly style: TerminalStyle;
}

export function rowsText(format: QueryFormat, { columns, rows, width, style }: RowsToShow): string {
  const cells = (): readonly (readonly string[])[] => rows.map((row) => columns.map((column) => cellText(row, column)));
  const heads = columns.map((column) => ({ ...column, isNumeric: isNumeric(column) }));
  switch (format) {
    case 'table':
      return terminalTable(heads, cells(), { width, style });
    case 'csv':
      return csvText(columns, cells());
    case 'md':
      return markdownRows(heads, cells());
    case 'json':
      return rows.length === 0 ? '[]\n' : `[\n${rows.map((row) => `  ${rowJson(row)}`).join(',\n')}\n]\n`;
    case 'ndjson':
      return rows.map((row) => `${rowJson(row)}\n`).join('');
  }
}

/** Read back by an import as it was. docs/page.md#export */
const csvText = (columns: readonly QueryColumn[], cells: readonly (readonly string[])[]): string =>
  `${writeSeparated([columns.map(({ name }) => name), ...withPlainFormulas(cells)], ',', '\r\n')}\r\n`;

const rowJson = (row: ReadRow): string => JSON.stringify(row);

const isNumeric = ({ type }: QueryColumn): boolean => type === 'integer' || type === 'number';

const cellText = (row: ReadRow, column: QueryColumn): string => exportedText(row[column.name], column);
