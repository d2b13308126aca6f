/** list_rules: the rules with their state on this device and their last runs. Source: docs/operations.md#list_rules */

import * as z from 'zod';
import { listOf } from '../../values/json-schema';
import { defineRead } from '../define-operation';
import { ruleProblem } from './check-rule';
import { groundOfRead } from './rule-ground';
import { ruleJson, ruleResult } from './rule-result';

export const listRules = defineRead({
  name: 'list_rules',
  group: 'rules',
  permission: 'read',
  summary: 'Lists the rules, with their state on this device and their last runs.',
  description:
    'In the order of their names. A rule is defined in the vault and runs on the devices that switched it on. status is off, on, failing (lastError says why, nextAttempt when it goes on), disabled (nothing is tried any more) or outdated (its definition changed since it was switched on, other than by a rename). problem says why it can not run with the present definitions. A refused run is listed with its reason, and not repeated. An app sees the rules whose tables are all its own.',
  brief: 'With status and last runs.',
  input: z.strictObject({}),
  refusals: [],
  result: z.strictObject({ rules: listOf(ruleResult) }),
  run: async (context) => {
    const { view, rules, zone } = context;
    const ground = { ...groundOfRead(context), caller: { kind: 'owner', actor: null } as const };
    const listed = view.catalog.rules().map(async (rule) => {
      return ruleJson(rule, await rules.state(rule.name), ruleProblem(ground, rule), zone);
    });
    return { rules: await Promise.all(listed) };
  },
});
