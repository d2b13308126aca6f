/** Stages new definitions with the rewritten rows; the gate validates every row again. Source: docs/operations.md#define_base, docs/operations.md#set_table_bases; D17. */

import type { Catalog } from '../../catalog/catalog';
import { type ColumnRenames, lostColumns } from '../../catalog/references/change-bases';
import { type TableDefinition, columnNamed } from '../../catalog/definition';
import { valueRules } from '../../catalog/spec/attribute-keys';
import { sameColumn } from '../../catalog/references/inheritance';
import { parseFrontMatter } from '../../yaml/front-matter/front-matter';
import type { RawValue } from '../../yaml/raw-value';
import { type ColumnSpec, noteKeyOf } from '../../values/column-spec';
import { resolveDefault } from '../../values/default-value';
import { isComputed } from '../../values/generated-columns';
import type { RedefinedContext, WriteContext } from '../../contexts';
import type { OpenRow } from '../row-edit';
import { setRowKeys } from '../list-keys';
import { RowCodec } from '../../storage/row-codec';
import { type GivenValue, written } from '../row-values';
import { inlineToFrontMatter } from '../inline-to-front-matter';
import { renamedKey } from './rename-row-key';
import { rereadRows } from './reread-rows';
import { normalizeDefaultLinks } from './normalize-default-links';
import { stageDefinitions } from './stage-definitions';

/** `next`: of the transaction's catalog. In changed tables keys are renamed, dropped and filled in. Returns these tables. */
export async function stageRedefinition(
  context: WriteContext,
  next: Catalog,
  renames: ColumnRenames,
): Promise<readonly TableDefinition[]> {
  const { transaction } = context;
  const changed = transaction.catalog.tables().flatMap((before) => {
    const after = next.table(before.qualified);
    return after === null || after === before ? [] : [{ before, after }];
  });
  const redefined = await stageDefinitions(context, next);
  for (const { before, after } of changed) await redefineRows(redefined, before, after, renames);
  return changed.map(({ after }) => after);
}

async function redefineRows(
  context: RedefinedContext,
  before: TableDefinition,
  table: TableDefinition,
  allRenames: ColumnRenames,
): Promise<void> {
  const names = new Set(before.columns.map(({ name }) => name));
  const renames = new Map([...allRenames].filter(([from]) => names.has(from)));
  const present = new Map(before.columns.map((spec) => [renames.get(spec.name) ?? spec.name, spec]));
  const changed = table.columns.filter((spec) => {
    const old = present.get(spec.name);
    return old === undefined || valueRules(old) !== valueRules(spec);
  });
  const keyOf = new Map(before.columns.map((spec) => [spec.name, noteKeyOf(spec)]));
  const lost = lostColumns(before, table, renames).map((name) => keyOf.get(name) ?? name);
  const rekeyed = rekeyedColumns(table, present);
  const filled = filledValues(context, table, present);
  const keyed = new Map(table.columns.flatMap((spec) => keyedValue(spec, filled.get(spec.name))));
  const codecs = { former: new RowCodec(before), codec: context.transaction.codec(table) };
  const left = [...present].flatMap(([name, old]) =>
    old.inline === true && columnNamed(table, name)?.inline !== true && !lost.includes(noteKeyOf(old)) ? [old] : [],
  );
  const isWritten = rekeyed.size + lost.length + filled.size + left.length > 0;
  if (!isWritten && changed.length === 0) return;
  const rewrite = ({ path, text }: OpenRow): string =>
    rewrittenText(path, text, { ...codecs, rekeyed, lost, left, filled: keyed });
  await rereadRows(context, { table, columns: changed.map(({ name }) => name), rewrite: isWritten ? rewrite : null });
  await normalizeDefaultLinks(context, table, filled);
}

const keyedValue = (spec: ColumnSpec, value: GivenValue | undefined): [string, GivenValue][] =>
  value === undefined ? [] : [[noteKeyOf(spec), value]];

/** Front matter keys that change: of columns with another name or another `key`. `present`: by name afterwards. */
function rekeyedColumns(
  { columns }: TableDefinition,
  present: ReadonlyMap<string, ColumnSpec>,
): ReadonlyMap<string, string> {
  const pairs = columns.flatMap((spec): [string, string][] => {
    const old = present.get(spec.name);
    return old === undefined || noteKeyOf(old) === noteKeyOf(spec) ? [] : [[noteKeyOf(old), noteKeyOf(spec)]];
  });
  return new Map(pairs);
}

/** What a row gets that lacks the key. The default is for new columns: others are empty because somebody left them so. D16 */
function filledValues(
  { now, zone }: WriteContext,
  table: TableDefinition,
  present: ReadonlyMap<string, ColumnSpec>,
): ReadonlyMap<string, GivenValue> {
  const filled = new Map<string, GivenValue>();
  for (const spec of table.columns) {
    const old = present.get(spec.name);
    if (isComputed(spec) || (old !== undefined && sameColumn({ ...old, name: spec.name }, spec))) continue;
    const isNew = old === undefined;
    const isMeant = spec.dense === true || (isNew && spec.required === true);
    const value = written(spec, isNew && isMeant ? resolveDefault(spec, now, zone) : undefined);
    if (isMeant && value.raw !== null) filled.set(spec.name, value);
  }
  return filled;
}

/** By front matter key. */
interface RowChanges {
  readonly rekeyed: ReadonlyMap<string, string>;
  readonly lost: readonly string[];
  /** Columns, as they were, whose values leave the text for the front matter. */
  readonly left: readonly ColumnSpec[];
  readonly former: RowCodec;
  readonly codec: RowCodec;
  readonly filled: ReadonlyMap<string, GivenValue>;
}

function rewrittenText(path: string, text: string, changes: RowChanges): string {
  const { rekeyed, lost, left, former, codec, filled } = changes;
  let renamed = text;
  for (const spec of left) renamed = inlineToFrontMatter(former, spec, path, renamed);
  if (lost.length > 0) renamed = setRowKeys(former, renamed, new Map(lost.map((key) => [key, null])));
  for (const [from, to] of rekeyed) renamed = renamedKey(former, { path, text: renamed }, from, to);
  const present = new Set(codec.entriesOf(renamed, parseFrontMatter(renamed)).map(({ key }) => key));
  const keys = new Map<string, RawValue | null>();
  for (const [key, { raw }] of filled) if (!present.has(key)) keys.set(key, raw);
  return keys.size === 0 ? renamed : setRowKeys(codec, renamed, keys);
}
