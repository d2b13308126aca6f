/** The headings of a grid's columns: sorting, and dragging their edges. */

import { useComputed } from '@preact/signals';
import type { JSX, TargetedPointerEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { type GridColumn, hasValues, isNumeric } from '../grid-column';
import { Icon } from '../icon';
import { typeIcon } from '../cells/type-icon';
import { useHeadDrag } from './head-drag';
import { RowBox } from './grid-row';
import type { GridCommands } from './input/grid-commands';
import { HEADER } from './input/grid-keys';

export function GridHead({ commands }: { readonly commands: GridCommands }): JSX.Element {
  const { store } = commands;
  const cursor = useComputed(() => (store.cursor.value.row === HEADER ? store.cursor.value.column : null));
  const columns = store.columns.value;
  const layout = store.layout.value;
  const { first, last } = store.moving.value;
  const head = (at: number): JSX.Element | null => {
    const column = columns[at];
    return column === undefined ? null : (
      <HeadCell key={column.name} {...{ commands, column, at }} isCurrent={cursor.value === at} />
    );
  };
  return (
    <div role="rowgroup" class="ndb-grid-head">
      <div role="row" class="ndb-head-row" aria-rowindex={1}>
        {store.hasBoxes.value ? <HeadBox {...{ commands }} /> : <span class="ndb-gutter" aria-hidden="true" />}
        {columns.slice(0, layout.pinned).map((_, at) => head(at))}
        {columns.slice(first, last).map((_, index) => head(first + index))}
      </div>
    </div>
  );
}

function HeadBox({ commands }: { readonly commands: GridCommands }): JSX.Element {
  const { store, selection } = commands;
  const state = useComputed(() => {
    const [range, { size }, length] = [store.wholeRows.value, store.checked.value, store.length.value];
    if (range?.top === 0 && range.bottom === length - 1) return 'all';
    if (size > 0 && size >= length - (store.source.value.headings?.length ?? 0)) return 'all';
    return range === null && size === 0 ? 'none' : 'some';
  });
  return (
    <RowBox isChecked={state.value === 'all'} isMixed={state.value === 'some'} press={() => selection.toggleAll()} />
  );
}

interface HeadCellProps {
  readonly commands: GridCommands;
  readonly column: GridColumn;
  readonly at: number;
  readonly isCurrent: boolean;
}

function HeadCell({ commands, column, at, isCurrent }: HeadCellProps): JSX.Element {
  const { store, actions } = commands;
  const drag = useHeadDrag(commands, at);
  const layout = store.layout.value;
  const order = store.sort.value.find((each) => each.column === column.name);
  const names = ['ndb-head'];
  if (isNumeric(column)) names.push('ndb-is-numeric');
  if (!hasValues(column)) names.push('ndb-is-refused');
  if (at < layout.pinned) names.push('ndb-is-pinned');
  if (isCurrent) names.push('ndb-is-active');
  return (
    <div
      role="columnheader"
      id={store.cellId({ row: HEADER, column: at })}
      aria-colindex={at + 1}
      aria-sort={order === undefined ? 'none' : order.isDescending ? 'descending' : 'ascending'}
      title={column.computed?.fault ?? column.description ?? undefined}
      class={names.join(' ')}
      style={{ '--ndb-x': `${layout.x[at] ?? 0}px`, '--ndb-w': `${layout.width[at] ?? 0}px` }}
      {...drag}
      onContextMenu={(event) => {
        if (commands.openHeadMenu({ row: HEADER, column: at })) event.preventDefault();
      }}
    >
      <HeadLabel {...{ commands, column, at }} onSort={column.isSortable ? actions.onSort : undefined}>
        {order !== undefined && <Icon name={order.isDescending ? 'arrow-down' : 'arrow-up'} />}
      </HeadLabel>
      {actions.onHeadMenu !== undefined && (
        <button
          type="button"
          class="ndb-head-menu"
          tabIndex={-1}
          aria-label={`What to do with ${column.label}`}
          onClick={() => void commands.openHeadMenu({ row: HEADER, column: at })}
        >
          <Icon name="chevron-down" />
        </button>
      )}
      <WidthHandle {...{ commands, column, at }} />
    </div>
  );
}

interface HeadLabelProps extends Omit<HeadCellProps, 'isCurrent'> {
  readonly onSort: GridCommands['actions']['onSort'];
  readonly children: JSX.Element | false;
}

function HeadLabel({ commands, column, at, onSort, children }: HeadLabelProps): JSX.Element {
  const label = (
    <>
      <Icon name={typeIcon(column)} />
      <span class="ndb-ellipsis">{column.label}</span>
      {!hasValues(column) && <span class="ndb-unseen">can’t be computed</span>}
      {children}
    </>
  );
  if (onSort === undefined) return <span class="ndb-head-text ndb-bare-button">{label}</span>;
  return (
    <button
      type="button"
      class="ndb-sort ndb-bare-button"
      tabIndex={-1}
      onClick={(event) => {
        commands.goTo({ row: HEADER, column: at });
        commands.focus();
        onSort(column.name, event.shiftKey);
      }}
    >
      {label}
    </button>
  );
}

/** Dragged by its edge; two clicks give the usual width back. Keys do it from the heading: Shift and an arrow. */
function WidthHandle({ commands, column, at }: Omit<HeadCellProps, 'isCurrent'>): JSX.Element {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const widthAt = (event: TargetedPointerEvent<HTMLElement>): number => {
    const { x = 0, width = 0 } = start.current ?? {};
    const isRightToLeft = event.currentTarget.matches(':dir(rtl)');
    return width + (isRightToLeft ? x - event.clientX : event.clientX - x);
  };
  return (
    <span
      class="ndb-width"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width: commands.store.layout.peek().width[at] ?? 0 };
      }}
      onPointerMove={(event) => {
        if (start.current !== null) commands.resize(column, widthAt(event), false);
      }}
      onPointerUp={(event) => {
        if (start.current !== null && event.clientX !== start.current.x) commands.resize(column, widthAt(event), true);
        start.current = null;
      }}
      onDblClick={() => commands.resize(column, null, true)}
    />
  );
}
