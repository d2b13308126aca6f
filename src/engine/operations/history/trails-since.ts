/** Where the notes of a migration went since, and the later writes that touched them. D5, D7, D17 */

import type { FileChange, Migration } from '../../history/journal/migration';
import type { NotePath } from '../../ports/vault-port';
import type { WriteContext } from '../define-operation';

export interface Trail {
  /** Where the writes took the note; null: they deleted it. What somebody did by hand is not in it. */
  readonly path: NotePath | null;
  /** Those that still hold, newest first. */
  readonly writes: readonly Migration[];
}

interface OpenTrail {
  path: NotePath | null;
  writes: Migration[];
}

/** By the paths that the migration gave the notes. */
export async function trailsSince(
  { journal, host }: Pick<WriteContext, 'journal' | 'host'>,
  { seq, changes }: Migration,
): Promise<ReadonlyMap<NotePath, Trail>> {
  const trails = new Map<NotePath, OpenTrail>();
  const byId = new Map<string, OpenTrail>();
  for (const { to, id } of changes) {
    if (to === null) continue;
    const trail: OpenTrail = { path: to, writes: [] };
    trails.set(to, trail);
    if (id !== undefined) byId.set(id, trail);
  }
  const byPath = new Map(trails);
  const later = await journal.after(seq);
  const isLater = new Set(later.map(({ migration }) => migration.id));
  for (const { migration, undone, failed } of later) {
    await host.scheduler.pause();
    if (failed) continue;
    const holds = !undone && !isLater.has(migration.undoes ?? '');
    follow(migration, byPath, byId, (trail) => holds && trail.writes.unshift(migration));
  }
  return trails;
}

function follow(
  { changes }: Migration,
  byPath: Map<NotePath, OpenTrail>,
  byId: ReadonlyMap<string, OpenTrail>,
  touch: (trail: OpenTrail) => void,
): void {
  const trailOf = ({ from, id }: FileChange): OpenTrail | undefined =>
    (from === null ? undefined : byPath.get(from)) ?? (id === undefined ? undefined : byId.get(id));
  const touched = changes.flatMap((change) => {
    const trail = trailOf(change);
    return trail === undefined ? [] : [{ trail, to: change.to }];
  });
  for (const { trail } of touched) if (trail.path !== null) byPath.delete(trail.path);
  for (const { trail, to } of touched) {
    trail.path = to;
    if (to !== null) byPath.set(to, trail);
    touch(trail);
  }
}
