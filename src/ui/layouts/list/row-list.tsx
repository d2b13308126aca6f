/** The layout `list`: rows below each other, each with its name and a line of facts. docs/views.md#layouts */

import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { CellValue, plainText } from '../../components/cells/cell-value';
import { type GridRow, isEmptyValue, tintedColumn } from '../../components/grid-column';
import { GroupName } from '../../components/grid/group-line';
import { type GridGroup, isGroup } from '../../components/grid/row-source';
import { Icon } from '../../components/icon';
import { topOf } from '../../components/line-window';
import { useLineWindow } from '../../components/use-line-window';
import { withFolded } from '../../rows/view-spec';
import type { LayoutOf, LayoutProps } from '../layout';

export const LIST_LAYOUT: LayoutOf<'window'> = {
  label: 'List',
  icon: 'list',
  description: 'A name and a line of facts for each row',
  reads: 'window',
  narrow: null,
  Component: RowList,
};

type RowListProps = LayoutProps<'window'>;

/** As `row-list.css` has them. */
const HEIGHTS = { row: 62, heading: 44 };
/** Facts below a name; more of them than a line holds are cut off. */
const MOST_FACTS = 6;
const FACT_WIDTH = 200;

function RowList(props: RowListProps): JSX.Element {
  const { label, rows: source, columns, spec, change } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const span = useLineWindow(scroller, { ...props, lines: source, heights: HEIGHTS });
  const lines = Array.from({ length: Math.max(span.last - span.first, 0) }, (_, index) => span.first + index);
  const tinted = tintedColumn(columns);
  return (
    <div
      class="ndb-scroll ndb-list-scroll"
      ref={scroller}
      style={{ '--ndb-height': `${topOf(source, HEIGHTS, source.length)}px` }}
    >
      <div role="list" aria-label={label} class="ndb-list">
        {lines.map((line) => {
          const there = source.at(line);
          const top = { '--ndb-top': `${topOf(source, HEIGHTS, line)}px` };
          if (there === null)
            return (
              <div
                role="listitem"
                class="ndb-list-row ndb-stack ndb-is-unread"
                aria-busy="true"
                key={line}
                style={top}
              />
            );
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
        <span class="ndb-count ndb-small-text">{group.count}</span>
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
    <div role="listitem" class="ndb-list-row ndb-stack" style={top}>
      <button
        type="button"
        class="ndb-list-name ndb-ellipsis ndb-bare-button"
        dir="auto"
        onClick={(event) => openRow(row, event)}
      >
        {name}
      </button>
      <span class="ndb-list-facts ndb-small-text ndb-line ndb-wraps">
        {facts.map((column) => (
          <span class="ndb-list-fact" key={column.name} title={column.label}>
            <span class={BARE.has(column.type) ? 'ndb-muted' : 'ndb-unseen'}>{column.label} </span>
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

/** Their values say nothing without the label, which others have for readers of the screen. */
const BARE: ReadonlySet<string> = new Set(['number', 'integer', 'boolean']);

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
