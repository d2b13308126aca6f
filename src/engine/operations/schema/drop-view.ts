/** drop_view: takes a stored query away. Source: docs/operations.md#drop_view; D18. */

import * as z from 'zod';
import { dryRun } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import { defineWrite } from '../define-operation';
import { stageDefinitions } from '../../rows/schema-change/stage-definitions';

export const dropView = defineWrite({
  name: 'drop_view',
  group: 'schema',
  permission: 'schema',
  effect: 'destructive',
  summary: 'Removes a view.',
  description: 'No row changes. undo_migration brings it back.',
  input: z.strictObject({
    view: z.string().min(1).describe('View: catalog.schema.view, schema.view or view'),
    dry_run: dryRun,
  }),
  refusals: ['an unknown view', 'it is a table'],
  stage: async (context, args) => {
    const { transaction } = context;
    const { qualified } = transaction.catalog.resolveView(args.view, 'call drop_table');
    await stageDefinitions(context, transaction.catalog.withChanges({ views: new Map([[qualified, null]]) }));
    return { deed: deedOf('drop view', null, { names: { view: qualified } }), tables: [qualified] };
  },
});
