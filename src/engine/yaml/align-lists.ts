/** Matches the items of two lists: the kept, changed, dropped and added ones. D2 (metastore.yaml) */

import { type YamlTree, isYamlMap, yamlTreesEqual } from './yaml-tree';

/** `from` alone: dropped. `to` alone: added. Both: the same thing, perhaps changed or renamed. */
export interface ListAlignment {
  readonly from: number | null;
  readonly to: number | null;
}

/**
 * In the order of `next`, dropped items at their old place. Items are the same when they bear the same name, without name when
 * they are equal; where as many are dropped as added in one place, they are taken for renamed.
 */
export function alignLists(old: readonly YamlTree[], next: readonly YamlTree[]): readonly ListAlignment[] {
  const alignments: ListAlignment[] = [];
  let [from, to] = [0, 0];
  for (const [i, j] of [...commonItems(old, next), [old.length, next.length] as const]) {
    alignments.push(...alignGap(from, i, to, j));
    if (i < old.length) alignments.push({ from: i, to: j });
    [from, to] = [i + 1, j + 1];
  }
  return alignments;
}

function alignGap(from: number, fromEnd: number, to: number, toEnd: number): readonly ListAlignment[] {
  const dropped = numberRange(from, fromEnd);
  const added = numberRange(to, toEnd);
  if (dropped.length === added.length) return dropped.map((i, k) => ({ from: i, to: added[k] ?? null }));
  return [...dropped.map((i) => ({ from: i, to: null })), ...added.map((j) => ({ from: null, to: j }))];
}

const numberRange = (start: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i);

/** Index pairs of a longest common subsequence: the common start and end, and the common items between. */
function commonItems(old: readonly YamlTree[], next: readonly YamlTree[]): readonly (readonly [number, number])[] {
  const shorter = Math.min(old.length, next.length);
  let start = 0;
  while (start < shorter && isSame(old[start], next[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isSame(old.at(-1 - end), next.at(-1 - end))) end += 1;
  const between = commonBetween(old.slice(start, old.length - end), next.slice(start, next.length - end));
  return [
    ...numberRange(0, start).map((i) => [i, i] as const),
    ...between.map(([i, j]) => [start + i, start + j] as const),
    ...numberRange(0, end).map((i) => [old.length - end + i, next.length - end + i] as const),
  ];
}

/** Above this the search takes too long for what it is worth: a list that changed in so many places is new. */
const MOST_COMPARISONS = 1_000_000;

function commonBetween(old: readonly YamlTree[], next: readonly YamlTree[]): readonly [number, number][] {
  if (old.length * next.length > MOST_COMPARISONS) return [];
  const lengths = commonLengths(old, next);
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < next.length) {
    if (isSame(old[i], next[j])) pairs.push([i++, j++]);
    else if (lengthAt(lengths, i + 1, j) >= lengthAt(lengths, i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

function commonLengths(old: readonly YamlTree[], next: readonly YamlTree[]): readonly number[][] {
  const lengths: number[][] = Array.from({ length: old.length + 1 }, () => []);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = next.length - 1; j >= 0; j--) {
      const length = isSame(old[i], next[j])
        ? lengthAt(lengths, i + 1, j + 1) + 1
        : Math.max(lengthAt(lengths, i + 1, j), lengthAt(lengths, i, j + 1));
      (lengths[i] ?? [])[j] = length;
    }
  }
  return lengths;
}

const lengthAt = (lengths: readonly number[][], i: number, j: number): number => lengths[i]?.[j] ?? 0;

function isSame(a: YamlTree | undefined, b: YamlTree | undefined): boolean {
  if (isYamlMap(a) && isYamlMap(b) && a.has('name')) return a.get('name') === b.get('name');
  return yamlTreesEqual(a, b);
}
