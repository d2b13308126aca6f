/** Finds the note of a path argument. D12 */

import { type PathCheck, checkNotePath, checkVaultPath, withMarkdownExtension } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import { toNfc } from '../values/nfc';

/** Files by name, as every view of the links has them. */
interface NamedNotes {
  candidates(linkpath: string): readonly NotePath[];
}

/**
 * As `checkNotePath`, but a note that is there is found whatever it is called: rules for paths are for notes that are yet to
 * be. A Linux or macOS disk holds `Two: one.md` and names in another Unicode form; `.md` is appended when it is missing.
 * No host reads a file with a backslash in its path.
 */
export function findNotePath(notes: NamedNotes, given: string): PathCheck {
  return fileAlike(notes, withMarkdownExtension(given)) ?? checkNotePath(given);
}

/** As `findNotePath` for a file of any kind: nothing is appended. */
export function findFilePath(files: NamedNotes, given: string): PathCheck {
  return fileAlike(files, given) ?? checkFilePath(given);
}

function checkFilePath(given: string): PathCheck {
  const check = checkVaultPath(given);
  return 'path' in check && check.path === ''
    ? { problem: 'refused', message: 'the path of a file is not empty' }
    : check;
}

function fileAlike(notes: NamedNotes, path: string): PathCheck | null {
  const alike = notes.candidates(path).filter((file) => toNfc(file) === toNfc(path) && !file.includes('\\'));
  const found = alike.find((file) => file === path) ?? alike[0];
  return found === undefined ? null : { path: found };
}
