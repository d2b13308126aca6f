/** create_table: declares a table. Source: docs/operations.md#create_table; D16, D17. */

import * as z from 'zod';
import { NAMESPACE, declareTable } from '../../catalog/declare/declare-table';
import { TABLE } from '../../catalog/spec/table-reader';
import type { JsonObject } from '../../json';
import { dryRun } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import { defineWrite } from '../define-operation';
import { refuseMissingTemplates } from '../../rows/row-templates';
import { stageDefinitions } from '../../rows/schema-change/stage-definitions';

const { description, columns, bases: _bases, constraints: _constraints, limits: _limits, ...rest } = TABLE.shape;

const input = z.strictObject({
  name: z.string().describe('Table name: lowercase letters, digits and _'),
  columns,
  description,
  ...NAMESPACE.shape,
  ...rest,
  dry_run: dryRun,
});

export const createTable = defineWrite({
  name: 'create_table',
  group: 'schema',
  permission: 'schema',
  effect: 'write',
  summary: 'Creates a table with typed columns.',
  description:
    'The rows lie in <root>/<catalog>/<schema>/<name>/. Every column and the table need a description; all missing ones are listed. Call infer_table first when the notes exist already.',
  brief: 'Every column and the table need a description. Notes exist already? Call infer_table first.',
  input,
  refusals: [
    'a description is missing',
    'the name is taken',
    'an attribute does not fit its column',
    'a ref to no table',
    'a template that is not a note of the vault, or whose filter does not fit the table',
  ],
  stage: async (context, args) => {
    const { transaction } = context;
    const definition = declareTable(args as unknown as JsonObject, transaction.catalog, context);
    await refuseMissingTemplates(context, definition);
    await stageDefinitions(context, transaction.catalog.withTable(definition));
    return { deed: deedOf('create table', definition.qualified), tables: [definition.qualified] };
  },
});
