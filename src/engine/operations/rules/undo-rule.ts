/** undo_rule: takes back what a rule wrote. Source: docs/rules.md#undo, docs/operations.md#undo_rule */

import * as z from 'zod';
import { instantOf } from '../../history/versions/logged-table';
import { dryRun, isGiven, textArgument } from '../../schemas/arguments';
import { textList } from '../../values/json-schema';
import { defineCommand } from '../define-operation';
import { ruleArgument } from './drop-rule';
import { ruleNamed } from './rule-ground';

export const undoRule = defineCommand({
  name: 'undo_rule',
  group: 'rules',
  permission: 'history',
  isDestructive: true,
  summary: 'Undoes the runs of a rule, the newest first.',
  description:
    'Each run is undone as by undo_migration, each as a migration of its own. The first refusal ends it: that run and older ones stay. dry_run lists the runs without trying.',
  brief: 'It ends at the first refusal.',
  input: z.strictObject({
    rule: ruleArgument,
    since: textArgument.describe('ISO date or date-time; default: all that are kept'),
    dry_run: dryRun,
  }),
  refusals: ['an unknown rule', 'since that is not a date'],
  result: z.strictObject({
    runs: textList.describe('The migration ids of the runs that were undone, the newest first'),
    refused: z.strictObject({ migration: z.string(), reason: z.string() }).nullable().describe('Where it ended'),
  }),
  run: ({ caller, rules, view, zone, isDryRun }, { rule, since }) => {
    const { name } = ruleNamed(view.catalog, caller, rule);
    return rules.undo(name, isGiven(since) ? instantOf(since, zone, 'since') : 0, isDryRun);
  },
});
