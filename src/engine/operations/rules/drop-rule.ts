/** drop_rule: takes a rule away. Source: docs/operations.md#drop_rule */

import * as z from 'zod';
import { stageDefinitions } from '../../rows/schema-change/stage-definitions';
import { dryRun } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import { defineWrite } from '../define-operation';
import { ruleNamed } from './rule-ground';

export const ruleArgument = z.string().min(1).describe('Name of the rule');

export const dropRule = defineWrite({
  name: 'drop_rule',
  group: 'rules',
  permission: 'schema',
  effect: 'destructive',
  summary: 'Removes a rule.',
  description: 'It runs no more. What it wrote stays. undo_migration brings it back, switched off.',
  brief: 'What it wrote stays.',
  input: z.strictObject({ rule: ruleArgument, dry_run: dryRun }),
  refusals: ['an unknown rule'],
  stage: async (context, args) => {
    const { catalog } = context.transaction;
    const { name, table } = ruleNamed(catalog, context.caller, args.rule);
    await stageDefinitions(context, catalog.withChanges({ rules: new Map([[name, null]]) }));
    return { deed: deedOf('drop rule', table, { names: { rule: name } }), tables: [table] };
  },
});
