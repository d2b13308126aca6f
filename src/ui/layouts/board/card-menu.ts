/** The menu of a card: the places that it can go to, and what can be done with its row. It does all that a drag does, on a phone too. */

import type { GridRow } from '../../components/grid-column';
import type { MenuItem } from '../../components/overlay/menu';
import type { Lane } from '../../rows/row-lanes';
import { moveBy } from './board-keys';
import { rowTarget } from '../row-target';
import type { BoardModel, BoardPlace } from './board-model';

/** Lanes that a menu names, those nearest to the card. */
const MOST_LANES = 20;

export function openCardMenu(model: BoardModel, place: BoardPlace, row: GridRow, anchor: HTMLElement): void {
  model.cursor.value = row.key;
  model.props.rowMenu({
    ...rowTarget(row, anchor),
    focus: () => void (model.wanted.value = row.key),
    more: movesOf(model, place, row),
  });
}

function movesOf(model: BoardModel, from: BoardPlace, row: GridRow): readonly MenuItem[] {
  const { rows } = model.props;
  const to = (place: BoardPlace, label: string, startsGroup = false): MenuItem | null =>
    model.whyNot(from, place) !== null ? null : { label, startsGroup, run: () => moveTo(model, row, from, place) };
  const near = around(rows.lanes, ({ key }) => key === from.lane.key);
  const lanes = near.map((lane) => to(model.place(lane, from.band), `Move to ${model.laneName(lane)}`));
  const bands = around(model.bands?.lanes ?? [], ({ key }) => key === from.band?.key).map((band, at) => {
    const place = model.place(from.lane, band);
    return to(place, `Move to ${model.bandName(band)}`, at === 0);
  });
  const lines = ORDERS.map(([label, lines]): MenuItem | null =>
    model.whyNot(from, from) === null ? { label, run: () => moveBy(model, from, row, [0, lines]) } : null,
  );
  return [...lines, ...lanes, ...bands].filter((item) => item !== null);
}

const ORDERS = [
  ['Move up', -1],
  ['Move down', 1],
] as const;

function moveTo(model: BoardModel, row: GridRow, from: BoardPlace, to: BoardPlace): void {
  model.wanted.value = row.key;
  model.move(row, from, to);
}

/** The others, of which those nearest to this one. */
function around(lanes: readonly Lane[], isThis: (lane: Lane) => boolean): readonly Lane[] {
  const first = Math.max(lanes.findIndex(isThis) - MOST_LANES / 2, 0);
  return lanes.slice(first, first + MOST_LANES).filter((lane) => !isThis(lane));
}
