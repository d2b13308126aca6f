/** Rows as a plain table, for paper: all of them, nothing to press. */

import type { JSX } from 'preact';
import { CellValue } from '../components/cells/cell-value';
import { type GridColumn, type GridRow, isNumeric, tintedColumn } from '../components/grid-column';

export interface StaticTableProps {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
}

/** So wide that nothing of a list is left out. */
const WIDTH = 10_000;

export function StaticTable({ label, columns, rows }: StaticTableProps): JSX.Element {
  const tinted = tintedColumn(columns);
  return (
    <table class="ndb-static" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} scope="col" class={isNumeric(column) ? 'ndb-is-numeric' : undefined}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            {columns.map((column) => (
              <td key={column.name} class={isNumeric(column) ? 'ndb-is-numeric' : undefined} dir="auto">
                <CellValue
                  {...{ column, tinted }}
                  value={row.values[column.name]}
                  width={WIDTH}
                  openLink={() => undefined}
                  source={row.path}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
