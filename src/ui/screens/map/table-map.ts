/** The map of tables as a drawing: where each box is, and the line of each relation. docs/page.md#map */

import { humanName } from '../../client/table-columns';
import type { TableTree } from '../sidebar/table-tree';
import type { RelationColumn, Relation } from './ask-relations';
import { type Box, type Point, placeBoxes } from './place-boxes';

export interface MapTable extends Point {
  /** Qualified. */
  readonly table: string;
  readonly label: string;
  /** Of several schemas. */
  readonly schema: string | null;
  readonly description: string | null;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  readonly links: readonly MapLink[];
}

export interface MapLink {
  readonly column: string;
  readonly label: string;
  /** Qualified. */
  readonly to: string;
  readonly toLabel: string;
}

export interface MapLine {
  /** Qualified tables at its ends. */
  readonly tables: readonly [string, string];
  /** At its start. */
  readonly column: RelationColumn;
  /** Of an SVG path. */
  readonly path: string;
}

export interface TableMap {
  readonly tables: readonly MapTable[];
  readonly lines: readonly MapLine[];
  readonly width: number;
  readonly height: number;
}

/** Heights of the parts of a box; fingers need more. */
export interface BoxSizes {
  readonly head: number;
  readonly line: number;
}

export const BOX_WIDTH = 208;
/** Free on each side, for lines that leave a box and come back. */
export const MAP_MARGIN = 40;

export function drawTableMap(tree: TableTree, relations: readonly Relation[], sizes: BoxSizes): TableMap {
  const labels = new Map(
    tree.schemas.flatMap(({ tables }) => tables.map(({ table, label }): [string, string] => [table, label])),
  );
  const known = relations.filter(({ from, to }) => labels.has(from.table) && labels.has(to));
  const linksOf = (table: string): readonly MapLink[] =>
    known
      .filter(({ from }) => from.table === table)
      .map(({ from: { column }, to }) => ({
        ...{ column, to, label: humanName(column) },
        toLabel: labels.get(to) ?? '',
      }));
  const boxes = tree.schemas.flatMap(({ label: schema, tables }) =>
    tables.map(({ table, label, description, rows }) => {
      const links = linksOf(table);
      const height = sizes.head + links.length * sizes.line;
      return { ...{ table, label, schema, description, rows, links, height }, width: BOX_WIDTH };
    }),
  );
  const drawn = onePerPair(known);
  const between = drawn.filter(({ from, to }) => from.table !== to);
  const placement = placeBoxes(
    boxes.map(({ table, width, height }): Box => ({ id: table, width, height })),
    between.map(({ from, to }) => ({ from: from.table, to })),
  );
  const tables = boxes.map((box): MapTable => {
    const { x, y } = placement.corners.get(box.table) ?? { x: 0, y: 0 };
    return { ...box, x: x + MAP_MARGIN, y: y + MAP_MARGIN };
  });
  const bends = new Map(between.map((relation, at) => [relation, placement.bends[at] ?? []]));
  const places = new Map(tables.map((table) => [table.table, table]));
  return {
    tables,
    lines: drawn.flatMap((relation) => lineOf(relation, bends.get(relation) ?? [], places, sizes)),
    width: placement.width + 2 * MAP_MARGIN,
    height: placement.height + 2 * MAP_MARGIN,
  };
}

/** Two columns that lead back to each other are one relation. */
function onePerPair(relations: readonly Relation[]): readonly Relation[] {
  const key = ({ table, column }: RelationColumn): string => `${table} ${column}`;
  const drawn = new Set<string>();
  return relations.filter(({ from, to, inverse }) => {
    if (inverse !== null && drawn.has(key({ table: to, column: inverse }))) return false;
    drawn.add(key(from));
    return true;
  });
}

function lineOf(
  { from, to, inverse }: Relation,
  bends: readonly Point[],
  places: ReadonlyMap<string, MapTable>,
  sizes: BoxSizes,
): readonly MapLine[] {
  const [start, end] = [places.get(from.table), places.get(to)];
  if (start === undefined || end === undefined) return [];
  const isSelf = start === end;
  const isForward = isSelf || start.x < end.x;
  const side = ({ x, width }: MapTable, isRight: boolean): number => (isRight ? x + width : x);
  const first = { x: side(start, isForward), y: start.y + heightOf(start, from.column, sizes) };
  const last = { x: side(end, isSelf || !isForward), y: end.y + heightOf(end, inverse, sizes) };
  // Straight between the boxes that it passes.
  const sides = isForward ? [0, BOX_WIDTH] : [BOX_WIDTH, 0];
  const passed = bends.flatMap(({ x, y }) => sides.map((by) => ({ x: x + MAP_MARGIN + by, y: y + MAP_MARGIN })));
  const path = isSelf ? loop(first, last) : curve([first, ...passed, last]);
  return [{ tables: [from.table, to], column: from, path }];
}

/** The middle of the column's line; of the head without one. */
function heightOf({ links }: MapTable, column: string | null, { head, line }: BoxSizes): number {
  const at = links.findIndex((link) => link.column === column);
  return at < 0 ? head / 2 : head + (at + 0.5) * line;
}

function curve(points: readonly Point[]): string {
  return points
    .map(({ x, y }, at) => {
      const before = points[at - 1];
      if (before === undefined) return `M${x} ${y}`;
      const middle = (before.x + x) / 2;
      return `C${middle} ${before.y} ${middle} ${y} ${x} ${y}`;
    })
    .join('');
}

const loop = (first: Point, last: Point): string =>
  `M${first.x} ${first.y}C${first.x + MAP_MARGIN} ${first.y} ${last.x + MAP_MARGIN} ${last.y} ${last.x} ${last.y}`;
