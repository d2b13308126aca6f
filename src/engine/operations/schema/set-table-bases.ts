/** set_table_bases: says which bases a table inherits from. Source: docs/operations.md#set_table_bases; D17, D18. */

import * as z from 'zod';
import { withTableBases } from '../../catalog/references/change-bases';
import { dryRun, tableArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import { defineWrite } from '../define-operation';
import { explainNewColumns } from '../../rows/schema-change/explain-new-columns';
import { stageRedefinition } from '../../rows/schema-change/redefine-rows';

export const setTableBases = defineWrite({
  name: 'set_table_bases',
  group: 'schema',
  permission: 'schema',
  effect: 'destructive',
  summary: 'Sets the bases that a table inherits columns from.',
  description:
    'Inherited columns come before the table’s own; an own column of the same name is replaced by the inherited one. The columns of a base that is taken away go with their values. Dense, generated and identity columns are filled on existing rows, which must fit.',
  brief: 'Columns of a base that is taken away go, with their values.',
  input: z.strictObject({
    table: tableArgument,
    bases: z.array(z.string()).describe('Names of bases, in order; [] removes all'),
    dry_run: dryRun,
  }),
  refusals: [
    'an unknown base',
    'bases that declare a column in different ways',
    'a column that goes and that a CHECK, ref_where, ref_by or pattern reads',
    'a row that does not fit',
  ],
  stage: async (context, args) => {
    const { catalog } = context.transaction;
    const definition = catalog.resolveTable(args.table);
    const next = withTableBases(catalog, definition, args.bases);
    await stageRedefinition(context, next, new Map());
    const { qualified, bases } = next.table(definition.qualified) ?? definition;
    const deed = deedOf('set bases', qualified, { names: { bases: [...bases] } });
    return { deed, tables: [qualified], explain: (error) => Promise.resolve(explainNewColumns(context, error)) };
  },
});
