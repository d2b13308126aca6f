/** Sort: orders one after the other, in the words of each type. docs/views.md#the-toolbar */

import type { JSX } from 'preact';
import { orderWords } from '../../components/filter/filter-words';
import type { GridColumn, GridSort } from '../../components/grid-column';
import { Icon, type IconName } from '../../components/icon';
import { namedColumns } from '../table-columns';
import { moved } from './moved';
import { ToolButton } from './tool-button';
import type { ToolProps } from './tool-props';

export function SortTool({ spec, change, columns, isOpen, open }: ToolProps): JSX.Element {
  const { sort } = spec;
  const put = (next: readonly GridSort[]): void => change({ ...spec, sort: next });
  const free = columns.filter(({ name, isSortable }) => isSortable && !sort.some(({ column }) => column === name));
  const [next] = free;
  return (
    <ToolButton icon="sort" label="Sort" count={sort.length} isOn={sort.length > 0} {...{ isOpen, open }}>
      <div class="ndb-popover-main">
        {sort.length === 0 && <p class="ndb-popover-note">Rows stand in the order of their notes.</p>}
        {sort.map((each, at) => (
          <SortLine key={each.column} {...{ sort, at, columns, free, put }} />
        ))}
      </div>
      <footer class="ndb-popover-foot">
        {next !== undefined && (
          <button
            type="button"
            class="ndb-quiet-button"
            onClick={() => put([...sort, { column: next.name, isDescending: false }])}
          >
            <Icon name="plus" />
            {sort.length === 0 ? 'Sort by a column' : 'Then by another'}
          </button>
        )}
        <span class="ndb-fill" />
        {sort.length > 0 && (
          <button type="button" class="ndb-quiet-button" onClick={() => put([])}>
            No order
          </button>
        )}
      </footer>
    </ToolButton>
  );
}

interface SortLineProps {
  readonly sort: readonly GridSort[];
  readonly at: number;
  readonly columns: readonly GridColumn[];
  /** Columns that nothing is sorted by. */
  readonly free: readonly GridColumn[];
  readonly put: (sort: readonly GridSort[]) => void;
}

function SortLine({ sort, at, columns, free, put }: SortLineProps): JSX.Element | null {
  const each = sort[at];
  const [column] = namedColumns(columns, [each?.column ?? '']);
  if (each === undefined || column === undefined) return null;
  const set = (change: Partial<GridSort>): void =>
    put(sort.map((other, place) => (place === at ? { ...other, ...change } : other)));
  const words = orderWords(column);
  return (
    <div class="ndb-sort-line" role="group" aria-label={`${at === 0 ? 'Sort' : 'Then'} by ${column.label}`}>
      <select
        class="dropdown ndb-input"
        aria-label={at === 0 ? 'Sort by' : 'Then by'}
        value={column.name}
        onChange={(event) => set({ column: event.currentTarget.value })}
      >
        {[column, ...free].map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <select
        class="dropdown ndb-input"
        aria-label={`Order of ${column.label}`}
        value={each.isDescending ? 'down' : 'up'}
        onChange={(event) => set({ isDescending: event.currentTarget.value === 'down' })}
      >
        <option value="up">{words.up}</option>
        <option value="down">{words.down}</option>
      </select>
      <LineButton
        icon="arrow-up"
        label={`${column.label}: sort earlier`}
        run={at === 0 ? null : () => put(moved(sort, at, at - 1))}
      />
      <LineButton
        icon="arrow-down"
        label={`${column.label}: sort later`}
        run={at === sort.length - 1 ? null : () => put(moved(sort, at, at + 1))}
      />
      <LineButton
        icon="close"
        label={`Do not sort by ${column.label}`}
        run={() => put(sort.filter((other) => other !== each))}
      />
    </div>
  );
}

interface LineButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** Null: not possible here. */
  readonly run: (() => void) | null;
}

const LineButton = ({ icon, label, run }: LineButtonProps): JSX.Element => (
  <button
    type="button"
    class="ndb-quiet-button"
    aria-label={label}
    title={label}
    disabled={run === null}
    onClick={run ?? undefined}
  >
    <Icon name={icon} />
  </button>
);
