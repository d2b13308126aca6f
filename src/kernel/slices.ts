/** Long work in slices: a generator that stops now and then, so that a page can draw in between. */

export type Slices<T> = Generator<undefined, T, undefined>;

/** All of it at once. */
export function drain<T>(work: Slices<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Items that are looked at without a stop: a millisecond or two. */
export const ITEMS_A_SLICE = 500;

/** As `items.every`. `weight`: how many usual items one of these is, such as a row by its fields. */
export function* everyItem<T>(items: readonly T[], holds: (item: T) => boolean, weight = 1): Slices<boolean> {
  const slice = Math.max(1, Math.floor(ITEMS_A_SLICE / Math.max(1, weight)));
  for (const [at, item] of items.entries()) {
    if (!holds(item)) return false;
    if (at % slice === slice - 1) yield;
  }
  return true;
}
