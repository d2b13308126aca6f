/** The folders that hold a file at any depth, by the files' paths. */

import { foldPath } from '../../links/same-place';
import { folderOf } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';

export class FolderSet {
  /** The direct content of each folder: files, and folders that hold one. */
  private readonly counts = new Map<NotePath, number>();
  /** The spellings of a folder, by its folded path: mostly one. */
  private readonly spellings = new Map<string, readonly NotePath[]>();

  add(file: NotePath): void {
    this.count(folderOf(file), 1);
  }

  remove(file: NotePath): void {
    this.count(folderOf(file), -1);
  }

  /** Files in the order of their paths: those of one folder mostly follow each other. */
  addAll(files: readonly { readonly path: NotePath }[]): void {
    let folder = '';
    let count = 0;
    for (const { path } of files) {
      if (path.startsWith(folder) && path.lastIndexOf('/') === folder.length && folder !== '') {
        count++;
        continue;
      }
      this.count(folder, count);
      folder = folderOf(path);
      count = 1;
    }
    this.count(folder, count);
  }

  private count(folder: NotePath, by: number): void {
    if (folder === '' || by === 0) return;
    const before = this.counts.get(folder) ?? 0;
    const count = before + by;
    if (count === 0) this.counts.delete(folder);
    else this.counts.set(folder, count);
    if (before !== 0 && count !== 0) return;
    this.respell(folder, count !== 0);
    this.count(folderOf(folder), count === 0 ? -1 : 1);
  }

  private respell(folder: NotePath, isThere: boolean): void {
    const folded = foldPath(folder);
    const others = this.spellings.get(folded)?.filter((each) => each !== folder) ?? [];
    if (isThere) others.push(folder);
    if (others.length === 0) this.spellings.delete(folded);
    else this.spellings.set(folded, others.length === 1 ? others : others.sort());
  }

  /** True when a file lies below the folder, which is spelt so; the root is always there. */
  has(folder: NotePath): boolean {
    return folder === '' || this.counts.has(folder);
  }

  /** The folder that differs from this path in case and Unicode form at most, the first of several; null when there is none. */
  like(folder: NotePath): NotePath | null {
    return this.spellings.get(foldPath(folder))?.[0] ?? null;
  }
}
