/** Where many new files go: those of one folder mostly follow each other, and the folder is looked at once for all of a moment. */

import path from 'node:path';
import type { NotePath } from '../../engine/ports/vault-port';
import { isVaultPath } from '../vault-path';
import { LOOK_KEPT_MS, type VaultFolder } from './vault-folder';

interface Looked {
  readonly folder: NotePath;
  readonly place: string;
  readonly at: number;
}

export class FoldersLookedAt {
  private last: Looked | null = null;

  /** `make` makes a folder that is not there, and throws where it can't. */
  constructor(
    private readonly vault: VaultFolder,
    private readonly make: (folder: NotePath) => void,
  ) {}

  /** The real path of a file, whose folder is there from now on. Throws as `VaultFolder.locate`, and what `make` throws. */
  locate(file: NotePath): string {
    const end = file.lastIndexOf('/');
    const { last } = this;
    const isKnown = last !== null && end === last.folder.length && file.startsWith(last.folder);
    const name = file.slice(end + 1);
    if (isKnown && isVaultPath(name) && performance.now() - last.at < LOOK_KEPT_MS) return last.place + path.sep + name;
    const place = this.vault.locate(file);
    const folder = file.slice(0, Math.max(0, end));
    this.make(folder);
    this.last = { folder, place: this.vault.locate(folder), at: performance.now() };
    return place;
  }
}
