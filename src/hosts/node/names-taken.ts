/** The names of many new files, taken together. D6 */

import fs from 'node:fs';
import path from 'node:path';
import { foldPath } from '../vault-path';
import { nameBehindStub, stubOf } from './vault-folder';

/** The names of a folder by their folded form, and the folder's time stamp when they were read. */
export interface Listing {
  mtime: number;
  readonly nameByFold: Map<string, string>;
  /** Names among them as the file system listed them: it mostly does so in the same order again. */
  order: readonly string[];
}

const NAMES_BETWEEN_PAUSES = 500;

/** So many folders are listed at once: Node's threads do it side by side. */
const LISTED_AHEAD = 8;

interface FolderTaken {
  /** When the first name was taken. */
  readonly listing: Listing;
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
  private readonly seen = new Map<string, Promise<Seen | null>>();
  /** The folder of the last name that was taken. */
  private last: { readonly folder: string; readonly taken: FolderTaken } | null = null;

  constructor(
    private readonly listingOf: (folder: string) => Listing,
    private readonly keep: (folder: string, listing: Listing | null) => void,
    private readonly pause: () => Promise<void>,
  ) {}

  /** Takes the name of `file`; false when it, or its stub's, folds like one that is there or that was taken before. */
  take(file: string): boolean {
    const end = file.lastIndexOf(path.sep);
    const name = file.slice(end + 1);
    const { listing, taken, hasStubs } = this.folderOf(file, end);
    const { nameByFold } = listing;
    const fold = foldPath(name);
    if (nameByFold.has(fold) || taken.has(fold)) return false;
    if (hasStubs && nameByFold.has(foldPath(path.basename(stubOf(file))))) return false;
    taken.set(fold, name);
    return true;
  }

  /** `end`: where the folder ends in the path. The files of one folder mostly follow each other. */
  private folderOf(file: string, end: number): FolderTaken {
    const { last } = this;
    if (last !== null && last.folder.length === end && file.startsWith(last.folder)) return last.taken;
    const folder = file.slice(0, end);
    const taken = this.folders.get(folder) ?? this.open(folder);
    this.last = { folder, taken };
    return taken;
  }

  private open(folder: string): FolderTaken {
    const listing = this.listingOf(folder);
    const hasStubs = [...listing.nameByFold.values()].some((name) => nameBehindStub(name) !== null);
    const opened = { listing, taken: new Map<string, string>(), hasStubs };
    this.folders.set(folder, opened);
    return opened;
  }

  /** All of our files in this folder are made: what is there now can be looked at while others are. */
  isDone(folder: string): void {
    const folderTaken = this.folders.get(folder);
    if (folderTaken === undefined || this.seen.has(folder)) return;
    this.seen.set(folder, lookAgain(folder, folderTaken, this.pause));
  }

  /** The files whose names fold like one that someone else has brought since. What is there now is remembered. */
  async settle(): Promise<ReadonlySet<string>> {
    const met = new Set<string>();
    const folders = [...this.folders.keys()];
    for (const folder of folders.slice(0, LISTED_AHEAD)) this.isDone(folder);
    for (const [i, folder] of folders.entries()) {
      const next = folders[i + LISTED_AHEAD];
      if (next !== undefined) this.isDone(next);
      const seen = (await this.seen.get(folder)) ?? null;
      this.seen.delete(folder);
      // Gone, or not to be read any more: it is looked at anew when somebody asks.
      this.keep(folder, seen?.listing ?? null);
      for (const name of seen?.met ?? []) met.add(path.join(folder, name));
    }
    return met;
  }
}

/** What is there now, and our names that fold like one that is new. */
interface Seen {
  readonly listing: Listing;
  readonly met: readonly string[];
}

/** Null where it can't be told. Nobody may be waiting yet, so it never rejects. */
async function lookAgain(
  folder: string,
  { listing, taken }: FolderTaken,
  pause: () => Promise<void>,
): Promise<Seen | null> {
  const listed = await list(folder);
  if (listed === null) return null;
  const { mtime, names } = listed;
  const { nameByFold, order: before } = listing;
  for (const [fold, name] of taken) nameByFold.set(fold, name);
  const met: string[] = [];
  const order: string[] = [];
  let at = 0;
  for (let n = 0; n < names.length; n++) {
    if (n % NAMES_BETWEEN_PAUSES === 0) await pause();
    const name = names[n]!;
    // Nearly all are known, and come in the order of before: only the others are folded.
    if (name === before[at]) {
      order.push(before[at++]!);
      continue;
    }
    const fold = foldPath(name);
    const known = nameByFold.get(fold);
    order.push(known === name ? known : name);
    if (known === undefined) nameByFold.set(fold, name);
    else if (known !== name && taken.get(fold) === known) met.push(known);
    else if (name === before[at + 1]) at += 2;
  }
  const isExact = nameByFold.size === names.length;
  const now = isExact ? nameByFold : new Map(order.map((name) => [foldPath(name), name]));
  return { listing: { mtime, nameByFold: now, order }, met };
}

interface Listed {
  readonly mtime: number;
  readonly names: readonly string[];
}

/** Null where it can't be told. The time stamp is older than the names, so that who compares it later reads too often rather than too seldom. */
async function list(folder: string): Promise<Listed | null> {
  try {
    const { mtimeMs: mtime } = fs.statSync(folder);
    return { mtime, names: await fs.promises.readdir(folder) };
  } catch {
    return null;
  }
}
