/** Rows in lines that are drawn near the window alone, one or several a line, with headings across. Layouts say how a row looks. */

import type { ComponentChildren, JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { GridRow } from '../components/grid-column';
import { GroupName } from '../components/grid/group-line';
import { type GridGroup, isGroup } from '../components/grid/row-source';
import { Icon } from '../components/icon';
import { groundOf } from '../components/row-color';
import { type LineShape, useLineWindow } from '../components/use-line-window';
import { withFolded } from '../rows/view-spec';
import type { LayoutProps } from './layout';
import { rowTarget } from './row-target';

export interface RowLinesProps extends LayoutProps<'window'> {
  /** The height of a row; with the least width of one, rows lie side by side. */
  readonly shape: Omit<LineShape, 'heading'>;
  /** `width`: about that of the row. Pixels. */
  readonly children: (row: GridRow, width: number) => ComponentChildren;
}

/** As `row-lines.css` has it. */
const HEADING = 44;

export function RowLines(props: RowLinesProps): JSX.Element {
  const { label, rows: source, columns, spec, change, rowMenu, shape, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { span, places, rowWidth } = useLineWindow(scroller, {
    ...props,
    lines: source,
    shape: { ...shape, heading: HEADING },
  });
  const lines = Array.from({ length: Math.max(span.last - span.first, 0) }, (_, index) => span.first + index);
  const fold = (key: string, isCollapsed: boolean): void => change(withFolded(spec, key, isCollapsed));
  return (
    <div
      class="ndb-scroll ndb-row-scroll"
      ref={scroller}
      style={{
        '--ndb-height': `${places.height}px`,
        '--ndb-row-height': `${shape.row}px`,
        '--ndb-per-line': String(places.perLine),
      }}
    >
      <div
        role="list"
        aria-label={label}
        class={shape.leastWidth === undefined ? 'ndb-row-list' : 'ndb-row-list ndb-row-tiles'}
      >
        {lines.map((line) => {
          const there = source.at(line);
          const style = { '--ndb-top': `${places.topOf(line)}px`, '--ndb-side': String(places.sideOf(line)) };
          if (there === null)
            return (
              <div
                role="listitem"
                class="ndb-row-line ndb-stack ndb-is-unread"
                aria-busy="true"
                key={line}
                {...{ style }}
              />
            );
          if (!isGroup(there))
            return (
              <RowLine key={line} row={there} {...{ style, rowMenu }}>
                <RowContent row={there} draw={children} width={rowWidth} />
              </RowLine>
            );
          return <LinesHeading key={line} {...{ style, columns }} group={there} onCollapse={fold} />;
        })}
      </div>
    </div>
  );
}

interface RowLineProps extends Pick<RowLinesProps, 'rowMenu'> {
  readonly row: GridRow;
  readonly style: Readonly<Record<string, string>>;
  readonly children: ComponentChildren;
}

const RowLine = ({ row, style, rowMenu, children }: RowLineProps): JSX.Element => (
  <div
    role="listitem"
    class={`ndb-row-line ndb-stack${groundOf(row).class}`}
    style={{ ...groundOf(row).style, ...style }}
    onContextMenu={(event) => {
      const name = event.currentTarget.querySelector<HTMLElement>('.ndb-row-name');
      if (name === null) return;
      event.preventDefault();
      rowMenu(rowTarget(row, name));
    }}
  >
    {children}
  </div>
);

interface RowContentProps {
  readonly row: GridRow;
  readonly draw: RowLinesProps['children'];
  readonly width: number;
}

/** A scroll gives lines their places, and does not draw anew what they hold. */
function RowContent({ row, draw, width }: RowContentProps): JSX.Element {
  return useMemo(() => <DrawnRow {...{ row, draw, width }} />, [row, draw, width]);
}

const DrawnRow = ({ row, draw, width }: RowContentProps): JSX.Element => <>{draw(row, width)}</>;

interface LinesHeadingProps extends Pick<RowLinesProps, 'columns'> {
  readonly onCollapse: (key: string, isCollapsed: boolean) => void;
  readonly group: GridGroup;
  readonly style: Readonly<Record<string, string>>;
}

function LinesHeading({ group, columns, onCollapse, style }: LinesHeadingProps): JSX.Element {
  return (
    <div role="listitem" class="ndb-row-heading" {...{ style }}>
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
