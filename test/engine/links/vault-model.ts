/** Random small vaults for the tests of links: few names, so that they clash. */

import fc from 'fast-check';
import { LinkIndex } from '../../../src/engine/links/link-index';
import type { LinkGraph } from '../../../src/engine/links/link-sources';

/** Path -> link paths. */
export type VaultModel = ReadonlyMap<string, readonly string[]>;

const names = ['a', 'A', 'b', 'note', 'Note one', 'c.d', 'x.md'];
const folders = ['', 'f/', 'F/', 'f/g/', 'h/', 'h/f/'];

export const filePath: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...folders), fc.constantFrom(...names), fc.constantFrom('.md', '.md', '.md', '.png'))
  .map((parts) => parts.join(''));

export const linkpath: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('', '', '', './', '../', '/'),
      fc.constantFrom(...folders),
      fc.constantFrom(...names, 'nothing'),
      fc.constantFrom('', '', '.md', '.png'),
    )
    .map((parts) => parts.join('')),
  fc.constant(''),
);

export const vaultModel: fc.Arbitrary<VaultModel> = fc
  .array(fc.tuple(filePath, fc.array(linkpath, { maxLength: 5 })), { maxLength: 14 })
  .map((files) => new Map(files));

export function indexOf(model: VaultModel): LinkIndex {
  const index = new LinkIndex();
  for (const [path, links] of model) index.setLinks(path, links);
  return index;
}

/** Who links to whom, asked link by link. */
export function plainBacklinks(model: VaultModel, path: string, includeSelf: boolean): readonly string[] {
  const index = indexOf(model);
  return [...model]
    .filter(([source, links]) => links.some((link) => index.resolve(link, source) === path))
    .map(([source]) => source)
    .filter((source) => includeSelf || source !== path)
    .sort();
}

/** How often a note links each link path. */
export function countsOf(links: LinkGraph, path: string): Readonly<Record<string, number>> {
  const { codes, counts } = links.linksOf(links.numberOf(path));
  return Object.fromEntries(Array.from(codes, (code, at) => [links.textOf(code), counts?.[at] ?? 1]));
}

/** Everything that an index answers about some paths and links. */
export const answersOf = (index: LinkIndex, paths: readonly string[], links: readonly string[]): unknown =>
  paths.map((path) => ({
    path,
    has: index.has(path),
    outgoing: [...index.outgoing(path)].sort(),
    counts: countsOf(index, path),
    backlinks: index.backlinks(path),
    withSelf: index.backlinks(path, { includeSelf: true }),
    count: index.backlinkCount(path),
    means: links.map((link) => index.resolve(link, path)),
    candidates: links.map((link) => index.candidates(link)),
  }));
