/** The notes whose links resolve to a file: asked of the links as they are, and as they were. */

import type { NotePath } from '../ports/vault-port';
import { nameKey } from './fold-name';
import { LinkResolver } from './link-resolver';
import { resolveFromAnywhere } from './resolve-link';

/** The links of one file. */
export interface NumberedLinks {
  /** Its link paths by number, each once. */
  readonly codes: ArrayLike<number>;
  /** How often each of them is linked, at the same places; null: each once. */
  readonly counts: ArrayLike<number> | null;
}

/** Files and link paths by their numbers. */
export interface LinkGraph extends LinkResolver {
  /** -1 when there is no such file. */
  numberOf(path: NotePath): number;
  pathOf(number: number): NotePath | undefined;
  /** The link paths that may mean a file whose name has this key. */
  codesMeaning(key: string): readonly number[];
  textOf(code: number): string;
  /** The links of the file with a number. */
  linksOf(number: number): NumberedLinks;
  /** Calls back once for each file that holds the link path. */
  visitSources(code: number, visit: (number: number) => void): void;
}

/** The files of a vault, and who links to whom: as they are, or as they were. */
export interface FileLinks extends LinkResolver {
  /** The notes with a link that resolves to the file, the note itself aside, in code-unit order. */
  backlinks(path: NotePath): readonly NotePath[];
  /** The notes with a link that resolves to one of the files, in code-unit order; links of a note to itself count. */
  sourcesLinkingTo(paths: readonly NotePath[]): readonly NotePath[];
  backlinkCount(path: NotePath): number;
  /** The distinct link paths in a note, as they are written, resolved or not. */
  outgoing(path: NotePath): readonly string[];
  codesMeaning(key: string): readonly number[];
  /** Calls back for each link, resolved or not, that may mean a file whose name has this key (see `nameKey`). */
  visitLinksNamed(key: string, visit: (linkpath: string, source: NotePath) => void): void;
}

/** By number; of links of the note to itself only those that name it, and only with `includeSelf`. */
export function sourcesOf(links: LinkGraph, path: NotePath, includeSelf: boolean): Set<number> {
  const sources = new Set<number>();
  const own = links.numberOf(path);
  if (own < 0) return sources;
  for (const code of links.codesMeaning(nameKey(path))) {
    const linkpath = links.textOf(code);
    const fixed = resolveFromAnywhere(links, linkpath);
    if (fixed !== undefined && fixed !== path) continue;
    links.visitSources(code, (number) => {
      if (number === own && !includeSelf) return;
      const source = links.pathOf(number);
      if (fixed === path || (source !== undefined && links.resolve(linkpath, source) === path)) sources.add(number);
    });
  }
  return sources;
}

type LinkSources = LinkGraph & Pick<FileLinks, 'outgoing'>;

/** Finds the sources of links in a graph of numbers. */
export abstract class SourceResolver extends LinkResolver {
  backlinks(this: LinkSources, path: NotePath): readonly NotePath[] {
    return pathsOf(this, sourcesOf(this, path, false));
  }

  backlinkCount(this: LinkSources, path: NotePath): number {
    return sourcesOf(this, path, false).size;
  }

  sourcesLinkingTo(this: LinkSources, paths: readonly NotePath[]): readonly NotePath[] {
    const sources = new Set<number>();
    for (const path of paths) {
      for (const number of sourcesOf(this, path, true)) sources.add(number);
      if (this.outgoing(path).includes('')) sources.add(this.numberOf(path));
    }
    return pathsOf(this, sources);
  }
}

const pathsOf = (links: LinkGraph, numbers: ReadonlySet<number>): readonly NotePath[] =>
  [...numbers].flatMap((number) => links.pathOf(number) ?? []).sort();
