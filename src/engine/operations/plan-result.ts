/** The result of every write: what changes, or would. D4. */

import type { StagedChange } from '../storage/staged-change';
import { type Row, TABLE_KEY } from '../storage/row';
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
  for (const change of transaction.staging()) {
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

const isNote = (path: string): boolean => /\.md$/i.test(path);

function columnChanges(transaction: Transaction, change: StagedChange): JsonObject {
  const was = change.from === null ? null : transaction.before.rowAt(change.from);
  const before = was?.row ?? null;
  const after = change.becomes?.decoded.row ?? null;
  const changed: Record<string, Json> = {};
  if (was !== null && change.becomes !== null && was.table.qualified !== change.becomes.table)
    changed[TABLE_KEY] = { before: was.table.qualified, after: change.becomes.table };
  for (const key of new Set([...keysOf(before), ...keysOf(after)])) {
    const [old, now] = [before?.values[key], after?.values[key]];
    if (!jsonEqual(old, now)) changed[key] = { before: old ?? null, after: now ?? null };
  }
  const [oldBody, newBody] = [bodyOf(change.before ?? ''), bodyOf(change.after ?? '')];
  if (oldBody !== newBody) changed['body'] = { before: oldBody, after: newBody };
  return changed;
}

const keysOf = (row: Row | null): readonly string[] => (row === null ? [] : Object.keys(row.values));
