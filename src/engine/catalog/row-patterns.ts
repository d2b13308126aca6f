/** The patterns that name and place a table's rows, with plain date formats made into patterns. D6, D16. */

import { patternColumns } from '../values/patterns';
import type { TableDefinition } from './definition';

/** The pattern of the file names, like `{name}`; null: D6's rule. A `filename` without braces is a date format over the time column. */
export const filenamePattern = (table: TableDefinition): string | null => asPattern(table.filename, table.timeColumn);

/** The pattern of the folder below the table's folder, like `{due:YYYY/MM}`; null: flat. */
export const partitionPattern = (table: TableDefinition): string | null => asPattern(table.partition, table.timeColumn);

function asPattern(text: string | null, timeColumn: string | null): string | null {
  if (text === null || text.includes('{') || timeColumn === null) return text;
  return `{${timeColumn}:${text}}`;
}

/** Whether automatic links may link the rows: by default unless a date or time names them. Source: docs/operations.md#create_table */
export function isAutolinkTarget(table: TableDefinition): boolean {
  if (table.autolinkTarget !== null) return table.autolinkTarget;
  const read = patternColumns(filenamePattern(table) ?? '');
  return read.length === 0 || !read.every((name) => isTemporal(table, name));
}

function isTemporal({ columns }: TableDefinition, name: string): boolean {
  const type = columns.find((column) => column.name === name)?.type;
  return type === 'date' || type === 'datetime';
}
