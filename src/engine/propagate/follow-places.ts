/** Moves the notes whose file name or folder depends on a rewritten link or a recomputed column. D6 (a write that changes a column of the pattern renames the note). */

import type { TableDefinition } from '../catalog/definition';
import { filenamePattern, partitionPattern } from '../catalog/row-patterns';
import { folderOf, noteNameOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import type { StagedChange } from '../storage/transaction/staged-change';
import { linkSpecOf } from '../values/column-spec';
import { patternColumns } from '../values/patterns';
import type { LinkedContext, WriteContext } from '../contexts';
import { moveLate } from './move-partners';
import { areNamedAlike, placeRow, unplaceableViolation, wantedPlace } from '../rows/row-path';

/** True when notes moved: others may be named by them. `moved`: earlier moves by first path; two that name each other must end. */
export async function followPlaces(context: LinkedContext, moved: Set<NotePath>): Promise<boolean> {
  const { transaction } = context;
  const tables = new Set(
    transaction.catalog
      .tables()
      .filter(dependsOnOtherRows)
      .map(({ qualified }) => qualified),
  );
  if (tables.size === 0) return false;
  return moveLate(context, () =>
    transaction.staging().flatMap((change) => {
      const { from, to, after, becomes } = change;
      if (from === null || to === null || after === null || moved.has(from)) return [];
      const place = becomes !== null && tables.has(becomes.table) ? placeOf(context, change) : to;
      if (place === to) return [];
      moved.add(from);
      transaction.put({ from: to, to: place, before: after, after, follows: true });
      return [[to, place] as const];
    }),
  );
}

/** Every write asks for every table; a definition stays as it is. */
const dependsOnOthersByTable = new WeakMap<TableDefinition, boolean>();

/** Whether a row may have to be renamed without a value being given to it. */
function dependsOnOtherRows(table: TableDefinition): boolean {
  let answer = dependsOnOthersByTable.get(table);
  if (answer === undefined) dependsOnOthersByTable.set(table, (answer = namesOtherRows(table)));
  return answer;
}

function namesOtherRows(table: TableDefinition): boolean {
  const filename = filenamePattern(table);
  const named = patternColumns(`${filename ?? ''}${partitionPattern(table) ?? ''}`);
  return table.columns.some(
    (spec) =>
      (spec.generated !== undefined || linkSpecOf(spec) !== null) && (filename === null || named.includes(spec.name)),
  );
}

/** Where a row belongs that was one of the same table before; anything else stays where its operation put it. */
function placeOf({ transaction, zone }: WriteContext, { kind, from, to, becomes }: StagedChange): NotePath {
  const was = from === null ? null : transaction.before.rowAt(from);
  const table = becomes === null ? null : transaction.catalog.table(becomes.table);
  const present = to ?? '';
  if (becomes === null || table === null || was?.table.qualified !== becomes.table || kind === 'restore')
    return present;
  if (transaction.placed.has(was.row.path)) return present;
  const wanted = wantedPlace(transaction.catalog, was, { table, row: becomes.decoded.row }, zone);
  if ('missing' in wanted) {
    const { path } = was.row;
    // Who staged the row may have said so.
    const isTold = transaction.violations.some((each) => each.code === 'path' && each.path === path);
    if (!isTold) transaction.violate(unplaceableViolation(path, wanted.missing));
    return present;
  }
  const isGiven = transaction.named.has(was.row.path);
  const name = areNamedAlike(was.table, table) && !isGiven ? wanted.name : noteNameOf(present);
  const isThere = wanted.folder === folderOf(present) && name === noteNameOf(present);
  const place = isThere ? present : placeRow(transaction, table, { folder: wanted.folder, name }, present);
  if (typeof place === 'string') return place;
  transaction.violate({ ...place, path: was.row.path });
  return present;
}
