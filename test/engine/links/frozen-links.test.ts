import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FrozenLinks } from '../../../src/engine/links/frozen-links';
import { countsOf, filePath, indexOf, linkpath, plainBacklinks, type VaultModel, vaultModel } from './vault-model';
import { times } from '../../deep';

const RUNS = times(200, 5_000);

/** Everything that a moment answers about some paths and links. */
const answersOf = (moment: FrozenLinks, paths: readonly string[], links: readonly string[]): unknown =>
  paths.map((path) => ({
    path,
    has: moment.has(path),
    count: moment.backlinkCount(path),
    counts: countsOf(moment, path),
    means: links.map((link) => moment.resolve(link, path)),
    candidates: links.map((link) => moment.candidates(link)),
  }));

describe('a moment', () => {
  it('stays what it was when files come and go, under numbers that others get', () => {
    const index = indexOf(new Map([['a/N.md', []], ['s.md', ['N']]])); // prettier-ignore
    const moment = index.freeze();
    const { fileNumbers, filesGeneration } = moment;
    const [number, source] = [fileNumbers.of('a/N.md'), fileNumbers.of('s.md')];
    index.removeFile('s.md');
    index.removeFile('a/N.md');
    index.setLinks('N.md', ['t']);
    index.setLinks('t.md', ['N']);
    expect(moment.resolve('N', 's.md')).toBe('a/N.md');
    expect([moment.backlinkCount('a/N.md'), moment.backlinkCount('N.md'), moment.has('N.md')]).toEqual([1, 0, false]);
    expect([fileNumbers.of('a/N.md'), fileNumbers.of('s.md'), fileNumbers.of('t.md')]).toEqual([number, source, -1]);
    expect(Math.max(number, source)).toBeLessThan(fileNumbers.end);
    expect([moment.pathOf(number), moment.pathOf(source)]).toEqual(['a/N.md', 's.md']);
    expect(moment.filesGeneration).toBe(filesGeneration);
    expect(index.freeze().filesGeneration).not.toBe(filesGeneration);
    expect(index.backlinkCount('N.md')).toBe(1);
  });

  it('is the same one until something changes, and shares what links mean until a file comes or goes', () => {
    const index = indexOf(new Map([['a.md', ['b']], ['b.md', []]])); // prettier-ignore
    const moment = index.freeze();
    index.setLinks('a.md', ['b']);
    index.addFile('b.md');
    index.removeFile('c.md');
    expect(index.freeze()).toBe(moment);
    index.setLinks('a.md', ['c']);
    const later = index.freeze();
    expect(later).not.toBe(moment);
    expect(later.filesGeneration).toBe(moment.filesGeneration);
    expect([moment.backlinkCount('b.md'), later.backlinkCount('b.md')]).toEqual([1, 0]);
  });

  it('of any time answers what an index made at that time answers', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('freeze' as const), path: filePath, links: fc.constant([]) }),
      fc.record({ kind: fc.constant('remove' as const), path: filePath, links: fc.constant([]) }),
      fc.record({ kind: fc.constant('set' as const), path: filePath, links: fc.array(linkpath, { maxLength: 4 }) }),
    );
    fc.assert(
      fc.property(vaultModel, fc.array(step, { maxLength: 40 }), fc.array(linkpath), (start, steps, links) => {
        const index = indexOf(start);
        const model = new Map(start);
        const moments: { readonly moment: FrozenLinks; readonly model: VaultModel }[] = [];
        const freeze = (): void => void moments.push({ moment: index.freeze(), model: new Map(model) });
        freeze();
        for (const { kind, path, links: given } of steps) {
          if (kind === 'freeze') freeze();
          if (kind === 'remove') index.removeFile(path);
          if (kind === 'set') index.setLinks(path, given);
          if (kind === 'remove') model.delete(path);
          if (kind === 'set') model.set(path, given);
        }
        const paths = [...new Set([...start.keys(), ...steps.map(({ path }) => path)])];
        for (const each of moments) {
          const then = indexOf(each.model);
          expect(answersOf(each.moment, paths, links)).toEqual(answersOf(then.freeze(), paths, links));
          for (const [path, links] of each.model) {
            const counts = Object.fromEntries(
              links.map((link) => [link, links.filter((other) => other === link).length]),
            );
            expect(countsOf(each.moment, path)).toEqual(counts);
            expect(each.moment.backlinkCount(path)).toBe(plainBacklinks(each.model, path, false).length);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });
});
