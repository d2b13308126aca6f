/** What rows break against other rows, and their CHECKs: from the rows alone, without reading notes. Source: docs/operations.md#check_table; D6. */

import type { TableDefinition } from '../catalog/definition';
import type { Violation } from '../errors';
import type { Row } from '../storage/row';
import type { CommittedView } from '../storage/view';
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
}
