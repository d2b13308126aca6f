/** The notes on the disk that an app may see. docs/rights.md#what-an-app-sees; D22 */

import type { FileStat, NotePath, NoteReader, VaultFailure } from '../ports/vault-port';

/** Distinguishes hidden notes and folders. */
export interface SeenPaths {
  sees(path: NotePath): boolean;
  hasFolder(folder: NotePath): boolean;
}

type FolderListing = Awaited<ReturnType<NoteReader['folder']>>;

export class ScopedNotes implements NoteReader {
  constructor(
    private readonly whole: NoteReader,
    private readonly seen: SeenPaths,
  ) {}

  /** A folder that holds nothing for the app is not there for it, as a table's folder may reveal its name. */
  async folder(path: NotePath): Promise<FolderListing> {
    if (!this.seen.hasFolder(path)) return null;
    const listing = await this.whole.folder(path);
    if (listing === null) return null;
    return {
      folders: listing.folders.filter((folder) => this.seen.hasFolder(folder)),
      files: listing.files.filter((file) => this.seen.sees(file)),
    };
  }

  async stat(path: NotePath): Promise<FileStat | null> {
    return this.seen.sees(path) ? this.whole.stat(path) : null;
  }

  async read(path: NotePath): Promise<string | null> {
    return this.seen.sees(path) ? this.whole.read(path) : null;
  }

  async readBytes(path: NotePath): Promise<Uint8Array | null> {
    return this.seen.sees(path) ? this.whole.readBytes(path) : null;
  }

  async readMany(paths: readonly NotePath[]): Promise<readonly (string | null | VaultFailure)[]> {
    const texts = await this.whole.readMany(paths.filter((path) => this.seen.sees(path)));
    let next = 0;
    return paths.map((path) => (this.seen.sees(path) ? (texts[next++] ?? null) : null));
  }
}
