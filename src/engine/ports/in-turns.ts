/** Long loops that let others have their turn. */

import type { SchedulerPort } from './host';

/** So many items at most are worked on between two looks at the clock: a look takes as long as a small piece of work. */
const ITEMS = 8;

/** Does `work` for each of the items, one after the other. */
export async function inTurns<T>(
  items: Iterable<T>,
  scheduler: Pick<SchedulerPort, 'pause'>,
  work: (item: T, index: number) => void,
): Promise<void> {
  let i = 0;
  for (const item of items) {
    work(item, i++);
    if (i % ITEMS === 0) await scheduler.pause();
  }
}
