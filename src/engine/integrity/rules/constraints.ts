/** Finds and describes the CHECKs that a row breaks. Source: docs/operations.md#add_constraint, docs/decisions.md#check-constraints. */

import type { TableDefinition } from '../../catalog/definition';
import type { Violation } from '../../errors';
import { cutText } from '../../text/cut-text';
import type { Row } from '../../storage/row';
import type { View } from '../../storage/view';
import { type Json, isEmpty } from '../../json';
import { type CheckCondition, type CheckPart, passesCheck, valuesAt } from './evaluate-check';
import { filterInWords } from './filter-in-words';
import type { CheckRule, RuleSet } from './rule-set';

export function brokenChecks(rules: RuleSet, table: TableDefinition, row: Row): readonly CheckRule[] {
  const { checks } = rules.of(table);
  return checks.length === 0 ? checks : checks.filter(({ check }) => !passesCheck(check, row, rules.view));
}

/** The column is named where the CHECK reads only one of the row's own. */
export function checkViolation(view: View, table: TableDefinition, row: Row, rule: CheckRule): Violation {
  const { name, check: filter } = rule.constraint;
  const conditions = conditionsIn(rule.check.parts);
  const own = ownColumns(rule);
  const column = own.length === 1 ? (own[0] as string) : null;
  return {
    path: row.path,
    column,
    code: 'check',
    message: `in every row of ${table.name} ${filterInWords(filter)} (${name}); here ${describeConditions(conditions, row, view)}`,
    ...(own.length > 1 ? { columns: own } : {}),
    value: column === null ? null : (row.values[column] ?? null),
  };
}

/** What a CHECK reads of the row itself, each once. */
export const ownColumns = ({ check }: CheckRule): readonly string[] => [
  ...new Set(
    conditionsIn(check.parts).flatMap(({ hops, subject, pairs }) => [
      hops[0]?.column ?? subject.name,
      ...pairs.map(({ test }) => test.right.subject.name),
    ]),
  ),
];

/** The link columns of the row itself that a CHECK follows. */
export const followedColumns = ({ check }: CheckRule): readonly string[] =>
  conditionsIn(check.parts).flatMap(({ hops }) => hops.slice(0, 1).map(({ column }) => column));

export const conditionsIn = (parts: readonly CheckPart[]): readonly CheckCondition[] =>
  parts.flatMap((part) => {
    if (part.kind === 'condition') return [part];
    return conditionsIn(part.kind === 'not' ? [part.part] : part.parts);
  });

/** `kind is "guest", owner.kind is empty`: what the filter sees in the row. */
export function describeConditions(conditions: readonly CheckCondition[], row: Row, view: View): string {
  const texts = conditions.flatMap((condition) => {
    const key = [...condition.hops.map(({ column }) => column), condition.subject.name].join('.');
    const others = condition.pairs.map(({ test: { right } }) => right.subject);
    return [
      `${key} is ${quoteValues(valuesAt(condition, row, view))}`,
      ...others.map((other) => `${other.name} is ${quoteValues([other.ofRow(row)])}`),
    ];
  });
  return [...new Set(texts)].join(', ');
}

/** Longer values are cut. */
const MOST_CHARACTERS = 60;

function quoteValues(values: readonly (Json | undefined)[]): string {
  if (values.length === 0) return 'not there';
  const texts = values.map((value) => (value === undefined || isEmpty(value) ? 'empty' : JSON.stringify(value)));
  const text = [...new Set(texts)].join(' and ');
  return cutText(text, MOST_CHARACTERS);
}
