/** What an undo is refused for because a row has another name since, or is gone: which writes did it, to be undone first. D5, D17 */

import { NotedbError, type Violation, type ViolationCode } from '../../errors';
import { migrationEntries } from '../../history/list-migrations';
import type { Migration } from '../../history/migration';
import { nameKey } from '../../links/fold';
import { resolveLinkpath } from '../../links/resolve-link';
import { linkpathIn } from '../../note/link-syntax';
import { noteNameOf } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import type { WriteContext } from '../define-operation';

/** Writes that the hint names. */
const MOST_NAMED = 3;

/** True for the path of a note that the link, or the word, means as long as it is the only one of its name. */
type Means = (path: NotePath) => boolean;

const BY_NAME: ReadonlySet<ViolationCode> = new Set(['broken_link', 'ref', 'vocabulary']);

/** The error with another hint, where later writes renamed or took away what the notes that come back name. */
export async function explainLaterRenames(
  { journal, host }: WriteContext,
  undone: Migration,
  error: unknown,
): Promise<unknown> {
  const wanted = error instanceof NotedbError ? error.violations.flatMap(meaningOf) : [];
  if (!(error instanceof NotedbError) || wanted.length === 0) return error;
  const sought = wanted.map((means): Sought => ({ means, then: null, now: null, writes: [] }));
  for (const { migration, failed } of [...migrationEntries(await journal.all())].reverse()) {
    await host.scheduler.pause();
    if (failed || migration.seq <= undone.seq) continue;
    for (const each of sought) follow(each, migration);
  }
  const writes = [...new Set(sought.flatMap((each) => each.writes))].sort((a, b) => b.seq - a.seq);
  if (writes.length === 0) return error;
  const { code, message, violations, conflicts } = error;
  return new NotedbError(code, message, { violations, conflicts, hint: hintOf(writes) });
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

function hintOf(writes: readonly Migration[]): string {
  const named = writes.slice(0, MOST_NAMED).map(({ id, op, summary }) => `${id} (${op}: ${summary})`);
  const more = writes.length > MOST_NAMED ? ` and ${writes.length - MOST_NAMED} more` : '';
  const renamed = 'what these notes link to was renamed, moved or deleted since';
  return `${renamed}: call undo_migration for ${named.join(', then for ')}${more} first, then for this one`;
}
