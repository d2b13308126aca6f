/** The names of the columns; a click orders by one, again the other way round, again not at all. */

import type { JSX } from 'preact';
import type { GridColumn, GridSort } from './grid-column';
import { isNumeric } from './grid-column';
import { Icon } from './icon';

export interface GridHeaderProps {
  readonly columns: readonly GridColumn[];
  readonly sort: GridSort | null;
  readonly onSort: ((column: string) => void) | undefined;
  /** The column that the keyboard is at, null when it is elsewhere. */
  readonly cursor: number | null;
  readonly onFocus: (column: number) => void;
}

export function GridHeader({ columns, sort, onSort, cursor, onFocus }: GridHeaderProps): JSX.Element {
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
