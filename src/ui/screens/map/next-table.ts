/** The table that an arrow key leads to on the map: the nearest one in that direction. */

import type { MapTable } from './table-map';

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A step aside counts as several steps ahead. */
const ASIDE = 3;

/** Null: the key leads nowhere. */
export function nextTable(tables: readonly MapTable[], from: string, key: string): string | null {
  const direction = DIRECTIONS[key];
  const start = tables.find(({ table }) => table === from);
  if (direction === undefined || start === undefined) return null;
  const [right, down] = direction;
  let nearest: { readonly table: string; readonly distance: number } | null = null;
  for (const other of tables) {
    const [x, y] = [other.x - start.x, middle(other) - middle(start)];
    const ahead = x * right + y * down;
    const distance = ahead + ASIDE * Math.abs(x * down + y * right);
    if (ahead > 0 && distance < (nearest?.distance ?? Infinity)) nearest = { table: other.table, distance };
  }
  return nearest?.table ?? null;
}

const middle = ({ y, height }: MapTable): number => y + height / 2;
