/** The result of every write: what changes, or would. D4. */

import type { StagedChange } from '../storage/staged-change';
import { ID_KEY, type Row, TABLE_KEY } from '../storage/row';
import type { Transaction } from '../storage/transaction';
import { bodyOf } from '../note/body';
import { type Json, type JsonObject, jsonEqual } from '../values/json';

/** Entries in each list of a result. */
export const MOST_LISTED = 100;

/** Everything of D4 but the migration, which is known only after the commit. */
export function planResult(
  transaction: Transaction,
  operation: string,
  table: string | null,
  summary: string,
): JsonObject {
  const creates: string[] = [];
  const deletes: string[] = [];
  const moves: JsonObject[] = [];
  const updates: StagedChange[] = [];
  let changed = 0;
  for (const change of asRowsWent(transaction.staging())) {
    const { from, to, before, after } = change;
    if (!isNote(to ?? from ?? '')) continue;
    changed++;
    if (to === null) deletes.push(from as string);
    else if (from === null) creates.push(to);
    else {
      if (from !== to) moves.push({ from, to });
      if (before !== after) updates.push(change);
    }
  }
  const longest = Math.max(creates.length, deletes.length, moves.length, updates.length);
  return {
    operation,
    table,
    summary,
    changed,
    plannedCreates: creates.slice(0, MOST_LISTED),
    plannedUpdates: updates
      .slice(0, MOST_LISTED)
      .map((change) => ({ path: change.to, changes: columnChanges(transaction, change) })),
    plannedDeletes: deletes.slice(0, MOST_LISTED),
    planned_moves: moves.slice(0, MOST_LISTED),
    ...(longest > MOST_LISTED ? { truncated: true } : {}),
    version: null,
    warnings: transaction.warnings.slice(),
  };
}

/** A circle of rows exchanges its texts where the files lie; to people each of them went from where it was. */
function asRowsWent(changes: readonly StagedChange[]): readonly StagedChange[] {
  const origins = new Map<string, StagedChange>();
  for (const change of changes) if (isExchanged(change)) origins.set(change.was?.id ?? '', change);
  if (origins.size === 0) return changes;
  return changes.map((change) => {
    const origin = isExchanged(change) ? origins.get(change.becomes?.decoded.row.id ?? '') : undefined;
    return origin === undefined ? change : { ...change, from: origin.from, before: origin.before };
  });
}

/** Another row lies at the path afterwards. */
const isExchanged = ({ from, to, was, becomes }: StagedChange): boolean =>
  from === to && was !== null && becomes !== null && was.id !== becomes.decoded.row.id;

const isNote = (path: string): boolean => /\.md$/i.test(path);

function columnChanges(transaction: Transaction, change: StagedChange): JsonObject {
  const was = change.from === null ? null : transaction.before.rowAt(change.from);
  const before = was?.row ?? null;
  const after = change.becomes?.decoded.row ?? null;
  const changed: Record<string, Json> = {};
  if (was !== null && change.becomes !== null && was.table.qualified !== change.becomes.table)
    changed[TABLE_KEY] = { before: was.table.qualified, after: change.becomes.table };
  if (before !== null && after !== null && before.id !== after.id)
    changed[ID_KEY] = { before: before.id || null, after: after.id || null };
  for (const key of new Set([...keysOf(before), ...keysOf(after)])) {
    const [old, now] = [before?.values[key], after?.values[key]];
    if (!jsonEqual(old, now)) changed[key] = { before: old ?? null, after: now ?? null };
  }
  const [oldBody, newBody] = [bodyOf(change.before ?? ''), bodyOf(change.after ?? '')];
  if (oldBody !== newBody) changed['body'] = { before: oldBody, after: newBody };
  return changed;
}

const keysOf = (row: Row | null): readonly string[] => (row === null ? [] : Object.keys(row.values));
