/** The folders that hold a file, told from the files' paths. */

import { folderOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';

export class Folders {
  /** Files directly in each folder. */
  private readonly counts = new Map<NotePath, number>();

  add(file: NotePath): void {
    this.count(file, 1);
  }

  remove(file: NotePath): void {
    this.count(file, -1);
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
      this.countFolder(folder, count);
      folder = folderOf(path);
      count = 1;
    }
    this.countFolder(folder, count);
  }

  private count(file: NotePath, by: 1 | -1): void {
    this.countFolder(folderOf(file), by);
  }

  private countFolder(folder: NotePath, by: number): void {
    const count = (this.counts.get(folder) ?? 0) + by;
    if (count === 0) this.counts.delete(folder);
    else this.counts.set(folder, count);
  }

  /** True when a file lies below the folder; the root is always there. */
  has(folder: NotePath): boolean {
    if (folder === '' || this.counts.has(folder)) return true;
    for (const other of this.counts.keys()) if (other.startsWith(`${folder}/`)) return true;
    return false;
  }
}
