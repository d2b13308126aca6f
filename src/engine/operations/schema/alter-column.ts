/** alter_column: changes what a column says of its values or of itself. Source: docs/operations.md#alter_column; D16, D17. */

import * as z from 'zod';
import { alteredColumn, restyledColumn } from '../../catalog/declare/altered-column';
import { valueRules } from '../../catalog/spec/attribute-keys';
import { ALTERABLE } from '../../catalog/spec/column-attributes';
import type { Catalog } from '../../catalog/catalog';
import { resolveRefs } from '../../catalog/declare/resolve-refs';
import { originOf, requireColumn, withColumns } from '../../catalog/references/change-column';
import type { TableDefinition } from '../../catalog/definition';
import { enumValues, refuseUsedValues } from '../../catalog/references/enum-values';
import { STYLE } from '../../catalog/references/inheritance';
import { refuseProblems } from '../../catalog/problem';
import { checkTableDefinition } from '../../catalog/declare/table-rules';
import { RAW_EMPTY } from '../../yaml/raw-value';
import { setFrontMatter } from '../../yaml/front-matter/splice-front-matter';
import { type ColumnSpec, noteKeyOf } from '../../values/column-spec';
import type { Json, JsonObject } from '../../json';
import type { VaultTable } from '../../storage/view';
import { columnChanges, dryRun, tableArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import type { RedefinedContext, WriteContext } from '../../contexts';
import { defineWrite } from '../define-operation';
import type { OpenRow } from '../../rows/row-edit';
import { rewriteRows, stageRewritten } from '../../rows/schema-change/column-rows';
import { valueConversion } from '../../rows/schema-change/convert-values';
import { renamedKey } from '../../rows/schema-change/rename-row-key';
import { inlineToFrontMatter } from '../../rows/inline-to-front-matter';
import { rereadRows } from '../../rows/schema-change/reread-rows';
import { stageDefinitions } from '../../rows/schema-change/stage-definitions';

export const alterColumn = defineWrite({
  name: 'alter_column',
  group: 'schema',
  permission: 'schema',
  effect: 'write',
  summary: 'Changes attributes of a column.',
  description: `Can change: ${ALTERABLE.join(', ')}. null removes an attribute. Another type, of the values or of the items of a list, converts what it can without loss: text "12" to a number, "yes" to true, "a; b" to a list, a list of one item to the item, the name of a note to a link. Rows that do not fit are listed, and nothing is written. key renames the front matter key in the notes. dense writes the key to rows that lack it. Attributes that the new type has no use for go with a warning. A column that comes from a base can only be restyled: ${STYLE.join(', ')}.`,
  brief: 'Converts values to a new type; rows that do not fit are listed.',
  input: z.strictObject({
    table: tableArgument,
    column: z.string().describe('The column to change'),
    changes: columnChanges.describe('Attribute -> new value; null removes it'),
    dry_run: dryRun,
  }),
  refusals: [
    'values that are there do not fit',
    'an empty description',
    'an attribute that makes another column: ref, generated, identity, vocabulary, hierarchy, inverse',
    'an enum value that a rule uses is dropped',
    'anything but the style of an inherited column',
    'an unknown column or attribute',
  ],
  stage: async (context, { table: reference, column, changes }) => {
    const { transaction } = context;
    const { catalog } = transaction;
    const definition = catalog.resolveTable(reference);
    const { qualified } = definition;
    const before = requireColumn(definition, column);
    const base = originOf(catalog, definition, column);
    const next =
      base === null
        ? withAlteredColumn(context, definition, before, changes)
        : withRestyledColumn(catalog, definition, { column, base, changes });
    const after = requireColumn(next.resolveTable(qualified), column);
    const tables = [qualified];
    if (JSON.stringify(next.table(qualified)) === JSON.stringify(definition)) {
      return { deed: deedOf('alter column', qualified, { counts: { columns: 0 }, names: { column } }), tables };
    }
    refuseNewProblems(definition, next.resolveTable(qualified));
    const [key, newKey] = [noteKeyOf(before), noteKeyOf(after)];
    const codec = transaction.codec(definition);
    const leavesText = before.inline === true && after.inline !== true;
    const rekey = ({ path, text }: OpenRow): string =>
      renamedKey(
        codec,
        { path, text: leavesText ? inlineToFrontMatter(codec, before, path, text) : text },
        key,
        newKey,
      );
    const rekeyed = key === newKey && !leavesText ? [] : await rewriteRows(context, definition, rekey);
    const redefined = await stageDefinitions(context, next);
    await stageRewritten(redefined, rekeyed);
    await revalidateRows(redefined, next.resolveTable(qualified), before, after);
    return { deed: deedOf('alter column', qualified, { counts: { columns: 1 }, names: { column } }), tables };
  },
});

function withAlteredColumn(
  { transaction }: WriteContext,
  { qualified }: TableDefinition,
  before: ColumnSpec,
  changes: JsonObject,
): Catalog {
  const { catalog } = transaction;
  const { spec: altered, gone } = alteredColumn(before, changes);
  const { spec, problems } = resolveRefs(altered, qualified, catalog, []);
  refuseProblems(`${before.name} can not be altered`, problems);
  const left = enumValues(spec);
  const dropped = left === null ? [] : (enumValues(before) ?? []).filter((value) => !left.includes(value));
  refuseUsedValues(catalog, qualified, before.name, new Set(dropped));
  if (gone.length > 0)
    transaction.warnings.push(`${before.name}: ${gone.join(', ')} went with the type ${before.type}`);
  return withColumns(catalog, qualified, (declared) => declared.map((each) => (each.name === spec.name ? spec : each)));
}

function withRestyledColumn(
  catalog: Catalog,
  { qualified, declared }: TableDefinition,
  { column, base, changes }: { readonly column: string; readonly base: string; readonly changes: JsonObject },
): Catalog {
  const inherited = catalog.base(base)?.columns.find(({ name }) => name === column);
  if (inherited === undefined) throw new Error(`the base ${base} has no column ${column}`);
  const present = declared.find(({ name }) => name === column);
  const spec = restyledColumn(inherited, present, base, changes);
  return withColumns(catalog, qualified, (specs) =>
    present === undefined ? [...specs, spec] : specs.map((each) => (each === present ? spec : each)),
  );
}

/** What the rest of the table asks of the column: a time column that is a date, say. */
function refuseNewProblems(before: TableDefinition, after: TableDefinition): void {
  const known = new Set(checkTableDefinition(before).map(({ message }) => message));
  const problems = checkTableDefinition(after).filter(({ message }) => !known.has(message));
  refuseProblems(`${after.qualified} does not fit the change`, problems);
}

function* valuesOf(rows: VaultTable, column: string): Generator<Json | undefined> {
  for (const path of rows.pathsOfRows()) yield rows.row(path)?.values[column];
}

async function revalidateRows(
  context: RedefinedContext,
  definition: TableDefinition,
  before: ColumnSpec,
  after: ColumnSpec,
): Promise<void> {
  const { name } = after;
  const key = noteKeyOf(after);
  const isJudged = valueRules({ ...before, key }) !== valueRules({ ...after, key });
  const becomesDense = after.dense === true && before.dense !== true;
  if (!isJudged && !becomesDense) return;
  const rows = context.transaction.before.table(definition.qualified);
  const converted = valueConversion(context, before, after, valuesOf(rows, before.name));
  const withKey = (open: OpenRow): string =>
    open.frontMatter.entries.some((entry) => entry.key === key)
      ? (converted?.(open) ?? open.text)
      : setFrontMatter(open.text, new Map([[key, RAW_EMPTY]]));
  await rereadRows(context, {
    table: definition,
    columns: isJudged ? [name] : [],
    rewrite: becomesDense ? withKey : converted,
  });
}
