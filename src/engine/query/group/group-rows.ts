/** Groups rows, or pairs of joined rows, by the values of expressions, and adds each group up. Source: docs/queries.md#group_by-and-aggregates; D4. */

import type { SchedulerPort } from '../../ports/host';
import type { LinkView } from '../../storage/view';
import { compareValues } from '../../values/compare';
import type { Json } from '../../json';
import { type AggregateKind, valueSpecOf } from './aggregates';
import { type JoinMatches, matchCount, matchesOf } from './hash-join';
import { type AggregateMeasure, numbersOf, presenceMeasure, ranksOf } from './aggregate-measure';
import { NOTHING, ValueIdMap, type ValueIdSource, type ValueIds, assignValueIds } from './value-ids';
import { type GroupedItems, groupRepresentatives } from './group-representatives';
import type { Subject } from '../where/subject';
import { type GroupTotals, type RowGroups, totalsOf } from './group-totals';
import { keyerOf } from './value-keys';
import { type ChosenRows, type ValueVector, inSteps, vectorOf } from './value-vector';
import { MOST_PAIRS, limitPairs } from '../work-limit';
import { valueOrder } from '../row-order';

export type JoinSide = 'left' | 'right';

export interface GroupKey {
  /** As it is written: `date(created)`, `other.name`. */
  readonly name: string;
  readonly subject: Subject;
  readonly side: JoinSide;
}

export interface PlannedAggregate {
  readonly name: string;
  readonly kind: AggregateKind;
  /** Null: counts the rows. */
  readonly subject: Subject | null;
  readonly side: JoinSide;
}

export interface GroupQuery {
  /** None: everything is one group, also when there is no row. */
  readonly keys: readonly GroupKey[];
  readonly aggregates: readonly PlannedAggregate[];
}

export interface GroupContext {
  readonly zone: string;
  readonly links: LinkView;
  readonly scheduler: SchedulerPort;
}

export interface JoinedRows {
  readonly rows: ChosenRows;
  readonly matches: JoinMatches;
  /** A left row without a match counts with nothing at its side. */
  readonly keepsUnmatched: boolean;
}

export type GroupColumn = GroupTotals;

export interface GroupedResult {
  readonly count: number;
  /** By name: keys, then aggregates. */
  readonly columns: ReadonlyMap<string, GroupColumn>;
}

/** The rows that are grouped, by their positions on both sides; null: each at its own position. */
interface GroupedPositions {
  readonly count: number;
  readonly left: Uint32Array | null;
  /** -1: none. */
  readonly right: Int32Array | null;
}

export async function groupRows(
  rows: ChosenRows,
  joined: JoinedRows | null,
  query: GroupQuery,
  context: GroupContext,
): Promise<GroupedResult> {
  return new RowGrouping(rows, joined, context).run(query);
}

/** One aggregate of groups that are known already. */
export const aggregateGroups = (
  rows: ChosenRows,
  groups: RowGroups,
  aggregate: PlannedAggregate,
  context: GroupContext,
): Promise<GroupColumn> => new RowGrouping(rows, null, context).total(aggregate, groups);

interface NumberedKey {
  readonly key: GroupKey;
  readonly vector: ValueVector;
  readonly values: ValueIdMap;
  readonly numbering: ValueIdSource;
  readonly numbered: ValueIds;
}

class RowGrouping {
  private readonly vectors = new Map<string, Promise<ValueVector>>();

  constructor(
    private readonly rows: ChosenRows,
    private readonly joined: JoinedRows | null,
    private readonly context: GroupContext,
  ) {}

  async run({ keys, aggregates }: GroupQuery): Promise<GroupedResult> {
    const numbered: NumberedKey[] = [];
    for (const key of keys) numbered.push(await this.number(key));
    let items = this.joined === null ? this.rowItems() : await this.pairs(this.joined);
    const codes: Int32Array[] = [];
    for (const each of numbered) {
      const expanded = await this.expand(items, codes, each);
      items = expanded.items;
      codes.push(expanded.codes);
    }
    const { groups, firsts } = await this.groupsOf(items, codes, numbered);
    const columns = new Map<string, GroupColumn>();
    for (const [i, each] of numbered.entries()) {
      const plain = this.keyColumn(each, codes[i]!, firsts);
      const positions = each.key.side === 'left' ? items.left : items.right;
      const grouped = { positions, codes: codes[i]!, groups };
      columns.set(each.key.name, keys.length < 2 ? plain : await this.inOwnSpelling(plain, each, grouped));
    }
    const count = keys.length === 0 ? 1 : firsts.length;
    for (const aggregate of aggregates) {
      const positions = aggregate.side === 'left' ? items.left : items.right;
      columns.set(aggregate.name, await this.total(aggregate, { groups, groupCount: count, positions }));
    }
    return { count, columns };
  }

  async total(aggregate: PlannedAggregate, groups: RowGroups): Promise<GroupColumn> {
    return totalsOf(aggregate.kind, await this.measure(aggregate), groups, this.context.scheduler);
  }

  private rowsOf(side: JoinSide): ChosenRows {
    return side === 'right' && this.joined !== null ? this.joined.rows : this.rows;
  }

  private vector(subject: Subject, side: JoinSide): Promise<ValueVector> {
    const name = `${side} ${subject.name}`;
    let vector = this.vectors.get(name);
    if (vector === undefined) {
      this.vectors.set(name, (vector = vectorOf(subject, this.rowsOf(side), this.context.scheduler)));
    }
    return vector;
  }

  private async number(key: GroupKey): Promise<NumberedKey> {
    const { subject, side } = key;
    const item = valueSpecOf(subject.spec);
    const compare = compareValues({ name: '', ...(item ?? { type: 'json' }) }, this.context.zone);
    const values = new ValueIdMap((a, b) => compare(a, b) < 0);
    const vector = await this.vector(subject, side);
    const isList = subject.spec?.type === 'list';
    const numbering = {
      vector,
      rows: this.rowsOf(side),
      keyer: keyerOf(item, this.context),
      isList,
      adds: true,
      isAlone: true,
    };
    return {
      key,
      vector,
      values,
      numbering,
      numbered: await assignValueIds(numbering, values, this.context.scheduler),
    };
  }

  private rowItems(): GroupedPositions {
    return { count: this.rows.slots.length, left: null, right: null };
  }

  private async pairs({ matches, keepsUnmatched }: JoinedRows): Promise<GroupedPositions> {
    const rowCount = this.rows.slots.length;
    const { scheduler } = this.context;
    let count = 0;
    await inSteps(rowCount, scheduler, (from, to) => {
      for (let i = from; i < to; i++) count += matchCount(matches, i) || Number(keepsUnmatched);
    });
    limitPairs(count, MOST_PAIRS);
    const [left, right] = [new Uint32Array(count), new Int32Array(count)];
    let at = 0;
    await inSteps(rowCount, scheduler, (from, to) => {
      for (let i = from; i < to; i++) {
        const found = matchesOf(matches, i);
        for (let j = 0; j < found.length; j++) {
          left[at] = i;
          right[at++] = found[j]!;
        }
        if (found.length > 0 || !keepsUnmatched) continue;
        left[at] = i;
        right[at++] = -1;
      }
    });
    return { count, left, right };
  }

  /** The items with the numbers of one more key; an item with several numbers (a list) becomes several items. */
  private async expand(
    items: GroupedPositions,
    before: Int32Array[],
    { key, numbered }: NumberedKey,
  ): Promise<{ items: GroupedPositions; codes: Int32Array }> {
    const { scheduler } = this.context;
    const { starts, numbers } = numbered;
    const positions = key.side === 'left' ? items.left : items.right;
    const codes = new Int32Array(items.count);
    if (starts === null) {
      if (positions === null) return { items, codes: numbers };
      await inSteps(items.count, scheduler, (from, to) => {
        for (let i = from; i < to; i++) codes[i] = positions[i]! < 0 ? NOTHING : numbers[positions[i]!]!;
      });
      return { items, codes };
    }
    const [from, code]: [number[], number[]] = [[], []];
    await inSteps(items.count, scheduler, (first, end) => {
      for (let i = first; i < end; i++) {
        const at = positions === null ? i : positions[i]!;
        for (let j = at < 0 ? -1 : starts[at]!; j < (at < 0 ? 0 : starts[at + 1]!); j++) {
          from.push(i);
          code.push(j < 0 ? NOTHING : numbers[j]!);
        }
      }
      limitPairs(from.length, MOST_PAIRS);
    });
    for (const [i, each] of before.entries()) before[i] = Int32Array.from(from, (at) => each[at]!);
    const { left, right } = items;
    return {
      items: {
        count: from.length,
        left: Uint32Array.from(from, (at) => (left === null ? at : left[at]!)),
        right: right === null ? null : Int32Array.from(from, (at) => right[at]!),
      },
      codes: Int32Array.from(code),
    };
  }

  /** A number for each combination of keys, and an item of each group. */
  private async groupsOf(
    items: GroupedPositions,
    codes: readonly Int32Array[],
    numbered: readonly NumberedKey[],
  ): Promise<{ groups: Int32Array; firsts: readonly number[] }> {
    const { scheduler } = this.context;
    const [only, ...more] = codes;
    const alone =
      only === undefined || more.length > 0 ? null : await groupsOfNumbers(only, numbered[0]!.values.size, scheduler);
    if (alone !== null) return alone;
    let groups = new Int32Array(items.count);
    let firsts: number[] = items.count === 0 ? [] : [0];
    for (const [k, own] of codes.entries()) {
      const size = numbered[k]!.values.size + 1;
      const find = numbersOfPairs(firsts.length, size);
      const next = new Int32Array(items.count);
      const found: number[] = [];
      const before = groups;
      await inSteps(items.count, scheduler, (from, to) => {
        for (let i = from; i < to; i++) {
          const group = find(before[i]! * size + own[i]! + 1, found.length);
          if (group === found.length) found.push(i);
          next[i] = group;
        }
      });
      groups = next;
      firsts = found;
    }
    return { groups, firsts };
  }

  private keyColumn({ key, vector, values }: NumberedKey, codes: Int32Array, firsts: readonly number[]): GroupColumn {
    const ranks = ranksOfValues(values, key.subject, vector, this.context.zone);
    const numberOf = (group: number): number => codes[firsts[group]!]!;
    return {
      rank: (group) => (numberOf(group) === NOTHING ? Number.NaN : ranks[numberOf(group)]!),
      value: (group) => (numberOf(group) === NOTHING ? null : (values.values[numberOf(group)] as Json)),
    };
  }

  /** With several keys each group writes a value as its own rows do. */
  private async inOwnSpelling(plain: GroupColumn, each: NumberedKey, grouped: GroupedItems): Promise<GroupColumn> {
    const { key, numbering, values } = each;
    const own = await groupRepresentatives(numbering, values, grouped, this.context.scheduler);
    if (own.size === 0) return plain;
    const ranks = ranksAmong([...values.values, ...own.values()], key.subject, this.context.zone);
    const value = (group: number): Json => own.get(group) ?? plain.value(group);
    return { value, rank: (group) => ranks.get(value(group)) ?? Number.NaN };
  }

  private async measure({ kind, subject, side }: PlannedAggregate): Promise<AggregateMeasure | null> {
    if (subject === null) return null;
    const vector = await this.vector(subject, side);
    if (kind === 'count') return presenceMeasure(vector);
    if (kind === 'sum' || kind === 'avg') return numbersOf(vector, subject);
    return ranksOf(vector, subject, this.context.zone, this.context.scheduler);
  }
}

/** By one key each number is a group, and one more the items without a value; null when some numbers have no item. */
async function groupsOfNumbers(
  numbers: Int32Array,
  size: number,
  scheduler: SchedulerPort,
): Promise<{ groups: Int32Array; firsts: readonly number[] } | null> {
  const groups = new Int32Array(numbers.length);
  const firsts = new Int32Array(size + 1).fill(-1);
  await inSteps(numbers.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const number = numbers[i]!;
      const group = number === NOTHING ? size : number;
      groups[i] = group;
      if (firsts[group] === -1) firsts[group] = i;
    }
  });
  const found = firsts[size] === -1 ? firsts.subarray(0, size) : firsts;
  return found.includes(-1) ? null : { groups, firsts: Array.from(found) };
}

/** Above this many possible pairs they are kept in a map. */
const DENSE = 4_000_000;

/** Gives each number below `groups` times `size` the number that it got first, or `next` when it is new. */
function numbersOfPairs(groups: number, size: number): (pair: number, next: number) => number {
  if (groups * size <= DENSE) {
    const known = new Int32Array(groups * size).fill(-1);
    return (pair, next) => (known[pair] === -1 ? (known[pair] = next) : known[pair]!);
  }
  const known = new Map<number, number>();
  return (pair, next) => {
    const present = known.get(pair);
    if (present === undefined) known.set(pair, next);
    return present ?? next;
  };
}

/** By number. The dictionary of a column remembers the order of its values. */
function ranksOfValues(
  { values, codes }: ValueIdMap,
  { spec }: Subject,
  vector: ValueVector,
  zone: string,
): Float64Array {
  if (vector.kind === 'numbers' && vector.odd.size === 0) return Float64Array.from(values as readonly number[]);
  if (vector.kind === 'codes' && spec?.type !== 'list') {
    const ranks = vector.dictionary.ranksBy(valueOrder(spec, zone));
    const own = new Float64Array(codes.length);
    for (let i = 0; i < own.length; i++) {
      const rank = ranks[codes[i]!]!;
      own[i] = rank === Number.POSITIVE_INFINITY ? Number.NaN : rank;
    }
    return own;
  }
  const { compare } = valueOrder(valueSpecOf(spec), zone);
  const order = values.map((_, i) => i).sort((a, b) => compare(values[a] as Json, values[b] as Json));
  const ranks = new Float64Array(values.length);
  for (const [rank, i] of order.entries()) ranks[i] = rank;
  return ranks;
}

/** By value, of all these: values that are equal in the order have one rank. */
function ranksAmong(values: Iterable<Json>, { spec }: Subject, zone: string): ReadonlyMap<Json, number> {
  const { compare } = valueOrder(valueSpecOf(spec), zone);
  const sorted = [...new Set(values)].sort(compare);
  const ranks = new Map<Json, number>();
  let rank = 0;
  for (const [i, value] of sorted.entries()) {
    if (i > 0 && compare(sorted[i - 1] as Json, value) !== 0) rank++;
    ranks.set(value, rank);
  }
  return ranks;
}
