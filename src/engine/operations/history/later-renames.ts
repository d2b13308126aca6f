/** Which writes gave a row another name, or took it away, that an undo is refused for. D5, D17 */

import type { Violation, ViolationCode } from '../../errors';
import type { Migration } from '../../history/journal/migration';
import { nameKey } from '../../links/fold';
import { resolveLinkpath } from '../../links/resolve-link';
import { linkpathIn } from '../../note/links/link-syntax';
import { noteNameOf } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import type { WriteContext } from '../define-operation';

/** True for the path of a note that the link, or the word, means as long as it is the only one of its name. */
type Means = (path: NotePath) => boolean;

const BY_NAME: ReadonlySet<ViolationCode> = new Set(['broken_link', 'ref', 'vocabulary']);

/** The later writes that renamed or took away what the notes that come back name. */
export async function laterRenames(
  { journal, host }: WriteContext,
  undone: Migration,
  violations: readonly Violation[],
): Promise<readonly Migration[]> {
  const sought = violations.flatMap(meaningOf).map((means): Sought => ({ means, then: null, now: null, writes: [] }));
  if (sought.length === 0) return [];
  for (const { migration, failed } of await journal.after(undone.seq)) {
    await host.scheduler.pause();
    if (failed) continue;
    for (const each of sought) follow(each, migration);
  }
  return sought.flatMap(({ writes }) => writes);
}

interface Sought {
  readonly means: Means;
  /** Where the note that was meant lay. */
  then: NotePath | null;
  /** Where it lies by now; null when it is gone. */
  now: NotePath | null;
  /** They took it there, or away. */
  writes: Migration[];
}

function follow(sought: Sought, migration: Migration): void {
  for (const { from, to } of migration.changes) {
    if (from === to || from === null || !(sought.means(from) || from === sought.now)) continue;
    sought.then ??= from;
    sought.writes.push(migration);
    sought.now = to;
  }
  // There again: what happened before does not matter any more.
  if (sought.now !== null && sought.now === sought.then) sought.writes = [];
}

function meaningOf({ code, path, value }: Violation): readonly Means[] {
  if (!BY_NAME.has(code)) return [];
  return [value].flat().flatMap((each): Means[] => {
    if (typeof each !== 'string' || each === '') return [];
    if (code === 'vocabulary') return [(note) => noteNameOf(note) === each];
    const linkpath = linkpathIn(each);
    return [(note) => resolveLinkpath(onlyFile(note), linkpath, path ?? '') === note];
  });
}

const onlyFile = (path: NotePath): { named(key: string): NotePath | undefined } => ({
  named: (key) => (key === nameKey(path) ? path : undefined),
});
