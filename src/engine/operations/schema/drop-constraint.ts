/** drop_constraint: takes a CHECK away. Source: docs/operations.md#drop_constraint; D18. */

import * as z from 'zod';
import type { TableDefinition } from '../../catalog/definition';
import { nearNames, suggest } from '../../../kernel/near-names';
import { notFound } from '../../errors';
import { dryRun, tableArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import { defineWrite } from '../define-operation';
import { stageDefinitions } from '../../rows/schema-change/stage-definitions';

export const dropConstraint = defineWrite({
  name: 'drop_constraint',
  group: 'schema',
  permission: 'schema',
  effect: 'write',
  summary: 'Removes a CHECK.',
  description: 'No row changes. Undo brings the CHECK back, unless rows came since that break it.',
  input: z.strictObject({
    table: tableArgument,
    name: z.string().describe('Name of the CHECK'),
    dry_run: dryRun,
  }),
  refusals: ['an unknown constraint'],
  stage: async (context, { table: reference, name }) => {
    const { transaction } = context;
    const { catalog } = transaction;
    const definition = catalog.resolveTable(reference);
    const constraints = definition.constraints.filter((each) => each.name !== name);
    if (constraints.length === definition.constraints.length) throw unknownConstraint(definition, name);
    await stageDefinitions(context, catalog.withTable({ ...definition, constraints }));
    return {
      deed: deedOf('drop constraint', definition.qualified, { names: { constraint: name } }),
      tables: [definition.qualified],
    };
  },
});

function unknownConstraint({ name: table, constraints }: TableDefinition, name: string) {
  const names = constraints.map((each) => each.name);
  const hint = suggest(nearNames(name, names), `its constraints: ${names.join(', ') || 'none'}`);
  return notFound(`${table} has no constraint "${name}"`, hint);
}
