/** Files on their way: new texts before they take a note's name, and notes on their way to the trash. */

import fs from 'node:fs';
import path from 'node:path';
import { freeName } from '../../vault-path';
import { errorCode, isMissing } from '../file-errors';
import { makePrivateFolders, removeQuietly, writeNewFile } from './whole-write';
import { renameToFree, statOfName } from './note-file';

/** Temporary files in a folder of their own on the vault's volume, hidden from sync tools and note lists. */
export class TemporaryFiles {
  private number = 0;

  constructor(readonly folder: string) {}

  /** Takes away what a killed process left. Only the owner of the vault may call this. */
  clear(): void {
    try {
      for (const name of fs.readdirSync(this.folder)) removeQuietly(path.join(this.folder, name));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  /** Writes a file, complete and counted, that can be renamed over `target`, whose permissions it gets. */
  write(target: string, bytes: Uint8Array, present: fs.Stats): { readonly file: string; readonly stats: fs.Stats } {
    const file = this.nextFile();
    const mode = present.mode & 0o777;
    const stats = this.inFolder(() => writeNewFile(file, bytes, mode));
    if (stats.dev === present.dev) return { file, stats };
    // A mount point inside the vault: a rename can't cross it.
    removeQuietly(file);
    const beside = path.join(path.dirname(target), `.${path.basename(file)}.notedb-tmp`);
    return { file: beside, stats: writeNewFile(beside, bytes, mode) };
  }

  discard(file: string): void {
    removeQuietly(file);
  }

  /** Moves a file into `.trash/` of the vault, under a name that is free there. */
  trash(root: string, place: string, name: string): void {
    const folder = path.join(root, '.trash');
    const there = statOfName(folder);
    if (there === undefined) fs.mkdirSync(folder);
    else if (!there.isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    const taken = new Set<string>();
    for (;;) {
      const free = freeName(name, (candidate) => taken.has(candidate) || fs.existsSync(path.join(folder, candidate)));
      try {
        renameToFree(place, path.join(folder, free));
        return;
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
        taken.add(free);
      }
    }
  }

  private nextFile(): string {
    this.number += 1;
    return path.join(this.folder, `${process.pid.toString(36)}-${this.number.toString(36)}`);
  }

  private inFolder<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      makePrivateFolders(this.folder);
      return work();
    }
  }
}
