/** Errors of a write that was planned but could not be carried out. D7 */

import { NotedbError } from '../../errors';
import type { JournalFailure } from '../../history/journal/journal';
import { type NotePath, VaultFailure } from '../../ports/vault-port';

export const clashError = (failure: VaultFailure): NotedbError => refusedAt(failure).with({ file: failure.path });

function refusedAt({ code, path }: VaultFailure): NotedbError {
  if (code === 'exists') return pathTakenError(path);
  return code === 'unsaved' ? unsavedError(path) : changedMeanwhileError(path);
}

/** The place of a note, or of a folder that it needs, is taken: repeating the call finds another name for a note, none for a folder. */
const pathTakenError = (path: NotePath): NotedbError =>
  new NotedbError('conflict', `the place of ${path} is taken by something else; nothing was written`, {
    conflicts: [
      {
        path,
        column: null,
        code: 'exists',
        message: 'a file or folder has this name, or one that differs from it in case',
      },
    ],
    hint: 'repeat the call; when it is refused again, rename what has this name, or differs from it only in case',
  });

const changedMeanwhileError = (path: NotePath): NotedbError =>
  new NotedbError('conflict', `${path} was changed by someone else meanwhile; nothing was written`, {
    conflicts: [
      { path, column: null, code: 'changed', message: 'the note is not as it was when the write was planned' },
    ],
    hint: 'read the note again, then repeat the call',
  });

const unsavedError = (path: NotePath): NotedbError =>
  new NotedbError('conflict', `${path} is open in an editor with changes that are not saved yet; nothing was written`, {
    conflicts: [{ path, column: null, code: 'unsaved', message: 'the editor holds text that is not in the file yet' }],
    hint: 'the editor saves two seconds after the last key: repeat the call then',
  });

/** The system's codes for a disk, or a share of one, that has no room. */
const isFull = (detail: string): boolean => /\b(?:ENOSPC|EDQUOT)\b/.test(detail);

/** `outcome`: what the caller has to know next. */
function refusedByDisk(failure: VaultFailure | JournalFailure, outcome: string): NotedbError {
  const { what, detail } = refusalOf(failure);
  const refusal = `${what} could not be written (${detail})`;
  return new NotedbError('unavailable', `${isFull(detail) ? 'the disk is full: ' : ''}${refusal}; ${outcome}`, {
    hint: isFull(detail)
      ? 'free some room on the disk, then try again'
      : 'check the disk and the permissions, then repeat the call',
    file: failure instanceof VaultFailure ? failure.path : null,
  });
}

const refusalOf = (failure: VaultFailure | JournalFailure): { readonly what: string; readonly detail: string } =>
  failure instanceof VaultFailure
    ? { what: failure.path === '' ? 'the vault' : failure.path, detail: failure.detail || failure.code }
    : { what: 'the journal', detail: failure.message };

export const notWritten = (failure: VaultFailure): NotedbError => refusedByDisk(failure, 'everything is as it was');

export const notRecorded = (failure: JournalFailure): NotedbError => refusedByDisk(failure, 'nothing was changed');

/** What the write left stays until the disk takes more. */
export const notFinished = (failure: VaultFailure | JournalFailure): NotedbError =>
  refusedByDisk(failure, 'a write failed, and what it left is put right before the next write, or by the next opening');

/** An unfinished earlier write stands in the way. */
export const blockedError = (failure: VaultFailure | JournalFailure): NotedbError =>
  refusedByDisk(failure, 'what an earlier write left has to be put right first, and nothing was changed');

export const replannedError = (): NotedbError =>
  new NotedbError('conflict', 'other writes kept failing before this one', { hint: 'try again' });

export const vaultClosing = (): NotedbError =>
  new NotedbError('unavailable', 'the vault is closing', { hint: 'try again' });

const REOPEN = 'open the vault again: it recovers by itself';

/** The record may be durable or not: the next opening finds out. */
export const notDurable = (detail: string): NotedbError =>
  new NotedbError('unavailable', `the journal could not be made durable (${detail}); the vault is read-only now`, {
    hint: `check the disk, then ${REOPEN}`,
  });

/** The record stands and its notes do not: the next opening carries it out or rolls it back. */
export const notAborted = (): NotedbError =>
  new NotedbError(
    'unavailable',
    'a write failed and could not be called off; the vault is read-only now, and its next opening settles that write',
    { hint: `check the disk and the permissions, then ${REOPEN}` },
  );

/** The disk refuses while what an earlier process left is settled. */
export function notRecovered(failure: VaultFailure | JournalFailure): NotedbError {
  const { what, detail } = refusalOf(failure);
  return new NotedbError(
    'unavailable',
    `the last writes were cut off, and ${what} can't be read or written to settle them (${detail}); nothing is lost, the journal holds them`,
    { hint: `check the disk, its free space and the permissions, then ${REOPEN}` },
  );
}

export const notListed = ({ detail, code }: VaultFailure): NotedbError =>
  new NotedbError('unavailable', `the folders of the vault can't be read (${detail || code})`, {
    hint: 'check the disk and the permissions, then open the vault again',
  });

export const unforeseenError = (): NotedbError =>
  new NotedbError('unavailable', 'a write failed in a way that nobody foresaw; the vault is read-only now', {
    hint: `${REOPEN}; please report the log`,
  });
