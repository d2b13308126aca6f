/** Errors of the app's file calls, turned into what the ports promise. */

import { type NotePath, VaultFailure } from '../../engine/ports/vault-port';

/** The failure of a vault; a VaultFailure stays. `detail` is a code only: messages may hold absolute paths. */
export function failureFrom(error: unknown, path: NotePath): VaultFailure {
  if (error instanceof VaultFailure) return error;
  if (saysExists(error)) return new VaultFailure('exists', path);
  const code = codeOf(error);
  return code === 'ENOENT' ? new VaultFailure('missing', path) : new VaultFailure('io', path, code);
}

/** The app has no codes for these, only words: `File already exists.`, `Destination file already exists!`. */
function saysExists(error: unknown): boolean {
  return codeOf(error) === 'EEXIST' || (error instanceof Error && / already exists[.!]?$/i.test(error.message));
}

/** `ENOSPC` and the like, from the error's code or the start of its message (phones). */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return (error instanceof Error ? /^E[A-Z]+\b/.exec(error.message)?.[0] : undefined) ?? 'unknown';
}
