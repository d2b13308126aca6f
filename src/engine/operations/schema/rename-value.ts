/** rename_value: gives one value of an enum another name, in the definitions and in every row. Source: docs/operations.md#rename_value; D17. */

import * as z from 'zod';
import type { Catalog } from '../../catalog/catalog';
import { originOf, requireColumn, withColumns } from '../../catalog/references/change-column';
import { mapColumnReads } from '../../catalog/references/column-references';
import { renamedInViews } from '../../catalog/references/renamed-in-views';
import type { BaseDefinition, TableDefinition } from '../../catalog/definition';
import { tablesChanged } from '../../catalog/metastore/definition-changes';
import { withRenamedValue } from '../../catalog/references/enum-values';
import { basesDeclaring, inheritorsOf } from '../../catalog/references/inheritors';
import { badRequest } from '../../errors';
import { type RawValue, rawString } from '../../yaml/raw-value';
import { type ColumnSpec, noteKeyOf } from '../../values/column-spec';
import { dryRun, tableArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import type { RedefinedContext } from '../../contexts';
import { defineWrite } from '../define-operation';
import { setRowKeys } from '../../rows/list-keys';
import type { OpenRow } from '../../rows/row-edit';
import type { RowCodec } from '../../storage/row-codec';
import { placeChangedRow } from '../../rows/row-path';
import { type RewrittenRow, rewriteRows } from '../../rows/schema-change/column-rows';
import { stageDefinitions } from '../../rows/schema-change/stage-definitions';

export const renameValue = defineWrite({
  name: 'rename_value',
  group: 'schema',
  permission: 'schema',
  effect: 'write',
  summary: 'Renames one value of an enum everywhere.',
  description:
    'The value keeps its position. Rows, items of lists, default, value_descriptions, value_colors, CHECKs, ref_where and ref_by of any table, views and webhooks follow, and so do file names and folders made of it. For an inherited column the base and all its heirs change. The text of notes is not rewritten.',
  brief: 'Definitions, webhooks and file names follow; the text of notes does not.',
  input: z.strictObject({
    table: tableArgument,
    column: z.string().describe('An enum, or a list of enum'),
    from_value: z.string().describe('The value now'),
    to_value: z.string().describe('Its new name'),
    dry_run: dryRun,
  }),
  refusals: [
    'to_value exists',
    'from_value is not a value of the column',
    'the column is not an enum',
    'a note that does not parse',
  ],
  stage: async (context, { table: reference, column, from_value: from, to_value: to }) => {
    const { transaction } = context;
    const { catalog } = transaction;
    if (to.trim() === '') throw badRequest('to_value: an enum value may not be empty', 'give the value a name');
    const definition = catalog.resolveTable(reference);
    requireColumn(definition, column);
    const bases =
      originOf(catalog, definition, column) === null ? [] : basesDeclaring(column, definition, catalog.definition);
    const heirs = new Set(bases.flatMap(({ name }) => catalog.inheritingTables(name)));
    const owners = bases.length === 0 ? [definition] : [...heirs];
    const next = withValue(catalog, { definition, bases, column, from, to }, transaction.warnings);
    const rewritten: { readonly owner: TableDefinition; readonly rows: readonly RewrittenRow[] }[] = [];
    for (const owner of owners) {
      const key = noteKeyOf(requireColumn(owner, column));
      const codec = transaction.codec(owner);
      const rows = await rewriteRows(context, owner, (open) => renamedValueText(codec, open, key, { from, to }));
      rewritten.push({ owner, rows });
    }
    const redefined = await stageDefinitions(context, next);
    for (const { owner, rows } of rewritten) await stageRows(redefined, owner, rows);
    for (const { qualified } of owners) transaction.renames.push({ kind: 'value', table: qualified, column, from, to });
    const others = owners.filter((owner) => owner !== definition).map(({ qualified }) => qualified);
    return {
      deed: deedOf('rename value', definition.qualified, { names: { column, from, to } }),
      tables: [...new Set([...tablesChanged(catalog.definition, next.definition, definition.qualified), ...others])],
    };
  },
});

interface ValueRenaming {
  readonly definition: TableDefinition;
  /** The bases that declare the column; none when the table does. */
  readonly bases: readonly BaseDefinition[];
  readonly column: string;
  readonly from: string;
  readonly to: string;
}

/** `warnings` hears of views that can't follow. */
function withValue(
  catalog: Catalog,
  { definition, bases, column, from, to }: ValueRenaming,
  warnings: string[],
): Catalog {
  const { qualified } = definition;
  const owners = new Set([qualified, ...bases.flatMap(({ name }) => inheritorsOf(name, catalog.definition))]);
  const { changes } = mapColumnReads(catalog, {
    value: (read, value) => (owners.has(read.table) && read.column === column && value === from ? to : value),
  });
  const { views, split } = renamedInViews(catalog, (table, name, value) =>
    owners.has(table) && name === column && value === from ? to : value,
  );
  for (const { view, names } of split) {
    warnings.push(
      `the view ${view.qualified} compares ${names} with ${JSON.stringify(from)}, which only some of its tables call ${JSON.stringify(to)} now; change it with create_view`,
    );
  }
  const followed = catalog.withChanges({ ...changes, views });
  const rename = (specs: readonly ColumnSpec[]): readonly ColumnSpec[] =>
    specs.map((spec) => (spec.name === column ? withRenamedValue(spec, from, to) : spec));
  if (bases.length === 0) return withColumns(followed, qualified, rename);
  const declared = bases.flatMap(({ name }) => followed.base(name) ?? []);
  const renamed = declared.map((base) => [base.name, { ...base, columns: rename(base.columns) }] as const);
  return followed.withChanges({ bases: new Map(renamed) });
}

/** Only the value changes, and only where it is one: in a list, the item. */
function renamedValueText(
  codec: RowCodec,
  { text, frontMatter }: OpenRow,
  noteKey: string,
  { from, to }: Pick<ValueRenaming, 'from' | 'to'>,
): string {
  const raw = frontMatter.entries.find(({ key }) => key === noteKey)?.raw;
  const is = (each: RawValue): boolean => each.kind === 'scalar' && each.text === from;
  if (raw === undefined) return text;
  if (is(raw)) return setRowKeys(codec, text, new Map([[noteKey, rawString(to)]]));
  if (raw.kind !== 'list' || !raw.items.some(is)) return text;
  const items = raw.items.map((item) => (is(item) ? rawString(to) : item));
  return setRowKeys(codec, text, new Map([[noteKey, { kind: 'list', items }]]));
}

/** A file name or a folder that is made of the value follows. D6 */
async function stageRows(
  context: RedefinedContext,
  owner: TableDefinition,
  rows: readonly RewrittenRow[],
): Promise<void> {
  const { transaction, zone, host } = context;
  await transaction.revalidate(owner.qualified, { columns: new Set(), rows: null }, host.scheduler);
  for (const { open, after } of rows) {
    const { path, row, text } = open;
    transaction.put({ from: path, to: path, before: text, after });
    const now = transaction.table(owner.qualified).row(path) ?? row;
    const place = placeChangedRow(transaction, owner, row, now, { zone });
    if (typeof place !== 'string') transaction.violate(place);
    else if (place !== path) transaction.put({ from: path, to: place, before: text, after });
    await host.scheduler.pause();
  }
}
