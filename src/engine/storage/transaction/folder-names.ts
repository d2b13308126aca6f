/** How the folders are spelt that a write places notes in: one that differs from another in case alone is that one. D6. */

import { foldPath } from '../../links/same-place';
import { baseNameOf, folderOf, joinPath } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';

/** The folders that are there already. */
interface PresentFolders {
  /** Spelt so. */
  hasFolder(folder: NotePath): boolean;
  /** The same folder in whatever spelling; null when there is none. */
  folderLike(folder: NotePath): NotePath | null;
}

/** Of one write, with all its steps. */
export class FolderNames {
  /** Those that are spelt otherwise than they were asked for, and new ones, by the folded path. */
  private readonly names: Map<string, NotePath>;

  /** `empty`: folders on the disk of which `present` does not know, by the folded path. */
  constructor(
    private readonly present: PresentFolders,
    empty: ReadonlyMap<string, NotePath> = new Map(),
  ) {
    this.names = new Map(empty);
  }

  /** Those that were asked for and are not as they were asked for, or not there. */
  asked(): Iterable<NotePath> {
    return this.names.values();
  }

  /** The folder as it is spelt where it is, else as this write spelt it first; new parts of it as they are given. */
  as(folder: NotePath): NotePath {
    if (this.present.hasFolder(folder)) return folder;
    const folded = foldPath(folder);
    let name = this.names.get(folded);
    if (name === undefined) {
      name = this.present.folderLike(folder) ?? joinPath(this.as(folderOf(folder)), baseNameOf(folder));
      this.names.set(folded, name);
    }
    return name;
  }
}
