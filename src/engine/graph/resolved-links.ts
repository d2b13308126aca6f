/** The notes that link paths mean, by number: looked up when first asked, and kept until a file comes or goes. */

import type { LinkGraph } from '../links/link-sources';
import { resolveFromAnywhere } from '../links/resolve-link';
import { isMarkdown } from '../note/paths';
import type { NotePath } from '../ports/vault-port';

/** No file has that name. */
export const UNRESOLVED = -1;
/** The link leads to a file that is not a note, or stays in its own note (`[[#Heading]]`). */
export const NO_NOTE = -2;
/** The link leads to another note from elsewhere. */
const BY_SOURCE = -3;
const UNKNOWN = -4;

/** What link paths mean depends on the files alone. */
const byFiles = new WeakMap<object, LinkTargets>();

export class LinkTargets {
  /** By the number of the link path. */
  private known = new Int32Array(0);

  /** `files`: the generation of the files that `links` resolves among. */
  static of(files: object): LinkTargets {
    const known = byFiles.get(files);
    if (known !== undefined) return known;
    const targets = new LinkTargets();
    byFiles.set(files, targets);
    return targets;
  }

  /** The number of the note that the link path means in the note with number `source`; `UNRESOLVED` or `NO_NOTE`. */
  of(links: LinkGraph, code: number, source: number): number {
    const target = this.fromAnywhere(links, code);
    if (target !== BY_SOURCE) return target;
    return noteNumber(links, links.resolve(links.textOf(code), links.pathOf(source) ?? ''));
  }

  /** Calls back for each note with a link to the note `target`, itself included; possibly more than once. */
  visitSources(links: LinkGraph, target: number, codes: readonly number[], visit: (source: number) => void): void {
    for (const code of codes) {
      const meant = this.fromAnywhere(links, code);
      if (meant === target) links.visitSources(code, visit);
      else if (meant === BY_SOURCE)
        links.visitSources(code, (source) => this.of(links, code, source) === target && visit(source));
    }
  }

  private fromAnywhere(links: LinkGraph, code: number): number {
    if (code >= this.known.length) {
      const grown = new Int32Array(Math.max(code + 1, this.known.length * 2, 256)).fill(UNKNOWN);
      grown.set(this.known);
      this.known = grown;
    }
    const known = this.known[code] ?? UNKNOWN;
    return known === UNKNOWN ? (this.known[code] = find(links, links.textOf(code))) : known;
  }
}

function find(links: LinkGraph, linkpath: string): number {
  if (linkpath === '') return NO_NOTE;
  const path = resolveFromAnywhere(links, linkpath);
  return path === undefined ? BY_SOURCE : noteNumber(links, path);
}

/** `path`: what a link resolves to. */
export function noteNumber(links: Pick<LinkGraph, 'numberOf'>, path: NotePath | null): number {
  if (path === null) return UNRESOLVED;
  return isMarkdown(path) ? links.numberOf(path) : NO_NOTE;
}
