/** Counts the rows of limits: those that a write adds to, and those of a whole table. docs/decisions.md#limits */

import { sameDefinition } from '../catalog/metastore/definition-changes';
import type { Violation } from '../errors';
import type { SchedulerPort } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import { countMatching } from '../query/scan/matching-slots';
import type { Row } from '../storage/row';
import { type StagedChange, isFollower } from '../storage/transaction/staged-change';
import type { Transaction } from '../storage/transaction/transaction';
import type { TableView, View } from '../storage/view';
import { addTo } from '../values/maps';
import type { LimitGroup, RowLimit } from './rules/row-limits';
import type { RuleSet } from './rules/rule-set';

interface EnteredRow {
  readonly row: Row;
  readonly change: StagedChange;
}

/** What a write does to one group of one limit. */
interface ChangedGroup {
  readonly limit: RowLimit;
  readonly then: RowLimit;
  readonly table: string;
  /** As the state before has it. */
  readonly group: LimitGroup;
  readonly entered: EnteredRow[];
  left: number;
}

/** The rows that a write brings into limits. A limit that is new, or says something else, is counted as a whole: `crowdedRows`. */
export class LimitedRows {
  private readonly groups = new Map<string, ChangedGroup>();

  constructor(
    private readonly transaction: Transaction,
    private readonly rules: RuleSet,
    private readonly rulesBefore: RuleSet,
  ) {}

  include(change: StagedChange): void {
    if (isFollower(change)) return;
    const { from, becomes } = change;
    const was = from === null ? null : this.transaction.before.rowAt(from);
    for (const qualified of new Set([was?.table.qualified, becomes?.table])) {
      if (qualified === undefined) continue;
      for (const limit of this.rules.of({ qualified }).limits) {
        const then = this.rulesBefore.of({ qualified }).limits.find(({ key }) => key === limit.key);
        if (then === undefined || !sameDefinition(then.constraint, limit.constraint)) continue;
        const rowBefore = was?.table.qualified === qualified ? was.row : null;
        const rowAfter = becomes?.table === qualified ? becomes.decoded.row : null;
        const before = rowBefore === null ? null : then.groupOf(rowBefore);
        const after = rowAfter === null ? null : this.groupBefore(limit, limit.groupOf(rowAfter));
        if (before === after) continue;
        if (before !== null) this.groupAt(limit, then, qualified, before).left++;
        if (after !== null && rowAfter !== null)
          this.groupAt(limit, then, qualified, after).entered.push({ row: rowAfter, change });
      }
    }
  }

  /** The note of the group may lie elsewhere afterwards. */
  private groupBefore(limit: RowLimit, group: LimitGroup | null): LimitGroup | null {
    if (!limit.isPerNote || typeof group !== 'string') return group;
    return this.transaction.stagedAt(group)?.from ?? group;
  }

  private groupAt(limit: RowLimit, then: RowLimit, table: string, group: LimitGroup): ChangedGroup {
    const key = JSON.stringify([table, limit.key, group]);
    const present = this.groups.get(key) ?? { limit, then, table, group, entered: [], left: 0 };
    this.groups.set(key, present);
    return present;
  }

  /** Of the rows that enter a group which has more rows afterwards, and too many. `isExcused`: the row broke it when an undo found it. */
  violations(isExcused: (change: StagedChange, table: string, key: string) => boolean): readonly Violation[] {
    const found: Violation[] = [];
    for (const { limit, then, table, group, entered, left } of this.groups.values()) {
      const [first] = entered;
      if (first === undefined || entered.length <= left) continue;
      const counted = countGroup(then, this.transaction.before.table(table), group, first.row);
      const count = counted + entered.length - left;
      if (count <= limit.constraint.atMost) continue;
      for (const { row, change } of entered)
        if (!isExcused(change, table, limit.key)) found.push(limit.violation(row, change.from ?? row.path, count));
    }
    return found;
  }
}

/** Of the rows that are stored. */
const countGroup = (limit: RowLimit, table: TableView, group: LimitGroup, row: Row): number =>
  countMatching(table.scan().snapshot, limit.rowsOf(group, row));

/** A row in a group with too many. */
interface CrowdedRow {
  /** Of the limit. */
  readonly key: string;
  readonly row: Row;
  readonly violation: Violation;
}

/** `rows`: all of a table. */
export async function crowdedRows(
  limits: readonly RowLimit[],
  rows: readonly Row[],
  scheduler: SchedulerPort,
): Promise<readonly CrowdedRow[]> {
  const found: CrowdedRow[] = [];
  for (const limit of limits) {
    const groups = new Map<LimitGroup, Row[]>();
    for (const row of rows) {
      await scheduler.pause();
      const group = limit.groupOf(row);
      if (group !== null) addTo(groups, group, row);
    }
    for (const group of groups.values()) {
      if (group.length <= limit.constraint.atMost) continue;
      for (const row of group)
        found.push({ key: limit.key, row, violation: limit.violation(row, row.path, group.length) });
    }
  }
  return found;
}

/** The limits that the changed rows broke before a write, by path: an undo, which brings them back, tolerates them. */
export function brokenLimits(
  view: View,
  rules: RuleSet,
  changes: readonly StagedChange[],
): ReadonlyMap<NotePath, readonly string[]> {
  const found = new Map<NotePath, string[]>();
  const counts = new Map<string, number>();
  for (const { from } of changes) {
    const present = from === null ? null : view.rowAt(from);
    if (from === null || present === null) continue;
    const { qualified } = present.table;
    for (const limit of rules.of({ qualified }).limits) {
      const group = limit.groupOf(present.row);
      if (group === null) continue;
      const key = JSON.stringify([qualified, limit.key, group]);
      const count = counts.get(key) ?? countGroup(limit, view.table(qualified), group, present.row);
      counts.set(key, count);
      if (count > limit.constraint.atMost) addTo(found, from, limit.key);
    }
  }
  return found;
}
