/** The layout `list`: rows below each other, each with its name and a line of facts. docs/views.md#layouts */

import { effect, untracked } from '@preact/signals';
import type { JSX, RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CellValue, plainText } from '../../components/cells/cell-value';
import { type GridColumn, type GridRow, isEmptyValue, tintedColumn } from '../../components/grid-column';
import type { ScrollPlace } from '../../components/grid/grid-layout';
import { GroupName } from '../../components/grid/group-line';
import { type GridGroup, type RowSource, isGroup } from '../../components/grid/row-source';
import { Icon } from '../../components/icon';
import { withFolded } from '../../rows/view-spec';
import type { LayoutOf, LayoutProps } from '../layout';
import { ListLayout } from './list-layout';

export const LIST_LAYOUT: LayoutOf<'window'> = {
  label: 'List',
  icon: 'list',
  description: 'A name and a line of facts for each row',
  reads: 'window',
  narrow: null,
  Component: RowList,
};

type RowListProps = LayoutProps<'window'>;

/** Facts below a name; more of them than a line holds are cut off. */
const MOST_FACTS = 6;
const FACT_WIDTH = 200;

function RowList(props: RowListProps): JSX.Element {
  const { label, rows: source, columns, spec, change } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const layout = useMemo(() => new ListLayout(source), [source]);
  const span = useSpan(scroller, layout, source, props);
  const lines = Array.from({ length: Math.max(span.last - span.first, 0) }, (_, index) => span.first + index);
  const tinted = tintedColumn(columns);
  return (
    <div class="ndb-scroll ndb-list-scroll" ref={scroller} style={{ '--ndb-height': `${layout.top(source.length)}px` }}>
      <div role="list" aria-label={label} class="ndb-list">
        {lines.map((line) => {
          const there = source.at(line);
          const top = { '--ndb-top': `${layout.top(line)}px` };
          if (there === null)
            return <div role="listitem" class="ndb-list-row ndb-is-unread" aria-busy="true" key={line} style={top} />;
          if (!isGroup(there)) return <ListRow key={line} {...props} {...{ top, tinted }} row={there} />;
          return (
            <ListHeading
              key={line}
              {...{ top, columns }}
              group={there}
              onCollapse={(key, isCollapsed) => change(withFolded(spec, key, isCollapsed))}
            />
          );
        })}
      </div>
    </div>
  );
}

type Place = Readonly<Record<string, string>>;

interface ListHeadingProps extends Pick<RowListProps, 'columns'> {
  readonly onCollapse: (key: string, isCollapsed: boolean) => void;
  readonly group: GridGroup;
  readonly top: Place;
}

function ListHeading({ group, columns, onCollapse, top }: ListHeadingProps): JSX.Element {
  return (
    <div role="listitem" class="ndb-list-heading" style={top}>
      <button
        type="button"
        aria-expanded={!group.isCollapsed}
        onClick={() => onCollapse(group.key, !group.isCollapsed)}
      >
        <Icon name={group.isCollapsed ? 'chevron-right' : 'chevron-down'} />
        <GroupName group={group} column={columns.find(({ name }) => name === group.column)} />
        <span class="ndb-count">{group.count}</span>
      </button>
    </div>
  );
}

interface ListRowProps extends Pick<RowListProps, 'columns' | 'spec' | 'openRow' | 'openLink'> {
  readonly row: GridRow;
  readonly tinted: string | null;
  readonly top: Place;
}

function ListRow({ row, columns, spec, tinted, top, openRow, openLink }: ListRowProps): JSX.Element {
  const [first, ...others] = columns;
  const title = first === undefined ? null : row.values[first.name];
  const facts = others
    .filter(({ name }) => name !== spec.group?.column && !isEmptyValue(row.values[name]))
    .slice(0, MOST_FACTS);
  const name = isEmptyValue(title ?? null) ? fileName(row.path) : plainText(title ?? null);
  return (
    <div role="listitem" class="ndb-list-row" style={top}>
      <button type="button" class="ndb-list-name" dir="auto" onClick={(event) => openRow(row, event)}>
        {name}
      </button>
      <span class="ndb-list-facts">
        {facts.map((column) => (
          <span class="ndb-list-fact" key={column.name} title={column.label}>
            <CellValue
              column={column}
              value={row.values[column.name]}
              width={FACT_WIDTH}
              {...{ tinted }}
              openLink={(target, event) => openLink(target, row, event)}
            />
          </span>
        ))}
      </span>
    </div>
  );
}

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');

interface LineSpan {
  readonly first: number;
  readonly last: number;
}

/** The lines near the window, for as long as the list is there. */
function useSpan(
  scroller: RefObject<HTMLDivElement | null>,
  layout: ListLayout,
  source: RowSource,
  { scroll, onLeave }: Pick<RowListProps, 'scroll' | 'onLeave'>,
): LineSpan {
  const [span, setSpan] = useState<LineSpan>({ first: 0, last: 0 });
  const [, draw] = useState(0);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  const place = useRef<ScrollPlace>(scroll ?? { top: 0, left: 0 });
  const look = (): void => {
    const element = scroller.current;
    if (element === null || element.clientHeight === 0) return;
    place.current = { top: element.scrollTop, left: 0 };
    const next = layout.span(element.scrollTop, element.clientHeight);
    setSpan((before) => (before.first === next.first && before.last === next.last ? before : next));
    source.need(next.first, next.last);
  };
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    element.scrollTop = place.current.top;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    const stop = effect(() => {
      void source.version.value;
      untracked(() => {
        draw((count) => count + 1);
        look();
      });
    });
    return () => {
      stop();
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [source, layout]);
  useLayoutEffect(() => () => leave.current?.(place.current), []);
  return span;
}
