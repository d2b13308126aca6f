/** Explains a failure of the disk to the caller: a sentence, never a stack. D5, D17. */

import { NotedbError, conflictError } from '../errors';
import { VaultFailure } from '../ports/vault-port';

/** The error to throw for whatever stopped an operation; unknown ones stay as they are. */
export function explainFailure(error: unknown): unknown {
  if (error instanceof NotedbError) return error;
  if (error instanceof VaultFailure) return vaultError(error).with({ file: error.path });
  const code = systemCode(error);
  if (code === null) return error;
  return new NotedbError('unavailable', `the private state can't be read or written (${code}); nothing was changed`, {
    hint: 'check the disk and the permissions, then repeat the call',
  });
}

function vaultError({ code, path, detail }: VaultFailure): NotedbError {
  switch (code) {
    case 'not_utf8':
      return new NotedbError('refused', `${path} is not UTF-8 text`, {
        violations: [{ path, column: null, code: 'unparsable', message: 'the bytes are not UTF-8' }],
        hint: 'save the note as UTF-8',
      });
    case 'not_a_note':
      return new NotedbError('refused', `${path} can't be read: ${detail}`, {
        violations: [{ path, column: null, code: 'path', message: detail }],
        hint: 'take it out of the vault, or give another path',
      });
    case 'io':
      return new NotedbError('unavailable', `${path} can't be read (${detail}); nothing was changed`, {
        hint: 'check the disk and the permissions, then repeat the call',
      });
    default:
      return conflictError(
        { path, code: 'changed', message: 'the note is not as it was a moment ago' },
        'read the note again, then repeat the call',
        `${path} was changed by another writer meanwhile; nothing was written`,
      );
  }
}

/** `ENOSPC` and its like: what operating systems call their refusals. */
function systemCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^(?:E[A-Z0-9]+|io)$/.test(code) ? code : null;
}
