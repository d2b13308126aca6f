/** Finds the rows that the rules of a link column allow, once for each state of the tables that they read. Source: docs/operations.md#list_link_targets; D16, D17 */

import { linkpathIn } from '../note/links/link-syntax';
import type { SchedulerPort } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import { type NamedRow, ROWS_BETWEEN_PAUSES, sortedNames } from '../query/scan/sorted-names';
import { frozenValue } from '../storage/columns/stored-column';
import type { RowsSnapshot } from '../storage/columns/column-table';
import { snapshotRow } from '../storage/columns/snapshot-row';
import type { View } from '../storage/view';
import { resolveDateToken } from '../values/time/dates';
import type { Json } from '../json';
import { conditionsIn } from './rules/constraints';
import { passesCheck } from './rules/evaluate-check';
import type { DateContext, LinkRule } from './rules/rule-set';
import { addTo } from '../values/maps';

export interface TargetSource {
  readonly view: View;
  readonly moment: DateContext;
  readonly scheduler: SchedulerPort;
  /** Of the table that is linked to. */
  readonly snapshot: RowsSnapshot;
  /** Another object when a file came or went: links may mean other notes then. */
  readonly filesGeneration: object;
}

/** The levels that a target may have, in a column of it. */
export interface TargetLevels {
  readonly column: string;
  readonly levels: readonly string[];
}

/** Facts derived from a snapshot, with their other sources. */
interface DerivedResult<T> {
  readonly restsOn: readonly unknown[];
  readonly found: T;
}

/** Several columns, levels and days may ask; the oldest answer goes first. */
const MOST_ANSWERS = 64;

class DerivedCache<T> {
  private readonly bySnapshot = new WeakMap<RowsSnapshot, Map<string, DerivedResult<T>>>();

  async of(snapshot: RowsSnapshot, key: string, restsOn: readonly unknown[], find: () => Promise<T>): Promise<T> {
    const answers = this.bySnapshot.get(snapshot) ?? new Map<string, DerivedResult<T>>();
    this.bySnapshot.set(snapshot, answers);
    const present = answers.get(key);
    if (present?.restsOn.every((each, i) => each === restsOn[i]) === true) return present.found;
    const found = await find();
    answers.delete(key);
    answers.set(key, { restsOn, found });
    const [oldest] = answers.keys();
    if (answers.size > MOST_ANSWERS && oldest !== undefined) answers.delete(oldest);
    return found;
  }
}

const allowedBySnapshot = new DerivedCache<readonly NamedRow[]>();
const treesBySnapshot = new DerivedCache<ReadonlyMap<NotePath, readonly NotePath[]>>();

/** The rows that match ref_where and have one of the levels, in the order of their names. Null: no such rule. */
export async function allowedTargets(
  source: TargetSource,
  where: LinkRule['where'],
  levels: TargetLevels | null,
): Promise<readonly NamedRow[]> {
  const { snapshot, scheduler, view } = source;
  if (where === null && levels === null) return sortedNames(snapshot, scheduler);
  const { now, zone } = source.moment;
  // A token such as {today} counts as the day that it means.
  const key = JSON.stringify([where?.filter ?? null, levels, zone], (_key, value: Json) =>
    typeof value === 'string' ? (resolveDateToken(value, now, zone) ?? value) : value,
  );
  const restsOn = where === null ? [] : [source.filesGeneration, ...linkedTables(view, where)];
  return allowedBySnapshot.of(snapshot, key, restsOn, async () => {
    const rows: NamedRow[] = [];
    for (const [i, row] of (await sortedNames(snapshot, scheduler)).entries()) {
      if (i % ROWS_BETWEEN_PAUSES === 0) await scheduler.pause();
      if (levels !== null && !levels.levels.includes(valueAt(snapshot, levels.column, row) as string)) continue;
      if (where === null || passesCheck(where.check, snapshotRow(snapshot, row.slot), view)) rows.push(row);
    }
    return rows;
  });
}

export function valueAt({ columns }: RowsSnapshot, column: string, { slot }: NamedRow): Json | undefined {
  const stored = columns.get(column);
  return stored === undefined ? undefined : frozenValue(stored, slot);
}

/** The states of the tables that a filter reads through links. */
function linkedTables(view: View, { check }: NonNullable<LinkRule['where']>): readonly unknown[] {
  const names = new Set(conditionsIn(check.parts).flatMap(({ hops }) => hops.map(({ target }) => target)));
  return [...names].map((name) => (view.catalog.table(name) === null ? null : view.table(name).scan().snapshot));
}

/** The rows that lie below a row of a hierarchy, at any depth: as its parent each would close a circle. Source: docs/operations.md#column-specs (hierarchy) */
export async function rowsBelow(source: TargetSource, column: string, top: NotePath): Promise<ReadonlySet<NotePath>> {
  const { snapshot, filesGeneration } = source;
  const children = await treesBySnapshot.of(snapshot, column, [filesGeneration], () => childrenOf(source, column));
  const below = new Set<NotePath>();
  const open = [top];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const child of children.get(at) ?? []) {
      if (child === top || below.has(child)) continue;
      below.add(child);
      open.push(child);
    }
  }
  return below;
}

async function childrenOf(
  { snapshot, scheduler, view }: TargetSource,
  column: string,
): Promise<ReadonlyMap<NotePath, readonly NotePath[]>> {
  const children = new Map<NotePath, NotePath[]>();
  for (const [i, row] of (await sortedNames(snapshot, scheduler)).entries()) {
    if (i % ROWS_BETWEEN_PAUSES === 0) await scheduler.pause();
    const link = valueAt(snapshot, column, row);
    const parent = typeof link === 'string' && link !== '' ? view.links.resolve(linkpathIn(link), row.path) : null;
    if (parent === null) continue;
    addTo(children, parent, row.path);
  }
  return children;
}
