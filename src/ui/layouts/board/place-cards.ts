/** The cards of one place of a board: the rows read for it, without those that are on their way elsewhere, and with those on their way to it. */

import { type ReadonlySignal, computed } from '@preact/signals';
import type { GridRow } from '../../components/grid-column';
import type { RowWindow } from '../../rows/row-window';

/** A card that is dragged, or whose write is under way. */
export interface CardMove {
  readonly row: GridRow;
  /** The key of the place that it goes to. */
  readonly to: string;
  /** The key of the card that it lies before; null: it is the last one. */
  readonly before: string | null;
}

interface Arrival {
  readonly row: GridRow;
  /** Among the cards that stay. */
  readonly at: number;
}

export class PlaceCards {
  readonly version: ReadonlySignal<number>;

  constructor(
    readonly key: string,
    readonly rows: RowWindow,
    private readonly moves: ReadonlySignal<readonly CardMove[]>,
  ) {
    let count = 0;
    this.version = computed(() => {
      void rows.version.value;
      void moves.value;
      return (count += 1);
    });
  }

  get length(): number {
    return this.rows.length - this.gone.length + this.arrivals.length;
  }

  /** Null: it is not read yet. */
  at(line: number): GridRow | null {
    const { arrivals } = this;
    const earlier = arrivals.filter(({ at }, index) => at + index < line).length;
    const arrival = arrivals[earlier];
    if (arrival !== undefined && arrival.at + earlier === line) return arrival.row;
    let place = line - earlier;
    for (const gone of this.gone) if (gone <= place) place += 1;
    return this.rows.at(place);
  }

  lineOf(key: string): number {
    const { arrivals } = this;
    const own = arrivals.findIndex(({ row }) => row.key === key);
    if (own >= 0) return (arrivals[own]?.at ?? 0) + own;
    const place = this.rows.lineOf(key);
    if (place < 0) return -1;
    const stays = this.stayingLine(place);
    return stays + arrivals.filter(({ at }) => at <= stays).length;
  }

  need(first: number, last: number): void {
    // Also of no cards at all the first page is asked for.
    this.rows.need(Math.max(first - this.arrivals.length, 0), Math.max(last + this.gone.length, 1));
  }

  /** Lines of cards that are on their way, in their order. */
  private get gone(): readonly number[] {
    const lines = this.moves.peek().map(({ row }) => this.rows.lineOf(row.key));
    return lines.filter((line) => line >= 0).sort((one, other) => one - other);
  }

  private get arrivals(): readonly Arrival[] {
    const stay = this.rows.length - this.gone.length;
    return this.moves
      .peek()
      .filter(({ to }) => to === this.key)
      .map(({ row, before }): Arrival => {
        const [own, next] = [this.rows.lineOf(row.key), before === null ? -1 : this.rows.lineOf(before)];
        const now = own < 0 ? null : this.rows.at(own);
        return { row: now ?? row, at: next < 0 ? stay : this.stayingLine(next) };
      })
      .sort((one, other) => one.at - other.at);
  }

  private stayingLine(line: number): number {
    return line - this.gone.filter((gone) => gone < line).length;
  }
}
