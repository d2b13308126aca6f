/** Opens a note for a write, row or not, and stages its new text. docs/http.md#writing-notes */

import { NotedbError, badRequest, conflictError, notFound } from '../../errors';
import type { WriteContext } from '../../contexts';
import { jsonEqual } from '../../json';
import { findNotePath } from '../../links/find-note';
import { PATH_HINT, baseNameOf, checkNewNotePath, foldersAbove, isMarkdown } from '../../note/paths';
import { revisionOf } from '../../note/parts/note-part';
import type { NotePath } from '../../ports/vault-port';
import { parseFrontMatter } from '../../yaml/front-matter/front-matter';
import { unconfirmedDeletion, unparsableNote } from '../../rows/row-edit';
import { pathAs, placeChangedRow } from '../../rows/row-path';
import { unknownColumn, unsettableViolation } from '../../rows/row-values';
import type { Row } from '../../storage/row';
import type { Transaction } from '../../storage/transaction/transaction';
import type { TableDefinition } from '../../catalog/definition';
import { readNoteText } from '../../storage/store/note-reading';
import { matchesPatterns } from '../../text/table-patterns';
import { quoteText } from '../../text/cut-text';
import { mayUse } from '../permissions';

/** A note that is there. */
export interface OpenNote {
  readonly path: NotePath;
  readonly text: string;
  /** Null: it is not a row. */
  readonly row: { readonly table: TableDefinition; readonly row: Row } | null;
}

/** `given`: a path of a call. Null: there is no such note. */
export async function openNote(context: WriteContext, given: string): Promise<OpenNote | null> {
  const { transaction } = context;
  const check = findNotePath(transaction.before.links, given);
  if ('problem' in check) throw badRequest(check.message, PATH_HINT);
  const { path } = check;
  if (transaction.before.unconfirmedDeletions.has(path)) throw unconfirmedDeletion(path);
  const text = await transaction.read(path);
  if (text === null) return null;
  const row = transaction.before.rowAt(path);
  if (row !== null) requireRowWrites(context, row.table);
  return { path, text, row };
}

export const noSuchNote = (path: string): NotedbError =>
  notFound(`there is no note ${path}`, 'call list_folder to see what there is');

/** A note that is a row needs the permission for rows too. */
function requireRowWrites({ caller }: WriteContext, { name }: TableDefinition): void {
  if (caller.kind === 'owner' || mayUse(caller, 'write')) return;
  throw new NotedbError('forbidden', `${caller.name} may not write this note: it is a row of ${name}`, {
    hint: 'ask the owner for a token with the permission "write"',
  });
}

/** Throws `conflict` when the note is not the one that the caller read. `wanted`: `*` is any note that is there. */
export function requireRevision(note: OpenNote | null, wanted: string | null | undefined): void {
  if (wanted === null || wanted === undefined) return;
  const actual = note === null ? null : revisionOf(note.text);
  if (actual !== null && (wanted === '*' || wanted === actual)) return;
  const message = actual === null ? 'the note is not there any more' : 'the note is not as it was when it was read';
  const conflict = { path: note?.path ?? null, code: 'revision', message, expected: wanted, actual };
  throw conflictError(conflict, 'read the note again, then repeat the call with its revision');
}

/** The path of a note that is yet to be, in its folder as that is spelt. `present`: where the note lies that is to go there. Throws. */
export function newNotePath(transaction: Transaction, given: string, present: NotePath | null): NotePath {
  const name = baseNameOf(given);
  if (name.includes('.') && !isMarkdown(name)) throw notMarkdown(given);
  const check = checkNewNotePath(given);
  if ('problem' in check) throw badRequest(check.message, PATH_HINT);
  const path = pathAs(transaction, check.path);
  const inTheWay = foldersAbove(path).find((folder) => transaction.takenBy(folder) !== null);
  if (inTheWay !== undefined) throw badRequest(`${inTheWay} is a file, so that nothing can lie in it`, PATH_HINT);
  const holder = transaction.takenBy(path);
  if (holder === null || holder === present) return path;
  const conflict = { path: holder, code: 'exists', message: `there is a note at ${holder} already` };
  throw conflictError(conflict, 'give another path, or write that note');
}

const notMarkdown = (path: string): NotedbError =>
  badRequest(
    `${quoteText(path)} is not a note: only Markdown files (.md) are written`,
    'give a path that ends with .md',
  );

/** Stages the new text of a note, row or not: a row stays one. Returns the path that it has afterwards. */
export function stageNoteText(context: WriteContext, note: OpenNote | null, path: NotePath, after: string): NotePath {
  const { transaction } = context;
  requireTableNamed(context, note?.text ?? '', after);
  if (note?.row) return stageRowText(context, note, note.row, after);
  requireParsable(path, note?.text ?? '', after);
  transaction.put({ from: note?.path ?? null, to: path, before: note?.text ?? null, after });
  requirePlain(transaction, path);
  return path;
}

/** A table outside of those of an app can't be named, whether there is one or not. */
function requireTableNamed({ caller }: WriteContext, before: string, after: string): void {
  const named = readNoteText(after).table;
  if (caller.kind === 'owner' || named === null || named === readNoteText(before).table) return;
  if (matchesPatterns(named, caller.tables)) return;
  throw new NotedbError('forbidden', `${caller.name} may not name the table ${quoteText(named)} in a note`, {
    hint: 'ask the owner for a token with that table',
  });
}

function requireParsable(path: NotePath, before: string, after: string): void {
  const { status, reason } = parseFrontMatter(after);
  if (status === 'unparsable' && parseFrontMatter(before).status !== 'unparsable')
    throw unparsableNote(path, reason).with({ hint: 'correct the front matter of the text that you send' });
}

/** A note becomes a row by an operation on rows alone, which gives it an id and the values that its table asks for. */
function requirePlain(transaction: Transaction, path: NotePath): void {
  const becomes = transaction.stagedAt(path)?.becomes ?? null;
  if (becomes === null) return;
  const message = `with the key table the note would be a row of ${becomes.table}`;
  throw conflictError(
    { path, column: 'table', code: 'row', message },
    'call insert_row to make a row, or adopt_rows to make rows of notes',
  );
}

function stageRowText(
  context: WriteContext,
  { path, text }: OpenNote,
  { table, row }: NonNullable<OpenNote['row']>,
  after: string,
): NotePath {
  const { transaction, zone } = context;
  const { status, reason } = parseFrontMatter(after);
  if (status === 'unparsable') throw unparsableNote(path, reason);
  const codec = transaction.codec(table);
  const [was, is] = [text, after].map((each) => codec.decode(path, transaction.now, each));
  if (was === undefined || is === undefined) throw new Error('a text of a row is decoded');
  transaction.put({ from: path, to: path, before: text, after });
  const becomes = transaction.stagedAt(path)?.becomes ?? null;
  if (becomes?.table !== table.qualified || becomes.decoded.row.id !== row.id) throw leavesTable(path, table);
  for (const { name } of table.columns) {
    if (jsonEqual(was.row.values[name], is.row.values[name])) continue;
    const violation = unsettableViolation(table, path, name);
    if (violation !== null) transaction.violate(violation);
  }
  for (const key of is.strayKeys)
    if (!was.strayKeys.includes(key)) transaction.violate(unknownColumn(table, path, key, null));
  const place = placeChangedRow(transaction, table, was.row, is.row, { zone });
  if (typeof place !== 'string') {
    transaction.violate(place);
    return path;
  }
  if (place !== path) transaction.put({ from: path, to: place, before: text, after });
  return place;
}

function leavesTable(path: NotePath, { name }: TableDefinition): NotedbError {
  const message = `the note is a row of ${name}: its keys id and table stay as they are`;
  return conflictError(
    { path, column: 'table', code: 'row', message },
    'send the note with its id and table, or call move_rows or delete_rows',
  );
}
