/** Which rows of a table belong to each row of another, by the links of a column. Source: docs/queries.md#rollup. */

import type { SchedulerPort } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import { chunkOf, offsetOf } from '../../storage/columns/chunked-array';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import { frozenValue } from '../../storage/columns/stored-column';
import type { LinkView } from '../../storage/view';
import { type Json, isList } from '../../json';
import { type ChosenRows, inSteps } from '../group/value-vector';
import { referrerIndex, referrersOf } from '../scan/link-columns';
import { distinctSlots, filterSlots, findMatching } from '../scan/matching-slots';
import { linkDependsOnPath, linkTargetOfText } from '../where/link-operands';
import { ALWAYS, type Predicate } from '../where/predicate';

/** How the rows of two tables belong together. */
export interface LinkedBy {
  /** `by`: the others link to the rows. `via`: the rows link to the others. */
  readonly direction: 'by' | 'via';
  readonly column: string;
  readonly isList: boolean;
}

/** The others that match, and for each pair the position of the row and of the other one. */
export interface LinkedPairs {
  readonly others: ChosenRows;
  readonly rows: Int32Array;
  readonly positions: Uint32Array;
  /** The others that were tested. */
  readonly looked: number;
  /** By an index of the links. */
  readonly isIndexed: boolean;
}

interface Linking {
  readonly by: LinkedBy;
  readonly links: LinkView;
  readonly where: Predicate;
}

/** Each pair once; the others of one row in the order of their slots. */
export async function linkedPairs(
  rows: ChosenRows,
  others: RowsSnapshot,
  { by, links, where }: Linking,
  scheduler: SchedulerPort,
): Promise<LinkedPairs> {
  const found = new SlotPairs();
  const linking = { by, links };
  const isIndexed = by.direction === 'by' && (await findReferrers(found, rows, others, linking, scheduler));
  if (by.direction === 'via') await followLinks(found, rows, others, linking, scheduler);
  else if (!isIndexed) await resolveReferrers(found, rows, others, linking, scheduler);
  const narrow = await narrowed(found, others, where, scheduler);
  return { ...narrow, isIndexed, looked: isIndexed || by.direction === 'via' ? found.count : others.size };
}

/** Pairs of a position and a slot, in lists that grow. */
class SlotPairs {
  private rows = new Int32Array(1024);
  private slots = new Uint32Array(1024);
  count = 0;

  add(row: number, slot: number): void {
    if (this.count === this.rows.length) {
      const [rows, slots] = [new Int32Array(this.count * 2), new Uint32Array(this.count * 2)];
      rows.set(this.rows);
      slots.set(this.slots);
      [this.rows, this.slots] = [rows, slots];
    }
    this.rows[this.count] = row;
    this.slots[this.count++] = slot;
  }

  ofRows(): Int32Array {
    return this.rows.subarray(0, this.count);
  }

  ofSlots(): Uint32Array {
    return this.slots.subarray(0, this.count);
  }
}

/** Up to this share of the others only those that are linked are tested. */
const FEW = 1 / 4;

async function narrowed(
  pairs: SlotPairs,
  others: RowsSnapshot,
  where: Predicate,
  scheduler: SchedulerPort,
): Promise<Pick<LinkedPairs, 'others' | 'rows' | 'positions'>> {
  const [rows, slots] = [pairs.ofRows(), pairs.ofSlots()];
  const kept =
    pairs.count <= others.size * FEW
      ? await filterSlots(others, distinctSlots(slots), where, scheduler)
      : await (await findMatching(others, where, scheduler, null)).slots();
  const isWhole = kept.length === others.capacity;
  const positionOf = new Int32Array(others.capacity).fill(-1);
  for (let i = 0; i < kept.length; i++) positionOf[kept[i]!] = i;
  if (where === ALWAYS) {
    return {
      others: { snapshot: others, slots: kept, isWhole },
      rows,
      positions: slots.map((slot) => positionOf[slot]!),
    };
  }
  const [ownRows, positions] = [new Int32Array(rows.length), new Uint32Array(rows.length)];
  let count = 0;
  await inSteps(rows.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const position = positionOf[slots[i]!]!;
      if (position < 0) continue;
      ownRows[count] = rows[i]!;
      positions[count++] = position;
    }
  });
  return {
    others: { snapshot: others, slots: kept, isWhole },
    rows: ownRows.subarray(0, count),
    positions: positions.subarray(0, count),
  };
}

type OwnLinks = Pick<Linking, 'by' | 'links'>;

/** False where there is no index. */
async function findReferrers(
  found: SlotPairs,
  rows: ChosenRows,
  others: RowsSnapshot,
  { by, links }: OwnLinks,
  scheduler: SchedulerPort,
): Promise<boolean> {
  const column = others.columns.get(by.column);
  if (column === undefined) return false;
  const isKept = column.kind === 'codes' && others.slotOf !== undefined;
  const index = isKept ? await referrerIndex({ column, isList: by.isList, snapshot: others }, links, scheduler) : null;
  const { fileNumbers } = links;
  if (index === null || fileNumbers === undefined) return false;
  await inSteps(rows.slots.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const slots = referrersOf(index, fileNumbers.of(pathAt(rows.snapshot, rows.slots[i]!)));
      for (let j = 0; j < slots.length; j++) found.add(i, slots[j]!);
    }
  });
  return true;
}

/** Without an index: in a transaction, of the past, of computed rows. */
async function resolveReferrers(
  found: SlotPairs,
  rows: ChosenRows,
  others: RowsSnapshot,
  { by, links }: OwnLinks,
  scheduler: SchedulerPort,
): Promise<void> {
  const positions = new Map<NotePath, number>();
  await inSteps(rows.slots.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) positions.set(pathAt(rows.snapshot, rows.slots[i]!), i);
  });
  const follow = linkFollower(others, by, links, (target) => positions.get(target) ?? -1);
  await inSteps(others.capacity, scheduler, (from, to) => {
    for (let slot = from; slot < to; slot++) {
      if (isLive(others, slot)) for (const row of follow(slot)) found.add(row, slot);
    }
  });
}

async function followLinks(
  found: SlotPairs,
  rows: ChosenRows,
  others: RowsSnapshot,
  { by, links }: OwnLinks,
  scheduler: SchedulerPort,
): Promise<void> {
  const slotOf = others.slotOf ?? (await slotsByPath(others, scheduler));
  const follow = linkFollower(rows.snapshot, by, links, slotOf);
  await inSteps(rows.slots.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) for (const slot of follow(rows.slots[i]!)) found.add(i, slot);
  });
}

async function slotsByPath(snapshot: RowsSnapshot, scheduler: SchedulerPort): Promise<(path: NotePath) => number> {
  const slots = new Map<NotePath, number>();
  await inSteps(snapshot.capacity, scheduler, (from, to) => {
    for (let slot = from; slot < to; slot++) if (isLive(snapshot, slot)) slots.set(pathAt(snapshot, slot), slot);
  });
  return (path) => slots.get(path) ?? -1;
}

/** What the links in a slot lead to, each number once; below 0 counts as nothing. */
function linkFollower(
  snapshot: RowsSnapshot,
  { column: name, isList: isListColumn }: LinkedBy,
  links: LinkView,
  numberOf: (target: NotePath) => number,
): (slot: number) => readonly number[] {
  const column = snapshot.columns.get(name);
  if (column === undefined) return () => NONE;
  const known = new Map<Json, readonly number[]>();
  const find = (value: Json, path: NotePath): readonly number[] => {
    const found = new Set<number>();
    for (const item of isList(value) === isListColumn ? [value].flat() : []) {
      const target = typeof item === 'string' && item !== '' ? linkTargetOfText(links, item, path) : null;
      const number = target === null ? -1 : numberOf(target);
      if (number >= 0) found.add(number);
    }
    return [...found];
  };
  return (slot) => {
    const value = frozenValue(column, slot);
    if (value === undefined) return NONE;
    if (typeof value !== 'string' || linkDependsOnPath(links, value)) return find(value, pathAt(snapshot, slot));
    let targets = known.get(value);
    if (targets === undefined) known.set(value, (targets = find(value, '')));
    return targets;
  };
}

const NONE: readonly number[] = [];

const isLive = ({ live }: RowsSnapshot, slot: number): boolean => live[chunkOf(slot)]?.[offsetOf(slot)] === 1;

const pathAt = ({ paths }: RowsSnapshot, slot: number): NotePath => paths[chunkOf(slot)]?.[offsetOf(slot)] ?? '';
