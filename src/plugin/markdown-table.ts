/** Rows as a table of Markdown. */

import type { Json, JsonObject } from '../engine/index';

/** A column for each key, in the order in which they come. */
export function markdownTable(rows: readonly JsonObject[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (columns.length === 0) return '';
  const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const bodies = rows.map((row) => lineOf(columns.map((column) => cellOf(row[column] ?? null))));
  return [lineOf(columns.map(escaped)), lineOf(columns.map(() => '---')), ...bodies].join('\n');
}

function cellOf(value: Json): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(cellOf).join(', ');
  return escaped(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll(/\r\n?|\n/g, '<br>');
