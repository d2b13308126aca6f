/** What recovery finds on the disk, and which writes do not hold because of it. D7 */

import type { Abort, Migration } from '../history/migration';
import type { NotePath } from '../ports/vault-port';

/** What a file holds: its text, its bytes where they are no text, or null for "no such file". */
export type Content = string | Uint8Array | null;

/** What is on the disk, against what went on with the file. */
export type Finding =
  { readonly kind: 'final' } | { readonly kind: 'behind'; readonly present: Content } | { readonly kind: 'foreign' };

/**
 * The migrations to roll back: from the first one that was never finished and whose note holds someone's edit. Later
 * unfinished ones were planned on top of it. A finished one stays: the edit came after it.
 */
export function migrationsToRollBack(
  migrations: readonly Migration[],
  aborts: ReadonlyMap<number, Abort>,
  applied: ReadonlySet<number>,
  findings: ReadonlyMap<NotePath, Finding>,
): readonly Migration[] {
  // Writes are applied in their order: a mark also speaks for those before it, whose own marks may be lost.
  const finished = Math.max(0, ...applied);
  const unfinished = migrations.filter(({ seq }) => seq > finished && !aborts.has(seq));
  const isForeign = (path: NotePath | null): boolean => path !== null && findings.get(path)?.kind === 'foreign';
  const first = unfinished.findIndex(({ changes }) => changes.some(({ from, to }) => isForeign(from) || isForeign(to)));
  return first < 0 ? [] : unfinished.slice(first);
}
