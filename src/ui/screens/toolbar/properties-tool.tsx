/** Properties: which columns are shown, in which order, and which stay at the side. docs/views.md#the-toolbar */

import type { JSX, TargetedPointerEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import { findColumns } from '../../components/column-choice/find-columns';
import type { GridColumn } from '../../components/grid-column';
import { Icon } from '../../components/icon';
import { typeIcon } from '../../components/cells/type-icon';
import { isUndeclared, namedColumns } from '../../client/table-columns';
import { type ShownColumn, everyColumn, shownColumns, withColumn, withDisplay } from '../../rows/view-spec';
import { useFilterColumns } from './filter-columns';
import { moved } from '../../rows/moved';
import { ToolButton } from './tool-button';
import type { ToolProps } from './tool-props';

export function PropertiesTool(props: ToolProps): JSX.Element {
  const { spec, columns, isOpen, open } = props;
  const hidden = everyColumn(spec, columns).filter(({ name }) => isHidden(props, name)).length;
  return (
    <ToolButton icon="properties" label="Properties" isOn={hidden > 0} {...{ isOpen, open }}>
      <OpenProperties {...props} />
    </ToolButton>
  );
}

const isHidden = ({ spec, columns }: ToolProps, name: string): boolean =>
  !shownColumns(spec, columns).some((each) => each.name === name);

function OpenProperties(props: ToolProps): JSX.Element {
  const { spec, columns, change } = props;
  const [search, setSearch] = useState('');
  const all = everyColumn(spec, columns).filter(({ name }) => isThere(columns, name));
  const put = (next: readonly ShownColumn[]): void => change(withDisplay(spec, { columns: next }));
  const list = useRef<HTMLUListElement>(null);
  const drag = useDrag(list, all, put);
  const shown = drag.order ?? all;
  const others = useFilterColumns(props).filter(({ column }) => all.every(({ name }) => name !== column.name));
  const offered = search.trim() === '' ? [] : others.map(({ column }) => column);
  const found = findColumns([...all.flatMap(({ name }) => namedColumns(columns, [name])), ...offered], search);
  const isFound = (column: GridColumn): boolean => found.columns.some(({ name }) => name === column.name);
  return (
    <>
      <PropertySearch {...{ search, setSearch }} note={found.note} />
      <ul class="ndb-popover-main ndb-shown-list" ref={list}>
        {shown.map((each, at) => {
          const [column] = namedColumns(columns, [each.name]);
          if (column === undefined || !isFound(column)) return null;
          return (
            <PropertyLine
              key={each.name}
              {...{ column, each, drag }}
              isShown={!isHidden(props, each.name)}
              set={(next) => change(withColumn(spec, columns, each.name, next))}
              move={(by) => put(moved(all, at, at + by))}
            />
          );
        })}
        {offered.filter(isFound).map((column) => (
          <PropertyLine
            key={column.name}
            {...{ column }}
            each={column}
            isShown={false}
            set={(next) => put([...all, { name: column.name, ...next }])}
          />
        ))}
      </ul>
      <footer class="ndb-popover-foot">
        <Button look="quiet" onClick={() => put(all.map((each) => ({ ...each, hidden: false })))}>
          Show all
        </Button>
        <Button look="quiet" onClick={() => put(all.map((each, at) => ({ ...each, hidden: at > 0 })))}>
          Hide all but the first
        </Button>
      </footer>
    </>
  );
}

interface PropertySearchProps {
  readonly search: string;
  readonly setSearch: (text: string) => void;
  /** Why these, where none is called so. */
  readonly note: string | null;
}

const PropertySearch = ({ search, setSearch, note }: PropertySearchProps): JSX.Element => (
  <>
    <div class="ndb-shown-search">
      <input
        type="search"
        class="ndb-input"
        aria-label="Find a property"
        placeholder="Find a property"
        spellcheck={false}
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
    </div>
    {note !== null && (
      <p class="ndb-column-find-note ndb-small-text" role="status">
        {note}
      </p>
    )}
  </>
);

/** Facts about the file and columns through links are not columns of the table, and stay. */
const isThere = (columns: readonly GridColumn[], name: string): boolean =>
  isUndeclared(name) || columns.some((column) => column.name === name);

interface PropertyLineProps {
  readonly column: GridColumn;
  readonly each: Pick<ShownColumn, 'name' | 'pinned'>;
  readonly isShown: boolean;
  readonly set: (change: Omit<ShownColumn, 'name'>) => void;
  /** Absent: it has no place yet. */
  readonly drag?: Drag;
  readonly move?: (by: number) => void;
}

function PropertyLine({ column, each, isShown, drag, set, move }: PropertyLineProps): JSX.Element {
  const { label } = column;
  const isPinned = each.pinned === true;
  return (
    <li
      class={drag?.dragged === each.name ? 'ndb-shown-line ndb-is-dragged' : 'ndb-shown-line'}
      data-property={each.name}
    >
      {drag === undefined || move === undefined ? (
        <span class="ndb-grip" />
      ) : (
        <Grip name={each.name} {...{ label, drag, move }} />
      )}
      <label class="ndb-shown-name">
        <input type="checkbox" checked={isShown} onChange={() => set({ hidden: isShown })} />
        <Icon name={typeIcon(column)} />
        <span class="ndb-ellipsis">{label}</span>
      </label>
      <button
        type="button"
        class={isPinned ? 'ndb-quiet-button ndb-is-pressed' : 'ndb-quiet-button'}
        aria-label={`Keep ${label} at the side`}
        aria-pressed={isPinned}
        title={isPinned ? 'Unpin' : 'Keep at the side'}
        onClick={() => set({ pinned: !isPinned })}
      >
        <Icon name="pin" />
      </button>
    </li>
  );
}

interface GripProps {
  readonly name: string;
  readonly label: string;
  readonly drag: Drag;
  readonly move: (by: number) => void;
}

const Grip = ({ name, label, drag, move }: GripProps): JSX.Element => (
  <Button
    look="quiet"
    icon="grip"
    class="ndb-grip"
    aria-label={`Move ${label}: arrow up or down`}
    title="Drag, or press an arrow key"
    onKeyDown={(event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      move(by);
    }}
    onPointerDown={(event) => drag.begin(name, event)}
    onPointerMove={drag.over}
    onPointerUp={drag.drop}
    onPointerCancel={drag.cancel}
  />
);

interface Drag {
  /** While one is dragged; null: as it is. */
  readonly order: readonly ShownColumn[] | null;
  readonly dragged: string | null;
  readonly begin: (name: string, event: TargetedPointerEvent<HTMLElement>) => void;
  readonly over: (event: TargetedPointerEvent<HTMLElement>) => void;
  readonly drop: () => void;
  readonly cancel: () => void;
}

/** The list follows the pointer; the table does when it is let go. */
function useDrag(
  list: { readonly current: HTMLUListElement | null },
  all: readonly ShownColumn[],
  put: (columns: readonly ShownColumn[]) => void,
): Drag {
  const [state, setState] = useState<{ readonly name: string; readonly order: readonly ShownColumn[] } | null>(null);
  return {
    order: state?.order ?? null,
    dragged: state?.name ?? null,
    begin: (name, event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setState({ name, order: all });
    },
    over: (event) => {
      if (state === null) return;
      const lines = [...(list.current?.querySelectorAll<HTMLElement>('[data-property]') ?? [])];
      const under = lines.find((line) => {
        const { top, bottom } = line.getBoundingClientRect();
        return event.clientY >= top && event.clientY < bottom;
      });
      const to = state.order.findIndex(({ name }) => name === under?.dataset['property']);
      const from = state.order.findIndex(({ name }) => name === state.name);
      if (to >= 0 && to !== from) setState({ ...state, order: moved(state.order, from, to) });
    },
    drop: () => {
      if (state !== null && state.order !== all) put(state.order);
      setState(null);
    },
    cancel: () => setState(null),
  };
}
