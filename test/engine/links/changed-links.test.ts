import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourcesToRelink } from '../../../src/engine/links/changed-links';
import { createMemoryHost } from '../../../src/hosts/memory/memory-host';
import { filePath, indexOf, type VaultModel, vaultModel } from './vault-model';

const RUNS = process.env['DEEP'] === '1' ? 5_000 : 300;

interface Change {
  readonly moves?: Readonly<Record<string, string>>;
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
}

/** The notes in which a link has to be rewritten. */
function changed(model: VaultModel, { moves = {}, added = [], removed = [] }: Change): Promise<readonly string[]> {
  const index = indexOf(model);
  const after = index.withMoves(new Map(Object.entries(moves)), added, removed);
  return sourcesToRelink(index, after, createMemoryHost().scheduler);
}

const model: VaultModel = new Map([
  ['a/N.md', ['./M']],
  ['a/M.md', []],
  ['s.md', ['N', 'a/N', 'M', 'nothing']],
  ['t.md', ['n', 'N#x']],
]);

describe('the notes in which a link has to be rewritten', () => {
  it('are, for a renamed note, all that link to it', async () => {
    expect(await changed(model, { moves: { 'a/N.md': 'a/New.md' } })).toEqual(['s.md', 't.md']);
  });

  it('are, for a moved note, those that link by path, and itself for its relative links', async () => {
    expect(await changed(model, { moves: { 'a/N.md': 'b/N.md' } })).toEqual(['a/N.md', 's.md']);
  });

  it('are, for a new note, those with a link whose meaning it would take', async () => {
    expect(await changed(model, { added: ['N.md'] })).toEqual(['s.md', 't.md']);
  });

  it('are not those with a link that a new note gives a meaning', async () => {
    expect(await changed(model, { added: ['nothing.md'] })).toEqual([]);
  });

  it('are not those that link to a note that is gone, nor notes that are gone', async () => {
    expect(await changed(model, { removed: ['a/N.md'] })).toEqual([]);
    expect(await changed(model, { removed: ['s.md', 't.md'], moves: { 'a/N.md': 'a/New.md' } })).toEqual([]);
  });

  it('are those with a link that a case-only rename leaves spelled wrong', async () => {
    expect(
      await changed(
        new Map([
          ['N.md', []],
          ['s.md', ['N']],
        ]),
        { moves: { 'N.md': 'n.md' } },
      ),
    ).toEqual(['s.md']);
  });

  it('are those that link by half a doubled extension', async () => {
    expect(
      await changed(
        new Map([
          ['read.md.md', []],
          ['s.md', ['read.md']],
        ]),
        { moves: { 'read.md.md': 'x.md' } },
      ),
    ).toEqual(['s.md']);
  });

  it('are all of those, and only those, with a link that would mean something else', async () => {
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
          const after = index.withMoves(
            moves,
            more.filter((path) => !taken.has(path)),
          );
          const found = await sourcesToRelink(index, after, createMemoryHost().scheduler);
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
            return links.some(change) ? [source] : [];
          });
          expect(found).toEqual(wanted.sort());
        },
      ),
      { numRuns: RUNS },
    );
  });
});
