/** What rows break against other rows, and their CHECKs: from the rows alone, without reading notes. Source: docs/operations.md#check_table; D6. */

import type { TableDefinition } from '../catalog/definition';
import type { Violation } from '../errors';
import type { Row } from '../storage/row';
import type { NotePath } from '../ports/vault-port';
import type { SchedulerPort } from '../ports/host';
import type { CommittedView } from '../storage/view';
import { addTo } from '../values/maps';
import { crowdedRows } from './limited-rows';
import { ReciprocalLinkCheck } from './reciprocals';
import { type DateContext, RuleSet } from './rules/rule-set';
import { checkViolations, relationViolations } from './validate-row';

/** Remembers what it looked up: to be used while the view stays as it is. */
export class RelationCheck {
  readonly rules: RuleSet;
  private readonly reciprocals: ReciprocalLinkCheck;

  constructor(
    private readonly view: CommittedView,
    moment: DateContext,
  ) {
    this.rules = new RuleSet(view, moment);
    this.reciprocals = new ReciprocalLinkCheck(view, (path) => view.links.backlinks(path));
  }

  /** `values`: what the values break by themselves. A CHECK about such a column would say the same again. */
  violations(table: TableDefinition, row: Row, values: readonly Violation[]): readonly Violation[] {
    const { view, rules } = this;
    const check = { view, rules, table, row, problems: [], before: null };
    const related = relationViolations(check);
    return [...related, ...checkViolations(check, [...values, ...related]), ...this.reciprocals.violations(table, row)];
  }

  hasLimits(table: TableDefinition): boolean {
    return this.rules.of(table).limits.length > 0;
  }

  /** The rows in groups with more rows than a limit allows. All rows of the table are counted. */
  async crowded(
    table: TableDefinition,
    scheduler: SchedulerPort,
  ): Promise<ReadonlyMap<NotePath, readonly Violation[]>> {
    const found = new Map<NotePath, Violation[]>();
    const { limits } = this.rules.of(table);
    if (limits.length === 0) return found;
    const rows = this.view.table(table.qualified);
    const all = [...rows.pathsOfRows()].flatMap((path) => rows.row(path) ?? []);
    for (const { row, violation } of await crowdedRows(limits, all, scheduler)) addTo(found, row.path, violation);
    return found;
  }
}
