import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinkIndex } from '../../../src/engine/links/link-index';
import { createMemoryHost } from '../../memory-host/memory-host';
import { answersOf, filePath, indexOf, linkpath, plainBacklinks, type VaultModel, vaultModel } from './vault-model';
import { times } from '../../deep';

const RUNS = times(200, 5_000);

describe('backlinks', () => {
  const model: VaultModel = new Map([
    ['People/Ann.md', ['', 'Bob']],
    ['People/Bob.md', ['Ann', 'People/Ann', 'nobody']],
    ['Log.md', ['ann', './People/Bob', 'picture.png']],
    ['Old/Log.md', ['../People/Ann.md', 'Log']],
    ['picture.png', []],
  ]);

  it.each([
    ['People/Ann.md', ['Log.md', 'Old/Log.md', 'People/Bob.md']],
    ['People/Bob.md', ['Log.md', 'People/Ann.md']],
    ['Log.md', ['Old/Log.md']],
    ['Old/Log.md', []],
    ['picture.png', ['Log.md']],
    ['nobody.md', []],
  ])('of %s are the notes that link to it, each once', (path, sources) => {
    const index = indexOf(model);
    expect(index.backlinks(path)).toEqual(sources);
    expect(index.backlinkCount(path)).toBe(sources.length);
  });

  it('hold the note itself when that is asked for', () => {
    const index = indexOf(model);
    expect(index.backlinks('People/Ann.md', { includeSelf: true })).toContain('People/Ann.md');
    expect(index.backlinkCount('People/Ann.md', { includeSelf: true })).toBe(4);
    expect(index.backlinks('Log.md', { includeSelf: true })).toEqual(['Old/Log.md']);
  });

  it('of several files are those of each', () => {
    const index = indexOf(model);
    expect(index.sourcesLinkingTo(['Log.md', 'picture.png'])).toEqual(['Log.md', 'Old/Log.md']);
    expect(index.sourcesLinkingTo([])).toEqual([]);
    expect(index.sourcesLinkingTo(['People/Ann.md'])).toContain('People/Ann.md');
  });

  it('change when a file comes that takes the meaning of a link', () => {
    const index = indexOf(new Map([['a/N.md', []], ['s.md', ['N']]])); // prettier-ignore
    expect(index.backlinks('a/N.md')).toEqual(['s.md']);
    index.addFile('N.md');
    expect(index.backlinks('a/N.md')).toEqual([]);
    expect(index.backlinks('N.md')).toEqual(['s.md']);
    index.removeFile('N.md');
    expect(index.backlinks('a/N.md')).toEqual(['s.md']);
  });

  it('find a note whose name ends in `.md` twice', () => {
    const index = indexOf(new Map([['read.md.md', []], ['s.md', ['read.md']], ['t.md', ['read.md.md']]])); // prettier-ignore
    expect(index.backlinks('read.md.md')).toEqual(['s.md', 't.md']);
  });

  it('equal what each link means, asked one by one', () => {
    fc.assert(
      fc.property(vaultModel, (some) => {
        const index = indexOf(some);
        for (const path of some.keys()) {
          expect(index.backlinks(path)).toEqual(plainBacklinks(some, path, false));
          expect(index.backlinks(path, { includeSelf: true })).toEqual(plainBacklinks(some, path, true));
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe('the index', () => {
  it('knows files and links as they are set', () => {
    const index = new LinkIndex();
    index.addFile('a.md');
    index.setLinks('b.md', ['x', 'y', 'x']);
    index.setLinks('a.md', ['z']);
    index.addFile('b.md');
    expect([index.size, index.linkCount]).toEqual([2, 3]);
    expect(index.outgoing('b.md')).toEqual(['x', 'y']);
    expect(index.outgoing('c.md')).toEqual([]);
    expect([index.has('b.md'), index.has('B.md')]).toEqual([true, false]);
  });

  it('forgets a file and its links, and what is not there', () => {
    const index = new LinkIndex();
    index.setLinks('a.md', ['b']);
    index.addFile('b.md');
    index.removeFile('a.md');
    index.removeFile('a.md');
    expect([index.size, index.linkCount]).toEqual([1, 0]);
    expect(index.backlinks('b.md')).toEqual([]);
    expect(index.outgoing('a.md')).toEqual([]);
    index.addFile('c.md');
    expect(index.outgoing('c.md')).toEqual([]);
  });

  it('takes many links of one note', () => {
    const index = new LinkIndex();
    const links = Array.from({ length: 100 }, (_, at) => `n${at % 60}`);
    index.setLinks('a.md', links);
    expect(index.outgoing('a.md')).toEqual(links.slice(0, 60));
  });

  it('calls back for the links of a name, resolved or not', () => {
    const index = indexOf(new Map([['s.md', ['x/Name', 'name.md', 'other']], ['t.md', ['NAME']]])); // prettier-ignore
    const found: string[] = [];
    index.visitLinksNamed('name', (link, source) => found.push(`${source} ${link}`));
    expect(found.sort()).toEqual(['s.md name.md', 's.md x/Name', 't.md NAME']);
  });

  it('after any changes equals one that was made anew', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), path: filePath, links: fc.constant([]) }),
      fc.record({ kind: fc.constant('remove' as const), path: filePath, links: fc.constant([]) }),
      fc.record({ kind: fc.constant('ask' as const), path: filePath, links: fc.constant([]) }),
      fc.record({ kind: fc.constant('set' as const), path: filePath, links: fc.array(linkpath, { maxLength: 4 }) }),
    );
    fc.assert(
      fc.property(vaultModel, fc.array(step, { maxLength: 40 }), fc.array(linkpath), (start, steps, links) => {
        const index = indexOf(start);
        const model = new Map(start);
        for (const { kind, path, links: given } of steps) {
          if (kind === 'ask') index.backlinks(path);
          if (kind === 'add') index.addFile(path);
          if (kind === 'remove') index.removeFile(path);
          if (kind === 'set') index.setLinks(path, given);
          if (kind === 'add' && !model.has(path)) model.set(path, []);
          if (kind === 'remove') model.delete(path);
          if (kind === 'set') model.set(path, given);
        }
        const paths = [...new Set([...model.keys(), ...steps.map(({ path }) => path)])];
        expect(answersOf(index, paths, links)).toEqual(answersOf(indexOf(model), paths, links));
        expect(index.size).toBe(model.size);
      }),
      { numRuns: RUNS },
    );
  });
});

const { scheduler } = createMemoryHost();

describe('a snapshot', () => {
  it('has every link path once, and offsets in the order of the files', async () => {
    const index = indexOf(new Map([['a.md', ['x', 'y']], ['b.md', []], ['c.md', ['y', '']]])); // prettier-ignore
    index.setLinks('a.md', ['y', 'z', 'y', 'y']);
    const { linkpaths, offsets, codes, repeats } = await index.toSnapshot(['c.md', 'a.md', 'b.md'], scheduler);
    expect(linkpaths).toEqual(['y', '', 'z']);
    expect([...offsets]).toEqual([0, 2, 4, 4]);
    expect([...codes]).toEqual([0, 1, 0, 2]);
    expect([...repeats]).toEqual([2, 3]);
  });

  it('gives the same index again', async () => {
    await fc.assert(
      fc.asyncProperty(vaultModel, fc.array(linkpath), async (model, links) => {
        const index = indexOf(model);
        const order = [...model.keys()].sort();
        const again = LinkIndex.fromSnapshot(order, await index.toSnapshot(order, scheduler));
        expect(answersOf(again, order, links)).toEqual(answersOf(index, order, links));
        again.setLinks('new.md', links);
        index.setLinks('new.md', links);
        expect(answersOf(again, [...order, 'new.md'], links)).toEqual(answersOf(index, [...order, 'new.md'], links));
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    ['too few offsets', ['a.md'], { linkpaths: [], offsets: [0], codes: [], repeats: [] }],
    ['codes missing', ['a.md'], { linkpaths: ['x'], offsets: [0, 2], codes: [0], repeats: [] }],
    ['offsets that fall', ['a', 'b'], { linkpaths: ['x'], offsets: [0, 2, 1], codes: [0], repeats: [] }],
    ['a code of no link path', ['a.md'], { linkpaths: ['x'], offsets: [0, 1], codes: [1], repeats: [] }],
    ['a file twice', ['a', 'a'], { linkpaths: ['x'], offsets: [0, 0, 1], codes: [0], repeats: [] }],
    ['a count of no link', ['a.md'], { linkpaths: ['x'], offsets: [0, 1], codes: [0], repeats: [1, 2] }],
    ['a count without a place', ['a.md'], { linkpaths: ['x'], offsets: [0, 1], codes: [0], repeats: [0] }],
    ['a count that is none', ['a.md'], { linkpaths: ['x'], offsets: [0, 1], codes: [0], repeats: [0, 1] }],
    ['counts that fall', ['a.md'], { linkpaths: ['x', 'y'], offsets: [0, 2], codes: [0, 1], repeats: [1, 2, 0, 2] }],
  ])('is refused with %s', (_, order, { linkpaths, offsets, codes, repeats }) => {
    const [starts, numbers, counts] = [Uint32Array.from(offsets), Uint32Array.from(codes), Uint32Array.from(repeats)];
    const snapshot = { linkpaths, offsets: starts, codes: numbers, repeats: counts };
    expect(() => LinkIndex.fromSnapshot(order, snapshot)).toThrow(RangeError);
  });
});
