/** Rows that keep their lines during an edit: no row moves under the hands of the person who types. */

import type { JsonObject } from '../../engine/index';
import type { GridRow } from '../components/grid-column';
import { type OperationsClient, asText } from '../client/operations-client';
import { rowsFilter } from './where-parts';
import { type RowsQuery, readPaths, readRowsOf } from './table-rows';

export interface FrozenOrderState {
  /** Without those that have gone. */
  readonly rows: readonly GridRow[];
  /** How many have another place in the order asked for, or do not match any more. */
  readonly moved: number;
  /** Whether the order asked for has these rows in these lines: none came, went or moved. */
  readonly isSame: boolean;
}

export class FrozenOrder {
  private lines = new Map<string, number>();

  constructor(
    /** The line of the first one. */
    readonly first: number,
    public rows: readonly GridRow[],
    /** All rows when these were held. */
    private readonly totalThen: number,
  ) {
    this.take(rows);
  }

  get length(): number {
    return this.rows.length;
  }

  take(rows: readonly GridRow[]): void {
    this.rows = rows;
    this.lines = new Map(rows.map(({ key }, index) => [key, index]));
  }

  holds(line: number): boolean {
    return line >= this.first && line < this.first + this.length;
  }

  at(line: number): GridRow | null {
    return this.holds(line) ? (this.rows[line - this.first] ?? null) : null;
  }

  lineOf(key: string): number {
    const index = this.lines.get(key);
    return index === undefined ? -1 : this.first + index;
  }

  /** The place of a line among the rows that are not held, and back. */
  outside(line: number): number {
    return line < this.first ? line : Math.max(line - this.length, this.first);
  }
  line(place: number): number {
    return place < this.first ? place : place + this.length;
  }

  get filter(): JsonObject {
    return rowsFilter(this.rows);
  }

  /** The filter of all rows but these. */
  others(where: JsonObject | null): JsonObject {
    const without: JsonObject = { not: this.filter };
    return where === null ? without : { and: [where, without] };
  }

  async read(client: OperationsClient, query: RowsQuery): Promise<FrozenOrderState> {
    const read = await readRowsOf(client, query, this.filter, this.length);
    const found = new Map<string, GridRow>();
    for (const row of read)
      for (const name of [row.path, asText(row.values['id'])]) if (name !== null) found.set(name, row);
    const rows = this.rows.flatMap((row) => found.get(asText(row.values['id']) ?? row.path) ?? []);
    return { rows, ...(await this.compare(client, query, rows)) };
  }

  /** Rows that came or went meanwhile shift the held ones, which is not a move. */
  private async compare(
    client: OperationsClient,
    query: RowsQuery,
    rows: readonly GridRow[],
  ): Promise<Pick<FrozenOrderState, 'moved' | 'isSame'>> {
    const around = await readPaths(client, query, Math.max(this.first - SLACK, 0), this.length + 2 * SLACK);
    const slack = Math.abs(around.total - this.totalThen);
    const from = Math.max(Math.min(this.first, SLACK) - slack, 0);
    const until = Math.min(this.first, SLACK) + rows.length + slack;
    const places = new Map(around.paths.map((path, place) => [path, place]));
    const found = rows.flatMap(({ path }) => {
      const place = places.get(path);
      return place !== undefined && place >= from && place < until ? [place] : [];
    });
    const start = Math.min(this.first, SLACK);
    return {
      moved: rows.length - longestRise(found),
      // A row that has gone makes the total another.
      isSame: around.total === this.totalThen && rows.every(({ path }, at) => places.get(path) === start + at),
    };
  }
}

/** Rows around the held ones that are looked at, so that a few new ones don't look like moves. */
const SLACK = 50;

/** How many numbers can stay where they are while the others move to their places. */
export function longestRise(numbers: readonly number[]): number {
  /** The smallest number that ends a rise of each length. */
  const ends: number[] = [];
  for (const number of numbers) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    ends[low] = number;
  }
  return ends.length;
}
