/** The own order of cards: a column of numbers, of which a card gets one between its neighbours. docs/views.md#boards */

import type { Json } from '../../../engine/index';
import { type GridColumn, type GridRow, isNumeric } from '../../components/grid-column';

/** Cards in their order, without the one that moves. */
export interface OrderedCards {
  readonly length: number;
  at(line: number): GridRow | null;
}

export interface NewNumber {
  readonly row: GridRow;
  readonly value: number;
}

/** Most other cards that one move numbers. */
const MOST_OTHERS = 200;

export const holdsOrder = (column: GridColumn): boolean => isNumeric(column) && column.isEditable;

/**
 * The number of a card that comes to lie at `line`, and those of other cards that need one: cards above it that have none, since those
 * without a number come last, and cards below it where two neighbours leave no number between them.
 */
export function numbersAt(
  cards: OrderedCards,
  line: number,
  { numberOf, isWhole }: { readonly numberOf: (row: GridRow) => Json | undefined; readonly isWhole: boolean },
): { readonly own: number; readonly others: readonly NewNumber[] } {
  const rankAt = (at: number): number | null => {
    const row = at < 0 ? null : cards.at(at);
    const value = row === null ? null : numberOf(row);
    return typeof value === 'number' ? value : null;
  };
  const unnumbered = rowsAbove(cards, line, (at) => rankAt(at) === null);
  const below = rankAt(line);
  let last = rankAt(line - unnumbered.length - 1);
  const others = unnumbered.map((row): NewNumber => ({ row, value: (last = (last ?? 0) + 1) }));
  if (last === null) return { own: below === null ? 1 : below - 1, others };
  if (below === null) return { own: last + 1, others };
  const middle = last + (below - last) / 2;
  const own = isWhole ? Math.floor(middle) : middle;
  if (own > last && own < below) return { own, others };
  return { own: last + 1, others: [...others, ...shifted(cards, line, last + 1, rankAt)] };
}

function rowsAbove(cards: OrderedCards, line: number, fits: (at: number) => boolean): readonly GridRow[] {
  const rows: GridRow[] = [];
  for (let at = line - 1; at >= 0 && rows.length < MOST_OTHERS && fits(at); at -= 1) {
    const row = cards.at(at);
    if (row === null) break;
    rows.unshift(row);
  }
  return rows;
}

/** Cards from `line` on, each of which makes room for the one above it, up to the first that has room. */
function shifted(
  cards: OrderedCards,
  line: number,
  above: number,
  rankAt: (at: number) => number | null,
): readonly NewNumber[] {
  const moved: NewNumber[] = [];
  let last = above;
  for (let at = line; at < cards.length && moved.length < MOST_OTHERS; at += 1) {
    const [row, rank] = [cards.at(at), rankAt(at)];
    if (row === null || rank === null || rank > last) break;
    moved.push({ row, value: (last += 1) });
  }
  return moved;
}
