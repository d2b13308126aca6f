/** create_table: declares a table. spec: Schema operations, Table definition; D16, D17. */

import * as z from 'zod';
import { declareTable } from '../../catalog/declare/declare-table';
import type { JsonObject } from '../../values/json';
import { dryRun, json, jsonObject, text, texts } from '../arguments';
import { defineWrite } from '../define-operation';
import { stageDefinitions } from './stage-definitions';

const input = z.strictObject({
  name: z.string().describe('Table name: lowercase letters, digits and _'),
  columns: z.array(jsonObject).describe('Column specs: name, type, description and more'),
  description: text.describe('What a row records'),
  catalog: text.describe('Default: the database’s default catalog'),
  schema: text.describe('Default: the database’s default schema'),
  time_column: text.describe('Date or datetime column that names the rows'),
  filename: text.describe('File-name pattern such as {name}'),
  partition: text.describe('Folder pattern such as YYYY/MM or {status}'),
  exclude: texts.describe('Vault folders whose notes are no rows'),
  archive: text.describe('Name of the archive folder'),
  aliases: texts.describe('Other words for what it records'),
  history: z.boolean().nullish().describe('Keep versions'),
  autolink_target: z.boolean().nullish().describe('May automatic links link its rows'),
  row_template: text.describe('Markdown body of new rows'),
  fields: z.record(z.string(), json).nullish().describe('Untyped fields: name -> default'),
  tags: z.record(z.string(), z.string()).nullish().describe('Labels'),
  dry_run: dryRun,
});

export const createTable = defineWrite({
  name: 'create_table',
  group: 'schema',
  effect: 'write',
  summary: 'Creates a table with typed columns.',
  description:
    'The rows lie in <root>/<catalog>/<schema>/<name>/. Every column and the table need a description; all missing ones are listed. Call infer_table first when the notes exist already.',
  input,
  refusals: [
    'a description is missing',
    'the name is taken',
    'an attribute does not fit its column',
    'a ref to no table',
  ],
  stage: async ({ transaction }, args) => {
    const definition = declareTable(args as unknown as JsonObject, transaction.catalog, { requireDescriptions: true });
    await stageDefinitions(transaction, transaction.catalog.withTable(definition));
    return { summary: `created table ${definition.qualified}`, tables: [definition.qualified] };
  },
});
