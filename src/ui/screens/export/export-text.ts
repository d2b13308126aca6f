/** Rows as text for other programs: CSV, JSON or a table of Markdown. docs/page.md#export */

import type { Json } from '../../../engine/index';
import { joinItems } from '../../../kernel/list-text';
import { writeSeparated } from '../../../kernel/separated-text';
import { type CellType, type GridColumn, type GridRow, isEmptyValue } from '../../components/grid-column';
import { guardFormula, withPlainFormulas } from './formula-guard';

/** `sheet`: CSV in which no text is a formula to a spreadsheet. */
export type ExportFormat = 'csv' | 'sheet' | 'json' | 'md';

interface FormatFacts {
  readonly label: string;
  readonly type: string;
  /** Of the file's name. */
  readonly ending: string;
}

export const FORMATS: Readonly<Record<ExportFormat, FormatFacts>> = {
  csv: { label: 'CSV', type: 'text/csv', ending: 'csv' },
  sheet: { label: 'CSV without formulas', type: 'text/csv', ending: 'csv' },
  json: { label: 'JSON', type: 'application/json', ending: 'json' },
  md: { label: 'Markdown', type: 'text/markdown', ending: 'md' },
};

export interface ExportedRows {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
}

export function exportText(format: ExportFormat, { columns, rows }: ExportedRows): string {
  switch (format) {
    case 'csv':
    case 'sheet': {
      const texts = rows.map((row) => columns.map((column) => cellText(row, column)));
      const written = format === 'sheet' ? texts.map((fields) => fields.map(guardFormula)) : withPlainFormulas(texts);
      // A byte order mark would make Excel read UTF-8, and others a wrong first name.
      return `${writeSeparated([columns.map(({ name }) => name), ...written], ',', '\r\n')}\r\n`;
    }
    case 'json':
      return `${JSON.stringify(
        rows.map(({ values }) => Object.fromEntries(columns.map(({ name }) => [name, values[name] ?? null]))),
        null,
        2,
      )}\n`;
    case 'md':
      return markdownTable({ columns, rows });
  }
}

/** Read back by an import as it was. docs/decisions.md#reading-texts */
function cellText({ values }: GridRow, { name, type, itemType }: GridColumn): string {
  const value = values[name];
  if (value === undefined || isEmptyValue(value)) return '';
  if (type === 'json' || !Array.isArray(value)) return textOf(value, type);
  return joinItems((value as readonly Json[]).map((item) => textOf(item, itemType)));
}

const textOf = (value: Json, type: CellType): string =>
  typeof value === 'string' && type !== 'json' ? value : JSON.stringify(value);

function markdownTable({ columns, rows }: ExportedRows): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownCell).join(' | ')} |\n`;
  const rule = `| ${columns.map(({ type }) => (type === 'integer' || type === 'number' ? '---:' : '---')).join(' | ')} |\n`;
  return [
    line(columns.map(({ label }) => label)),
    rule,
    ...rows.map((row) => line(columns.map((column) => cellText(row, column)))),
  ].join('');
}

/** A bar would begin another cell, also within a link. */
const markdownCell = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\r?\n/g, '<br>');
