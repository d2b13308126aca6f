/** Rows as a plain table, for paper: all of them, nothing to press. */

import type { JSX } from 'preact';
import { CellValue } from '../components/cells/cell-value';
import { type GridColumn, type GridRow, isNumeric, tintedColumn } from '../components/grid-column';
import type { ComingPaper } from './coming-paper';

export interface StaticTableProps {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  /** Below them, rows that are not yet there. */
  readonly coming?: ComingPaper | null;
}

/** So wide that nothing of a list is left out. */
const WIDTH = 10_000;

export function StaticTable({ label, columns, rows, coming = null }: StaticTableProps): JSX.Element {
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
        <StaticRows {...{ columns, rows }} />
      </tbody>
      {coming !== null && (
        <tbody class="ndb-static-coming">
          <tr>
            <th colSpan={columns.length} scope="rowgroup">
              {coming.heading}
            </th>
          </tr>
          <StaticRows {...{ columns }} rows={coming.rows} />
        </tbody>
      )}
    </table>
  );
}

function StaticRows({ columns, rows }: Pick<StaticTableProps, 'columns' | 'rows'>): JSX.Element {
  const tinted = tintedColumn(columns);
  return (
    <>
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
    </>
  );
}
