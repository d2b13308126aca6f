/** Names in a folder compared without case, remembered as long as the folder keeps its time stamp. D6 */

import fs from 'node:fs';
import path from 'node:path';
import { foldPath } from '../../vault-path';
import { statOfName } from './note-file';

/** So many folders are remembered. */
const KEPT = 256;

/** The names of a folder by their folded form, and the folder's time stamp when they were read. */
interface SiblingListing {
  mtime: number;
  readonly nameByFold: Map<string, string>;
}

/**
 * Finds names that differ only in case or Unicode form. On file systems that keep such names apart nothing else would notice
 * them; others refuse by themselves. A change by another program within the same tick of the clock can be missed: the exclusive
 * create stays the guard against overwriting. All arguments are real paths of files.
 */
export class NodeSiblingNames {
  private readonly listings = new Map<string, SiblingListing>();

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

  /** Adds a file or folder that the caller has just made. */
  added(file: string): void {
    const name = path.basename(file);
    this.update(file, ({ nameByFold }) => nameByFold.set(foldPath(name), name));
  }

  /** Removes a file or folder that the caller has just taken away. */
  removed(file: string): void {
    const name = path.basename(file);
    this.update(file, (listing) => {
      if (listing.nameByFold.get(foldPath(name)) === name) listing.nameByFold.delete(foldPath(name));
    });
  }

  private update(file: string, change: (listing: SiblingListing) => void): void {
    const folder = path.dirname(file);
    const listing = this.listings.get(folder);
    if (listing === undefined) return;
    change(listing);
    listing.mtime = fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? -1;
  }

  private listing(folder: string): SiblingListing {
    const mtime = fs.statSync(folder).mtimeMs;
    const known = this.listings.get(folder);
    if (known !== undefined && known.mtime === mtime) return known;
    const listing = { mtime, nameByFold: new Map(fs.readdirSync(folder).map((name) => [foldPath(name), name])) };
    this.listings.delete(folder);
    this.listings.set(folder, listing);
    const [oldest] = this.listings.keys();
    if (this.listings.size > KEPT && oldest !== undefined) this.listings.delete(oldest);
    return listing;
  }
}

/** The name in a folder that folds like this one. One that was taken away since is none. */
function likeName(folder: string, { nameByFold }: SiblingListing, fold: string): string | undefined {
  const name = nameByFold.get(fold);
  if (name === undefined || statOfName(path.join(folder, name)) !== undefined) return name;
  nameByFold.delete(fold);
  return undefined;
}
