/** The names of many new files, taken together. D6 */

import fs from 'node:fs';
import path from 'node:path';
import { foldPath } from '../vault-path';

/** The names of a folder by their folded form, and the folder's time stamp when they were read. */
export interface Listing {
  mtime: number;
  readonly nameByFold: Map<string, string>;
}

const GONE = -1;

const NAMES_BETWEEN_PAUSES = 500;

/**
 * The names of many files that are made at once. A folder is looked at when its first name is taken, and again when all files
 * are made: what others brought meanwhile shows then.
 */
export class NamesTaken {
  /** By folder: our names by their folded form. */
  private readonly taken = new Map<string, Map<string, string>>();
  private readonly present = new Map<string, ReadonlyMap<string, string>>();

  constructor(
    private readonly namesIn: (folder: string) => ReadonlyMap<string, string>,
    private readonly keep: (folder: string, listing: Listing) => void,
  ) {}

  /** Takes the name of `file`; false when it, or the name of `alias`, folds like one that is there or that was taken before. */
  take(file: string, alias: string): boolean {
    const folder = path.dirname(file);
    let present = this.present.get(folder);
    if (present === undefined) this.present.set(folder, (present = this.namesIn(folder)));
    let taken = this.taken.get(folder);
    if (taken === undefined) this.taken.set(folder, (taken = new Map<string, string>()));
    const name = path.basename(file);
    const fold = foldPath(name);
    if (present.has(fold) || present.has(foldPath(path.basename(alias))) || taken.has(fold)) return false;
    taken.set(fold, name);
    return true;
  }

  /** The files whose names fold like one that someone else has brought since. What is there now is remembered. */
  async settle(pause: () => Promise<void>): Promise<ReadonlySet<string>> {
    const met = new Set<string>();
    for (const [folder, taken] of this.taken) {
      const mtime = fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? GONE;
      const names = mtime === GONE ? [] : await fs.promises.readdir(folder);
      const nameByFold = new Map<string, string>();
      for (let i = 0; i < names.length; i++) {
        const name = names[i] as string;
        const fold = foldPath(name);
        const ours = taken.get(fold);
        if (ours !== undefined && ours !== name) met.add(path.join(folder, ours));
        nameByFold.set(fold, name);
        if (i % NAMES_BETWEEN_PAUSES === 0) await pause();
      }
      this.keep(folder, { mtime, nameByFold });
    }
    return met;
  }
}
