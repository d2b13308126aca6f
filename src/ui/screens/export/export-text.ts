/** Rows as text for other programs: CSV, JSON or a table of Markdown. docs/page.md#export */

import type { Json } from '../../../engine/index';
import { type GridColumn, type GridRow, isEmptyValue } from '../../components/grid-column';
import { guardFormula } from './formula-guard';

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
      const written = format === 'sheet' ? guardFormula : (text: string): string => text;
      return lines([
        columns.map(({ name }) => name),
        ...rows.map((row) => columns.map((column) => written(cellText(row, column)))),
      ]);
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

/** RFC 4180. A byte order mark would make Excel read UTF-8, and others a wrong first name. */
const lines = (table: readonly (readonly string[])[]): string =>
  table.map((fields) => `${fields.map(csvField).join(',')}\r\n`).join('');

const csvField = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function cellText({ values }: GridRow, { name }: GridColumn): string {
  const value = values[name];
  return value === undefined || isEmptyValue(value) ? '' : textOf(value);
}

function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(textOf).join('; ');
  return JSON.stringify(value);
}

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
