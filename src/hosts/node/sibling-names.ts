/** Names in a folder compared without case, remembered as long as the folder's time stamp stands. D6 */

import fs from 'node:fs';
import path from 'node:path';
import { foldPath } from '../vault-path';
import { type Heard, type Listing, NamesTaken, hasStub, likeName } from './names-taken';

/** So many folders are remembered. */
const KEPT = 256;

/**
 * Finds names that differ only in case or Unicode form. On file systems that keep such names apart nothing else would notice
 * them; others refuse by themselves. A change by someone else within the same tick of the clock can be missed: the exclusive
 * create stays the guard against overwriting. All arguments are real paths of files.
 */
export class SiblingNames {
  private readonly listings = new Map<string, Listing>();

  /** The first name, in the folder of these files, that folds like one of theirs. */
  find(...files: readonly [string, ...string[]]): string | undefined {
    const folder = path.dirname(files[0]);
    const listing = this.listing(folder);
    for (const file of files) {
      const name = likeName(folder, listing, foldPath(path.basename(file)));
      if (name !== undefined) return name;
    }
    return undefined;
  }

  /** Tells of a file or folder that the caller has just made. */
  added(file: string): void {
    const name = path.basename(file);
    this.update(file, ({ nameByFold }) => nameByFold.set(foldPath(name), name));
  }

  /** Tells of a file or folder that the caller has just taken away. */
  removed(file: string): void {
    const name = path.basename(file);
    this.update(file, (listing) => {
      if (listing.nameByFold.get(foldPath(name)) === name) listing.nameByFold.delete(foldPath(name));
    });
  }

  /** Takes many names in one go. Whoever asks must call `settle` when the files are made. `listen`: to a folder's watch, where it has one. */
  together(listen: (folder: string) => Heard | null, pause: () => Promise<void>): NamesTaken {
    const names = {
      listing: (folder: string) => this.listing(folder),
      keep: (folder: string, listing: Listing | null) =>
        void (listing === null ? this.listings.delete(folder) : this.keep(folder, listing)),
      listen,
    };
    return new NamesTaken(names, pause);
  }

  private update(file: string, change: (listing: Listing) => void): void {
    const folder = path.dirname(file);
    const listing = this.listings.get(folder);
    if (listing === undefined) return;
    change(listing);
    listing.mtime = fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? -1;
  }

  private listing(folder: string): Listing {
    const mtime = fs.statSync(folder).mtimeMs;
    const known = this.listings.get(folder);
    if (known !== undefined && known.mtime === mtime) return known;
    const names = fs.readdirSync(folder);
    const nameByFold = new Map(names.map((name) => [foldPath(name), name]));
    return this.keep(folder, { mtime, nameByFold, hasStubs: hasStub(names) });
  }

  private keep(folder: string, listing: Listing): Listing {
    this.listings.delete(folder);
    this.listings.set(folder, listing);
    const [oldest] = this.listings.keys();
    if (this.listings.size > KEPT && oldest !== undefined) this.listings.delete(oldest);
    return listing;
  }
}
