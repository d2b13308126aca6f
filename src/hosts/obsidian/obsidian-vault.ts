/** The vault through the app: every write is one that its editors, its index and its sync see. ADR 0002 */

import { type App, type DataAdapter, type Stat, TFile, type Vault, type EventRef, type TAbstractFile } from 'obsidian';
import {
  type FileStat,
  NOT_DOWNLOADED,
  type NotePath,
  type VaultChange,
  type VaultListing,
  type VaultPort,
  VaultFailure,
  whyUnread,
} from '../../engine/ports/vault-port';
import { folderOf } from '../../engine/note/paths';
import { comparePaths, foldPath, isVaultPath, NOT_A_VAULT_PATH } from '../vault-path';
import type { OpenEditors, TakeBack } from './open-editors';
import { type ObsidianSiblingNames, folderAt, filesBelow } from './obsidian-sibling-names';
import { sameBytes } from '../same-bytes';
import { failureFrom } from './app-failures';
import { listVault, stubOf } from './vault-listing';

export interface ObsidianVaultParts {
  readonly siblings: ObsidianSiblingNames;
  readonly editors: OpenEditors;
  /** Makes files durable; does nothing on a phone. */
  readonly sync: (paths: readonly NotePath[]) => Promise<void>;
  readonly pause: () => Promise<void>;
}

/** A phone answers each read through a bridge to another process: waiting for them one after the other takes longest. */
const READS_AT_ONCE = 8;

/** A `VaultPort` over the app's vault. The adapter reaches a file that the app has not noticed yet, in the same queue. */
export class ObsidianVault implements VaultPort {
  private readonly vault: Vault;
  private readonly adapter: DataAdapter;

  constructor(
    private readonly app: App,
    private readonly parts: ObsidianVaultParts,
  ) {
    this.vault = app.vault;
    this.adapter = app.vault.adapter;
  }

  list(): Promise<VaultListing> {
    return listVault(this.vault, (path) => this.stat(path), this.parts.pause);
  }

  async folder(
    path: NotePath,
  ): Promise<{ readonly folders: readonly NotePath[]; readonly files: readonly NotePath[] } | null> {
    if (path !== '') checkPath(path);
    const folder = folderAt(this.vault, path);
    if (folder === null) return null;
    const pathsOf = (wantsFolders: boolean): NotePath[] =>
      folder.children
        .filter((child) => 'children' in child === wantsFolders)
        .map((child) => child.path)
        .sort(comparePaths);
    return { folders: pathsOf(true), files: pathsOf(false) };
  }

  async stat(path: NotePath): Promise<FileStat | null> {
    if (path === '') return null;
    checkPath(path);
    const stat = await statAt(this.adapter, path);
    if (stat?.type !== 'file') return null;
    return { path, size: stat.size, mtime: stat.mtime, ctime: stat.ctime };
  }

  async read(path: NotePath): Promise<string | null> {
    if (path === '') return null;
    checkPath(path);
    return readText(this.adapter, path);
  }

  async readMany(paths: readonly NotePath[]): Promise<readonly (string | null | VaultFailure)[]> {
    const texts: (string | null | VaultFailure)[] = [];
    for (let from = 0; from < paths.length; from += READS_AT_ONCE) {
      await this.parts.pause();
      const batch = paths.slice(from, from + READS_AT_ONCE);
      const read = (path: NotePath): Promise<string | null | VaultFailure> =>
        this.read(path).catch((error: unknown) => failureFrom(error, path));
      texts.push(...(await Promise.all(batch.map(read))));
    }
    return texts;
  }

  async readBytes(path: NotePath): Promise<Uint8Array | null> {
    if (path === '') return null;
    checkPath(path);
    return readBytes(this.adapter, path);
  }

  async create(path: NotePath, text: string): Promise<FileStat> {
    await this.makeRoom(path);
    try {
      await this.vault.create(path, text);
    } catch (error) {
      const failure = failureFrom(error, path);
      if (failure.code !== 'exists') await this.takeBackTorn(path, text);
      throw failure;
    }
    return this.statNow(path);
  }

  /** The editors change in the moment in which the file is compared: what a user types goes before it or comes after. */
  async replace(path: NotePath, before: string, after: string): Promise<FileStat> {
    checkPath(path);
    let refusal: VaultFailure | null = null;
    let takeBack: TakeBack = () => undefined;
    try {
      await this.process(path, (shown) => {
        refusal = isSameText(shown, before)
          ? this.parts.editors.refusal(path, before)
          : new VaultFailure('changed', path);
        if (refusal !== null) throw refusal;
        takeBack = this.parts.editors.change(path, before, after);
        return after;
      });
    } catch (error) {
      takeBack();
      if (refusal === null) throw await this.failureAt(path, error);
      await readText(this.adapter, path); // says so when it is not text at all
      throw refusal as VaultFailure;
    }
    return this.statNow(path);
  }

  async move(from: NotePath, to: NotePath): Promise<FileStat> {
    checkPath(from);
    if ((await this.stat(from)) === null) throw new VaultFailure('missing', from);
    if (from === to) return this.statNow(to);
    const isRespelling = folderOf(from) === folderOf(to) && foldPath(from) === foldPath(to);
    if (isRespelling) checkPath(to);
    else await this.makeRoom(to);
    const file = this.fileAt(from);
    try {
      if (file === null) await this.adapter.rename(from, to);
      else await this.vault.rename(file, to);
    } catch (error) {
      const failure = failureFrom(error, to);
      throw failure.code === 'exists' ? failure : await this.failureAt(from, error);
    }
    return this.statNow(to);
  }

  async remove(path: NotePath, before: string): Promise<void> {
    await this.ifHolds(path, before, () => this.adapter.remove(path));
  }

  /** Where the user wants deleted files: the system's trash, `.trash/`, or nowhere. */
  async trash(path: NotePath, before: string): Promise<void> {
    await this.ifHolds(path, before, async (file) => {
      if (file !== null) await this.app.fileManager.trashFile(file);
      else if (!(await this.adapter.trashSystem(path))) await this.adapter.trashLocal(path);
    });
  }

  /** Not by `process`: it decodes before it calls back, and a phone may refuse to decode other bytes than UTF-8. */
  async mend(path: NotePath, before: Uint8Array, after: string | null): Promise<FileStat | null> {
    if (after === null) {
      await this.ifHolds(path, before, () => this.adapter.remove(path));
      return null;
    }
    await this.ifHolds(path, before, (file) =>
      file === null ? this.adapter.write(path, after) : this.vault.modify(file, after),
    );
    return this.statNow(path);
  }

  async createFolder(path: NotePath): Promise<void> {
    if (path === '' || folderAt(this.vault, path) !== null) return;
    checkPath(path);
    await this.createFolder(folderOf(path));
    const stat = await this.adapter.stat(path);
    if (stat?.type === 'folder') return;
    if (stat !== null || this.parts.siblings.isTaken(path)) throw new VaultFailure('exists', path);
    try {
      await this.vault.createFolder(path);
    } catch (error) {
      // Another program may have made it in between, which is as good.
      if ((await this.adapter.stat(path))?.type !== 'folder') throw failureFrom(error, path);
    }
  }

  async removeFolder(path: NotePath): Promise<void> {
    if (path === '') return;
    checkPath(path);
    if (!(await this.isEmptyFolder(path))) return;
    try {
      await this.adapter.rmdir(path, false);
    } catch (error) {
      if (await this.isEmptyFolder(path)) throw failureFrom(error, path);
    }
  }

  sync(paths: readonly NotePath[]): Promise<void> {
    return this.parts.sync(paths);
  }

  watch(listener: (change: VaultChange) => void): () => void {
    return watchVault(this.app, listener);
  }

  private fileAt(path: NotePath): TFile | null {
    return this.vault.getFileByPath(path);
  }

  private process(path: NotePath, change: (text: string) => string): Promise<string> {
    const file = this.fileAt(path);
    return file === null ? this.adapter.process(path, change) : this.vault.process(file, change);
  }

  /** Folders for a new file, and the certainty that its name is free. */
  private async makeRoom(path: NotePath): Promise<void> {
    checkPath(path);
    await this.createFolder(folderOf(path));
    if (this.parts.siblings.isTaken(path) || (await this.adapter.exists(path))) throw new VaultFailure('exists', path);
  }

  /** A full disk may leave the beginning of a new file behind. Text of another program stays. */
  private async takeBackTorn(path: NotePath, text: string): Promise<void> {
    const left = await readBytes(this.adapter, path).catch(() => null);
    const whole = new TextEncoder().encode(text);
    if (left?.every((byte, index) => byte === whole[index])) await this.adapter.remove(path);
  }

  private async ifHolds(
    path: NotePath,
    before: string | Uint8Array,
    effect: (file: TFile | null) => Promise<void>,
  ): Promise<void> {
    checkPath(path);
    await checkHolds(this.adapter, path, before);
    const refusal = typeof before === 'string' ? this.parts.editors.refusal(path, before) : null;
    if (refusal !== null) throw refusal;
    try {
      await effect(this.fileAt(path));
    } catch (error) {
      throw await this.failureAt(path, error);
    }
  }

  private async statNow(path: NotePath): Promise<FileStat> {
    const stat = await this.stat(path);
    if (stat === null) throw new VaultFailure('missing', path);
    return stat;
  }

  private async failureAt(path: NotePath, error: unknown): Promise<VaultFailure> {
    const isThere = (await this.adapter.stat(path).catch(() => null))?.type === 'file';
    return isThere ? failureFrom(error, path) : new VaultFailure('missing', path);
  }

  private async isEmptyFolder(path: NotePath): Promise<boolean> {
    if ((await this.adapter.stat(path))?.type !== 'folder') return false;
    const { files, folders } = await this.adapter.list(path);
    return files.length === 0 && folders.length === 0;
  }
}

function checkPath(path: NotePath): void {
  if (!isVaultPath(path)) throw new VaultFailure('io', path, NOT_A_VAULT_PATH);
}

/** Of a file, or of the stub in its place. Throws `io`. */
async function statAt(adapter: DataAdapter, path: NotePath): Promise<Stat | null> {
  try {
    return (await adapter.stat(path)) ?? (await adapter.stat(stubOf(path)));
  } catch (error) {
    throw failureFrom(error, path);
  }
}

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The whole text, null when there is no such file. From the bytes, because the app's own `read` neither reports bytes that are not
 * UTF-8 nor promises to keep the byte order mark. Throws `not_utf8`, `io`.
 */
async function readText(adapter: DataAdapter, path: NotePath): Promise<string | null> {
  const bytes = await readBytes(adapter, path);
  if (bytes === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new VaultFailure('not_utf8', path);
  }
}

/** As `readText`, for bytes that may be no text. */
async function readBytes(adapter: DataAdapter, path: NotePath): Promise<Uint8Array | null> {
  const stat = await adapter.stat(path).catch((error: unknown) => {
    throw failureFrom(error, path);
  });
  if (stat === null && (await adapter.stat(stubOf(path))) !== null) throw new VaultFailure('io', path, NOT_DOWNLOADED);
  if (stat?.type !== 'file') return null;
  const unread = whyUnread(stat);
  if (unread !== null) throw new VaultFailure('not_a_note', path, unread);
  try {
    return new Uint8Array(await adapter.readBinary(path));
  } catch (error) {
    if ((await adapter.stat(path))?.type !== 'file') return null;
    throw failureFrom(error, path);
  }
}

/** Throws `missing` or `changed` unless the file holds this. */
async function checkHolds(adapter: DataAdapter, path: NotePath, before: string | Uint8Array): Promise<void> {
  const present = typeof before === 'string' ? await readText(adapter, path) : await readBytes(adapter, path);
  if (present === null) throw new VaultFailure('missing', path);
  const isSame = typeof present === 'string' ? present === before : sameBytes(present, before as Uint8Array);
  if (!isSame) throw new VaultFailure('changed', path);
}

/** Whether what `Vault.process` shows is this text; it may come without its byte order mark. */
function isSameText(shown: string, text: string): boolean {
  return shown === text || (text.startsWith(BYTE_ORDER_MARK) && shown === text.slice(BYTE_ORDER_MARK.length));
}

/** Before the layout is ready the app sends 'create' for every file: these are not changes. */
function watchVault(app: App, listener: (change: VaultChange) => void): () => void {
  const { vault, workspace } = app;
  let events: readonly EventRef[] = [];
  let isStopped = false;
  workspace.onLayoutReady(() => {
    if (isStopped) return;
    events = [
      vault.on('create', (file) => tellChanged(file, listener)),
      vault.on('modify', (file) => tellChanged(file, listener)),
      vault.on('delete', (file) => filesBelow(file).forEach(({ path }) => listener({ kind: 'removed', path }))),
      vault.on('rename', (file, oldPath) => tellRenamed(file, oldPath, listener)),
    ];
  });
  return () => {
    isStopped = true;
    for (const event of events) vault.offref(event);
  };
}

function tellChanged(file: TAbstractFile, listener: (change: VaultChange) => void): void {
  if (file instanceof TFile) listener({ kind: 'changed', path: file.path });
}

/** For a folder: every file in it, whether or not the app reports those too. */
function tellRenamed(file: TAbstractFile, oldPath: string, listener: (change: VaultChange) => void): void {
  for (const { path } of filesBelow(file)) {
    listener({ kind: 'renamed', from: oldPath + path.slice(file.path.length), path });
  }
}
