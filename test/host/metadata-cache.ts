/** The app's index of notes: fills itself later, in its own time, and is stale right after every write. */

import { TFile } from './abstract-files';
import type { TAbstractFile } from './abstract-files';
import { Events } from './events';
import { filesByName, findLinkDestination, getLinkpath, linktextFor } from './link-paths';
import type { FilesByName } from './link-paths';
import { parseMetadata } from './parse-metadata';
import type { CachedMetadata } from './parse-metadata';
import type { Vault } from './vault';

export interface FileCacheEntry {
  mtime: number;
  size: number;
  hash: string;
}

type LinkCounts = Record<string, Record<string, number>>;

/** A system lets a process have some thousand files open. */
const FILES_AT_ONCE = 200;

export class MetadataCache extends Events {
  /** Not in the public types, but there: which text of a file the index knows, and what it knows of a text. */
  readonly fileCache: Record<string, FileCacheEntry> = {};
  readonly metadataCache: Record<string, CachedMetadata> = {};
  resolvedLinks: LinkCounts = {};
  unresolvedLinks: LinkCounts = {};
  /** Milliseconds from a write to its place in the index. */
  delay = 5;
  private readonly waiting = new Set<TFile>();
  private readonly unresolved = new Set<TFile>();
  private work: Promise<void> | null = null;
  private byName: FilesByName | null = null;

  constructor(private readonly vault: Vault) {
    super();
    for (const name of ['create', 'delete', 'rename']) vault.on(name, () => (this.byName = null));
    vault.on('create', (file: TAbstractFile) => this.plan(file));
    vault.on('modify', (file: TAbstractFile) => this.plan(file));
    vault.on('delete', (file: TAbstractFile) => this.forget(file));
    vault.on('rename', (file: TAbstractFile, oldPath: string) => this.rename(file, oldPath));
  }

  getFileCache(file: TFile): CachedMetadata | null {
    return this.getCache(file.path);
  }

  getCache(path: string): CachedMetadata | null {
    const entry = this.fileCache[path];
    return entry === undefined ? null : (this.metadataCache[entry.hash] ?? null);
  }

  getFirstLinkpathDest(linkpath: string, sourcePath: string): TFile | null {
    return findLinkDestination(this.names(), linkpath, sourcePath);
  }

  fileToLinktext(file: TFile, _sourcePath: string, omitMdExtension = true): string {
    return linktextFor(this.names(), file, omitMdExtension);
  }

  /** For tests: until nothing waits any more. */
  async settled(): Promise<void> {
    while (this.work !== null) await this.work;
  }

  private names(): FilesByName {
    return (this.byName ??= filesByName(this.vault.getFiles()));
  }

  private plan(file: TAbstractFile): void {
    if (!(file instanceof TFile) || file.extension !== 'md') return;
    this.waiting.add(file);
    this.start();
  }

  private start(): void {
    this.work ??= this.run().finally(() => {
      this.work = null;
      if (this.waiting.size > 0) this.start();
    });
  }

  private async run(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.delay));
    for (let files = this.nextFiles(); files.length > 0; files = this.nextFiles()) {
      // Together: one after the other takes longest where the disk is behind a connection.
      await Promise.all(files.map((file) => this.vault.cachedRead(file).catch(() => undefined)));
      for (const file of files) {
        this.waiting.delete(file);
        if (!file.deleted) await this.index(file);
      }
    }
    for (const file of this.unresolved) {
      this.unresolved.delete(file);
      if (file.deleted) continue;
      this.resolve(file);
      this.trigger('resolve', file);
    }
    this.trigger('resolved');
  }

  private nextFiles(): readonly TFile[] {
    return [...this.waiting].slice(0, FILES_AT_ONCE);
  }

  private async index(file: TFile): Promise<void> {
    const { mtime, size } = file.stat;
    let text: string;
    try {
      text = await this.vault.cachedRead(file);
    } catch {
      return; // gone meanwhile; 'delete' follows
    }
    const hash = hashOf(text);
    this.fileCache[file.path] = { mtime, size, hash };
    const cache = (this.metadataCache[hash] ??= parseMetadata(text));
    this.unresolved.add(file);
    this.trigger('changed', file, text, cache);
  }

  private resolve(file: TFile): void {
    const [resolved, unresolved]: Record<string, number>[] = [{}, {}];
    const cache = this.getFileCache(file);
    for (const { link } of [...(cache?.links ?? []), ...(cache?.embeds ?? []), ...(cache?.frontmatterLinks ?? [])]) {
      const target = this.getFirstLinkpathDest(getLinkpath(link), file.path);
      const counts = target === null ? unresolved : resolved;
      const key = target?.path ?? getLinkpath(link);
      if (counts !== undefined) counts[key] = (counts[key] ?? 0) + 1;
    }
    this.resolvedLinks[file.path] = resolved ?? {};
    this.unresolvedLinks[file.path] = unresolved ?? {};
  }

  private forget(file: TAbstractFile): void {
    if (!(file instanceof TFile) || file.extension !== 'md') return;
    const previous = this.getFileCache(file);
    for (const table of [this.fileCache, this.resolvedLinks, this.unresolvedLinks])
      Reflect.deleteProperty(table, file.path);
    this.trigger('deleted', file, previous);
    this.resolveAllLater();
  }

  /** What is known of the file goes along; 'changed' does not fire. */
  private rename(file: TAbstractFile, oldPath: string): void {
    if (!(file instanceof TFile)) return;
    for (const table of [this.fileCache, this.resolvedLinks, this.unresolvedLinks] as Record<string, unknown>[]) {
      if (table[oldPath] !== undefined) table[file.path] = table[oldPath];
      Reflect.deleteProperty(table, oldPath);
    }
    this.resolveAllLater();
  }

  private resolveAllLater(): void {
    for (const file of this.vault.getMarkdownFiles()) this.unresolved.add(file);
    this.start();
  }
}

/** Only has to tell texts apart (FNV-1a, two lanes). */
function hashOf(text: string): string {
  let [low, high] = [0x811c9dc5, 0x1b873593];
  for (let index = 0; index < text.length; index += 1) {
    low = Math.imul(low ^ text.charCodeAt(index), 0x01000193);
    high = Math.imul(high + text.charCodeAt(index), 0x85ebca6b) ^ (high >>> 13);
  }
  return `${(low >>> 0).toString(16)}-${(high >>> 0).toString(16)}-${text.length}`;
}
