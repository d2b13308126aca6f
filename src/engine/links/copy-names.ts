/** Names that sync tools and file managers give to a second file: they distinguish a copy from the note itself. docs/copies.md#names-of-copies */

import { folderOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import { foldName, nameKey } from './fold-name';

/** "copy" in the languages of file managers, folded. */
const COPY =
  '(?:copy|kopie|copie|copia|cópia|kopia|kopi|kopya|kopija|kópia|kopio|koopia|másolat|копия|копія|αντίγραφο|コピー|副本|複本|拷贝|복사본|사본)';

/** Behind a name. Each leaves the text before it. */
const SUFFIXES: readonly RegExp[] = [
  // Syncthing
  /\.sync-conflict-\d{8}-\d{6}(?:-[a-z0-9]{7})?$/,
  // Dropbox, Nextcloud, ownCloud, Obsidian Sync, Seafile, Box, pCloud, in the languages of Dropbox
  / [([](?:[^()[\]]*[\s'’的])?(?:conflicted|conflicting|conflict|sfconflict|in konflikt|konflikt|en conflit|en conflicto|in conflitto|em conflito|conflicterende|konfliktkopia|konfliktkopie|競合|冲突|衝突|충돌|конфликт)[^()[\]]*[)\]]$/,
  // ownCloud until 2.4, Synology Drive, Resilio, rclone
  /_conflict-\d{8}-\d{6}$/,
  /_[^/]+_conflict$/,
  /\.conflict\d*$/,
  // git merge and mergetool
  /~[^~\s]+$/,
  /[._](?:backup|base|local|remote)[._]\d+$/,
  /\.orig$/,
  // Explorer, Finder, Files of GNOME
  new RegExp(`(?: [-–—] |[ _-])${COPY}(?: ?\\(?\\d+\\)?)?$`),
  new RegExp(` \\((?:[^()]+ )?${COPY}(?: \\d+)?\\)$`),
  /(?:のコピー|副本|複本|拷贝|복사본|사본)(?: ?\d+)?$/,
  // Explorer, Drive, Dolphin, browsers
  / ?\(\d+\)$/,
  // iCloud, Finder, Obsidian
  / \d+$/,
  // OneDrive: the name of the computer
  /-(?:desktop|laptop|win|pc|mac|macbook|imac|iphone|ipad|android)[a-z0-9-]*$/,
  /-[a-z0-9]+(?:s|’s|'s)?-(?:macbook|mac|imac|iphone|ipad|pc|laptop)[a-z0-9-]*$/,
];

/** Before a name. */
const PREFIX = new RegExp(`^${COPY} (?:\\(\\d+\\) )?(?:of |von |van |de |di |d['’]|av |af |- )?`);

/** A name may bear several marks: `note - Copy (2)`. */
const MOST_MARKS = 4;

/** Whether `path` is named as a copy of the note at `other`: by its own name, or by the name of a folder. */
export function isNamedAsCopyOf(path: NotePath, other: NotePath): boolean {
  const [name, otherName] = [nameKey(path), nameKey(other)];
  if (name !== otherName) return isCopyName(name, otherName);
  const [folders, others] = [foldersOf(path), foldersOf(other)];
  return (
    folders.length === others.length &&
    folders.some((folder, i) => folder !== others[i]) &&
    folders.every((folder, i) => folder === others[i] || isCopyName(folder, others[i] ?? ''))
  );
}

/** Whether `path` lies at any depth in a folder that is named as a copy of `folder`, by its own name or by a folder above it. */
export function liesInCopyOf(path: NotePath, folder: NotePath): boolean {
  const [folders, others] = [foldersOf(path), foldName(folder).split('/')];
  if (folders.length < others.length) return false;
  return others.every((other, i) => folders[i] === other || isCopyName(folders[i] ?? '', other));
}

const foldersOf = (path: NotePath): readonly string[] => foldName(folderOf(path)).split('/');

function isCopyName(name: string, plain: string): boolean {
  if (!name.includes(plain)) return false;
  let names: readonly string[] = [name];
  for (let marks = 0; marks < MOST_MARKS && names.length > 0; marks++) {
    names = names.flatMap(withoutOneMark);
    if (names.includes(plain)) return true;
  }
  return false;
}

const withoutOneMark = (name: string): readonly string[] =>
  [...SUFFIXES, PREFIX].map((mark) => name.replace(mark, '')).filter((rest) => rest !== name && rest !== '');
