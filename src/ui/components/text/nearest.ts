/** The value that somebody probably meant. */

/** Those that differ in at most two letters, or a third of a short word; the nearest first. */
export function nearest(typed: string, values: readonly string[]): readonly string[] {
  const text = typed.trim().toLowerCase();
  if (text.length < 2) return [];
  const most = Math.min(2, Math.floor(text.length / 2));
  return values
    .map((value) => ({ value, distance: editDistance(text, value.toLowerCase(), most) }))
    .filter(({ distance }) => distance <= most)
    .sort((one, other) => one.distance - other.distance)
    .map(({ value }) => value);
}

/** How many letters are added, left out, changed or swapped; anything above `most` when it is more. */
function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let earlier: number[] = [];
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      let least = Math.min((before[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1, (before[at - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwap = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (isSwap) least = Math.min(least, (earlier[at - 2] ?? 0) + 1);
      now.push(least);
    }
    earlier = before;
    before = now;
  }
  return before[other.length] ?? most + 1;
}
