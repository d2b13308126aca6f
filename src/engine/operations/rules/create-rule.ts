/** create_rule: stores steps that run when a row changes. Source: docs/rules.md#make-one, docs/operations.md#create_rule */

import * as z from 'zod';
import type { RuleDefinition } from '../../catalog/definition';
import { nameProblem } from '../../catalog/name-rules';
import { grammarProblem, problemAt, refuseProblems } from '../../catalog/problem';
import { RULE, readRule } from '../../catalog/spec/rule-reader';
import type { JsonObject } from '../../json';
import { stageDefinitions } from '../../rows/schema-change/stage-definitions';
import { requireRuleRights } from '../../rules/rule-caller';
import { dryRun, flag } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import { defineWrite } from '../define-operation';
import { checkRule } from './check-rule';
import { groundOfWrite } from './rule-ground';

export const RULE_ARGUMENTS = { name: z.string().describe('Name of the rule'), ...RULE.shape };

/** Of the form alone. Throws `bad_request` with every problem. */
export function ruleOfArguments({
  name,
  ...source
}: { readonly name: string } & Readonly<Record<string, unknown>>): RuleDefinition {
  const { definition, problems } = readRule(source as JsonObject, name, []);
  const reason = nameProblem('rule', name);
  const named = reason === null ? [] : [grammarProblem(['name'], reason)];
  refuseProblems(`${name || 'the rule'} can not be stored`, [...named, ...problems]);
  return definition;
}

export const createRule = defineWrite({
  name: 'create_rule',
  group: 'rules',
  permission: 'schema',
  effect: 'write',
  summary: 'Stores a rule: steps that run when a row of a table changes.',
  description:
    'A rule is for changes of table that pass ops, columns and where, as in list_changes. Its steps are those of batch that write rows, without dry_run. A value in a step may be {"$row": "column"} (of the row after the change; path and id too), {"$before": "column"} or {"$time": "date"}, {"$time": "datetime"}. It is stored switched off: try_rule shows what it would have done, switch_rule starts it. Names in it follow renames. A rule that is replaced is switched off.',
  brief: 'Stored switched off: then try_rule, switch_rule.',
  input: z.strictObject({
    ...RULE_ARGUMENTS,
    replace: flag.describe('Take the place of a rule of that name'),
    dry_run: dryRun,
  }),
  refusals: [
    'the name is taken and replace is not true',
    'an unknown table, column, operation or argument, at its place in steps',
    'a step that does not write rows',
    'more rights than the caller has',
  ],
  stage: async (context, { replace, dry_run: _, ...args }) => {
    const { transaction, caller } = context;
    const { catalog } = transaction;
    const given = ruleOfArguments(args);
    requireRuleRights(given, caller);
    const rule = checkRule(groundOfWrite(context), given);
    const isThere = catalog.rule(rule.name) !== null;
    const taken = problemAt(['name'], 'exists', `there is a rule ${rule.name} already`, {
      hint: 'give replace: true, or take another name',
    });
    refuseProblems(`${rule.name} can not be stored`, isThere && replace !== true ? [taken] : []);
    await stageDefinitions(context, catalog.withChanges({ rules: new Map([[rule.name, rule]]) }));
    const deed = deedOf(isThere ? 'replace rule' : 'create rule', rule.table, { names: { rule: rule.name } });
    return { deed, tables: [rule.table] };
  },
});
