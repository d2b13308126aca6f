/** Which note held each id when the journal ended. docs/copies.md */

import type { NotePath } from '../../ports/vault-port';
import type { Abort, Migration } from './migration';

/** By id, after these migrations in their order; an id that a later one took from the note again is left out. `before`: what held before them. */
export function idHolders(
  migrations: readonly Migration[],
  aborts: ReadonlyMap<number, Abort>,
  before: Iterable<readonly [id: string, path: NotePath]>,
): ReadonlyMap<string, NotePath> {
  const held = new Map(before);
  for (const { seq, changes } of migrations) {
    if (aborts.has(seq)) continue;
    const left = new Map([...held].map(([id, path]) => [path, id] as const));
    for (const { from, to, id, holdsId } of changes) {
      const had = from === null ? undefined : left.get(from);
      if (had !== undefined && held.get(had) === from) held.delete(had);
      if (id !== undefined && to !== null && (holdsId === true || had === id)) held.set(id, to);
    }
  }
  return held;
}
