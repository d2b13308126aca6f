/** The layout `board`: cards in lanes, one for each value of a column, in swimlanes where a second column makes them. docs/views.md#boards */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { NARROW } from '../../components/grid/grid-layout';
import { laneGrouping } from '../../rows/lane-column';
import type { Lane } from '../../rows/row-lanes';
import type { LayoutOf } from '../layout';
import { type LayoutSettings, readSettings } from '../layout-settings';
import { CardRefusal } from '../card-refusal';
import { BoardBands } from './board-bands';
import { LaneHead } from './lane-head';
import { type BoardProps, BoardModel, boardColumns } from './board-model';
import { pressBoardKey } from './board-keys';
import { liftCard } from './card-drag';
import { holdsOrder } from './own-order';
import { PlaceColumn } from './place-column';
import { type DrawnLane, type ScrollView, GAP, stripsIn, useScrollView } from './strips';

const SETTINGS: LayoutSettings<'board'> = {
  swimlanes: { kind: 'column', label: 'Swimlanes', fits: ({ type }) => SWIMLANE_TYPES.has(type) },
  order: { kind: 'column', label: 'Own order, kept in', fits: holdsOrder },
};

const SWIMLANE_TYPES: ReadonlySet<string> = new Set(['enum', 'boolean', 'link', 'string', 'integer']);

export const BOARD_LAYOUT: LayoutOf<'lanes', 'board'> = {
  label: 'Board',
  icon: 'board',
  description: 'Cards in lanes, one lane for each choice',
  reads: 'lanes',
  narrow: null,
  hasRowHeight: true,
  settings: SETTINGS,
  ownColumn: (spec, columns) => laneGrouping(spec, columns)?.column ?? null,
  orderColumn: (spec, columns) => {
    const { order } = readSettings('board', SETTINGS, spec);
    return columns.find((column) => column.name === order && holdsOrder(column))?.name ?? null;
  },
  Component: Board,
};

const FOLDED = 40;
const LEAST_LANE = 220;
const MOST_LANE = 300;

function drawnLanes(
  { rows: { lanes }, spec }: BoardProps,
  view: ScrollView,
): { readonly drawn: readonly DrawnLane[]; readonly length: number; readonly starts: readonly number[] } {
  const isFolded = ({ key }: Lane): boolean => spec.display.collapsed.includes(key);
  const sizes = laneWidths(lanes, isFolded, view);
  const { starts, first, last, length } = stripsIn(sizes, view.left, view.width);
  const drawn = lanes.slice(first, last).map((lane, index): DrawnLane => ({
    lane,
    isFolded: isFolded(lane),
    x: starts[first + index] ?? 0,
    width: (sizes[first + index] ?? GAP) - GAP,
  }));
  return { drawn, length, starts };
}

/** Lanes share the width that there is, and beside one of a phone the next one can be seen. */
function laneWidths(
  lanes: readonly Lane[],
  isFolded: (lane: Lane) => boolean,
  { width }: ScrollView,
): readonly number[] {
  const folded = lanes.filter(isFolded).length;
  const shared = (width - GAP - folded * (FOLDED + GAP)) / Math.max(lanes.length - folded, 1) - GAP;
  const open =
    width < NARROW ? Math.max(width - 56, LEAST_LANE / 2) : Math.min(Math.max(shared, LEAST_LANE), MOST_LANE);
  return lanes.map((lane) => (isFolded(lane) ? FOLDED : Math.round(open)) + GAP);
}

function Board(props: BoardProps): JSX.Element {
  const { rows, label, spec, declared, scroll, onLeave } = props;
  void rows.version.value;
  const columns = boardColumns(props, readSettings('board', SETTINGS, spec));
  const [model] = useState(() => new BoardModel(props, columns));
  Object.assign(model, { props, columns });
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const view = useScrollView(scroller, scroll, onLeave);
  useBoardUpkeep(model, JSON.stringify([laneGrouping(spec, declared), columns.band?.name, columns.order?.name]));
  const { drawn, length, starts } = drawnLanes(props, view);
  useNewCards(model, scroller, starts);
  const hasMeanings = Object.keys(columns.lane?.meanings ?? {}).length > 0;
  return (
    <div
      class="ndb-board ndb-stack ndb-fills"
      role="group"
      aria-label={label}
      ref={root}
      onKeyDown={(event) => pressBoardKey(event, model)}
      onDragStart={(event) => event.preventDefault()}
      onPointerDown={(event) => root.current !== null && liftCard(event, root.current, model)}
    >
      <div class="ndb-board-scroll" ref={scroller} style={{ '--ndb-width': `${length + GAP}px` }}>
        <div class={hasMeanings ? 'ndb-lane-heads ndb-has-meanings' : 'ndb-lane-heads'}>
          {drawn.map((each) => (
            <LaneHead key={each.lane.key} {...each} {...{ model }} />
          ))}
        </div>
        {columns.band === undefined ? (
          <div class="ndb-board-places ndb-fills-board">
            {drawn.map(
              (each) =>
                !each.isFolded && (
                  <PlaceColumn
                    key={each.lane.key}
                    {...each}
                    {...{ model }}
                    place={model.place(each.lane, null)}
                    version={rows.version.value}
                  />
                ),
            )}
          </div>
        ) : (
          <BoardBands {...{ model, drawn, view }} />
        )}
      </div>
      <BoardRefusal {...{ model }} focus={(key) => focusCard(root.current, key)} />
      <BoardStatus {...{ model }} />
    </div>
  );
}

/** *New* makes a card, in a lane that comes into sight. */
function useNewCards(
  model: BoardModel,
  scroller: { readonly current: HTMLElement | null },
  starts: readonly number[],
): void {
  const { pane, rows } = model.props;
  const adding = model.adding.value;
  useLayoutEffect(() => {
    pane?.rowActions.placeNew(() => model.beginCard());
    return () => pane?.rowActions.placeNew(null);
  }, [model]);
  useLayoutEffect(() => {
    const lane = adding === null ? null : (model.placeNamed(adding)?.lane.key ?? null);
    const start = starts[rows.lanes.findIndex(({ key }) => key === lane)];
    const { current } = scroller;
    if (current === null || start === undefined) return;
    const isInSight = start >= current.scrollLeft && start < current.scrollLeft + current.clientWidth - LEAST_LANE;
    if (!isInSight) current.scrollLeft = start;
  }, [adding]);
}

interface BoardRefusalProps {
  readonly model: BoardModel;
  readonly focus: (key: string) => void;
}

/** Of the card that the person is at. The others have a red edge. */
function BoardRefusal({ model, focus }: BoardRefusalProps): JSX.Element | null {
  const row = model.currentRow;
  const { written, editing } = model;
  const { openRow } = model.props;
  if (row === null) return null;
  return <CardRefusal key={row.key} {...{ row, written, editing, openRow }} focus={() => focus(row.key)} />;
}

function focusCard(board: HTMLElement | null, key: string): void {
  const cards = [...(board?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const card = cards.find(({ dataset }) => dataset['row'] === key);
  card?.querySelector<HTMLElement>('.ndb-row-name')?.focus();
}

function BoardStatus({ model }: { readonly model: BoardModel }): JSX.Element {
  const { rows } = model.props;
  return (
    <p class="ndb-board-said ndb-small-text" role="status">
      {model.said.value === '' && rows.rowCount === 0 ? 'No rows yet. The plus of a lane makes one.' : model.said.value}
    </p>
  );
}

/** `about`: the columns that make the board. Where they change, a drag can't go on. */
function useBoardUpkeep(model: BoardModel, about: string): void {
  const before = useRef(about);
  useLayoutEffect(() => {
    model.forgetMoves();
    if (before.current === about) return;
    before.current = about;
    if (model.dragged.peek() === null) return;
    model.dragged.value = null;
    model.said.value = 'The lanes changed meanwhile. The card stays where it was.';
  });
}
