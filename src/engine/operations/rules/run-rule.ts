/** run_rule: runs the steps of a rule on one row, by hand. Source: docs/rules.md#buttons, docs/operations.md#run_rule */

import * as z from 'zod';
import { notFound } from '../../errors';
import { filledSteps } from '../../rules/row-tokens';
import { tokenNames } from '../../rules/rules';
import { dryRun } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import { readSteps, takeInOrder } from '../batch-steps';
import { requireTables } from '../call-scope';
import { defineWrite } from '../define-operation';
import { requireOperation } from '../permissions';
import { OPERATIONS } from '../registry';
import { ruleArgument } from './drop-rule';
import { ruleNamed } from './rule-ground';

export const runRule = defineWrite({
  name: 'run_rule',
  group: 'rules',
  permission: 'write',
  addsEachTime: true,
  effect: 'destructive',
  summary: 'Runs the steps of a rule on one row, by hand.',
  description:
    'All of them, or none, as one migration with the rights of the caller. The filter of the rule does not count, and it may be switched off. {"$before": "column"} is the present value too, {"$time": "date"} is today.',
  brief: 'On the row at path, whatever its filter.',
  input: z.strictObject({ rule: ruleArgument, path: z.string().min(1).describe('Path of the row'), dry_run: dryRun }),
  refusals: ['an unknown rule', 'a path without a row of its table', 'what the steps refuse'],
  stage: async (context, args) => {
    const { caller, transaction, zone, now } = context;
    const { catalog } = transaction;
    const rule = ruleNamed(catalog, caller, args.rule);
    const table = catalog.resolveTable(rule.table);
    const row = transaction.table(table.qualified).row(args.path);
    if (row === null) throw notFound(`${table.name} has no row at ${args.path}`, 'select_rows shows the paths');
    const subject = { id: row.id, path: row.path, values: row.values, changes: {}, isNew: false, time: now };
    const operations = filledSteps(rule.steps, subject, tokenNames(table), zone);
    requireTables(caller, catalog, 'batch', { operations });
    const steps = readSteps(OPERATIONS, operations);
    for (const { operation } of steps) requireOperation(caller, operation);
    const { tables, taken } = await takeInOrder(context, steps);
    await context.stepStaging.perform(transaction);
    return {
      deed: deedOf('run rule', table.qualified, { names: { rule: rule.name, path: row.path } }),
      tables: tables.length === 0 ? [table.qualified] : tables,
      isSettled: true,
      steps: taken,
      rule: { name: rule.name, change: 0, depth: 0 },
    };
  },
});
