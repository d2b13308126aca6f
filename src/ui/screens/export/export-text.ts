/** Rows as text for other programs: CSV, JSON or a table of Markdown. docs/page.md#export */

import { exportedText } from '../../../kernel/exported-text';
import { guardFormula, withPlainFormulas } from '../../../kernel/formula-guard';
import { markdownRows } from '../../../kernel/markdown-rows';
import { writeSeparated } from '../../../kernel/separated-text';
import type { GridColumn, GridRow } from '../../components/grid-column';

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
      return tableOfMarkdown({ columns, rows });
  }
}

const cellText = ({ values }: GridRow, column: GridColumn): string => exportedText(values[column.name], column);

const tableOfMarkdown = ({ columns, rows }: ExportedRows): string =>
  markdownRows(
    columns.map(({ label, type }) => ({ label, isNumeric: type === 'integer' || type === 'number' })),
    rows.map((row) => columns.map((column) => cellText(row, column))),
  );
