/** Long work in slices: a generator that stops now and then, so that a page can draw in between. */

export type Slices<T> = Generator<undefined, T, undefined>;

/** All of it at once, for who has nothing else to do. */
export function drain<T>(work: Slices<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Items that are looked at without a stop: a millisecond or two. */
export const ITEMS_A_SLICE = 500;

/** As `items.every`. */
export function* everyItem<T>(items: readonly T[], holds: (item: T) => boolean): Slices<boolean> {
  for (const [at, item] of items.entries()) {
    if (!holds(item)) return false;
    if (at % ITEMS_A_SLICE === ITEMS_A_SLICE - 1) yield;
  }
  return true;
}
