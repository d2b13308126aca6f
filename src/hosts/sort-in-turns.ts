/** Sorting that lets others have their turn: 100,000 paths in one go take 100 ms and more. */

/** So many items are sorted, or merged, in one go. */
const RUN = 2048;

/** A new array in order, equal items in their former order. */
export async function sortInTurns<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  pause: () => Promise<void>,
): Promise<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let start = 0; start < items.length; start += RUN) {
    runs.push(items.slice(start, start + RUN).sort(compare));
    await pause();
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let i = 0; i < runs.length; i += 2)
      merged.push(await mergeSorted(runs[i] ?? [], runs[i + 1] ?? [], compare, pause));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergeSorted<T>(
  a: readonly T[],
  b: readonly T[],
  compare: (a: T, b: T) => number,
  pause: () => Promise<void>,
): Promise<readonly T[]> {
  const merged: T[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const isFirst = j === b.length || (i < a.length && compare(a[i] as T, b[j] as T) <= 0);
    merged.push((isFirst ? a[i++] : b[j++]) as T);
    if (merged.length % RUN === 0) await pause();
  }
  return merged;
}
