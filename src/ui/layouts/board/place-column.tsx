/** The cards of one place, drawn near the window alone; above them the field of a new one. */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from '../../components/form/button';
import type { GridRow } from '../../components/grid-column';
import { useLineWindow } from '../../components/use-line-window';
import { noteName } from '../../client/note-text';
import { RowCard, cardSize } from '../row-card';
import type { BoardModel, BoardPlace } from './board-model';
import { openCardMenu } from './card-menu';
import { NewCard } from './new-card';
import { type DrawnLane, GAP } from './strips';

export interface PlaceColumnProps extends DrawnLane {
  readonly model: BoardModel;
  readonly place: BoardPlace;
  /** Another number: lanes or rows are others. */
  readonly version: number;
}

export function PlaceColumn({ model, place, x, width }: PlaceColumnProps): JSX.Element {
  const { cards } = place;
  const scroller = useRef<HTMLDivElement>(null);
  const { factLines, height } = cardSize(model.props.spec);
  const shape = { row: height + GAP, heading: 0 };
  const { span, places } = useLineWindow(scroller, { lines: cards, shape });
  void cards.version.value;
  model.drawn.set(cards.key, place);
  useLayoutEffect(() => () => void model.drawn.delete(cards.key), [model, cards.key]);
  useWantedCard(scroller, model, place, shape.row);
  const lines = Array.from({ length: Math.max(span.last - span.first, 0) }, (_, index) => span.first + index);
  return (
    <div
      class="ndb-lane ndb-stack"
      data-place={cards.key}
      style={{ '--ndb-x': `${x}px`, '--ndb-w': `${width}px`, '--ndb-card-height': `${height}px` }}
    >
      {model.adding.value === cards.key && <NewCard {...{ model, place }} />}
      <div class="ndb-lane-scroll" ref={scroller}>
        <div
          role="list"
          aria-label={model.nameOf(place)}
          class="ndb-lane-cards"
          style={{ '--ndb-height': `${places.height}px` }}
        >
          {lines.map((line) => {
            const row = cards.at(line);
            const style = { '--ndb-top': `${places.topOf(line)}px` };
            if (row === null)
              return (
                <div role="listitem" class="ndb-lane-card ndb-is-unread" aria-busy="true" key={line} {...{ style }} />
              );
            return (
              <div role="listitem" class="ndb-lane-card" key={row.key} {...{ style }}>
                <BoardCard {...{ model, place, row, line, factLines }} />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface BoardCardProps extends Pick<PlaceColumnProps, 'model' | 'place'> {
  readonly row: GridRow;
  readonly line: number;
  readonly factLines: number;
}

function BoardCard({ model, place, row, line, factLines }: BoardCardProps): JSX.Element {
  const { columns, spec, openRow, openLink } = model.props;
  const { editing } = model;
  const { written } = model;
  const { lane } = model.columns;
  if (model.dragged.value?.row.key === row.key) return <div class="ndb-card-slot" />;
  const isCurrent = model.cursor.value === row.key;
  return (
    <div
      class="ndb-lane-card-inner"
      onFocusCapture={() => model.goTo(row.key)}
      onContextMenu={(event) => {
        event.preventDefault();
        openCardMenu(model, place, row, event.currentTarget);
      }}
    >
      <RowCard
        {...{ row, columns, spec, editing, openRow, openLink, factLines, written }}
        said={written.map(({ name }) => name)}
        {...(lane?.type === 'enum' ? { tinted: lane.name } : {})}
        tabIndex={isCurrent || line === 0 ? 0 : -1}
      >
        <IconButton
          icon="dots"
          class="ndb-card-menu"
          tabIndex={-1}
          label={`What to do with ${noteName(row.path)}`}
          onClick={(event) => openCardMenu(model, place, row, event.currentTarget)}
        />
      </RowCard>
    </div>
  );
}

/** Brings the card that is to have the focus into sight, and gives it the focus, wherever its write put it. */
function useWantedCard(
  scroller: { readonly current: HTMLElement | null },
  { wanted }: BoardModel,
  { cards }: BoardPlace,
  height: number,
): void {
  useLayoutEffect(() => {
    const [key, element] = [wanted.value, scroller.current];
    const line = key === null ? -1 : cards.lineOf(key);
    if (element === null || line < 0) return;
    const { activeElement, body } = element.ownerDocument;
    const card = [...element.querySelectorAll<HTMLElement>('[data-row]')].find(({ dataset }) => dataset['row'] === key);
    if (card?.contains(activeElement) === true) return;
    // The person went elsewhere meanwhile.
    const from = activeElement?.closest('[data-row]') ?? null;
    if (activeElement !== body && from === null) return;
    const top = line * height;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + height > element.scrollTop + element.clientHeight)
      element.scrollTop = top + height - element.clientHeight;
    card?.querySelector<HTMLElement>('.ndb-row-name')?.focus({ preventScroll: true });
  });
}
