/** What links meant at a moment: the rows of then lie where they lay. Source: docs/operations.md#select_rows (time travel: a join reads every table as of that time) */

import { MovedFiles } from '../../links/moved-files';
import type { LinkResolver } from '../../links/link-resolver';
import type { NotePath } from '../../ports/vault-port';
import type { SchedulerPort } from '../../ports/host';
import { inSteps } from '../../query/vector';
import { chunkOf, offsetOf } from '../../storage/chunks';
import type { RowsSnapshot } from '../../storage/column-table';
import type { LinkView } from '../../storage/view';

/** The rows of one table. */
export interface RowsThenAndNow {
  readonly then: RowsSnapshot;
  readonly now: RowsSnapshot;
}

/** Other notes are taken as they are now: nobody knows where they lay. */
export async function pastLinks(
  links: LinkResolver,
  tables: readonly RowsThenAndNow[],
  scheduler: SchedulerPort,
): Promise<LinkView> {
  const added: NotePath[] = [];
  const removed: NotePath[] = [];
  for (const { then, now } of tables) {
    const paths = new Set<NotePath>();
    await visitPaths(then, scheduler, (path) => {
      paths.add(path);
      if (!links.has(path)) added.push(path);
    });
    await visitPaths(now, scheduler, (path) => {
      if (!paths.has(path)) removed.push(path);
    });
  }
  return added.length + removed.length === 0 ? links : new MovedFiles(links, new Map(), added, removed);
}

const visitPaths = (
  { capacity, live, paths }: RowsSnapshot,
  scheduler: SchedulerPort,
  visit: (path: NotePath) => void,
): Promise<void> =>
  inSteps(capacity, scheduler, (from, to) => {
    for (let slot = from; slot < to; slot++) {
      const path = paths[chunkOf(slot)]?.[offsetOf(slot)];
      if (live[chunkOf(slot)]?.[offsetOf(slot)] === 1 && path !== undefined) visit(path);
    }
  });
