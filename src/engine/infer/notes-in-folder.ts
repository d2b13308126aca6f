/** The notes of a folder that an argument names, its subfolders included. D25 */

import { type PathCheck, checkVaultPath, isInside, isMarkdown } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import type { VaultView } from '../storage/view';

export type FolderNotes =
  { readonly notes: readonly NotePath[] } | Extract<PathCheck, { problem: string }> | { readonly problem: 'missing' };

/** In the order of their paths; empty means the root. As for a note, a folder that is there may be called anything. */
export function notesInFolder(view: VaultView, given: string): FolderNotes {
  const named = given.length > 1 && given.endsWith('/') ? given.slice(0, -1) : given;
  const check = view.hasFolder(named) ? { path: named } : checkVaultPath(named);
  if ('problem' in check) return check;
  const notes = [...view.files.keys()].filter((path) => isMarkdown(path) && isInside(path, check.path)).sort();
  return notes.length === 0 && check.path !== '' && !view.hasFolder(check.path) ? { problem: 'missing' } : { notes };
}

/** A row, the copy of a row or an archived row. */
export function belongsToTable(view: VaultView, path: NotePath): boolean {
  if (view.tableAt(path) !== null || view.duplicates.has(path)) return true;
  const claimed = view.claims.get(path);
  return claimed !== undefined && view.catalog.table(claimed) !== null;
}
