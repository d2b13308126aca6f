/** add_column: declares a column of a table that is there. Source: docs/operations.md#add_column, docs/operations.md#column-specs; D16, D17. */

import * as z from 'zod';
import { withColumns } from '../../catalog/references/change-column';
import { declareColumn } from '../../catalog/declare/declare-table';
import type { TableDefinition } from '../../catalog/definition';
import { rawToJson } from '../../yaml/raw-json';
import { type ColumnSpec, noteKeyOf } from '../../values/column-spec';
import { resolveDefault } from '../../values/default-value';
import { isEmpty } from '../../json';
import { columnSpec, dryRun, tableArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import type { RedefinedContext, WriteContext } from '../../contexts';
import { defineWrite } from '../define-operation';
import { setRowKeys } from '../../rows/list-keys';
import type { OpenRow } from '../../rows/row-edit';
import { type GivenValue, written } from '../../rows/row-values';
import { explainNewColumns } from '../../rows/schema-change/explain-new-columns';
import { rereadRows } from '../../rows/schema-change/reread-rows';
import { normalizeDefaultLinks } from '../../rows/schema-change/normalize-default-links';
import { stageDefinitions } from '../../rows/schema-change/stage-definitions';

export const addColumn = defineWrite({
  name: 'add_column',
  group: 'schema',
  permission: 'schema',
  effect: 'write',
  summary: 'Adds a typed column to a table.',
  description:
    'Sparse by default: no note is written. With dense every row gets the key; the default is written to existing rows only when the column is dense or required. A key of that name that notes already have is taken as the value and validated; everything that does not fit is listed. Links that an inverse finds on the other side are not written: a warning counts them and names align_relations.',
  brief: 'Writes no note unless it is dense, or required with a default.',
  input: z.strictObject({
    table: tableArgument,
    column: columnSpec.describe('The new column'),
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
    const spec = declareColumn(column, definition, catalog, context);
    const next = withColumns(catalog, qualified, (declared) => [...declared, spec]);
    await fillRows(await stageDefinitions(context, next), next.resolveTable(qualified), spec);
    return {
      deed: deedOf('add column', definition.qualified, { names: { column: spec.name } }),
      tables: [qualified],
      explain: (error) => Promise.resolve(explainNewColumns(context, error)),
    };
  },
});

async function fillRows(context: RedefinedContext, table: TableDefinition, spec: ColumnSpec): Promise<void> {
  const given = initialValue(context, spec);
  const codec = context.transaction.codec(table);
  const rewrite = ({ text, frontMatter }: OpenRow): string => {
    const raw = frontMatter.entries.find(({ key }) => key === noteKeyOf(spec))?.raw;
    const isMissing = raw === undefined || (spec.required === true && isEmpty(rawToJson(raw)));
    return isMissing && given.raw !== null ? setRowKeys(codec, text, new Map([[noteKeyOf(spec), given.raw]])) : text;
  };
  await rereadRows(context, { table, columns: [spec.name], rewrite: given.raw === null ? null : rewrite });
  await normalizeDefaultLinks(context, table, new Map([[spec.name, given]]));
}

/** What a row without the key gets: nothing, unless the column is dense or required. D16 */
function initialValue({ transaction, zone }: WriteContext, spec: ColumnSpec): GivenValue {
  const isWritten = spec.dense === true || spec.required === true;
  return written(spec, isWritten ? resolveDefault(spec, transaction.now, zone) : undefined);
}
