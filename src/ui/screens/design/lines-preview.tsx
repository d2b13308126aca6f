/** The first lines of a file as the rows that they become. */

import type { JSX } from 'preact';
import type { Json } from '../../../engine/index';
import { type TableDesign, cellOf } from './table-design';

export interface LinesPreviewProps {
  readonly design: TableDesign;
  readonly rows: readonly (readonly string[])[];
}

const MOST_LINES = 20;

export function LinesPreview({ design, rows }: LinesPreviewProps): JSX.Element {
  const columns = design.columns.filter(({ isLeftOut, from }) => !isLeftOut && from !== null);
  return (
    <section class="ndb-preview" aria-label="The first rows">
      <header class="ndb-preview-head">
        <h3>The first rows</h3>
        <span class="ndb-preview-count">
          {Math.min(MOST_LINES, rows.length)} of {rows.length}
        </span>
      </header>
      <div class="ndb-lines" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(({ key, name }) => (
                <th key={key}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_LINES).map((row, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column.key}>
                    {cellText(cellOf(column, row[Number(column.key.replace('field', ''))] ?? ''))}
                  </td>
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
