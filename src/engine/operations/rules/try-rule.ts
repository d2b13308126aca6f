/** try_rule: what a rule would have done with the changes of the last 30 days. Source: docs/rules.md#try-it, docs/operations.md#try_rule */

import * as z from 'zod';
import { badRequest } from '../../errors';
import { isGiven } from '../../schemas/arguments';
import { count, jsonObject, listOf, textOrNull } from '../../values/json-schema';
import { datetimeAt } from '../../values/time/dates';
import { defineRead } from '../define-operation';
import { checkRule } from './check-rule';
import { RULE_ARGUMENTS, ruleOfArguments } from './create-rule';
import { groundOfRead, ruleNamed } from './rule-ground';

const definition = z.strictObject(RULE_ARGUMENTS);

export const tryRule = defineRead({
  name: 'try_rule',
  group: 'rules',
  permission: 'read',
  summary: 'Shows what a rule would have done with the changes of the last 30 days; writes nothing.',
  description:
    'count is how often it would have run, changes the newest 20 of these changes. For the newest three the steps are planned as a dry run on the present rows: refused says why the step would be refused, plan is the answer of batch with dry_run. It takes a stored rule, or the arguments of create_rule as definition.',
  brief: 'count, and the plans for the newest three changes.',
  input: z.strictObject({
    rule: z.string().min(1).nullish().describe('A stored rule'),
    definition: definition.nullish().describe('Arguments of create_rule'),
  }),
  refusals: ['an unknown rule', 'neither rule nor definition, or both', 'what create_rule refuses'],
  result: z.strictObject({
    count,
    since: z.string(),
    gap: z.boolean().describe('The changes of some of the days are not kept any more'),
    changes: listOf(
      z.strictObject({ change: count, timestamp: z.string(), op: z.string(), path: textOrNull, changes: jsonObject }),
    ),
    runs: listOf(
      z.strictObject({
        change: count,
        path: textOrNull,
        refused: textOrNull,
        plan: jsonObject.nullable().describe('A WriteResult'),
      }),
    ),
  }),
  run: async (context, { rule: name, definition: given }) => {
    const { caller, rules, view, zone } = context;
    if (isGiven(name) === isGiven(given)) throw badRequest('give either rule or definition', 'rule names a stored one');
    const rule = isGiven(name) ? ruleNamed(view.catalog, caller, name) : ruleOfArguments(given ?? { name: '' });
    const { since, count: found, changes, runs, hasGap } = await rules.try(checkRule(groundOfRead(context), rule));
    return { count: found, since: datetimeAt(since, zone), gap: hasGap, changes, runs };
  },
});
