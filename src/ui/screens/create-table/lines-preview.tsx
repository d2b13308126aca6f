/** The first lines of a file as the rows that they become. */

import type { JSX } from 'preact';
import type { Json } from '../../../engine/index';
import { type LinesSource, type TableDraft, fieldIndex, readerOf } from './table-draft';

export interface LinesPreviewProps {
  readonly design: TableDraft;
  readonly source: LinesSource;
}

const MOST_LINES = 20;

export function LinesPreview({ design, source }: LinesPreviewProps): JSX.Element {
  const { rows } = source;
  const columns = design.columns
    .filter((column) => !column.isLeftOut && fieldIndex(column) >= 0)
    .map((column) => ({ ...column, at: fieldIndex(column), read: readerOf(column, source) }));
  return (
    <section class="ndb-preview ndb-stack" aria-label="The first rows">
      <header class="ndb-preview-head ndb-line">
        <h3>The first rows</h3>
        <span class="ndb-preview-count ndb-small-text">
          {Math.min(MOST_LINES, rows.length)} of {rows.length}
        </span>
      </header>
      <div class="ndb-lines ndb-surface" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(({ id, name, label }) => (
                <th key={id}>{label || name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_LINES).map((row, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column.id}>{cellText(column.read(row[column.at] ?? ''))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const cellText = (value: Json | null): string => {
  if (value === null) return '';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
