/** add_column: declares a column of a table that is there. spec: Schema operations, Column spec; D16, D17. */

import * as z from 'zod';
import { withColumns } from '../../catalog/references/change-column';
import { declareColumn } from '../../catalog/declare/declare-table';
import type { TableDefinition } from '../../catalog/definition';
import { rawToJson } from '../../yaml/raw-json';
import { setFrontMatter } from '../../yaml/front-matter/splice';
import type { ColumnSpec } from '../../values/column';
import { resolveDefault } from '../../values/default-value';
import { isEmpty } from '../../values/json';
import { dryRun, jsonObject, table } from '../arguments';
import { type WriteContext, defineWrite } from '../define-operation';
import type { OpenRow } from '../rows/row-edit';
import { type GivenValue, written } from '../rows/row-values';
import { explainNewColumns } from './explain-new-columns';
import { rereadRows } from './reread-rows';
import { settleFilled } from './settle-filled';
import { stageDefinitions } from './stage-definitions';

export const addColumn = defineWrite({
  name: 'add_column',
  group: 'schema',
  effect: 'write',
  summary: 'Adds a typed column to a table.',
  description:
    'Sparse by default: no note is written. With dense every row gets the key; the default is written to existing rows only when the column is dense or required. A key of that name that stands in notes already is taken as the value and validated; everything that does not fit is listed.',
  input: z.strictObject({
    table,
    column: jsonObject.describe('Column spec: name, type, description and more'),
    dry_run: dryRun,
  }),
  refusals: [
    'a description is missing',
    'the name is taken, by a column or a field',
    'an attribute does not fit the column',
    'rows without a value of a required column, or with a key whose value does not fit',
  ],
  stage: async (context, { table: reference, column }) => {
    const { transaction } = context;
    const { catalog } = transaction;
    const definition = catalog.resolveTable(reference);
    const { qualified } = definition;
    const spec = declareColumn(column, definition, catalog, { requireDescriptions: true });
    const next = withColumns(catalog, qualified, (declared) => [...declared, spec]);
    await stageDefinitions(transaction, next);
    await fillRows(context, next.resolveTable(qualified), spec);
    return {
      summary: `added column ${spec.name} to ${definition.name}`,
      tables: [qualified],
      explain: (error) => Promise.resolve(explainNewColumns(context, error)),
    };
  },
});

async function fillRows(context: WriteContext, table: TableDefinition, spec: ColumnSpec): Promise<void> {
  const given = initialValue(context, spec);
  const rewrite = ({ text, frontMatter }: OpenRow): string => {
    const raw = frontMatter.entries.find(({ key }) => key === spec.name)?.raw;
    const isMissing = raw === undefined || (spec.required === true && isEmpty(rawToJson(raw)));
    return isMissing && given.raw !== null ? setFrontMatter(text, new Map([[spec.name, given.raw]])) : text;
  };
  await rereadRows(context, { table, columns: [spec.name], rewrite: given.raw === null ? null : rewrite });
  await settleFilled(context, table, new Map([[spec.name, given]]));
}

/** What a row without the key gets. spec: written only where a value exists; D16 (dense or required) */
function initialValue({ transaction, zone }: WriteContext, spec: ColumnSpec): GivenValue {
  const isWritten = spec.dense === true || spec.required === true;
  return written(spec, isWritten ? resolveDefault(spec, transaction.now, zone) : undefined);
}
