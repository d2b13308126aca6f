/** The names of many new files, taken together. D6 */

import fs from 'node:fs';
import path from 'node:path';
import { foldPath } from '../vault-path';
import { nameBehindStub, stubOf } from './vault-folder';

/** The names of a folder by their folded form, and the folder's time stamp when they were read. */
export interface Listing {
  mtime: number;
  readonly nameByFold: Map<string, string>;
}

const NAMES_BETWEEN_PAUSES = 500;

/** So many folders are listed at once: Node's threads do it side by side. */
const LISTED_AHEAD = 8;

interface FolderTaken {
  /** Folded, when the first name was taken. */
  readonly present: Map<string, string>;
  /** Our names by their folded form. */
  readonly taken: Map<string, string>;
  readonly hasStubs: boolean;
}

/**
 * The names of many files that are made at once. A folder is looked at when its first name is taken, and again when all files
 * are made: what others brought meanwhile shows then.
 */
export class NamesTaken {
  private readonly folders = new Map<string, FolderTaken>();

  constructor(
    private readonly namesIn: (folder: string) => Map<string, string>,
    private readonly keep: (folder: string, listing: Listing | null) => void,
  ) {}

  /** Takes the name of `file`; false when it, or its stub's, folds like one that is there or that was taken before. */
  take(file: string): boolean {
    const end = file.lastIndexOf(path.sep);
    const [folder, name] = [file.slice(0, end), file.slice(end + 1)];
    const { present, taken, hasStubs } = this.folders.get(folder) ?? this.open(folder);
    const fold = foldPath(name);
    if (present.has(fold) || taken.has(fold)) return false;
    if (hasStubs && present.has(foldPath(path.basename(stubOf(file))))) return false;
    taken.set(fold, name);
    return true;
  }

  private open(folder: string): FolderTaken {
    const present = this.namesIn(folder);
    const hasStubs = [...present.values()].some((name) => nameBehindStub(name) !== null);
    const opened = { present, taken: new Map<string, string>(), hasStubs };
    this.folders.set(folder, opened);
    return opened;
  }

  /** The files whose names fold like one that someone else has brought since. What is there now is remembered. */
  async settle(pause: () => Promise<void>): Promise<ReadonlySet<string>> {
    const met = new Set<string>();
    const folders = [...this.folders];
    const listings = folders.slice(0, LISTED_AHEAD).map(([folder]) => list(folder));
    for (const [i, [folder, { present, taken }]] of folders.entries()) {
      const next = folders[i + LISTED_AHEAD];
      if (next !== undefined) listings.push(list(next[0]));
      const listed = await (listings[i] as ReturnType<typeof list>);
      if (listed === null) {
        // Gone, or not to be read any more: it is looked at anew when somebody asks.
        this.keep(folder, null);
        continue;
      }
      const { mtime, names } = listed;
      for (const [fold, name] of taken) present.set(fold, name);
      // Nearly all are known as they are: only the others are folded.
      const spelled = new Set(present.values());
      for (const [n, name] of names.entries()) {
        if (n % NAMES_BETWEEN_PAUSES === 0) await pause();
        if (spelled.has(name)) continue;
        const fold = foldPath(name);
        const known = present.get(fold);
        if (known === undefined) present.set(fold, name);
        else if (taken.get(fold) === known) met.add(path.join(folder, known));
      }
      const isExact = present.size === names.length;
      const nameByFold = isExact ? present : new Map(names.map((name) => [foldPath(name), name]));
      this.keep(folder, { mtime, nameByFold });
    }
    return met;
  }
}

interface Listed {
  readonly mtime: number;
  readonly names: readonly string[];
}

/**
 * Null where it can't be told: nobody may be waiting yet, so it never rejects. The time stamp is older than the names, so that
 * who compares it later reads too often rather than too seldom.
 */
async function list(folder: string): Promise<Listed | null> {
  try {
    const { mtimeMs: mtime } = fs.statSync(folder);
    return { mtime, names: await fs.promises.readdir(folder) };
  } catch {
    return null;
  }
}
