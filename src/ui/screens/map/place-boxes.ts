/** Places boxes and their links in layers from left to right: few crossings, no overlaps, the same answer for the same input. docs/adr/0001-dependencies.md#decided-against */

export interface Box {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** Both ends are ids of boxes, and differ. */
export interface BoxLink {
  readonly from: string;
  readonly to: string;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Placement {
  /** The upper left corner of each box. */
  readonly corners: ReadonlyMap<string, Point>;
  /** For each link the points between boxes that it passes, from its start to its end. */
  readonly bends: readonly (readonly Point[])[];
  readonly width: number;
  readonly height: number;
}

const LAYER_GAP = 84;
const BOX_GAP = 28;
const BEND_HEIGHT = 8;
const SWEEPS = 8;
/** Wider than high, as windows are. */
const PROPORTION = 1.5;

/** A box, or the place where a link passes a layer. */
interface Spot {
  readonly width: number;
  readonly height: number;
  layer: number;
  /** Its middle. */
  y: number;
  readonly before: Spot[];
  readonly after: Spot[];
}

interface Part {
  readonly spots: ReadonlyMap<string, Spot>;
  /** By the number of the link. */
  readonly bends: Map<number, readonly Spot[]>;
  readonly lefts: readonly number[];
  readonly width: number;
  readonly height: number;
}

export function placeBoxes(boxes: readonly Box[], links: readonly BoxLink[]): Placement {
  const parts = connectedParts(boxes, links).map((part) => placePart(part, links));
  const corners = new Map<string, Point>();
  const bends: (readonly Point[])[] = links.map(() => []);
  const size = packParts(parts, (part, at) => {
    const place = ({ layer, y, height }: Spot): Point => ({
      x: at.x + (part.lefts[layer] ?? 0),
      y: at.y + y - height / 2,
    });
    for (const [id, spot] of part.spots) corners.set(id, place(spot));
    for (const [link, spots] of part.bends) bends[link] = spots.map(place);
  });
  return { corners, bends, ...size };
}

/** Boxes that links join, the largest part first; boxes in the order in which they came. */
function connectedParts(boxes: readonly Box[], links: readonly BoxLink[]): readonly (readonly Box[])[] {
  const parts = new Map(boxes.map((box) => [box.id, [box]]));
  for (const { from, to } of links) {
    const [one, other] = [parts.get(from) ?? [], parts.get(to) ?? []];
    if (one === other) continue;
    one.push(...other);
    for (const { id } of other) parts.set(id, one);
  }
  return [...new Set(parts.values())].sort((one, other) => other.length - one.length);
}

function placePart(boxes: readonly Box[], links: readonly BoxLink[]): Part {
  const spots = new Map(boxes.map((box): [string, Spot] => [box.id, newSpot(box, 0)]));
  const ends = forwardLinks(boxes, links).flatMap(({ from, to, ...link }) => {
    const [start, end] = [spots.get(from), spots.get(to)];
    return start === undefined || end === undefined ? [] : [{ start, end, ...link }];
  });
  for (const { start, end } of ends) end.layer = Math.max(end.layer, start.layer + 1);
  const entered = new Set(ends.map(({ end }) => end));
  // Without entering links it comes next to the nearest box that it links to.
  for (const spot of spots.values()) {
    const next = ends.filter(({ start }) => start === spot).map(({ end }) => end.layer);
    if (!entered.has(spot) && next.length > 0) spot.layer = Math.min(...next) - 1;
  }
  const bends = new Map<number, readonly Spot[]>();
  for (const { start, end, link, isReversed } of ends) {
    const passed = joinSpots(start, end);
    bends.set(link, isReversed ? [...passed].reverse() : passed);
  }
  const layers: Spot[][] = [];
  for (const spot of [...spots.values(), ...[...bends.values()].flat()]) (layers[spot.layer] ??= []).push(spot);
  orderLayers(layers);
  levelLayers(layers);
  return { spots, bends, ...measureLayers(layers) };
}

const newSpot = ({ width, height }: Omit<Box, 'id'>, layer: number): Spot => ({
  ...{ width, height, layer, y: 0 },
  before: [],
  after: [],
});

interface ForwardLink extends BoxLink {
  readonly link: number;
  readonly isReversed: boolean;
}

/** In an order in which a link comes after all that enter its start. A link that closes a cycle is reversed. */
function forwardLinks(boxes: readonly Box[], links: readonly BoxLink[]): readonly ForwardLink[] {
  const found: ForwardLink[][] = [];
  const states = new Map<string, 'open' | 'done'>();
  const visit = (id: string): void => {
    states.set(id, 'open');
    const leaving = links.flatMap(({ from, to }, link): readonly ForwardLink[] => {
      if (from !== id) return [];
      const isReversed = states.get(to) === 'open';
      if (!states.has(to)) visit(to);
      return [isReversed ? { from: to, to: id, link, isReversed } : { from, to, link, isReversed }];
    });
    found.push(leaving);
    states.set(id, 'done');
  };
  const entered = new Set(links.map(({ to }) => to));
  for (const { id } of boxes) if (!entered.has(id)) visit(id);
  for (const { id } of boxes) if (!states.has(id)) visit(id);
  return found.reverse().flat();
}

/** A spot in each layer between the two. */
function joinSpots(start: Spot, end: Spot): readonly Spot[] {
  const layers = Array.from({ length: end.layer - start.layer - 1 }, (_, at) => start.layer + at + 1);
  const passed = layers.map((layer) => newSpot({ width: 0, height: BEND_HEIGHT }, layer));
  [...passed, end].forEach((next, at) => {
    const last = passed[at - 1] ?? start;
    last.after.push(next);
    next.before.push(last);
  });
  return passed;
}

/** Each spot comes near the mean place of its neighbours, in turns from the left and from the right. */
function orderLayers(layers: readonly Spot[][]): void {
  const place = (spots: readonly Spot[]): void => spots.forEach((spot, at) => (spot.y = at));
  layers.forEach(place);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const isForward = sweep % 2 === 0;
    for (const spots of isForward ? layers : [...layers].reverse()) {
      const wished = new Map(spots.map((spot) => [spot, meanOf(isForward ? spot.before : spot.after) ?? spot.y]));
      spots.sort((one, other) => (wished.get(one) ?? 0) - (wished.get(other) ?? 0));
      place(spots);
    }
  }
}

/** Keeps the order, and brings each spot as near to the level of its neighbours as the others allow. */
function levelLayers(layers: readonly Spot[][]): void {
  for (const spots of layers) levelSpots(spots, () => 0);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const spots of sweep % 2 === 0 ? layers : [...layers].reverse()) {
      levelSpots(spots, (spot) => meanOf([...spot.before, ...spot.after]) ?? spot.y);
    }
  }
}

function levelSpots(spots: readonly Spot[], wish: (spot: Spot) => number): void {
  const wished = spots.map(wish);
  let least = -Infinity;
  const levels = spots.map(({ height }, at) => {
    const level = Math.max(wished[at] ?? 0, least + height / 2);
    least = level + height / 2 + BOX_GAP;
    return level;
  });
  // What pushed some of them down moves all of them up by as much, on the mean.
  const pushed = levels.reduce((sum, level, at) => sum + level - (wished[at] ?? 0), 0) / spots.length;
  spots.forEach((spot, at) => (spot.y = (levels[at] ?? 0) - pushed));
}

const meanOf = (spots: readonly Spot[]): number | null =>
  spots.length === 0 ? null : spots.reduce((sum, { y }) => sum + y, 0) / spots.length;

function measureLayers(layers: readonly Spot[][]): Pick<Part, 'lefts' | 'width' | 'height'> {
  const all = layers.flat();
  const top = Math.min(...all.map(({ y, height }) => y - height / 2));
  for (const spot of all) spot.y -= top;
  const lefts: number[] = [];
  let right = 0;
  for (const spots of layers) {
    lefts.push(right);
    right += Math.max(...spots.map(({ width }) => width)) + LAYER_GAP;
  }
  return { lefts, width: right - LAYER_GAP, height: Math.max(...all.map(({ y, height }) => y + height / 2)) };
}

/** In lines, the highest parts first. */
function packParts(
  parts: readonly Part[],
  place: (part: Part, at: Point) => void,
): Pick<Placement, 'width' | 'height'> {
  const area = parts.reduce((sum, { width, height }) => sum + (width + LAYER_GAP) * (height + BOX_GAP), 0);
  const lineWidth = Math.max(Math.sqrt(area * PROPORTION), ...parts.map(({ width }) => width));
  const size = { width: 0, height: 0 };
  let [x, y] = [0, 0];
  for (const part of [...parts].sort((one, other) => other.height - one.height)) {
    if (x > 0 && x + part.width > lineWidth) [x, y] = [0, size.height + BOX_GAP];
    place(part, { x, y });
    size.width = Math.max(size.width, x + part.width);
    size.height = Math.max(size.height, y + part.height);
    x += part.width + LAYER_GAP;
  }
  return size;
}
