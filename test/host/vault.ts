/** The vault: the visible files as a tree of objects, and the writes that plugins use. */

import { TFile, TFolder } from './abstract-files';
import type { TAbstractFile } from './abstract-files';
import type { DataAdapter } from './data-adapter';
import type { DiskStat, WriteTimes } from './disk';
import { Events } from './events';

export type AppConfig = Record<string, unknown>;

export class Vault extends Events {
  readonly configDir: string;
  readonly fileMap: Record<string, TAbstractFile> = {};
  private readonly root = new TFolder(this, '/');
  private config: AppConfig = {};
  private readonly texts = new Map<string, { mtime: number; text: string }>();

  constructor(
    readonly adapter: DataAdapter,
    configDir = '.obsidian',
  ) {
    super();
    this.configDir = configDir;
    this.fileMap['/'] = this.root;
    adapter.listener = {
      changed: (path, done) => this.reconcile(path, done),
      renamed: (from, to) => this.renamed(from, to),
    };
  }

  /** What the app does at start: reads its settings and the tree; 'create' fires for every file. */
  async load(): Promise<void> {
    const file = `${this.configDir}/app.json`;
    if (await this.adapter.exists(file)) this.config = JSON.parse(await this.adapter.read(file)) as AppConfig;
    await this.reconcileFolder('');
  }

  /** What the app's own watcher does after an edit by another program. */
  async noticeOutsideChanges(): Promise<void> {
    await this.adapter.inTurn(() => this.lookAtEverything());
  }

  private async lookAtEverything(): Promise<void> {
    for (const all of [this.getFiles(), this.getAllFolders()]) {
      const stats = await Promise.all(all.map(({ path }) => this.adapter.stat(path)));
      for (const [at, file] of all.entries()) if (stats[at] === null) this.forget(file);
    }
    await this.reconcileFolder('');
  }

  getName(): string {
    return this.adapter.getName();
  }

  /** Not in the public types, but there. */
  getConfig(key: string): unknown {
    return this.config[key] ?? DEFAULT_CONFIG[key];
  }

  async setConfig(key: string, value: unknown): Promise<void> {
    this.config[key] = value;
    await this.adapter.mkdir(this.configDir);
    await this.adapter.write(`${this.configDir}/app.json`, JSON.stringify(this.config, null, 2));
  }

  getRoot(): TFolder {
    return this.root;
  }

  getAbstractFileByPath(path: string): TAbstractFile | null {
    return this.fileMap[path] ?? null;
  }

  getFileByPath(path: string): TFile | null {
    const file = this.fileMap[path];
    return file instanceof TFile ? file : null;
  }

  getFolderByPath(path: string): TFolder | null {
    const folder = this.fileMap[path];
    return folder instanceof TFolder ? folder : null;
  }

  getAllLoadedFiles(): TAbstractFile[] {
    return Object.values(this.fileMap);
  }

  getAllFolders(includeRoot = false): TFolder[] {
    return this.getAllLoadedFiles().filter(
      (file): file is TFolder => file instanceof TFolder && (includeRoot || !file.isRoot()),
    );
  }

  getFiles(): TFile[] {
    return this.getAllLoadedFiles().filter((file) => file instanceof TFile);
  }

  getMarkdownFiles(): TFile[] {
    return this.getFiles().filter((file) => file.extension === 'md');
  }

  static recurseChildren(root: TFolder, visit: (file: TAbstractFile) => void): void {
    visit(root);
    for (const child of root.children) {
      if (child instanceof TFolder) Vault.recurseChildren(child, visit);
      else visit(child);
    }
  }

  /** On a hidden path the file is written and null comes back, as in the app. */
  async create(path: string, data: string, times?: WriteTimes): Promise<TFile | null> {
    await this.refuseExisting(path, 'File already exists.');
    await this.adapter.write(path, data, times);
    return this.getFileByPath(path);
  }

  async createBinary(path: string, data: ArrayBuffer, times?: WriteTimes): Promise<TFile | null> {
    await this.refuseExisting(path, 'File already exists.');
    await this.adapter.writeBinary(path, data, times);
    return this.getFileByPath(path);
  }

  async createFolder(path: string): Promise<TFolder | null> {
    await this.refuseExisting(path, 'Folder already exists.');
    await this.adapter.mkdir(path);
    return this.getFolderByPath(path);
  }

  async read(file: TFile): Promise<string> {
    const text = await this.adapter.read(file.path);
    this.texts.set(file.path, { mtime: file.stat.mtime, text });
    return text;
  }

  /** What was read last while the app knows of no change. */
  async cachedRead(file: TFile): Promise<string> {
    const known = this.texts.get(file.path);
    return known?.mtime === file.stat.mtime ? known.text : this.read(file);
  }

  async readBinary(file: TFile): Promise<ArrayBuffer> {
    return this.adapter.readBinary(file.path);
  }

  async modify(file: TFile, data: string, times?: WriteTimes): Promise<void> {
    await this.adapter.write(file.path, data, times);
  }

  async modifyBinary(file: TFile, data: ArrayBuffer, times?: WriteTimes): Promise<void> {
    await this.adapter.writeBinary(file.path, data, times);
  }

  async append(file: TFile, data: string): Promise<void> {
    await this.adapter.append(file.path, data);
  }

  async process(file: TFile, fn: (data: string) => string, times?: WriteTimes): Promise<string> {
    return this.adapter.process(file.path, fn, times);
  }

  async copy<File extends TAbstractFile>(file: File, newPath: string): Promise<File> {
    await this.refuseExisting(newPath, 'Destination file already exists!');
    await this.adapter.copy(file.path, newPath);
    return this.getAbstractFileByPath(newPath) as File;
  }

  async delete(file: TAbstractFile): Promise<void> {
    if (file instanceof TFolder) await this.adapter.rmdir(file.path, true);
    else await this.adapter.remove(file.path);
  }

  async trash(file: TAbstractFile, system: boolean): Promise<void> {
    if (system && (await this.adapter.trashSystem(file.path))) return;
    await this.adapter.trashLocal(file.path);
  }

  /** Does not touch any link. */
  async rename(file: TAbstractFile, newPath: string): Promise<void> {
    refuseBadName(newPath);
    await this.adapter.rename(file.path, newPath);
  }

  getResourcePath(file: TFile): string {
    return this.adapter.getResourcePath(file.path);
  }

  private async refuseExisting(path: string, message: string): Promise<void> {
    refuseBadName(path);
    if (await this.adapter.exists(path)) throw new Error(message);
  }

  /** `own`: the app wrote it, so 'modify' fires whatever the time stamps say. */
  private async reconcile(path: string, own: boolean): Promise<void> {
    if (path === '' || isHidden(path)) return;
    await this.takeIn(path, await this.adapter.stat(path), own);
  }

  private async takeIn(path: string, stat: DiskStat | null, own: boolean): Promise<void> {
    const known = this.fileMap[path];
    if (known !== undefined && !isSameKind(stat, known)) this.forget(known);
    if (stat === null) return;
    if (this.fileMap[path] === undefined) await this.add(path, stat);
    else if (known instanceof TFile) this.refresh(known, stat, own);
    if (stat.type === 'folder') await this.reconcileFolder(path);
  }

  private async reconcileFolder(path: string): Promise<void> {
    const { files, folders } = await this.adapter.list(path);
    const children = [...folders, ...files].filter((child) => !isHidden(child));
    // Together: one after the other takes longest where the disk is behind a connection.
    const stats = await Promise.all(children.map((child) => this.adapter.stat(child)));
    for (const [at, child] of children.entries()) await this.takeIn(child, stats[at] ?? null, false);
  }

  private async add(path: string, stat: DiskStat): Promise<void> {
    const slash = path.lastIndexOf('/');
    const parentPath = slash < 0 ? '/' : path.slice(0, slash);
    if (this.fileMap[parentPath] === undefined) await this.add(parentPath, { ...stat, type: 'folder' });
    const times = { ctime: stat.ctime, mtime: stat.mtime, size: stat.size };
    const file = stat.type === 'folder' ? new TFolder(this, path) : new TFile(this, path, times);
    this.attach(file, parentPath);
    this.trigger('create', file);
  }

  private attach(file: TAbstractFile, parentPath: string): void {
    const parent = this.fileMap[parentPath];
    if (!(parent instanceof TFolder)) throw new Error(`no folder ${parentPath}`);
    file.parent = parent;
    parent.children.push(file);
    this.fileMap[file.path] = file;
  }

  private detach(file: TAbstractFile): void {
    if (file.parent !== null) file.parent.children = file.parent.children.filter((child) => child !== file);
    Reflect.deleteProperty(this.fileMap, file.path);
  }

  private refresh(file: TFile, stat: DiskStat, own: boolean): void {
    const isChanged = stat.mtime !== file.stat.mtime || stat.size !== file.stat.size;
    file.stat = { ctime: stat.ctime, mtime: stat.mtime, size: stat.size };
    if (!isChanged && !own) return;
    this.texts.delete(file.path);
    this.trigger('modify', file);
  }

  private forget(file: TAbstractFile): void {
    if (file instanceof TFolder) for (const child of [...file.children]) this.forget(child);
    this.detach(file);
    this.texts.delete(file.path);
    file.deleted = true;
    this.trigger('delete', file);
  }

  private async renamed(from: string, to: string): Promise<void> {
    const file = this.fileMap[from];
    if (file === undefined || isHidden(to)) {
      await this.reconcile(from, true);
      await this.reconcile(to, true);
      return;
    }
    const slash = to.lastIndexOf('/');
    const moved = file instanceof TFolder ? below(file) : [file];
    this.detach(file);
    for (const each of moved) Reflect.deleteProperty(this.fileMap, each.path);
    const events: [TAbstractFile, string][] = moved.map((each) => [each, each.path]);
    for (const each of moved) each.setPath(to + each.path.slice(from.length));
    this.attach(file, slash < 0 ? '/' : to.slice(0, slash));
    for (const each of moved) this.fileMap[each.path] = each;
    for (const [each, oldPath] of events) this.trigger('rename', each, oldPath);
  }
}

const DEFAULT_CONFIG: AppConfig = {
  newLinkFormat: 'shortest',
  useMarkdownLinks: false,
  alwaysUpdateLinks: false,
  trashOption: 'system',
};

function below(folder: TFolder): TAbstractFile[] {
  const all: TAbstractFile[] = [];
  Vault.recurseChildren(folder, (file) => all.push(file));
  return all;
}

function isSameKind(stat: DiskStat | null, file: TAbstractFile): boolean {
  return stat !== null && (stat.type === 'folder') === file instanceof TFolder;
}

function isHidden(path: string): boolean {
  return path.startsWith('.') || path.includes('/.');
}

function refuseBadName(path: string): void {
  if (/[\\:]/.test(path)) throw new Error('File name cannot contain any of the following characters: \\ / :');
}
