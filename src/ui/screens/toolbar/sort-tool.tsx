/** Sort: orders one after the other, in the words of each type. docs/views.md#the-toolbar */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../components/form/button';
import { Select, optionsOf } from '../../components/form/field';
import { ColumnChoice } from '../../components/column-choice/column-choice';
import { orderWords } from '../../components/filter/filter-words';
import type { GridColumn, GridSort } from '../../components/grid-column';
import type { IconName } from '../../components/icon';
import { namedColumns } from '../../client/table-columns';
import { moved } from '../../rows/moved';
import { ToolButton } from './tool-button';
import type { ToolProps } from './tool-props';

export function SortTool({ spec, change, columns, isOpen, open }: ToolProps): JSX.Element {
  const { sort } = spec;
  const put = (next: readonly GridSort[]): void => change({ ...spec, sort: next });
  const free = columns.filter(({ name, isSortable }) => isSortable && !sort.some(({ column }) => column === name));
  const [next] = free;
  const { place, focusOn } = useFocusAfter();
  return (
    <ToolButton icon="sort" label="Sort" count={sort.length} isOn={sort.length > 0} {...{ isOpen, open }}>
      <div class="ndb-popover-main" ref={place}>
        {sort.length === 0 && <p class="ndb-popover-note ndb-small-text">Rows are in the order of their notes.</p>}
        {sort.map((_, at) => (
          <SortLine key={at} {...{ sort, at, columns, free, put, focusOn }} />
        ))}
      </div>
      <footer class="ndb-popover-foot">
        {next !== undefined && (
          <Button
            look="quiet"
            icon="plus"
            onClick={() => {
              focusOn([`${lineOf(next.name)} button`]);
              put([...sort, { column: next.name, isDescending: false }]);
            }}
          >
            {sort.length === 0 ? 'Sort by a column' : 'Then by another'}
          </Button>
        )}
        <span class="ndb-fill" />
        {sort.length > 0 && (
          <Button look="quiet" onClick={() => put([])}>
            No order
          </Button>
        )}
      </footer>
    </ToolButton>
  );
}

const lineOf = (column: string): string => `[data-sort=${JSON.stringify(column)}]`;

interface SortLineProps {
  readonly sort: readonly GridSort[];
  readonly at: number;
  readonly columns: readonly GridColumn[];
  /** Columns that nothing is sorted by. */
  readonly free: readonly GridColumn[];
  readonly put: (sort: readonly GridSort[]) => void;
  readonly focusOn: FocusAfter['focusOn'];
}

function SortLine({ sort, at, columns, free, put, focusOn }: SortLineProps): JSX.Element | null {
  const each = sort[at];
  const [column] = namedColumns(columns, [each?.column ?? '']);
  if (each === undefined || column === undefined) return null;
  const set = (change: Partial<GridSort>): void =>
    put(sort.map((other, place) => (place === at ? { ...other, ...change } : other)));
  const move = (by: -1 | 1): void => {
    const [way, back] = by < 0 ? ['earlier', 'later'] : ['later', 'earlier'];
    focusOn([way, back].map((each) => `${lineOf(column.name)} [data-move=${each}]`));
    put(moved(sort, at, at + by));
  };
  return (
    <div
      class="ndb-sort-line"
      data-sort={column.name}
      role="group"
      aria-label={`${at === 0 ? 'Sort' : 'Then'} by ${column.label}`}
    >
      <ColumnChoice
        label={at === 0 ? 'Sort by' : 'Then by'}
        name={column.name}
        columns={[column, ...free]}
        choose={(name) => set({ column: name })}
      />
      <Select
        class="ndb-input"
        aria-label={`Order of ${column.label}`}
        value={each.isDescending ? 'down' : 'up'}
        options={optionsOf(orderWords(column))}
        set={(chosen) => set({ isDescending: chosen === 'down' })}
      />
      <LineButton
        icon="arrow-up"
        label={`${column.label}: sort earlier`}
        move="earlier"
        run={at === 0 ? null : () => move(-1)}
      />
      <LineButton
        icon="arrow-down"
        label={`${column.label}: sort later`}
        move="later"
        run={at === sort.length - 1 ? null : () => move(1)}
      />
      <LineButton
        icon="close"
        label={`Do not sort by ${column.label}`}
        run={() => {
          focusOn(['.ndb-popover-foot button']);
          put(sort.filter((other) => other !== each));
        }}
      />
    </div>
  );
}

interface LineButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly move?: 'earlier' | 'later';
  /** Null: not possible here. */
  readonly run: (() => void) | null;
}

const LineButton = ({ icon, label, move, run }: LineButtonProps): JSX.Element => (
  <Button
    look="quiet"
    icon={icon}
    data-move={move}
    aria-label={label}
    title={label}
    isOff={run === null}
    onClick={run ?? undefined}
  />
);

interface FocusAfter {
  readonly place: { current: HTMLDivElement | null };
  /** The first of these in the dialog that can have the focus gets it once the change is drawn. */
  readonly focusOn: (selectors: readonly string[]) => void;
}

/** What had the focus may be gone by the change, or be of another line. */
function useFocusAfter(): FocusAfter {
  const place = useRef<HTMLDivElement>(null);
  const wanted = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    const dialog = place.current?.closest('[role=dialog]');
    const found = wanted.current
      .map((selector) => dialog?.querySelector<HTMLButtonElement>(selector))
      .find((button) => button?.disabled === false);
    if (found === undefined) return;
    wanted.current = [];
    found?.focus();
  });
  return { place, focusOn: (selectors) => void (wanted.current = selectors) };
}
