/** Looks at a note whose absence or unreadable bytes are not news. */

import { type FileStat, type NoteReader, type NotePath, VaultFailure } from '../ports/vault-port';

/** Null when it is not there or can't be read. */
export const readQuietly = ({ vault }: { readonly vault: NoteReader }, path: NotePath): Promise<string | null> =>
  unlessRefused(() => vault.read(path), null);

/** Null when it is not there, undefined when the host can't say. */
export const lookQuietly = (
  { vault }: { readonly vault: NoteReader },
  path: NotePath,
): Promise<FileStat | null | undefined> =>
  unlessRefused<FileStat | null | undefined>(() => vault.stat(path), undefined);

/** As the host says; a path that it can't look at gives its failure. */
export async function lookOrFail(
  { vault }: { readonly vault: NoteReader },
  path: NotePath,
): Promise<FileStat | null | VaultFailure> {
  try {
    return await vault.stat(path);
  } catch (error) {
    if (error instanceof VaultFailure) return error;
    throw error;
  }
}

async function unlessRefused<T>(look: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof VaultFailure) return otherwise;
    throw error;
  }
}
