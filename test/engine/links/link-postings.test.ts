import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinkPostings } from '../../../src/engine/links/link-postings';
import { times } from '../../deep';

const RUNS = times(200, 5_000);

function sourcesOf(postings: LinkPostings, codes: readonly number[]): readonly string[] {
  const found: string[] = [];
  postings.visitSources(codes, (source, code) => found.push(`${source}:${code}`));
  return found.sort();
}

/** The plain way: a map from sources to codes. */
function plainSourcesOf(model: ReadonlyMap<number, readonly number[]>, codes: readonly number[]): readonly string[] {
  return [...model].flatMap(([s, held]) => codes.filter((c) => held.includes(c)).map((c) => `${s}:${c}`)).sort();
}

describe('postings', () => {
  it('know what a source holds and who holds a code', () => {
    const postings = new LinkPostings();
    postings.set(3, [7, 8]);
    postings.set(0, [8]);
    expect([...postings.codesOf(3)]).toEqual([7, 8]);
    expect([...postings.codesOf(1)]).toEqual([]);
    expect([...postings.codesOf(99)]).toEqual([]);
    expect(sourcesOf(postings, [8])).toEqual(['0:8', '3:8']);
    expect(sourcesOf(postings, [7, 8, 9])).toEqual(['0:8', '3:7', '3:8']);
    expect(postings.edgeCount).toBe(3);
  });

  it('of nothing are empty', () => {
    const postings = new LinkPostings();
    postings.set(5, []);
    expect(sourcesOf(postings, [0])).toEqual([]);
    expect(postings.edgeCount).toBe(0);
  });

  it('follow a source that changes after they were asked', () => {
    const postings = new LinkPostings();
    postings.set(0, [1, 2]);
    postings.set(1, [2]);
    expect(sourcesOf(postings, [2])).toEqual(['0:2', '1:2']);
    postings.set(0, [1]);
    postings.set(2, [2, 5]);
    expect(sourcesOf(postings, [2])).toEqual(['1:2', '2:2']);
    expect(sourcesOf(postings, [1, 5])).toEqual(['0:1', '2:5']);
  });

  it('take arrays over without holding on to them', () => {
    const codes = Uint32Array.of(4, 5, 4);
    const postings = new LinkPostings();
    postings.adopt(Uint32Array.of(0, 2, 2, 3), codes);
    codes[0] = 9;
    postings.set(1, [6, 7, 8]);
    expect(sourcesOf(postings, [4])).toEqual(['0:4', '2:4']);
    expect([...postings.codesOf(1)]).toEqual([6, 7, 8]);
    expect(postings.edgeCount).toBe(6);
  });

  it('equal a plain map whatever is set and asked in between', () => {
    const codes = fc.uniqueArray(fc.nat(12), { maxLength: 6 });
    const step = fc.oneof(
      fc.record({ kind: fc.constant('set' as const), source: fc.nat(90), codes }),
      fc.record({ kind: fc.constant('ask' as const), source: fc.constant(0), codes }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const postings = new LinkPostings();
        const model = new Map<number, readonly number[]>();
        for (const { kind, source, codes: given } of steps) {
          if (kind === 'ask') expect(sourcesOf(postings, given)).toEqual(plainSourcesOf(model, given));
          else {
            postings.set(source, given);
            model.set(source, given);
          }
        }
        for (const [source, held] of model) expect([...postings.codesOf(source)]).toEqual(held);
        expect(postings.edgeCount).toBe([...model.values()].reduce((sum, held) => sum + held.length, 0));
      }),
      { numRuns: RUNS },
    );
  });

  it('stay small however often a source is set', () => {
    const postings = new LinkPostings();
    for (let round = 0; round < 20_000; round++)
      postings.set(round % 50, [round % 7, 8 + (round % 3)].slice(round % 2));
    postings.set(
      0,
      Array.from({ length: 100 }, (_, code) => code),
    );
    expect(postings.edgeCount).toBeLessThan(250);
    expect(postings.codesOf(0)[99]).toBe(99);
    expect(postings.codesOf(0).buffer.byteLength).toBeLessThan(8_000);
  });
});
