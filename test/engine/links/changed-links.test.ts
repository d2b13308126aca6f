import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChangedLink, linksThatChange, sourcesToRelink } from '../../../src/engine/links/changed-links';
import { createMemoryHost } from '../../../src/hosts/memory/memory-host';
import { filePath, indexOf, type VaultModel, vaultModel } from './vault-model';

const RUNS = process.env['DEEP'] === '1' ? 5_000 : 300;

interface Change {
  readonly moves?: Readonly<Record<string, string>>;
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
}

function changed(model: VaultModel, { moves = {}, added = [], removed = [] }: Change): readonly string[] {
  const index = indexOf(model);
  const links = linksThatChange(index, index.withMoves(new Map(Object.entries(moves)), added, removed));
  return links.map(
    (link) => `${link.source} [[${link.linkpath}]] ${link.target} -> ${link.targetAfter} (${link.meansAfter})`,
  );
}

const model: VaultModel = new Map([
  ['a/N.md', ['./M']],
  ['a/M.md', []],
  ['s.md', ['N', 'a/N', 'M', 'nothing']],
  ['t.md', ['n', 'N#x']],
]);

describe('the links that have to be rewritten', () => {
  it('are, for a renamed note, all that lead to it', () => {
    expect(changed(model, { moves: { 'a/N.md': 'a/New.md' } })).toEqual([
      's.md [[N]] a/N.md -> a/New.md (null)',
      's.md [[a/N]] a/N.md -> a/New.md (null)',
      't.md [[n]] a/N.md -> a/New.md (null)',
    ]);
  });

  it('are, for a moved note, those by path and its own relative ones', () => {
    expect(changed(model, { moves: { 'a/N.md': 'b/N.md' } })).toEqual([
      'a/N.md [[./M]] a/M.md -> a/M.md (null)',
      's.md [[a/N]] a/N.md -> b/N.md (null)',
    ]);
  });

  it('are, for a new note, those whose meaning it would take', () => {
    expect(changed(model, { added: ['N.md'] })).toEqual([
      's.md [[N]] a/N.md -> a/N.md (N.md)',
      't.md [[n]] a/N.md -> a/N.md (N.md)',
    ]);
  });

  it('are not those that a new note gives a meaning', () => {
    expect(changed(model, { added: ['nothing.md'] })).toEqual([]);
  });

  it('are not those to a note that is gone, nor those of a note that is gone', () => {
    expect(changed(model, { removed: ['a/N.md'] })).toEqual([]);
    expect(changed(model, { removed: ['s.md', 't.md'], moves: { 'a/N.md': 'a/New.md' } })).toEqual([]);
  });

  it('are those that a case-only rename leaves spelled wrong', () => {
    expect(changed(new Map([['N.md', []], ['s.md', ['N']]]), { moves: { 'N.md': 'n.md' } })).toEqual([
      's.md [[N]] N.md -> n.md (n.md)',
    ]); // prettier-ignore
  });

  it('are those that half a doubled extension leads to', () => {
    expect(changed(new Map([['read.md.md', []], ['s.md', ['read.md']]]), { moves: { 'read.md.md': 'x.md' } })).toEqual([
      's.md [[read.md]] read.md.md -> x.md (null)',
    ]); // prettier-ignore
  });

  it('stand in these notes', async () => {
    const index = indexOf(model);
    const after = index.withMoves(new Map([['a/N.md', 'a/New.md']]));
    expect(await sourcesToRelink(index, after, createMemoryHost().scheduler)).toEqual(['s.md', 't.md']);
  });

  it('are all of those, and only those, that would mean something else', () => {
    const moving = fc.tuple(fc.nat(), filePath);
    fc.assert(
      fc.property(
        vaultModel,
        fc.array(moving, { maxLength: 4 }),
        fc.array(filePath, { maxLength: 2 }),
        (some, wishes, more) => {
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
          const found = linksThatChange(index, after).map(({ source, linkpath }) => `${source} ${linkpath}`);
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
            return links.filter(change).map((link) => `${source} ${link}`);
          });
          expect([...found].sort()).toEqual(wanted.sort());
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('say what they mean before and after', () => {
    const index = indexOf(model);
    const [link] = linksThatChange(index, index.withMoves(new Map(), ['N.md']));
    const expected: ChangedLink = {
      source: 's.md',
      linkpath: 'N',
      target: 'a/N.md',
      targetAfter: 'a/N.md',
      meansAfter: 'N.md',
    };
    expect(link).toEqual(expected);
  });
});
