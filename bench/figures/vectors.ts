/** V1, V2: the nearest of many vectors, and the memory that they take, against plain 32-bit floats. docs/semantic.md#vectors */

import { VectorSet } from '../../src/engine/semantic/vector-set';
import { clusteredVectors, dot } from '../../test/engine/semantic/plain-vectors';
import { compare, spreadOf } from '../measure';
import { type Result, resultOf } from '../result';

const DIMENSIONS = 384;
const QUESTIONS = 20;
const WANTED = 10;
const LEAST_RECALL = 0.95;
const MEGABYTE = 1024 * 1024;

export async function nearestVectors(size: number): Promise<Result> {
  const all = clusteredVectors(size + QUESTIONS, DIMENSIONS, 3);
  const [vectors, questions] = [all.slice(0, size), all.slice(size)];
  const set = setOf(vectors);
  let hits = 0;
  for (const question of questions) {
    const near = new Set(nearest(set, question));
    hits += plainTop(vectors, question).filter((slot) => near.has(slot)).length;
  }
  const recall = hits / (QUESTIONS * WANTED);
  if (recall < LEAST_RECALL) throw new Error(`the recall is ${recall}, below ${LEAST_RECALL}`);
  const timed = (ask: (question: Float32Array) => unknown) => (): Promise<number> => {
    const start = performance.now();
    for (const question of questions) ask(question);
    return Promise.resolve((performance.now() - start) / QUESTIONS);
  };
  const comparison = await compare(
    timed((question) => nearest(set, question)),
    timed((question) => plainTop(vectors, question)),
  );
  return resultOf({ goal: 'V1', label: `top ${WANTED}, recall ${recall.toFixed(3)}`, size, comparison });
}

export function vectorMemory(size: number): Result {
  const set = setOf(clusteredVectors(size, DIMENSIONS, 3));
  const engine = spreadOf([set.memory / MEGABYTE]);
  const anchor = spreadOf([(size * DIMENSIONS * Float32Array.BYTES_PER_ELEMENT) / MEGABYTE]);
  return resultOf({ goal: 'V2', size, unit: 'MB', comparison: { engine, anchor, runs: 1, isJudged: true } });
}

function setOf(vectors: readonly Float32Array[]): VectorSet {
  const set = new VectorSet(DIMENSIONS);
  vectors.forEach((vector, i) => set.add(vector, i, [i, 0]));
  return set;
}

const nearest = (set: VectorSet, question: Float32Array): readonly number[] =>
  set
    .nearest(question, WANTED * 4, null)
    .slice(0, WANTED)
    .map(({ slot }) => slot);

/** Every vector is compared; the ten best are kept while they come. */
function plainTop(vectors: readonly Float32Array[], question: Float32Array): readonly number[] {
  const best: { readonly slot: number; readonly score: number }[] = [];
  vectors.forEach((vector, slot) => {
    const score = dot(vector, question);
    if (best.length === WANTED && score <= (best.at(-1)?.score ?? 0)) return;
    best.push({ slot, score });
    best.sort((a, b) => b.score - a.score);
    best.length = Math.min(best.length, WANTED);
  });
  return best.map(({ slot }) => slot);
}
