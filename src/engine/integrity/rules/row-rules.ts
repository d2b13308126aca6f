/** What a row breaks of one of its table's rules, by the rule's key. */

import type { TableDefinition } from '../../catalog/definition';
import type { Violation } from '../../errors';
import type { Row } from '../../storage/row';
import { checkViolation } from './constraints';
import { passesCheck } from './evaluate-check';
import { linkRuleViolations } from './link-rules';
import type { Rules } from './rules';

/** Nothing for a rule that the table does not have. */
export function violationsOfRule(rules: Rules, table: TableDefinition, row: Row, key: string): readonly Violation[] {
  const { checks, links } = rules.of(table);
  const check = checks.find((each) => each.key === key);
  if (check !== undefined) {
    return passesCheck(check.check, row, rules.view) ? [] : [checkViolation(rules.view, table, row, check)];
  }
  const link = links.find((each) => each.key === key);
  return link === undefined ? [] : linkRuleViolations(rules, table, row, link);
}
