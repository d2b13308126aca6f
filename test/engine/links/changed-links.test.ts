import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MovedFiles } from '../../../src/engine/links/moved-files';
import { linkRewriteOf, sourcesToRelink } from '../../../src/engine/links/changed-links';
import type { LinkIndex } from '../../../src/engine/links/link-index';
import { targetToRelink } from '../../../src/engine/links/rewrite-links';
import { createMemoryHost } from '../../memory-host/memory-host';
import { filePath, indexOf, type VaultModel, vaultModel } from './vault-model';
import { times } from '../../deep';

const RUNS = times(300, 5_000);

interface Change {
  readonly moves?: Readonly<Record<string, string>>;
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
}

const settings = { newLinkFormat: 'shortest', useMarkdownLinks: false } as const;

/** The links that are written anew in the notes that are found, and where what they mean lies afterwards. */
async function relinked(index: LinkIndex, after: MovedFiles): Promise<readonly string[]> {
  const sources = await sourcesToRelink(index, after, createMemoryHost().scheduler);
  return sources.flatMap((source) => {
    const targets = [...index.outgoing(source)].sort().map((linkpath) => {
      const target = targetToRelink(linkpath, linkRewriteOf(source, index, after, settings));
      return target === null ? [] : [`${source} [[${linkpath}]] -> ${target}`];
    });
    // A note without such a link is not to be found.
    return targets.flat().length === 0 ? [`${source} for nothing`] : targets.flat();
  });
}

function changed(model: VaultModel, { moves = {}, added = [], removed = [] }: Change): Promise<readonly string[]> {
  const index = indexOf(model);
  return relinked(index, new MovedFiles(index, new Map(Object.entries(moves)), added, removed));
}

const model: VaultModel = new Map([
  ['a/N.md', ['./M']],
  ['a/M.md', []],
  ['s.md', ['N', 'a/N', 'M', 'nothing']],
  ['t.md', ['n', 'N#x']],
]);

describe('the links that have to be rewritten', () => {
  it('are, for a renamed note, all that lead to it', async () => {
    expect(await changed(model, { moves: { 'a/N.md': 'a/New.md' } })).toEqual([
      's.md [[N]] -> a/New.md',
      's.md [[a/N]] -> a/New.md',
      't.md [[n]] -> a/New.md',
    ]);
  });

  it('are, for a moved note, those by path and its own relative ones', async () => {
    expect(await changed(model, { moves: { 'a/N.md': 'b/N.md' } })).toEqual([
      'a/N.md [[./M]] -> a/M.md',
      's.md [[a/N]] -> b/N.md',
    ]);
  });

  it('are, for a new note, those whose meaning it would take', async () => {
    expect(await changed(model, { added: ['N.md'] })).toEqual(['s.md [[N]] -> a/N.md', 't.md [[n]] -> a/N.md']);
  });

  it('are not those that a new note gives a meaning', async () => {
    expect(await changed(model, { added: ['nothing.md'] })).toEqual([]);
  });

  it('are not those to a note that is gone, nor those of a note that is gone', async () => {
    expect(await changed(model, { removed: ['a/N.md'] })).toEqual([]);
    expect(await changed(model, { removed: ['s.md', 't.md'], moves: { 'a/N.md': 'a/New.md' } })).toEqual([]);
  });

  it('are those that a case-only rename leaves spelled wrong', async () => {
    expect(await changed(new Map([['N.md', []], ['s.md', ['N']]]), { moves: { 'N.md': 'n.md' } })).toEqual([
      's.md [[N]] -> n.md',
    ]); // prettier-ignore
  });

  it('are those that half a doubled extension leads to', async () => {
    expect(await changed(new Map([['read.md.md', []], ['s.md', ['read.md']]]), { moves: { 'read.md.md': 'x.md' } })).toEqual([
      's.md [[read.md]] -> x.md',
    ]); // prettier-ignore
  });

  it('stand in these notes', async () => {
    const index = indexOf(model);
    const after = new MovedFiles(index, new Map([['a/N.md', 'a/New.md']]));
    expect(await sourcesToRelink(index, after, createMemoryHost().scheduler)).toEqual(['s.md', 't.md']);
  });

  it('are all of those, and only those, that would mean something else', async () => {
    const moving = fc.tuple(fc.nat(), filePath);
    await fc.assert(
      fc.asyncProperty(
        vaultModel,
        fc.array(moving, { maxLength: 4 }),
        fc.array(filePath, { maxLength: 2 }),
        async (some, wishes, more) => {
          const paths = [...some.keys()];
          const moves = new Map<string, string>();
          const taken = new Set(paths);
          for (const [which, to] of wishes) {
            const from = paths[which % Math.max(1, paths.length)];
            if (from === undefined || moves.has(from) || taken.has(to)) continue;
            moves.set(from, to);
            taken.delete(from);
            taken.add(to);
          }
          const index = indexOf(some);
          const after = new MovedFiles(
            index,
            moves,
            more.filter((path) => !taken.has(path)),
          );
          const found = (await relinked(index, after)).map((link) => link.slice(0, link.indexOf(' -> ')));
          const wanted = [...some].flatMap(([source, links]) => {
            const change = (link: string): boolean => {
              const target = index.resolve(link, source);
              if (link === '' || target === null) return false;
              const to = moves.get(target) ?? target;
              return (
                to.split('/').pop() !== target.split('/').pop() ||
                after.resolve(link, moves.get(source) ?? source) !== to
              );
            };
            return links.filter(change).map((link) => `${source} [[${link}]]`);
          });
          expect([...found].sort()).toEqual(wanted.sort());
        },
      ),
      { numRuns: RUNS },
    );
  });
});
