/** Vectors in bytes and bits find what plain vectors find, in a third of the memory. docs/semantic.md#vectors */

import { expect, it } from 'vitest';
import { VectorSet } from '../../../src/engine/semantic/vector-set';
import { size } from '../../deep';
import { clusteredVectors, plainNearest } from './plain-vectors';

const DIMENSIONS = size(96, 384);

it('finds at least 95 of 100 that a plain search finds, also of a part of them', () => {
  const count = size(3000, 50_000);
  const vectors = clusteredVectors(count, DIMENSIONS, 1);
  const set = new VectorSet(DIMENSIONS);
  vectors.forEach((vector, i) => set.add(vector, i, [i, 0]));
  expect(set.memory / (vectors.length * DIMENSIONS * 4)).toBeLessThan(0.5); // The last chunk is half empty.
  const isWanted = Uint8Array.from(vectors, (_, i) => (i % 3 === 0 ? 1 : 0));
  let [found, ofPart] = [0, 0];
  const questions = clusteredVectors(count + 20, DIMENSIONS, 1).slice(-20);
  for (const question of questions) {
    const near = new Set(
      set
        .nearest(question, 10, null)
        .slice(0, 10)
        .map(({ slot }) => slot),
    );
    found += plainNearest(vectors, question, 10, () => true).filter((slot) => near.has(slot)).length;
    const some = new Set(
      set
        .nearest(question, 10, isWanted)
        .slice(0, 10)
        .map(({ slot }) => slot),
    );
    expect([...some].every((slot) => slot % 3 === 0)).toBe(true);
    ofPart += plainNearest(vectors, question, 10, (i) => i % 3 === 0).filter((slot) => some.has(slot)).length;
  }
  expect(found / 200).toBeGreaterThanOrEqual(0.95);
  expect(ofPart / 200).toBeGreaterThanOrEqual(0.95);
});

it('gives a slot that is free to the last one, with owner, key and vector', () => {
  const set = new VectorSet(40);
  const vectors = clusteredVectors(2500, 40, 2);
  vectors.forEach((vector, i) => set.add(vector, i, [i, i + 1]));
  expect(set.remove(10)).toBe(2499);
  expect([set.size, set.owner(10), set.key(10)]).toEqual([2499, 2499, [2499, 2500]]);
  expect(set.nearest(vectors[2499] ?? new Float32Array(), 1, null)[0]).toMatchObject({ slot: 10 });
  while (set.size > 0) set.remove(0);
  expect([set.memory, set.nearest(vectors[0] ?? new Float32Array(), 5, null)]).toEqual([0, []]);
});

it('scores a vector without direction with nothing', () => {
  const set = new VectorSet(3);
  set.add(Float32Array.of(0, 0, 0), 0, [0, 0]);
  set.add(Float32Array.of(0, 5, 0), 1, [0, 1]);
  expect(set.nearest(Float32Array.of(0, 2, 0), 2, null)).toMatchObject([{ slot: 1 }, { slot: 0, score: 0 }]);
  expect(set.nearest(Float32Array.of(0, 2, 0), 2, null)[0]?.score).toBeCloseTo(1, 5);
  expect(set.nearest(Float32Array.of(0, 0, 0), 2, null).map(({ score }) => score)).toEqual([0, 0]);
});
