/** The links frozen at one moment while the index changes: a frozen view keeps the earlier values of later changes. */

import type { NotePath } from '../ports/vault-port';
import { nameKey } from './fold-name';
import { type FileLinks, type LinkGraph, type NumberedLinks, SourceResolver } from './link-sources';
import type { NamedFiles } from './resolve-link';
import { addTo } from '../values/maps';

/** The number of a file, or -1; the file with a number. */
export interface NumberedFiles {
  /** Every number is below it. */
  readonly end: number;
  of(path: NotePath): number;
}

/** The index as it is now. */
export interface LiveLinks extends LinkGraph {
  readonly filesGeneration: object;
  readonly fileNumbers: NumberedFiles;
  linksOf(number: number): NumberedLinks;
}

interface SourceLinks extends NumberedLinks {
  readonly path: NotePath | undefined;
}

/** What a number is before a file has it. */
const NO_FILE: SourceLinks = { path: undefined, codes: [], counts: null };

/**
 * Before the index changes a file for the first time after the newest moment, it gives that moment the former state. An older
 * moment looks up a missing state in the later ones. The cost is an entry for each changed file, and none for the moment itself.
 * A file with a new number costs none either: every higher number than the moment's last one came later.
 */
export class FrozenLinks extends SourceResolver implements LinkGraph, FileLinks {
  /** The same object as long as no file comes or goes: what links mean may be remembered until then. */
  readonly filesGeneration: object;
  private readonly end: number;
  private next: FrozenLinks | null = null;
  private hasChanged = false;
  private readonly names = new Map<string, NamedFiles>();
  private readonly numbers = new Map<NotePath, number>();
  private readonly sources = new Map<number, SourceLinks>();
  private readonly sourcesByCode = new Map<number, number[]>();

  constructor(private readonly now: LiveLinks) {
    super();
    this.filesGeneration = now.filesGeneration;
    this.end = now.fileNumbers.end;
  }

  /** Nothing changed since. */
  get isPresent(): boolean {
    return this.next === null && !this.hasChanged;
  }

  /** A newer moment was taken. */
  follow(next: FrozenLinks): void {
    this.next = next;
  }

  /** A file is about to come, and to have this number. */
  fileComes(path: NotePath, number: number): void {
    this.hasChanged = true;
    if (number >= this.end) return;
    this.nameChanges(path, -1);
    this.linksChange(number, undefined, NO_FILE);
  }

  /** A file with this number and these links is about to go. */
  fileGoes(path: NotePath, number: number, links: NumberedLinks): void {
    this.nameChanges(path, number);
    this.linksChange(number, path, links);
  }

  private nameChanges(path: NotePath, number: number): void {
    if (!this.numbers.has(path)) this.numbers.set(path, number);
    const key = nameKey(path);
    if (this.names.has(key)) return;
    const named = this.now.named(key);
    this.names.set(key, typeof named === 'object' ? [...named] : named);
  }

  /** The links of the file with a number are about to change; `path` undefined: there was none. */
  linksChange(number: number, path: NotePath | undefined, { codes, counts }: NumberedLinks): void {
    this.hasChanged = true;
    if (number >= this.end || this.sources.has(number)) return;
    // The index writes over its array of codes.
    const then = { path, codes: Array.from(codes), counts };
    this.sources.set(number, then);
    for (const code of then.codes) {
      addTo(this.sourcesByCode, code, number);
    }
  }

  /** Numbers of the files of that moment; they hold as long as `filesGeneration`. */
  get fileNumbers(): NumberedFiles {
    return { end: this.end, of: (path) => this.numberOf(path) };
  }

  has(path: NotePath): boolean {
    return this.numberOf(path) >= 0;
  }

  named(key: string): NamedFiles {
    const named = this.namedSince(key);
    if (named === undefined || this.isPresent) return named;
    if (typeof named === 'string') return this.has(named) ? named : undefined;
    return named.filter((path) => this.has(path));
  }

  /** With those that came later. */
  private namedSince(key: string): NamedFiles {
    if (this.names.has(key)) return this.names.get(key);
    for (let later = this.next; later !== null; later = later.next)
      if (later.names.has(key)) return later.names.get(key);
    return this.now.named(key);
  }

  outgoing(path: NotePath): readonly string[] {
    const number = this.numberOf(path);
    return number < 0 ? [] : Array.from(this.linksOf(number).codes, (code) => this.now.textOf(code));
  }

  linksOf(number: number): NumberedLinks {
    return this.sourceBefore(number) ?? this.now.linksOf(number);
  }

  visitLinksNamed(key: string, visit: (linkpath: string, source: NotePath) => void): void {
    for (const code of this.codesMeaning(key)) {
      this.visitSources(code, (number) => {
        const source = this.pathOf(number);
        if (source !== undefined) visit(this.textOf(code), source);
      });
    }
  }

  numberOf(path: NotePath): number {
    let number = this.numbers.get(path);
    for (let later = this.next; number === undefined && later !== null; later = later.next)
      number = later.numbers.get(path);
    number ??= this.now.numberOf(path);
    return number < this.end ? number : -1;
  }

  pathOf(number: number): NotePath | undefined {
    const source = this.sourceBefore(number);
    return source === null ? this.now.pathOf(number) : source.path;
  }

  /** Link paths are never forgotten: some of these no link held yet. */
  codesMeaning(key: string): readonly number[] {
    return this.now.codesMeaning(key);
  }

  textOf(code: number): string {
    return this.now.textOf(code);
  }

  visitSources(code: number, visit: (number: number) => void): void {
    this.now.visitSources(code, (number) => {
      if (this.sourceBefore(number) === null) visit(number);
    });
    for (const number of this.sourcesByCode.get(code) ?? []) visit(number);
    for (let later = this.next; later !== null; later = later.next) {
      for (const number of later.sourcesByCode.get(code) ?? [])
        if (this.sourceBefore(number) === later.sources.get(number)) visit(number);
    }
  }

  /** Null when its links are what they were. */
  private sourceBefore(number: number): SourceLinks | null {
    if (number >= this.end) return NO_FILE;
    let source = this.sources.get(number);
    for (let later = this.next; source === undefined && later !== null; later = later.next)
      source = later.sources.get(number);
    return source ?? null;
  }
}
