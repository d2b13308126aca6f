/** The vault in memory: the same promises as a folder on disk, with a gate before every call. */

import {
  type FileStat,
  type NotePath,
  type VaultChange,
  type VaultListing,
  type VaultPort,
  VaultFailure,
  whyUnread,
} from '../../src/engine/ports/vault-port';
import { sameBytes } from '../../src/hosts/same-bytes';
import { baseNameOf, folderOf } from '../../src/engine/note/paths';
import { NOT_A_VAULT_PATH, comparePaths, foldPath, freeName, isHidden, isVaultPath } from '../../src/hosts/vault-path';
import type { CallEffect, CallGate } from './call-gate';
import { type FileContent, type VaultFile, bytesOf, tornWrite } from './disk-image';
import type { FaultCode, PortCall } from './planned-faults';
import type { VaultDisk } from './vault-disk';

export interface MemoryVaultParts {
  readonly disk: VaultDisk;
  readonly gate: CallGate;
  /** A time stamp that no file has yet. */
  readonly nextStamp: () => number;
  /** Whether the vault's own writes reach its watchers. */
  readonly echoes: boolean;
}

/** A `VaultPort` over a `VaultDisk`. */
export class MemoryVault implements VaultPort {
  private readonly listeners = new Set<(change: VaultChange) => void>();

  constructor(private readonly parts: MemoryVaultParts) {}

  list(): Promise<VaultListing> {
    return this.look('list', '', () => {
      const files: FileStat[] = [];
      const failures: VaultFailure[] = [];
      const { disk } = this.parts;
      const visible = (path: NotePath): boolean => path !== '' && !isHidden(path);
      for (const folder of [...disk.folders].filter(visible)) {
        const code = this.faultAt('list', folder);
        if (code !== null) failures.push(ioFailure(folder, code));
      }
      const closed = failures.map(({ path }) => `${path}/`);
      for (const path of disk.sorted().filter(visible)) {
        if (closed.some((folder) => path.startsWith(folder))) continue;
        const code = this.faultAt('list', path);
        // A file may go while others are listed.
        const file = disk.files.get(path);
        if (code !== null) failures.push(ioFailure(path, code));
        else if (file !== undefined) files.push(statOf(path, file));
      }
      return { files, failures };
    });
  }

  folder(
    path: NotePath,
  ): Promise<{ readonly folders: readonly NotePath[]; readonly files: readonly NotePath[] } | null> {
    return this.look('folder', path, () => {
      checkLookedAt(path);
      if (path !== '' && !this.parts.disk.folders.has(path)) return null;
      const isChild = (child: NotePath): boolean =>
        child !== '' && folderOf(child) === path && !isHidden(baseNameOf(child));
      return {
        folders: [...this.parts.disk.folders].filter(isChild).sort(comparePaths),
        files: this.parts.disk.sorted().filter(isChild),
      };
    });
  }

  stat(path: NotePath): Promise<FileStat | null> {
    return this.look('stat', path, () => {
      checkLookedAt(path);
      const file = this.parts.disk.files.get(path);
      return file === undefined ? null : statOf(path, file);
    });
  }

  read(path: NotePath): Promise<string | null> {
    return this.look('read', path, () => this.textOf(path));
  }

  readMany(paths: readonly NotePath[]): Promise<readonly (string | null | VaultFailure)[]> {
    const tryText = (path: NotePath): string | null | VaultFailure => {
      const code = this.faultAt('readMany', path);
      if (code !== null) return ioFailure(path, code);
      try {
        return this.textOf(path);
      } catch (error) {
        if (error instanceof VaultFailure) return error;
        throw error;
      }
    };
    const call = {
      port: 'vault',
      method: 'readMany',
      path: paths[0] ?? '',
      paths: [...paths],
      mutates: false,
    } as const;
    return this.parts.gate.pass(call, {
      run: () => paths.map(tryText),
      failure: (code) => paths.map((path, index) => (index === 0 ? ioFailure(path, code) : tryText(path))),
    });
  }

  readBytes(path: NotePath): Promise<Uint8Array | null> {
    return this.look('readBytes', path, () => {
      const file = this.readable(path);
      return file === null ? null : bytesOf(file).slice();
    });
  }

  create(path: NotePath, text: string): Promise<FileStat> {
    const write = (written: FileContent): FileStat => {
      this.checkFree(path, path);
      return this.write(path, written);
    };
    return this.change(
      'create',
      path,
      () => write({ text }),
      () => write(tornWrite(text)),
    );
  }

  replace(path: NotePath, before: string, after: string): Promise<FileStat> {
    const write = (written: FileContent): FileStat => {
      this.checkHolds(path, before);
      return this.write(path, written);
    };
    return this.change(
      'replace',
      path,
      () => write({ text: after }),
      () => write(tornWrite(after)),
    );
  }

  move(from: NotePath, to: NotePath): Promise<FileStat> {
    const check = (): VaultFile => {
      checkPath(from);
      const file = this.parts.disk.files.get(from);
      if (file === undefined) throw new VaultFailure('missing', from);
      if (from !== to) this.checkFree(to, from);
      return file;
    };
    const run = (): FileStat => {
      const file = check();
      if (from === to) return statOf(to, file);
      this.parts.disk.rename(from, to);
      this.tell({ kind: 'renamed', from, path: to });
      return statOf(to, file);
    };
    const half = (): void => {
      check();
      if (from !== to) this.parts.disk.link(from, to);
    };
    return this.change('move', from, run, half);
  }

  remove(path: NotePath, before: string): Promise<void> {
    return this.change('remove', path, () => {
      this.checkHolds(path, before);
      this.parts.disk.delete(path);
      this.tell({ kind: 'removed', path });
    });
  }

  trash(path: NotePath, before: string): Promise<void> {
    return this.change('trash', path, () => {
      this.checkHolds(path, before);
      const place = freeName(`.trash/${baseNameOf(path)}`, (name) => this.parts.disk.sameName(name) !== undefined);
      this.parts.disk.rename(path, place);
      this.tell({ kind: 'removed', path });
    });
  }

  mend(path: NotePath, before: Uint8Array, after: string | null): Promise<FileStat | null> {
    const write = (written: FileContent | null): FileStat | null => {
      checkPath(path);
      const file = this.readable(path);
      if (file === null) throw new VaultFailure('missing', path);
      if (!sameBytes(bytesOf(file), before)) throw new VaultFailure('changed', path);
      if (written !== null) return this.write(path, written);
      this.parts.disk.delete(path);
      this.tell({ kind: 'removed', path });
      return null;
    };
    return this.change(
      'mend',
      path,
      () => write(after === null ? null : { text: after }),
      () => write(after === null ? null : tornWrite(after)),
    );
  }

  createFolder(path: NotePath): Promise<void> {
    return this.change('createFolder', path, () => {
      this.checkFolders(path);
      this.parts.disk.makeFolders(path);
    });
  }

  removeFolder(path: NotePath): Promise<void> {
    return this.change('removeFolder', path, () => {
      checkLookedAt(path);
      if (path !== '' && this.parts.disk.isEmptyFolder(path)) this.parts.disk.removeFolder(path);
    });
  }

  sync(paths: readonly NotePath[]): Promise<void> {
    const sync = (some: readonly NotePath[]): void => some.forEach((path) => this.parts.disk.sync(path));
    return this.change(
      'sync',
      paths[0] ?? '',
      () => sync(paths),
      () => sync(paths.slice(0, paths.length >> 1)),
    );
  }

  watch(listener: (change: VaultChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Tells the watchers, after the present call. */
  announce(change: VaultChange): void {
    const visible = change.kind === 'overflow' || !isHidden(change.path);
    if (!visible || this.listeners.size === 0) return;
    void Promise.resolve().then(() => {
      if (this.parts.gate.crashed) return;
      for (const listener of this.listeners) listener(change);
    });
  }

  private tell(change: VaultChange): void {
    if (this.parts.echoes) this.announce(change);
  }

  private textOf(path: NotePath): string | null {
    const file = this.readable(path);
    if (file?.bytes !== undefined) throw new VaultFailure('not_utf8', path);
    return file?.text ?? null;
  }

  private readable(path: NotePath): VaultFile | null {
    checkLookedAt(path);
    const file = this.parts.disk.files.get(path);
    if (file?.flaw !== undefined) throw new VaultFailure('io', path, 'EIO');
    const unread = file === undefined ? null : whyUnread({ size: file.text.length });
    if (unread !== null) throw new VaultFailure('not_a_note', path, unread);
    return file ?? null;
  }

  private write(path: NotePath, content: FileContent): FileStat {
    const stamp = this.parts.nextStamp();
    const earlier = this.parts.disk.files.get(path);
    const file = this.parts.disk.put(path, {
      ...content,
      mtime: stamp,
      ctime: earlier?.ctime ?? stamp,
      changeTime: stamp,
    });
    this.tell({ kind: 'changed', path });
    return statOf(path, file);
  }

  private checkHolds(path: NotePath, before: string): void {
    checkPath(path);
    const text = this.textOf(path);
    if (text === null) throw new VaultFailure('missing', path);
    if (text !== before) throw new VaultFailure('changed', path);
  }

  /** `self` may stand in the way of its own new name: a rename that only changes case. */
  private checkFree(path: NotePath, self: NotePath): void {
    checkPath(path);
    this.checkFolders(folderOf(path));
    const taken = this.parts.disk.sameName(path);
    const isItself = self !== path && foldPath(self) === foldPath(path);
    if (taken !== undefined && !isItself) throw new VaultFailure('exists', path);
  }

  private checkFolders(path: NotePath): void {
    if (path !== '') checkPath(path);
    if (path === '' || this.parts.disk.folders.has(path)) return;
    this.checkFolders(folderOf(path));
    if (this.parts.disk.sameName(path) !== undefined) throw new VaultFailure('exists', path);
  }

  private faultAt(method: string, path: NotePath): FaultCode | null {
    return this.parts.gate.faultAt({ port: 'vault', method, path, mutates: false });
  }

  private look<Result>(method: string, path: NotePath, run: () => Result): Promise<Result> {
    return this.pass(method, path, false, { run, failure: (code) => ioFailure(path, code) });
  }

  private change<Result>(method: string, path: NotePath, run: () => Result, half?: () => void): Promise<Result> {
    const failure = (code: FaultCode): Error => ioFailure(path, code);
    return this.pass(method, path, true, half === undefined ? { run, failure } : { run, half, failure });
  }

  private pass<Result>(method: string, path: string, mutates: boolean, effect: CallEffect<Result>): Promise<Result> {
    const call: Omit<PortCall, 'number'> = { port: 'vault', method, path, mutates };
    return this.parts.gate.pass(call, effect);
  }
}

function statOf(path: NotePath, { size, mtime, ctime, changeTime = mtime }: VaultFile): FileStat {
  return { path, size, mtime, ctime, changeTime };
}

function ioFailure(path: NotePath, code: FaultCode): VaultFailure {
  return new VaultFailure('io', path, code);
}

/** The root is no file, but asking for it is no mistake. */
function checkLookedAt(path: NotePath): void {
  if (path !== '') checkPath(path);
}

function checkPath(path: NotePath): void {
  if (!isVaultPath(path)) throw new VaultFailure('io', path, NOT_A_VAULT_PATH);
}
