/**
 * A page along an index in the wanted order, and its exact total, where conditions are on the column of the order and on at most one
 * other: both are read off the places at which the rows that match begin and end. docs/queries.md (How it is answered)
 */

import type { SchedulerPort } from '../../ports/host';
import type { FrozenColumn } from '../../storage/columns/stored-column';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import { concatSlots } from './index-scan';
import { type TestPredicate, bucketsThatMatch } from './matching-buckets';
import { type OrderKey, valueOrder } from '../row-order';
import { keyAtOf, orderedPostings } from './ordered-postings';
import { type KeyRange, type KeyedList, type SlotStretch, lengthOf, pageOf, stretchesOf } from './ordered-stretches';
import { type ValuePostings, bucketCount, postingsOf, slotsOfBucket } from './value-postings';
import { ALWAYS, type Predicate } from '../where/predicate';
import type { SelectQuery } from '../select-query';
import { topSlots } from './top-rows';
import type { ValueOrder } from '../../storage/columns/value-dictionary';
import { TRUTH, codeTruthOf } from './code-truth';
import { inSteps } from '../group/value-vector';

export interface OrderedPage {
  readonly total: number;
  /** From the offset on. */
  readonly slots: ArrayLike<number>;
}

/** Among so few rows the other ways are as quick. */
const FEW_ROWS = 128;

/** Lists that are put together into one order. */
const MOST_LISTS = 16;

/** Values of the other column, above which to judge them costs too much. */
const MOST_JUDGED = 1024;

/** Null where the query is another one, or its index is not worth its making yet. */
export async function orderedPage(
  snapshot: RowsSnapshot,
  query: SelectQuery,
  scheduler: SchedulerPort,
): Promise<OrderedPage | null> {
  const [key] = query.order;
  const parted = key === undefined ? null : partedBy(key, query.where, snapshot);
  if (key === undefined || parted === null || snapshot.size <= FEW_ROWS) return null;
  const { column, tests, other } = parted;
  const grouped = other === null ? null : await groupedBy(other, snapshot, scheduler);
  if (other !== null && grouped === null) return null;
  const postings = await postingsOf(column, snapshot, scheduler);
  if (postings !== null && !isWorthIt(postings, tests, grouped?.count ?? snapshot.size)) return null;
  const index = await orderedPostings({ snapshot, by: grouped, key, column, postings, zone: query.zone }, scheduler);
  if (index === null || postings === null) return null;
  const order = valueOrder(key.subject.spec, query.zone);
  const ranks = column.kind === 'codes' ? await column.dictionary.ranksInSteps(order, scheduler) : null;
  const ranges = await rangesOf({ tests, column, postings, ranks, order }, scheduler);
  if (ranges === null) return null;
  const keyAt = keyAtOf(column, ranks);
  const lists = (grouped?.buckets ?? [0]).map((bucket): ReadList => {
    const list = { slots: slotsOfBucket(index, bucket), keyAt };
    return { ...list, stretches: stretchesOf(list, ranges, key.descending) };
  });
  for (const { subject } of [...(other === null ? [] : [other]), ...tests]) query.stats?.use(subject.name);
  query.stats?.use(`order by ${key.subject.name}`);
  return readPage(lists, { snapshot, query, key }, scheduler);
}

interface ReadList extends KeyedList {
  readonly stretches: readonly SlotStretch[];
}

interface OrderedTests {
  /** The one of the order. */
  readonly column: FrozenColumn;
  readonly tests: readonly TestPredicate[];
  readonly other: TestPredicate | null;
}

function partedBy({ subject }: OrderKey, where: Predicate, { columns, slotOf }: RowsSnapshot): OrderedTests | null {
  const column = subject.stored === null ? undefined : columns.get(subject.stored);
  if (column === undefined || slotOf === undefined) return null;
  const parts = where === ALWAYS ? [] : where.kind === 'all' ? where.parts : [where];
  const tests: TestPredicate[] = [];
  const others: TestPredicate[] = [];
  for (const part of parts) {
    if (part.kind !== 'test' || part.subject.stored === null) return null;
    (part.subject.stored === subject.stored ? tests : others).push(part);
  }
  return others.length > 1 ? null : { column, tests, other: others[0] ?? null };
}

interface GroupedTests {
  readonly column: FrozenColumn;
  readonly postings: ValuePostings;
  readonly buckets: readonly number[];
  readonly count: number;
}

/** Null where the rows that match the other condition are not a few lists of many rows. */
async function groupedBy(
  other: TestPredicate,
  snapshot: RowsSnapshot,
  scheduler: SchedulerPort,
): Promise<GroupedTests | null> {
  const column = snapshot.columns.get(other.subject.stored as string);
  if (column === undefined || (other.test.byLinks !== undefined && !other.negated)) return null;
  const isNamed = other.test.only !== undefined && !other.negated;
  if (!isNamed && column.kind === 'codes' && column.dictionary.size > MOST_JUDGED) return null;
  const postings = await postingsOf(column, snapshot, scheduler);
  if (postings === null || (!isNamed && bucketCount(postings) > MOST_JUDGED)) return null;
  const { buckets, count, isExact } = bucketsThatMatch(other, column, postings);
  const areFew = isExact && buckets.length <= MOST_LISTS && count > FEW_ROWS;
  return areFew ? { column, postings, buckets, count } : null;
}

/** Not where more values would be judged than there are rows. An infinite number would have the place of no number. */
const isWorthIt = (postings: ValuePostings, tests: readonly TestPredicate[], rows: number): boolean =>
  isFinitely(postings) && (tests.length === 0 || bucketCount(postings) <= rows);

const isFinitely = ({ numbers }: ValuePostings): boolean =>
  numbers === null || numbers.length === 0 || (Number.isFinite(numbers[0]) && Number.isFinite(numbers.at(-1)));

interface PageRequest {
  readonly snapshot: RowsSnapshot;
  readonly query: SelectQuery;
  readonly key: OrderKey;
}

async function readPage(
  lists: readonly ReadList[],
  { snapshot, query, key }: PageRequest,
  scheduler: SchedulerPort,
): Promise<OrderedPage> {
  const { order, limit, offset, zone, stats } = query;
  const total = lists.reduce((sum, { stretches }) => sum + lengthOf(stretches), 0);
  const end = limit === null ? total : Math.min(total, offset + limit);
  if (offset >= end) return { total, slots: [] };
  const [only, ...more] = lists;
  // Of several lists, each may hold all of the first rows.
  const from = more.length === 0 ? offset : 0;
  const pages = lists.map((list) => pageOf(list, list.stretches, key.descending, { from, to: end }));
  const slots = concatSlots(pages.map((page) => page.slots));
  const start = more.length === 0 ? pages[0]!.start : 0;
  const isInOrder = only !== undefined && more.length === 0 && order.length === 1;
  const sorted = isInOrder ? slots : await topSlots(snapshot, slots, order, end - start, zone, scheduler);
  stats?.look(isInOrder ? end - offset : slots.length);
  return { total, slots: sorted.slice(offset - start, end - start) };
}

interface TestedColumn {
  readonly tests: readonly TestPredicate[];
  readonly column: FrozenColumn;
  readonly postings: ValuePostings;
  /** By code; null for numbers. */
  readonly ranks: Float64Array | null;
  readonly order: ValueOrder;
}

/** More than this are not ranges any more. */
const MOST_RANGES = 16;

const EVERYTHING: readonly KeyRange[] = [{ least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY }];

/** Ascending. Null where the note decides, where values of one place differ in their answers, and where there are too many. */
async function rangesOf(judged: TestedColumn, scheduler: SchedulerPort): Promise<readonly KeyRange[] | null> {
  const { tests, column, postings } = judged;
  if (tests.length === 0) return EVERYTHING;
  const judges = tests.map((test) => codeTruthOf(test, column, postings));
  const ranges: { least: number; most: number }[] = [];
  let last = { key: Number.NaN, isMatch: false };
  let isClear = true;
  const { count, bucketAt, keyOf } = inOrder(judged);
  const look = (bucket: number): void => {
    const key = keyOf(bucket);
    let answer: number = TRUTH.yes;
    for (const judge of judges) if (answer === TRUTH.yes) answer = judge(bucket);
    const isMatch = answer === TRUTH.yes;
    if (answer === TRUTH.byRow || (last.key === key && last.isMatch !== isMatch)) isClear = false;
    if (isMatch && last.isMatch) ranges.at(-1)!.most = key;
    else if (isMatch) ranges.push({ least: key, most: key });
    last = { key, isMatch };
  };
  await inSteps(count, scheduler, (from, to) => {
    for (let i = from; i < to && isClear; i++) look(bucketAt(i));
  });
  return isClear && ranges.length <= MOST_RANGES ? ranges : null;
}

/** The buckets of a column from the least key to the greatest. */
interface InOrder {
  readonly count: number;
  readonly bucketAt: (place: number) => number;
  readonly keyOf: (bucket: number) => number;
}

function inOrder({ column, postings, ranks, order }: TestedColumn): InOrder {
  const count = bucketCount(postings);
  if (column.kind === 'numbers' || ranks === null) {
    const keyOf = (bucket: number): number => postings.numbers?.[bucket] ?? Number.POSITIVE_INFINITY;
    return { count, bucketAt: (place) => place, keyOf };
  }
  const codes = column.dictionary.inOrder(order).filter((code) => code < count);
  for (let code = 0; code < count; code++) if (ranks[code] === Number.POSITIVE_INFINITY) codes.push(code);
  return { count, bucketAt: (place) => codes[place]!, keyOf: (code) => ranks[code]! };
}
