/** Random vectors in clusters, and a search that compares every one with the question: what vector-set is measured by. */

/** The same for one seed; a longer list begins with a shorter one. */
export function clusteredVectors(count: number, dimensions: number, seed: number): Float32Array[] {
  const next = chance(seed);
  const centres = Array.from({ length: 100 }, () => Float32Array.from({ length: dimensions }, () => bell(next)));
  return Array.from({ length: count }, () => {
    const centre = centres[Math.floor(next() * centres.length)] ?? new Float32Array(dimensions);
    return unit(centre.map((value) => value + 0.9 * bell(next)));
  });
}

export function plainNearest(
  vectors: readonly Float32Array[],
  question: Float32Array,
  most: number,
  isWanted: (i: number) => boolean,
): number[] {
  return vectors
    .flatMap((vector, i) => (isWanted(i) ? [[i, dot(vector, question)] as const] : []))
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([i]) => i);
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

const unit = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((value) => value / length);
};

const bell = (next: () => number): number => next() + next() + next() - 1.5;

function chance(seed: number): () => number {
  let state = seed * 48_271 + 11;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
