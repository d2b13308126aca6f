/** Reads a whole table into the target while others write to it. docs/mirror.md#snapshot */

import { type MirrorTransaction, type RowChanges } from './mirror-target';
import { StartOver } from './start-over';
import { isSameDefinition } from './shape-difference';
import { type TableShape, shapeOf } from './table-shape';
import { PAGE_OF_ROWS, type VaultSource } from './vault-source';

/** What of the changes of a table is in the target already. */
export interface KnownMoment {
  /** All changes up to it, and nothing after it, but for `paths`. */
  readonly seq: number;
  /** The rows that were read last, with all changes up to `pathsSeq`. */
  readonly paths: ReadonlySet<string>;
  readonly pathsSeq: number;
  readonly rows: number;
}

export const knows = ({ seq, paths, pathsSeq }: KnownMoment, path: string, event: number): boolean =>
  event <= seq || (event <= pathsSeq && paths.has(path));

/** Throws `StartOver` when the table is not what `table` says, or does not stay it. */
export async function readTable(
  source: VaultSource,
  transaction: MirrorTransaction,
  table: TableShape,
  others: readonly TableShape[],
): Promise<KnownMoment> {
  const { qualified } = table;
  const described = await source.describe(qualified).catch(() => null);
  if (described === null || !isSameDefinition(shapeOf(qualified, described, others), table)) throw new StartOver();
  await transaction.clear(table);
  let first: number | null = null;
  let last = 0;
  let rows = 0;
  for (let after: string | null = null; ;) {
    const where = after === null ? {} : { where: { path: { gt: after } } };
    const page = await source.rows(qualified, where);
    first ??= page.seq;
    last = page.seq;
    rows += page.rows.length;
    await transaction.write(table, { ...NO_CHANGES, inserts: page.rows });
    after = page.rows.at(-1)?.path ?? after;
    if (page.rows.length < PAGE_OF_ROWS && !page.isCut) break;
  }
  return { ...(await catchUp(source, transaction, table, { from: first, to: last })), rows };
}

const NO_CHANGES: RowChanges = { deletes: [], moves: [], updates: [], inserts: [] };

/** Rows that changed from one page to the next are read again, until one answer has all that are left. */
async function catchUp(
  source: VaultSource,
  transaction: MirrorTransaction,
  table: TableShape,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Omit<KnownMoment, 'rows'>> {
  const touched = [...(await touchedPaths(source, table.qualified, from, to))];
  if (touched.length === 0) return { seq: to, paths: new Set(), pathsSeq: to };
  let last = to;
  for (let i = 0; i < touched.length; i += PAGE_OF_ROWS) {
    const paths = touched.slice(i, i + PAGE_OF_ROWS);
    const { rows, seq, isCut } = await source.rows(table.qualified, { where: { path: { in: paths } } });
    if (isCut) throw new StartOver();
    await transaction.write(table, { ...NO_CHANGES, deletes: paths });
    await transaction.write(table, { ...NO_CHANGES, inserts: rows });
    last = seq;
  }
  if (touched.length <= PAGE_OF_ROWS) return { seq: to, paths: new Set(touched), pathsSeq: last };
  return catchUp(source, transaction, table, { from: to, to: last });
}

/** Where rows lie, or lay, that changed after `from` up to `to`. */
async function touchedPaths(source: VaultSource, table: string, from: number, to: number): Promise<Set<string>> {
  const touched = new Set<string>();
  for (let since = from; since < to;) {
    const { changes, last, gap } = await source.changes({ since, tables: [table], targets: false });
    if (gap) throw new StartOver();
    for (const { seq, op, path, changes: values } of changes) {
      if (seq > to) return touched;
      if (op === 'schema') throw new StartOver();
      const before = values?.['path']?.before;
      for (const each of [path, before]) if (typeof each === 'string') touched.add(each);
    }
    if (last === since) break;
    since = last;
  }
  return touched;
}
