/** The keys of a board: arrows walk from card to card, with Shift they move the card. docs/views.md#boards */

import type { GridRow } from '../../components/grid-column';
import { arrowUse } from '../arrow-keys';
import type { Lane } from '../../rows/row-lanes';
import type { BoardModel, BoardPlace } from './board-model';

type Steps = readonly [lanes: number, lines: number];

const STEPS: Readonly<Record<string, Steps>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

export function pressBoardKey(event: KeyboardEvent, model: BoardModel): void {
  const target = event.target as Element | null;
  if (target === null || target.closest('input, textarea, [role=menu]') !== null) return;
  if (!isHandled(event, model, target)) return;
  event.preventDefault();
  event.stopPropagation();
}

function isHandled(event: KeyboardEvent, model: BoardModel, target: Element): boolean {
  if ((event.ctrlKey || event.metaKey) && !event.altKey) return pressHistory(event, model);
  const use = arrowUse(event);
  // A card has no ends to stretch.
  if (use === null || use === 'stretch') return false;
  const place = placeOf(model, target);
  if (place === null) return false;
  if (event.key === 'n' && use === 'walk' && model.props.editing?.insertRow !== undefined) {
    model.adding.value = place.cards.key;
    return true;
  }
  const steps = STEPS[event.key];
  const key = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
  const line = key === undefined ? -1 : place.cards.lineOf(key);
  const row = line < 0 ? null : place.cards.at(line);
  if (event.key === 'Escape' && row !== null) return giveUp(model, row);
  if (steps === undefined || row === null) return false;
  if (use === 'move') moveBy(model, place, row, steps);
  else walk(model, place, line, steps);
  return true;
}

function pressHistory({ key, shiftKey }: KeyboardEvent, { props: { editing } }: BoardModel): boolean {
  const isRedo = key.toLowerCase() === 'y' || (key.toLowerCase() === 'z' && shiftKey);
  if (editing === undefined || (!isRedo && key.toLowerCase() !== 'z')) return false;
  if (isRedo) editing.redo();
  else editing.undo();
  return true;
}

export function placeOf(model: BoardModel, target: Element | null): BoardPlace | null {
  const key = target?.closest<HTMLElement>('[data-place]')?.dataset['place'];
  return key === undefined ? null : (model.drawn.get(key) ?? null);
}

/** The value of a card that was refused goes; it stays where it is. */
function giveUp({ props: { editing }, written }: BoardModel, row: GridRow): boolean {
  const refused = written.filter((column) => editing?.overlay(row, column)?.kind === 'refused');
  for (const column of refused) editing?.giveUp(row, column);
  return refused.length > 0;
}

/** Goes on in the next lane that has a card, at the same height. */
function walk(model: BoardModel, from: BoardPlace, line: number, [lanes, lines]: Steps): void {
  const { cards } = from;
  const next =
    lanes === 0
      ? cards.at(Math.min(Math.max(line + lines, 0), cards.length - 1))
      : (inDirection(model, from, lanes)
          .filter(({ lane }) => !model.props.spec.display.collapsed.includes(lane.key))
          .map((place) => place.cards.at(Math.min(line, place.cards.length - 1)))
          .find((row) => row !== null) ?? null);
  if (next !== null) model.wanted.value = next.key;
}

/** The places beside one, in its swimlane. */
function inDirection(model: BoardModel, { lane, band }: BoardPlace, step: number): readonly BoardPlace[] {
  const { lanes } = model.props.rows;
  const at = lanes.findIndex(({ key }) => key === lane.key);
  const others: readonly Lane[] = step < 0 ? lanes.slice(0, Math.max(at, 0)).reverse() : lanes.slice(at + 1);
  return others.slice(0, NEAR).map((other) => model.place(other, band));
}

/** Lanes that are looked at; each of them is read. */
const NEAR = 12;

export function moveBy(model: BoardModel, from: BoardPlace, row: GridRow, [lanes, lines]: Steps): void {
  const to = lanes === 0 ? from : inDirection(model, from, lanes)[0];
  if (to === undefined) return;
  const why = model.whyNot(from, to);
  if (why !== null) return void (model.said.value = why);
  model.wanted.value = row.key;
  if (lanes !== 0) return model.move(row, from, to);
  const { cards } = from;
  const line = cards.lineOf(row.key);
  const next = Math.min(Math.max(line + lines, 0), cards.length - 1);
  if (next === line) return;
  model.move(row, from, from, cards.at(lines < 0 ? next : next + 1)?.key ?? null);
}
