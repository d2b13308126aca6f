/** A list with one of its items at another place. */

/** Places are clamped to the list. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from];
  if (item === undefined) return items;
  const others = items.filter((_, at) => at !== from);
  const place = Math.min(Math.max(to, 0), others.length);
  return [...others.slice(0, place), item, ...others.slice(place)];
}
