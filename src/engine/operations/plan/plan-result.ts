/** Makes the result of every write, and of every dry run. D4. */

import type { StagedChange } from '../../storage/transaction/staged-change';
import { ID_KEY, type Row, TABLE_KEY } from '../../storage/row';
import type { Transaction } from '../../storage/transaction/transaction';
import { bodyOf } from '../../note/markdown/body';
import { jsonEqual, type Json, type JsonObject } from '../../json';
import type { StagedOutcome } from '../../contexts';
import { plannedNote } from './planned-note';
import type { ResultBudgets } from './result-budget';
import { summaryOfDeed } from '../../schemas/deed';
import type { WriteResult } from '../../schemas/results';
import { lineDiff } from '../../text/line-diff';
import { utf8Length } from '../../../kernel/utf8-length';

/** All but the facts known only after the commit. */
export type PlannedResult = Omit<WriteResult, 'migrationId' | 'dryRun' | 'versions'>;

export async function planResult(
  transaction: Transaction,
  operation: string,
  { tables, deed }: Pick<StagedOutcome, 'tables' | 'deed'>,
  { lists: room, notes: roomOfNotes }: ResultBudgets,
  shows: (change: StagedChange) => boolean,
): Promise<PlannedResult> {
  const creates: string[] = [];
  const deletes: string[] = [];
  const moves: WriteResult['planned_moves'][number][] = [];
  const updates: FileOfRow[] = [];
  const notes: FileOfRow[] = [];
  for (const change of asRowsWent(transaction.staging().filter(shows))) {
    const { from, to, before, after } = change;
    if (!isNote(to ?? from ?? '')) continue;
    notes.push(change);
    if (to === null) deletes.push(from as string);
    else if (from === null) creates.push(to);
    else {
      if (from !== to) moves.push({ from, to });
      if (before !== after) updates.push(change);
    }
  }
  const warnings = await room.list(transaction.warnings, asItIs);
  const plannedCreates = await room.list(creates, asItIs);
  const plannedDeletes = await room.list(deletes, asItIs);
  const plannedMoves = await room.list(moves, asItIs);
  const plannedUpdates = await room.list(updates, (change) => ({
    path: change.to as string,
    changes: columnChanges(transaction, change),
  }));
  const plannedNotes = roomOfNotes === null ? null : await roomOfNotes.list(notes, plannedNote);
  const lengthOf = (lists: readonly (readonly unknown[])[]): number =>
    lists.reduce((sum, { length }) => sum + length, 0);
  const planned = lengthOf([creates, deletes, moves, updates, transaction.warnings]);
  const listed = lengthOf([plannedCreates, plannedDeletes, plannedMoves, plannedUpdates, warnings]);
  const isCut = listed < planned || (plannedNotes !== null && plannedNotes.length < notes.length);
  return {
    operation,
    table: tables[0] ?? null,
    summary: summaryOfDeed(deed),
    deed,
    changed: notes.length,
    plannedCreates,
    plannedUpdates,
    plannedDeletes,
    planned_moves: plannedMoves,
    ...(plannedNotes === null ? {} : { notes: plannedNotes }),
    ...(isCut ? { truncated: true } : {}),
    version: null,
    warnings,
  };
}

type FileOfRow = Pick<StagedChange, 'from' | 'to' | 'before' | 'after' | 'becomes'>;

/** A circle of rows exchanges its texts where the files lie; to people each of them went from where it was. */
function asRowsWent(changes: readonly StagedChange[]): readonly FileOfRow[] {
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

type ToldChanges = WriteResult['plannedUpdates'][number]['changes'];

const asItIs = <T>(item: T): T => item;

const isNote = (path: string): boolean => /\.md$/i.test(path);

function columnChanges(transaction: Transaction, change: FileOfRow): ToldChanges {
  const was = change.from === null ? null : transaction.before.rowAt(change.from);
  const before = was?.row ?? null;
  const after = change.becomes?.decoded.row ?? null;
  const changed: Record<string, ToldChanges[string]> = {};
  if (was !== null && change.becomes !== null && was.table.qualified !== change.becomes.table)
    changed[TABLE_KEY] = { before: was.table.qualified, after: change.becomes.table };
  if (before !== null && after !== null && before.id !== after.id)
    changed[ID_KEY] = { before: before.id || null, after: after.id || null };
  for (const key of new Set([...keysOf(before), ...keysOf(after)])) {
    const [old, now] = [before?.values[key], after?.values[key]];
    if (!jsonEqual(old, now)) changed[key] = changedValueResult(old ?? null, now ?? null);
  }
  const [oldBody, newBody] = [bodyOf(change.before ?? ''), bodyOf(change.after ?? '')];
  if (oldBody !== newBody) changed['body'] = changedTextResult(oldBody, newBody);
  return changed;
}

const keysOf = (row: Row | null): readonly string[] => (row === null ? [] : Object.keys(row.values));

/** Bytes of a diff, and of values that are given whole. D25 */
const MOST_OF_A_VALUE = 2048;

type ToldChange = WriteResult['plannedUpdates'][number]['changes'][string];

/** The text of a note: the sizes, and the lines that differ. */
const changedTextResult = (before: string, after: string): ToldChange => ({
  before: sizeOf(before),
  after: sizeOf(after),
  diff: lineDiff(before, after, MOST_OF_A_VALUE),
});

/** A value as it was and as it is, or, where that is long, as sizes and a diff. */
function changedValueResult(before: Json, after: Json): ToldChange {
  const [old, now] = [JSON.stringify(before), JSON.stringify(after)];
  const isShort = utf8Length(old) + utf8Length(now) <= MOST_OF_A_VALUE;
  if (isShort) return { before, after };
  return {
    before: sizeOf(before),
    after: sizeOf(after),
    diff: lineDiff(linesOf(before), linesOf(after), MOST_OF_A_VALUE),
  };
}

const sizeOf = (value: Json): JsonObject | null =>
  value === null ? null : { size: utf8Length(typeof value === 'string' ? value : JSON.stringify(value)) };

/** An item of a list is a line of its own. */
const linesOf = (value: Json): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 1);
