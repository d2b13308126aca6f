/** What the watches of a vault's folders have told of, until somebody looks at it. */

import type { FileStat, NotePath } from '../../engine/ports/vault-port';

const NOTHING: ReadonlySet<string> = new Set();

export interface Hinted {
  /** By folder. */
  readonly names: ReadonlyMap<NotePath, ReadonlySet<string>>;
  /** Files that the host has made, as it left them: hints at them tell nothing new unless they look otherwise by now. */
  readonly ours: readonly FileStat[];
}

export class Hints {
  private names = new Map<NotePath, Set<string>>();
  private ours: FileStat[] = [];
  /** A new file is told of twice, once made and once written. */
  private last: { readonly folder: NotePath; readonly name: string } | null = null;

  get isEmpty(): boolean {
    return this.names.size === 0 && this.ours.length === 0;
  }

  /** The names in a folder. */
  in(folder: NotePath): ReadonlySet<string> {
    return this.names.get(folder) ?? NOTHING;
  }

  add(folder: NotePath, name: string): void {
    if (name === this.last?.name && folder === this.last.folder) return;
    this.last = { folder, name };
    const names = this.names.get(folder);
    if (names === undefined) this.names.set(folder, new Set([name]));
    else names.add(name);
  }

  /**
   * The host has made these files: `take` tells apart of those that were hinted at. `alone`: folders in which nothing else had been
   * hinted at, each with the number of names.
   */
  made(files: readonly FileStat[], alone: ReadonlyMap<NotePath, number>): void {
    if (this.areAll(files.length, alone)) {
      for (const folder of alone.keys()) this.names.delete(folder);
      this.ours = [...this.ours, ...files];
      return;
    }
    for (const stat of files) {
      const end = stat.path.lastIndexOf('/');
      const names = this.names.get(stat.path.slice(0, Math.max(0, end)));
      if (names?.delete(stat.path.slice(end + 1)) === true) this.ours.push(stat);
    }
  }

  /** Whether so many files are what was hinted at in these folders. More may have been since they were counted. */
  private areAll(files: number, alone: ReadonlyMap<NotePath, number>): boolean {
    let left = files;
    for (const [folder, count] of alone) {
      if (this.names.get(folder)?.size !== count) return false;
      left -= count;
    }
    return files > 0 && left === 0;
  }

  /** Tells everything, and forgets it. */
  take(): Hinted {
    const { names, ours } = this;
    this.names = new Map();
    this.ours = [];
    this.last = null;
    return { names, ours };
  }
}
