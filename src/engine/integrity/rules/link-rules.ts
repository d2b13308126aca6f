/** Finds links to rows that ref_where or ref_by does not allow. Source: docs/operations.md#column-specs, docs/operations.md#violations; D16. */

import type { TableDefinition } from '../../catalog/definition';
import { type Violation, type ViolationCode, nearOf } from '../../errors';
import { linkpathIn } from '../../note/links/link-syntax';
import type { Row } from '../../storage/row';
import type { Json } from '../../json';
import { conditionsIn, describeConditions } from './constraints';
import { filterInWords } from './filter-in-words';
import { linkedRow, linksIn, passesCheck } from './evaluate-check';
import { type LevelDemand, levelDemand, reasonWithout, targetColumnOf } from './level-demands';
import type { LinkRule, RuleSet } from './rule-set';
import { validTargets } from '../valid-targets';

/** Of one rule. A link to no row of the table, or to the row itself, is not reported here: it is wrong under every rule. */
export function linkRuleViolations(rules: RuleSet, table: TableDefinition, row: Row, rule: LinkRule): Violation[] {
  return [...whereViolations(rules, table, row, rule), ...levelViolations(rules, table, row, rule)];
}

function linkRuleViolation(row: Row, column: string, code: ViolationCode, message: string, value: Json): Violation {
  return { path: row.path, column, code, message, value };
}

function whereViolations(
  rules: RuleSet,
  table: TableDefinition,
  row: Row,
  { column, ref, where }: LinkRule,
): Violation[] {
  if (where === null) return [];
  const { view } = rules;
  return linksIn(row.values[column.name]).flatMap((link) => {
    const target = linkedRow(view, ref, link, row.path);
    if (target === null || target.path === row.path || passesCheck(where.check, target, view)) return [];
    const seen = describeConditions(conditionsIn(where.check.parts), target, view);
    const valid = validTargets(rules, table, row, { column: column.name, ref, wanted: linkpathIn(link) });
    const message = `${column.name}: ${link} can't be linked: that is for rows where ${filterInWords(where.filter)}, and here ${seen}. ${valid.text}`;
    return [{ ...linkRuleViolation(row, column.name, 'ref_where', message, link), ...nearOf(valid.near) }];
  });
}

function levelViolations(rules: RuleSet, table: TableDefinition, row: Row, rule: LinkRule): Violation[] {
  const { column, by } = rule;
  if (by === null) return [];
  const level = row.values[by.column];
  const demand = levelDemand(by, level);
  const links = linksIn(row.values[column.name]);
  switch (demand.kind) {
    case 'missing': {
      // Then the column says so itself.
      if (table.columns.find(({ name }) => name === by.column)?.required === true) return [];
      return [linkRuleViolation(row, by.column, 'required', reasonWithout(rule, demand), null)];
    }
    case 'parents': {
      if (links.length > 0) return links.flatMap((link) => wrongLevel(rules, table, row, rule, demand, link));
      if (column.required === true) return [];
      const message = `${column.name} is required where ${by.column} is ${demand.level}: a link to a row whose ${targetColumnOf(by)} is ${demand.parents.join(' or ')}`;
      return [linkRuleViolation(row, column.name, 'required', message, null)];
    }
    case 'empty':
    case 'unknown':
      return links.flatMap((link) => {
        const target = linkedRow(rules.view, rule.ref, link, row.path);
        if (target === null || target.path === row.path) return [];
        const message = `${column.name}: ${link} can't be linked: ${reasonWithout(rule, demand)}`;
        return [linkRuleViolation(row, column.name, 'ref', message, link)];
      });
  }
}

function wrongLevel(
  rules: RuleSet,
  table: TableDefinition,
  row: Row,
  { column, ref, by }: LinkRule,
  { level, parents }: LevelDemand & { kind: 'parents' },
  link: string,
): Violation[] {
  const name = by === null ? '' : targetColumnOf(by);
  const target = linkedRow(rules.view, ref, link, row.path);
  if (target === null || target.path === row.path || parents.includes(target.values[name] as string)) return [];
  const found = target.values[name] === undefined ? 'no value' : JSON.stringify(target.values[name]);
  const valid = validTargets(rules, table, row, { column: column.name, ref, wanted: linkpathIn(link) });
  const message = `${column.name}: ${link} has ${found} as ${name}, and where ${by?.column ?? ''} is ${level} it must be ${parents.join(' or ')}. ${valid.text}`;
  return [{ ...linkRuleViolation(row, column.name, 'ref', message, link), ...nearOf(valid.near) }];
}
