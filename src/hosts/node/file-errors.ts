/** Errors of the operating system, by their code, as the errors of the ports. */

import { type NotePath, VaultFailure } from '../../engine/ports/vault-port';

/** The `code` of an error of Node's `fs` or `net`, `''` for anything else. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** `EACCES`, `EROFS` and the like, not the `ERR_…` of Node's own checks. */
const SYSTEM_CODE = /^E[A-Z0-9]+$/;

export function isSystemError(error: unknown): error is Error {
  return error instanceof Error && SYSTEM_CODE.test(errorCode(error));
}

/** Whether the file, or a folder on the way to it, is not there. */
export function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** The failure of a vault; a VaultFailure stays. `detail` is the code only: messages of `fs` hold absolute paths. */
export function vaultFailure(error: unknown, path: NotePath): VaultFailure {
  if (error instanceof VaultFailure) return error;
  const code = errorCode(error);
  if (code === 'EEXIST') return new VaultFailure('exists', path);
  if (code === 'ENOENT') return new VaultFailure('missing', path);
  return new VaultFailure('io', path, code === '' ? 'unknown' : code);
}

/** Runs a synchronous piece of file work; whatever it throws becomes a `VaultFailure`. */
export function asVaultWork<Result>(path: NotePath, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw vaultFailure(error, path);
  }
}

/** The same for work beside the file: whatever is missing or in the way there, the file of this path is not. */
export function asOwnWork<Result>(path: NotePath, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new VaultFailure('io', path, errorCode(error));
  }
}
