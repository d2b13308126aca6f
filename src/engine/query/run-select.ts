/** Runs a planned select: filter, join, group, order, page, project. Source: docs/operations.md#select_rows; D4. */

import type { SchedulerPort } from '../ports/host';
import { chunkOf, offsetOf } from '../storage/columns/chunked-array';
import type { LinkView } from '../storage/view';
import { type GroupColumn, type GroupQuery, type GroupedResult, type JoinedRows, groupRows } from './group/group-rows';
import { type JoinPlan, joinRows } from './group/join-rows';
import { matchCount, matchesOf } from './group/hash-join';
import { type OrderKey, comparePaths } from './row-order';
import type { Predicate } from './where/predicate';
import type { Subject } from './where/subject';
import { type RowProjection, rendererOf } from './row-projection';
import type { ResultRow } from './row-json';
import { chosenRows, inSlices, selectAs, shownRows } from './select-source';
import type { QuerySource } from './source/query-source';
import type { QueryStats } from './query-stats';
import { firstByKeys, topSlots } from './scan/top-rows';
import { type ChosenRows, inSteps } from './group/value-vector';
import { MOST_SHOWN, limitPairs } from './work-limit';

export interface GroupOrder {
  readonly name: string;
  readonly descending: boolean;
}

export interface SelectPlan {
  readonly source: QuerySource;
  readonly where: Predicate;
  /** Of rows; empty where there are groups. */
  readonly order: readonly OrderKey[];
  readonly projection: RowProjection;
  readonly join: (JoinPlan & { readonly as: string; readonly projection: RowProjection }) | null;
  readonly groups: (GroupQuery & { readonly order: readonly GroupOrder[]; readonly shown: readonly string[] }) | null;
  /** Null: all. */
  readonly limit: number | null;
  readonly offset: number;
}

export interface SelectContext {
  readonly zone: string;
  readonly links: LinkView;
  readonly scheduler: SchedulerPort;
  /** Counts the rows that are looked at. */
  readonly stats?: QueryStats | undefined;
}

export interface SelectAnswer {
  /** Matches (rows of the left side, or groups) before limit and offset. */
  readonly total: number;
  readonly rows: readonly ResultRow[];
}

export async function runSelect(plan: SelectPlan, context: SelectContext): Promise<SelectAnswer> {
  if (plan.groups === null && plan.join === null) return runPlain(plan, context);
  const rows = await chosenRows(plan.source, plan.where, context.scheduler, {
    stats: context.stats,
    read: subjectsRead(plan),
  });
  const joined = plan.join === null ? null : await joinRows(rows, plan.join, context);
  if (plan.groups !== null) {
    const groups = await groupRows(rows, joined, plan.groups, context);
    return pageOfGroups(groups, plan.groups, plan, context.scheduler);
  }
  return pageOfPairs(rows, joined as JoinedRows, plan, context);
}

/** Of the left side, beside its filter. */
function subjectsRead({ order, join, groups }: SelectPlan): readonly Subject[] {
  const grouped = [...(groups?.keys ?? []), ...(groups?.aggregates ?? [])].map(({ subject }) => subject);
  const ordered = order.map(({ subject }) => subject);
  return [...ordered, ...(join?.pairs ?? []).map(({ left }) => left), ...grouped.filter((each) => each !== null)];
}

async function runPlain(plan: SelectPlan, { zone, scheduler, stats }: SelectContext): Promise<SelectAnswer> {
  const { where, order, limit, offset } = plan;
  const query = { where, order, limit, offset, zone, stats };
  return selectAs(rendererOf(plan.projection), plan.source, query, scheduler);
}

const endOf = ({ limit, offset }: SelectPlan, total: number): number =>
  limit === null ? total : Math.min(total, offset + limit);

async function pageOfGroups(
  { count, columns }: GroupedResult,
  { keys, order, shown: names }: NonNullable<SelectPlan['groups']>,
  plan: SelectPlan,
  scheduler: SchedulerPort,
): Promise<SelectAnswer> {
  const orders: Float64Array[] = [];
  for (const { name, descending } of [...order, ...keys.map(({ name }) => ({ name, descending: false }))]) {
    orders.push(await ranksOfGroups(columnOf(columns, name), count, descending, scheduler));
  }
  const end = endOf(plan, count);
  if (plan.limit === 0 || plan.offset >= end) return { total: count, rows: [] };
  const page = await firstByKeys(count, end, orders, (a, b) => a - b, scheduler);
  const shown = names.map((name) => columnOf(columns, name));
  const show = (i: number): ResultRow => {
    const group: ResultRow = {};
    for (let at = 0; at < names.length; at++) group[names[at]!] = shown[at]!.value(page[plan.offset + i]!);
    return group;
  };
  return { total: count, rows: await inSlices(page.length - plan.offset, show, scheduler) };
}

const columnOf = (columns: GroupedResult['columns'], name: string): GroupColumn => columns.get(name) as GroupColumn;

/** Ascending numbers in the wanted order; Infinity for groups without a value. */
async function ranksOfGroups(
  column: GroupColumn,
  count: number,
  descending: boolean,
  scheduler: SchedulerPort,
): Promise<Float64Array> {
  const ranks = new Float64Array(count);
  await inSteps(count, scheduler, (from, to) => {
    for (let group = from; group < to; group++) {
      const rank = column.rank(group);
      ranks[group] = Number.isNaN(rank) ? Number.POSITIVE_INFINITY : descending ? -rank : rank;
    }
  });
  return ranks;
}

async function pageOfPairs(
  rows: ChosenRows,
  { rows: right, matches, keepsUnmatched }: JoinedRows,
  plan: SelectPlan,
  { zone, scheduler }: SelectContext,
): Promise<SelectAnswer> {
  const { as, projection } = plan.join as NonNullable<SelectPlan['join']>;
  const positionOf = new Map<number, number>();
  const kept = new Uint32Array(rows.slots.length);
  let total = 0;
  await inSteps(rows.slots.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) if (keepsUnmatched || matchCount(matches, i) > 0) kept[total++] = i;
  });
  const end = endOf(plan, total);
  if (plan.limit === 0 || plan.offset >= end) return { total, rows: [] };
  const slots = kept.subarray(0, total).map((position) => rows.slots[position]!);
  const page = (await topSlots(rows.snapshot, slots, plan.order, end, zone, scheduler)).slice(plan.offset);
  const wanted = new Set(page);
  await inSteps(total, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const slot = rows.slots[kept[i]!]!;
      if (wanted.has(slot)) positionOf.set(slot, kept[i]!);
    }
  });
  const positions = page.map((slot) => positionOf.get(slot) as number);
  limitPairs(
    positions.reduce((sum, position) => sum + matchCount(matches, position), 0),
    MOST_SHOWN,
  );
  const left = await shownRows(rendererOf(plan.projection), rows.snapshot, page, scheduler);
  const showRight = rendererOf(projection).ofSlots(right.snapshot);
  const show = (i: number): ResultRow => {
    const found = Array.from(matchesOf(matches, positions[i]!), (at) => right.slots[at]!);
    if (found.length > 1) found.sort((a, b) => comparePaths(pathAt(right, a), pathAt(right, b)));
    return { ...left[i]!, [as]: found.map(showRight) };
  };
  return { total, rows: await inSlices(positions.length, show, scheduler) };
}

const pathAt = ({ snapshot }: ChosenRows, slot: number): string => snapshot.paths[chunkOf(slot)]![offsetOf(slot)]!;
