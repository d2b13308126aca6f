/** The links of the files that a caller may see: no link leads to a hidden file or comes from one. docs/rights.md#what-an-app-sees; D22 */

import type { NotePath } from '../ports/vault-port';
import type { LinkResolver } from './link-resolver';
import { type FileLinks, type LinkGraph, type NumberedLinks, SourceResolver } from './link-sources';
import type { NamedFiles } from './resolve-link';

const NO_LINKS: NumberedLinks = { codes: [], counts: null };

export class ScopedLinks extends SourceResolver implements LinkGraph, FileLinks {
  /** Of this scope alone: what links mean differs from what they mean to the owner. */
  readonly filesGeneration: object = {};

  constructor(
    private readonly whole: LinkResolver & LinkGraph & FileLinks,
    private readonly sees: (path: NotePath) => boolean,
  ) {
    super();
  }

  has(path: NotePath): boolean {
    return this.whole.has(path) && this.sees(path);
  }

  named(key: string): NamedFiles {
    const named = this.whole.named(key);
    if (named === undefined) return undefined;
    if (typeof named === 'string') return this.sees(named) ? named : undefined;
    const seen = named.filter((path) => this.sees(path));
    return seen.length === 1 ? seen[0] : seen.length === 0 ? undefined : seen;
  }

  numberOf(path: NotePath): number {
    return this.sees(path) ? this.whole.numberOf(path) : -1;
  }

  pathOf(number: number): NotePath | undefined {
    const path = this.whole.pathOf(number);
    return path !== undefined && this.sees(path) ? path : undefined;
  }

  codesMeaning(key: string): readonly number[] {
    return this.whole.codesMeaning(key);
  }

  textOf(code: number): string {
    return this.whole.textOf(code);
  }

  linksOf(number: number): NumberedLinks {
    return this.pathOf(number) === undefined ? NO_LINKS : this.whole.linksOf(number);
  }

  visitSources(code: number, visit: (number: number) => void): void {
    this.whole.visitSources(code, (number) => {
      if (this.pathOf(number) !== undefined) visit(number);
    });
  }

  outgoing(path: NotePath): readonly string[] {
    return this.sees(path) ? this.whole.outgoing(path) : [];
  }

  visitLinksNamed(key: string, visit: (linkpath: string, source: NotePath) => void): void {
    this.whole.visitLinksNamed(key, (linkpath, source) => {
      if (this.sees(source)) visit(linkpath, source);
    });
  }
}
