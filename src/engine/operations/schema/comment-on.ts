/** comment_on: says what a catalog or a schema is for. Source: docs/operations.md#comment_on; D18. */

import * as z from 'zod';
import type { CatalogContent } from '../../catalog/catalog';
import { NotedbError } from '../../errors';
import { dryRun, textArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import { defineWrite } from '../define-operation';
import { stageDefinitions } from '../../rows/schema-change/stage-definitions';

export const commentOn = defineWrite({
  name: 'comment_on',
  group: 'schema',
  permission: 'schema',
  wholeDatabase: true,
  effect: 'write',
  summary: 'Describes a catalog or a schema.',
  description: 'With schema the schema is described, else the catalog. An empty description removes the present one.',
  brief: 'Without schema: the catalog.',
  input: z.strictObject({
    catalog: z.string().min(1).describe('Catalog'),
    schema: textArgument.describe('Schema of that catalog'),
    description: z.string().describe('What it holds; empty removes'),
    dry_run: dryRun,
  }),
  refusals: ['an unknown catalog', 'an unknown schema'],
  stage: async (context, args) => {
    const { transaction } = context;
    const { catalog } = transaction;
    const found = oneOf('catalog', catalog.tree(), args.catalog);
    const schema = args.schema ?? null;
    if (schema !== null) oneOf(`schema of ${args.catalog}`, found.schemas, schema);
    const name = schema === null ? args.catalog : `${args.catalog}.${schema}`;
    const description = args.description.trim() === '' ? null : args.description;
    await stageDefinitions(context, catalog.withChanges({ descriptions: new Map([[name, description]]) }));
    const what = schema === null ? 'catalog' : 'schema';
    return {
      deed: deedOf(description === null ? 'remove description' : 'set description', null, {
        names: { of: what, name },
      }),
      tables: [],
    };
  },
});

function oneOf<T extends Pick<CatalogContent, 'name'>>(what: string, all: readonly T[], name: string): T {
  const found = all.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = all.map((each) => each.name).join(', ');
  throw new NotedbError('refused', `there is no ${what} "${name}"${names === '' ? '' : `; there is ${names}`}`, {
    hint: names === '' ? 'create_table makes a catalog with its first table' : `name one of ${names}`,
  });
}
