/** Runs long work between frames, so that the page goes on drawing and taking keys. */

import type { Slices } from '../../../kernel/slices';

/** Work of this many milliseconds, then a pause. */
const SLICE_MS = 16;

export async function inSlices<T>(work: Slices<T>, now: () => number = () => performance.now()): Promise<T> {
  for (;;) {
    const end = now() + SLICE_MS;
    do {
      const step = work.next();
      if (step.done === true) return step.value;
    } while (now() < end);
    await new Promise((resolve) => window.setTimeout(resolve));
  }
}
