/** The names of many new files, taken together. D6 */

import fs from 'node:fs';
import path from 'node:path';
import { foldPath } from '../vault-path';
import { lstat } from './note-file';
import { nameBehindStub, stubOf } from './vault-folder';

/** The names of a folder by their folded form, and the folder's time stamp when they were read. */
export interface Listing {
  mtime: number;
  readonly nameByFold: Map<string, string>;
  /** One of them stands for a file that is elsewhere. */
  readonly hasStubs: boolean;
}

export const hasStub = (names: Iterable<string>): boolean => {
  for (const name of names) if (nameBehindStub(name) !== null) return true;
  return false;
};

/**
 * The names a watch has told of in a folder since files were begun, those that have gone included; null once some may be missing.
 * They are told in the order in which they came.
 */
export type Heard = () => ReadonlySet<string> | null;

/** What is known of folders, by their places. */
export interface FolderNames {
  /** What is there now. */
  listing(folder: string): Listing;
  /** Null: what was known is forgotten. */
  keep(folder: string, listing: Listing | null): void;
  /** Null where nobody watches the folder. */
  listen(folder: string): Heard | null;
}

const NAMES_BETWEEN_PAUSES = 500;

/** So many folders are listed at once: Node's threads do it side by side. */
const LISTED_AHEAD = 8;

/** The name in a folder that folds like this one. One that was taken away since is none. */
export function likeName(folder: string, { nameByFold }: Listing, fold: string): string | undefined {
  const name = nameByFold.get(fold);
  if (name === undefined || lstat(path.join(folder, name)) !== undefined) return name;
  nameByFold.delete(fold);
  return undefined;
}

interface FolderTaken {
  /** When the first name was taken; ours are added to it. One whose file is not made after all counts as taken away. */
  readonly listing: Listing;
  readonly ours: OurNames;
  readonly heard: Heard | null;
}

/** Names that were taken in a folder. That one of them is asked for is rare. */
class OurNames {
  readonly names: string[] = [];
  private readonly folds: string[] = [];
  private byFold: Map<string, string> | null = null;

  add(fold: string, name: string): void {
    this.names.push(name);
    this.folds.push(fold);
    this.byFold = null;
  }

  get(fold: string): string | undefined {
    this.byFold ??= new Map(this.folds.map((each, i) => [each, this.names[i] as string]));
    return this.byFold.get(fold);
  }
}

/**
 * The names of many files that are made at once. A folder is listed when its first name is taken, and what others brought
 * until all files are made shows at the end: from what the watch has told of the folder, or in another listing.
 */
export class NamesTaken {
  private readonly folders = new Map<string, FolderTaken>();
  /** The folder of the last name that was taken. */
  private last: { readonly folder: string; readonly taken: FolderTaken } | null = null;
  /** Folders whose watch has told of all our files and of nothing else, with their number. Known when it is settled. */
  readonly heardAlone = new Map<string, number>();

  constructor(
    private readonly names: FolderNames,
    private readonly pause: () => Promise<void>,
  ) {}

  /** Takes the name of `file`; false when it, or its stub's, folds like one that is there or that was taken before. */
  take(file: string): boolean {
    const end = file.lastIndexOf(path.sep);
    const name = file.slice(end + 1);
    const { listing, ours } = this.folderOf(file, end);
    const { nameByFold } = listing;
    const fold = foldPath(name);
    if (nameByFold.has(fold)) {
      if (ours.get(fold) !== undefined || likeName(file.slice(0, end), listing, fold) !== undefined) return false;
    }
    if (listing.hasStubs && nameByFold.has(foldPath(path.basename(stubOf(file))))) return false;
    nameByFold.set(fold, name);
    ours.add(fold, name);
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
    // Before the folder is read, so that nothing comes between.
    const heard = this.names.listen(folder);
    const listing = this.names.listing(folder);
    const opened = { listing, ours: new OurNames(), heard };
    this.folders.set(folder, opened);
    return opened;
  }

  /** Our files whose names fold like one that someone else has brought since. What is there now is remembered. */
  async settle(): Promise<ReadonlySet<string>> {
    // The time stamps are older than the names, so that who compares them later reads too often rather than too seldom.
    const stamps = new Map([...this.folders.keys()].map((folder) => [folder, mtimeOf(folder)]));
    await wholeTurn();
    const met = new Set<string>();
    const toList: string[] = [];
    for (const [folder, mtime] of stamps) {
      const fromHints = mtime === null ? null : withHeard(folder, this.folders.get(folder)!);
      if (mtime === null || fromHints === null) {
        toList.push(folder);
        continue;
      }
      this.takeIn(folder, mtime, fromHints, met);
      if (fromHints.isAlone) this.heardAlone.set(folder, this.folders.get(folder)!.ours.names.length);
      await this.pause();
    }
    await this.list(toList, met);
    return met;
  }

  private takeIn(folder: string, mtime: number, { nameByFold, hasStubs, met }: NamesNow, all: Set<string>): void {
    this.names.keep(folder, { mtime, nameByFold, hasStubs });
    for (const name of met) all.add(path.join(folder, name));
  }

  private async list(folders: readonly string[], met: Set<string>): Promise<void> {
    const listed = new Map<string, Promise<readonly string[] | null>>();
    const stamps = new Map<string, number | null>();
    for (let i = 0; i < folders.length + LISTED_AHEAD; i++) {
      const next = folders[i];
      if (next !== undefined) {
        stamps.set(next, mtimeOf(next));
        listed.set(
          next,
          fs.promises.readdir(next).catch(() => null),
        );
      }
      const folder = folders[i - LISTED_AHEAD];
      if (folder === undefined) continue;
      const names = (await listed.get(folder)) ?? null;
      listed.delete(folder);
      const mtime = stamps.get(folder) ?? null;
      // Gone, or not to be read any more: it is looked at anew when somebody asks.
      if (names === null || mtime === null) this.names.keep(folder, null);
      else this.takeIn(folder, mtime, await amongListed(names, this.folders.get(folder)!, this.pause), met);
    }
  }
}

/** What is there now, and our names that fold like one of somebody else. */
interface NamesNow extends Pick<Listing, 'nameByFold' | 'hasStubs'> {
  readonly met: readonly string[];
}

/**
 * Null unless the watch has told of all our files: then it has told of whatever came before the last of them too. `isAlone`: of
 * nothing else.
 */
function withHeard(
  folder: string,
  { listing, ours, heard }: FolderTaken,
): (NamesNow & { readonly isAlone: boolean }) | null {
  const told = heard?.() ?? null;
  if (told === null) return null;
  for (const name of ours.names) if (!told.has(name)) return null;
  const { nameByFold } = listing;
  const met: string[] = [];
  const isAlone = told.size === ours.names.length;
  for (const name of isAlone ? [] : told) {
    const fold = foldPath(name);
    const mine = ours.get(fold);
    if (name === mine || nameByFold.get(fold) === name || lstat(path.join(folder, name)) === undefined) continue;
    if (mine !== undefined) met.push(mine);
    nameByFold.set(fold, name);
  }
  return { nameByFold, hasStubs: listing.hasStubs || (!isAlone && hasStub(told)), met, isAlone };
}

async function amongListed(
  names: readonly string[],
  { ours }: FolderTaken,
  pause: () => Promise<void>,
): Promise<NamesNow> {
  const nameByFold = new Map<string, string>();
  const met: string[] = [];
  for (let n = 0; n < names.length; n++) {
    if (n % NAMES_BETWEEN_PAUSES === 0) await pause();
    const name = names[n]!;
    const fold = foldPath(name);
    const mine = ours.get(fold);
    if (mine !== undefined && name !== mine) met.push(mine);
    // Of two that fold alike the other one stays.
    if (name !== mine || !nameByFold.has(fold)) nameByFold.set(fold, name);
  }
  return { nameByFold, hasStubs: hasStub(names), met };
}

/** Null where it can't be told. */
function mtimeOf(folder: string): number | null {
  try {
    return fs.statSync(folder).mtimeMs;
  } catch {
    return null;
  }
}

/** By its end the event loop has asked once for what the system had to tell at its beginning. */
async function wholeTurn(): Promise<void> {
  for (let half = 0; half < 2; half++) await new Promise((resolve) => setImmediate(resolve));
}
