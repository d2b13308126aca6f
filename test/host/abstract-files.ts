/** Files and folders as the app shows them: one object a file for as long as it lives, also across renames. */

import type { Vault } from './vault';

export interface FileStats {
  ctime: number;
  mtime: number;
  size: number;
}

export abstract class TAbstractFile {
  vault: Vault;
  path = '';
  name = '';
  parent: TFolder | null = null;
  deleted = false;

  constructor(vault: Vault, path: string) {
    this.vault = vault;
    this.setPath(path);
  }

  setPath(path: string): void {
    this.path = path;
    this.name = path === '/' ? '' : path.slice(path.lastIndexOf('/') + 1);
  }

  getNewPathAfterRename(name: string): string {
    return this.parent === null || this.parent.isRoot() ? name : `${this.parent.path}/${name}`;
  }
}

export class TFile extends TAbstractFile {
  stat: FileStats;
  basename = '';
  extension = '';
  saving = false;

  constructor(vault: Vault, path: string, stat: FileStats) {
    super(vault, path);
    this.stat = stat;
    this.setPath(path);
  }

  override setPath(path: string): void {
    super.setPath(path);
    const dot = this.name.lastIndexOf('.');
    this.basename = dot > 0 ? this.name.slice(0, dot) : this.name;
    this.extension = dot > 0 ? this.name.slice(dot + 1).toLowerCase() : '';
  }
}

/** The root's path is `/`; every other folder's has no slash at its ends. */
export class TFolder extends TAbstractFile {
  children: TAbstractFile[] = [];

  isRoot(): boolean {
    return this.path === '/';
  }

  getParentPrefix(): string {
    return this.isRoot() ? '' : `${this.path}/`;
  }
}
