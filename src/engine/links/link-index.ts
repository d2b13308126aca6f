/** The files of the vault and who links to whom. D6, D7 (file_backlink_count, on_referenced) */

import type { SchedulerPort } from '../ports/host';
import { inTurns } from '../ports/in-turns';
import type { NotePath } from '../ports/vault-port';
import { nameKey } from './fold-name';
import { LinkResolver } from './link-resolver';
import { FrozenLinks, type LiveLinks, type NumberedFiles } from './frozen-links';
import { LinkCounts, areRepeats, areSameLinks, countedCodes } from './link-counts';
import { type FileLinks, type NumberedLinks, sourcesOf } from './link-sources';
import { LinkpathTable } from './linkpath-table';
import { LinkPostings } from './link-postings';
import type { NamedFiles, FilesByKey } from './resolve-link';

/** Whether the links of a note to itself count. */
export interface BacklinkOptions {
  readonly includeSelf?: boolean;
}

/** Keeps links as they are written, a number each, and resolves them when asked: a file that comes or goes costs nothing. */
export class LinkIndex extends LinkResolver implements LiveLinks, FileLinks {
  /** After a warm start null until a file is looked for by its path. */
  private idByPath: Map<NotePath, number> | null = new Map();
  private paths: (NotePath | undefined)[] = [];
  private readonly freeIds: number[] = [];
  /** After a warm start null until a file is looked for by its name. */
  private filesByName: FilesByName | null = new FilesByName();
  private readonly linkpaths = new LinkpathTable();
  private readonly postings = new LinkPostings();
  private readonly counts = new LinkCounts();
  private generation: object = {};
  /** The newest one made; it hears every change. */
  private moment: FrozenLinks | null = null;

  /** Another object after a file came or went: what the same link means may be another note then. */
  get filesGeneration(): object {
    return this.generation;
  }

  /** The number of each file, which it keeps until it goes. */
  get fileNumbers(): NumberedFiles {
    return { end: this.paths.length, of: (path) => this.numberOf(path) };
  }

  /** The files and links as they are now, for readers while they change. */
  freeze(): FrozenLinks {
    if (this.moment?.isPresent === true) return this.moment;
    const moment = new FrozenLinks(this);
    this.moment?.follow(moment);
    this.moment = moment;
    return moment;
  }

  numberOf(path: NotePath): number {
    return this.ids.get(path) ?? -1;
  }

  pathOf(number: number): NotePath | undefined {
    return this.paths[number];
  }

  textOf(code: number): string {
    return this.linkpaths.text(code);
  }

  private get ids(): Map<NotePath, number> {
    if (this.idByPath !== null) return this.idByPath;
    this.idByPath = new Map();
    for (const [id, path] of this.paths.entries()) if (path !== undefined) this.idByPath.set(path, id);
    return this.idByPath;
  }

  private get byName(): FilesByName {
    if (this.filesByName !== null) return this.filesByName;
    this.filesByName = new FilesByName();
    for (const path of this.paths) if (path !== undefined) this.filesByName.add(path);
    return this.filesByName;
  }

  /** Builds in turns what the first request else builds at once. Nothing changes meanwhile. */
  async buildIndexes(scheduler: Pick<SchedulerPort, 'pause'>): Promise<void> {
    if (this.idByPath === null) {
      const ids = new Map<NotePath, number>();
      await inTurns(this.paths, scheduler, (path, id) => path !== undefined && ids.set(path, id));
      this.idByPath ??= ids;
    }
    if (this.filesByName === null) {
      const byName = new FilesByName();
      await inTurns(this.paths, scheduler, (path) => path !== undefined && byName.add(path));
      this.filesByName ??= byName;
    }
    await this.linkpaths.buildIndexes(scheduler);
    await this.postings.buildIndex(scheduler);
  }

  /** Files, whether they have links or not. */
  get size(): number {
    return this.paths.length - this.freeIds.length;
  }

  /** Links, each link path of a note counted once. */
  get linkCount(): number {
    return this.postings.edgeCount;
  }

  has(path: NotePath): boolean {
    return this.ids.has(path);
  }

  named(key: string): NamedFiles {
    return this.byName.named(key);
  }

  /** Any file of the vault, notes and others. One that is known already stays as it is. */
  addFile(path: NotePath): void {
    if (!this.ids.has(path)) this.add(path, nameKey(path));
  }

  /** As `addFile` and `setLinks`, for a file that is not known. `key`: of its name. */
  addNew(path: NotePath, linkpaths: readonly string[], key = nameKey(path)): void {
    const id = this.add(path, key);
    const links = this.numbered(linkpaths);
    if (links.codes.length > 0) this.changeLinks(id, path, links);
  }

  /** Forgets a file and the links in it; links to it are broken from now on. */
  removeFile(path: NotePath): void {
    const id = this.ids.get(path);
    if (id === undefined) return;
    this.moment?.fileGoes(path, id, this.linksOf(id));
    this.generation = {};
    this.postings.set(id, []);
    this.counts.set(id, null);
    this.filesByName?.remove(path);
    this.ids.delete(path);
    this.paths[id] = undefined;
    this.freeIds.push(id);
  }

  /** Replaces the links of a note; a note that is not known is added. A link path is given as often as it is linked. */
  setLinks(path: NotePath, linkpaths: readonly string[]): void {
    const after = this.numbered(linkpaths);
    const id = this.ids.get(path) ?? this.add(path, nameKey(path));
    if (!areSameLinks(this.linksOf(id), after)) this.changeLinks(id, path, after);
  }

  private numbered(linkpaths: readonly string[]): NumberedLinks {
    const codes: number[] = [];
    for (const linkpath of linkpaths) codes.push(this.linkpaths.codeOf(linkpath));
    return countedCodes(codes);
  }

  private changeLinks(id: number, path: NotePath, after: NumberedLinks): void {
    this.moment?.linksChange(id, path, this.linksOf(id));
    this.postings.set(id, after.codes);
    this.counts.set(id, after.counts);
  }

  linksOf(number: number): NumberedLinks {
    return { codes: this.postings.codesOf(number), counts: this.counts.of(number) };
  }

  outgoing(path: NotePath): readonly string[] {
    const id = this.ids.get(path);
    return id === undefined ? [] : Array.from(this.postings.codesOf(id), (code) => this.linkpaths.text(code));
  }

  /** The notes with a link that resolves to the file, in code-unit order. */
  backlinks(path: NotePath, options: BacklinkOptions = {}): readonly NotePath[] {
    return this.sorted(this.sourcesOfOne(path, options));
  }

  backlinkCount(path: NotePath, options: BacklinkOptions = {}): number {
    return this.sourcesOfOne(path, options).size;
  }

  sourcesLinkingTo(paths: readonly NotePath[]): readonly NotePath[] {
    const sources = new Set<number>();
    for (const path of paths) for (const id of this.sourcesOfOne(path, { includeSelf: true })) sources.add(id);
    return this.sorted(sources);
  }

  visitSources(code: number, visit: (id: number) => void): void {
    this.postings.visitSources([code], visit);
  }

  visitLinksNamed(key: string, visit: (linkpath: string, source: NotePath) => void): void {
    this.postings.visitSources(this.codesMeaning(key), (id, code) => {
      const source = this.paths[id];
      if (source !== undefined) visit(this.linkpaths.text(code), source);
    });
  }

  /** The links of the files in `order` in flat arrays, for the warm-start file. Nothing changes meanwhile. */
  async toSnapshot(order: readonly NotePath[], scheduler: Pick<SchedulerPort, 'pause'>): Promise<LinkSnapshot> {
    const newCodes = new Int32Array(this.linkpaths.size).fill(-1);
    const linkpaths: string[] = [];
    const offsets = new Uint32Array(order.length + 1);
    const codes = new Uint32Array(this.postings.edgeCount);
    const repeats: number[] = [];
    let used = 0;
    await inTurns(order, scheduler, (path, index) => {
      const id = this.numberOf(path);
      this.counts.addRepeats(repeats, id, used);
      for (const code of this.postings.codesOf(id)) {
        if ((newCodes[code] ?? -1) < 0) newCodes[code] = linkpaths.push(this.linkpaths.text(code)) - 1;
        codes[used++] = newCodes[code] ?? 0;
      }
      offsets[index + 1] = used;
    });
    return { linkpaths, offsets, codes: codes.subarray(0, used), repeats: Uint32Array.from(repeats) };
  }

  /** The index that a snapshot was made of, for the same files in the same order. Throws when they do not fit. */
  static fromSnapshot(order: readonly NotePath[], snapshot: LinkSnapshot): LinkIndex {
    const { linkpaths, offsets, codes, repeats } = snapshot;
    checkSnapshot(snapshot, order.length);
    if (hasRepeats(order)) throw new RangeError('the link snapshot has a file twice');
    const index = new LinkIndex();
    index.paths = order.slice();
    index.idByPath = null;
    index.filesByName = null;
    index.linkpaths.adopt(linkpaths);
    index.postings.adopt(offsets, codes);
    index.counts.adopt(offsets, repeats);
    return index;
  }

  private sourcesOfOne(path: NotePath, { includeSelf = false }: BacklinkOptions): ReadonlySet<number> {
    const sources = sourcesOf(this, path, includeSelf);
    const own = this.numberOf(path);
    if (includeSelf && own >= 0 && this.postings.codesOf(own).includes(this.linkpaths.find(''))) sources.add(own);
    return sources;
  }

  /** `[[read.md]]` may mean the note `read.md.md`. */
  codesMeaning(key: string): readonly number[] {
    const codes = this.linkpaths.codesNamed(key);
    return key.endsWith('.md') ? [...codes, ...this.linkpaths.codesNamed(nameKey(key))] : codes;
  }

  private sorted(ids: ReadonlySet<number>): readonly NotePath[] {
    const paths: NotePath[] = [];
    for (const id of ids) {
      const path = this.paths[id];
      if (path !== undefined) paths.push(path);
    }
    return paths.sort();
  }

  /** The number of a file that was not known. */
  private add(path: NotePath, key: string): number {
    const id = this.freeIds.pop() ?? this.paths.length;
    this.moment?.fileComes(path, id);
    this.generation = {};
    this.paths[id] = path;
    this.ids.set(path, id);
    this.filesByName?.add(path, key);
    return id;
  }
}

/** Files mostly come in the order of their paths: then a look at the neighbours is enough. */
function hasRepeats(paths: readonly NotePath[]): boolean {
  for (let at = 1; at < paths.length; at++) {
    if ((paths[at - 1] as NotePath) >= (paths[at] as NotePath)) return new Set(paths).size < paths.length;
  }
  return false;
}

class FilesByName implements FilesByKey {
  private readonly files = new Map<string, NotePath | NotePath[]>();

  /** The caller sees to it that no file is added twice. */
  add(path: NotePath, key = nameKey(path)): void {
    const named = this.files.get(key);
    if (named === undefined) this.files.set(key, path);
    else if (typeof named === 'string') this.files.set(key, [named, path]);
    else named.push(path);
  }

  remove(path: NotePath): void {
    const key = nameKey(path);
    const named = this.files.get(key);
    if (named === undefined || typeof named === 'string') {
      this.files.delete(key);
      return;
    }
    const rest = named.filter((other) => other !== path);
    const only = rest[0];
    this.files.set(key, rest.length === 1 && only !== undefined ? only : rest);
  }

  named(key: string): NamedFiles {
    return this.files.get(key);
  }
}

/** The links of a vault as flat arrays, as the warm-start file keeps them. */
interface LinkSnapshot {
  /** Every link path once. */
  readonly linkpaths: readonly string[];
  /** One more than there are files: the codes of file i are at [offsets[i], offsets[i + 1]). */
  readonly offsets: Uint32Array;
  /** Positions in `linkpaths`. */
  readonly codes: Uint32Array;
  /** Pairs of a position in `codes` and how often it is linked, where that is more than once; ascending. */
  readonly repeats: Uint32Array;
}

/** Throws when it was made of another number of files, or says what can't be. */
function checkSnapshot({ linkpaths, offsets, codes, repeats }: LinkSnapshot, files: number): void {
  const fits = offsets.length === files + 1 && offsets[files] === codes.length && areRepeats(repeats, codes.length);
  if (!fits || !isAscending(offsets) || largestCode(codes) >= linkpaths.length) {
    throw new RangeError('the link snapshot does not fit');
  }
}

function isAscending(offsets: Uint32Array): boolean {
  for (let at = 1; at < offsets.length; at++) if ((offsets[at] ?? 0) < (offsets[at - 1] ?? 0)) return false;
  return true;
}

/** -1 when there are none. */
function largestCode(codes: Uint32Array): number {
  let found = -1;
  for (let at = 0; at < codes.length; at++) found = Math.max(found, codes[at] ?? 0);
  return found;
}
