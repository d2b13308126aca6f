/** Rows in columns: a grid that is read, sorted, walked through with the keyboard and, where it may be, edited in place. */

import type { JSX } from 'preact';
import { type GridColumn, type GridRow, type GridSort, isNumeric } from './grid-column';
import { useGridControl } from './grid-control';
import type { GridEditing } from './grid-editing';
import { GridRowView } from './grid-row';
import { Icon } from './icon';

export interface GridProps {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  /** Of all rows, also those that are not loaded. */
  readonly total: number;
  readonly sort: GridSort | null;
  /** Absent: the order is fixed. */
  readonly onSort?: (column: string) => void;
  /** Absent: nothing is edited. */
  readonly editing?: GridEditing | undefined;
  readonly openRow: (row: GridRow, event: MouseEvent | KeyboardEvent) => void;
  readonly openLink: (target: string, row: GridRow, event: MouseEvent) => void;
}

export function Grid(props: GridProps): JSX.Element {
  const { columns, rows, editing } = props;
  const { tableRef, place, open, ...control } = useGridControl(props);
  return (
    <table
      class="ndb-grid"
      role="grid"
      ref={tableRef}
      aria-label={props.label}
      aria-rowcount={props.total + 1}
      aria-colcount={columns.length}
      aria-readonly={editing === undefined}
      onKeyDown={control.onKeyDown}
    >
      <GridHeader
        columns={columns}
        sort={props.sort}
        onSort={props.onSort}
        cursor={place.row < 0 ? place.column : null}
        onFocus={control.focusHeader}
      />
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          <GridRowView
            key={row.key}
            {...{ row, index, columns }}
            cursor={place.row === index ? place.column : null}
            field={open?.key === row.key ? open : null}
            select={(column, isAgain) => control.select({ row: index, column }, isAgain)}
            editing={editing === undefined ? undefined : control.editingOf(row, editing)}
            openRow={(event) => props.openRow(row, event)}
            openLink={(target, event) => props.openLink(target, row, event)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface GridHeaderProps {
  readonly columns: readonly GridColumn[];
  readonly sort: GridSort | null;
  readonly onSort: ((column: string) => void) | undefined;
  /** The column that the keyboard is at, null when it is elsewhere. */
  readonly cursor: number | null;
  readonly onFocus: (column: number) => void;
}

function GridHeader({ columns, sort, onSort, cursor, onFocus }: GridHeaderProps): JSX.Element {
  return (
    <thead role="rowgroup" class="ndb-grid-head">
      <tr role="row" aria-rowindex={1}>
        {columns.map((column, index) => {
          const isSorted = sort?.column === column.name;
          return (
            <th
              key={column.name}
              role="columnheader"
              scope="col"
              aria-colindex={index + 1}
              aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
              title={column.description ?? undefined}
              class={isNumeric(column) ? 'ndb-head ndb-is-numeric' : 'ndb-head'}
            >
              {onSort === undefined || !column.isSortable ? (
                <span class="ndb-head-label">{column.label}</span>
              ) : (
                <button
                  type="button"
                  class="ndb-sort"
                  tabIndex={cursor === index ? 0 : -1}
                  onClick={() => onSort(column.name)}
                  onFocus={() => onFocus(index)}
                >
                  <span class="ndb-head-label">{column.label}</span>
                  {isSorted && <Icon name={sort.isDescending ? 'arrow-down' : 'arrow-up'} />}
                </button>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
