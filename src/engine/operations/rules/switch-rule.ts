/** switch_rule: lets a rule run on this device, or not any more. Source: docs/rules.md#switch-it-on, docs/operations.md#switch_rule */

import * as z from 'zod';
import { NotedbError } from '../../errors';
import { dryRun } from '../../schemas/arguments';
import { defineCommand } from '../define-operation';
import { checkRule } from './check-rule';
import { ruleArgument } from './drop-rule';
import { groundOfRead, ruleNamed } from './rule-ground';
import { ruleJson, ruleResult } from './rule-result';

export const switchRule = defineCommand({
  name: 'switch_rule',
  group: 'rules',
  permission: 'schema',
  summary: 'Switches a rule on or off, on this device.',
  description:
    'A rule that is on runs for every change from now on, with the rights of who switched it on and at most in the tables of its scope. Its writes have the actor rule:NAME. They do not wake the rule itself, and wake others up to 8 in a row. Undoing wakes no rule. Not journaled. One device alone should run a rule: another one that shares the vault gets what it writes.',
  brief: 'It runs for changes from now on, with the rights of the caller.',
  input: z.strictObject({
    rule: ruleArgument,
    on: z.boolean().describe('true: from now on; false: not any more'),
    dry_run: dryRun,
  }),
  refusals: [
    'an unknown rule, or one that can not run with the present definitions',
    'more rights than the caller has; an app that asks first',
    'the vault is open for reading only',
  ],
  result: ruleResult,
  run: async (context, { rule: name, on }) => {
    const { caller, rules, view, zone, isDryRun } = context;
    const rule = ruleNamed(view.catalog, caller, name);
    if (!on) {
      if (!isDryRun) await rules.switchOff(name);
      return ruleJson(rule, await rules.state(name), null, zone);
    }
    if (caller.kind === 'app' && caller.ask) {
      throw new NotedbError('forbidden', `${caller.name} asks before it writes, and a rule can not ask`, {
        hint: 'the owner can switch the rule on',
      });
    }
    rules.requireRights(rule);
    checkRule(groundOfRead(context), rule);
    const state = isDryRun ? await rules.state(name) : await rules.switchOn(rule);
    return ruleJson(rule, state, null, zone);
  },
});
