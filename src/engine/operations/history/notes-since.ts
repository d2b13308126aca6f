/** Where notes lie now that a migration names, after they were moved and renamed. D7: a moved note is found by its id. */

import type { Migration, NoteText } from '../../history/journal/migration';
import type { NotePath } from '../../ports/vault-port';
import type { WriteContext } from '../define-operation';

/**
 * The same texts in the notes as they are called before the undo. A row is found by its id, also after a move by hand;
 * any other note by the moves in the journal. Those of notes that are gone are left out.
 */
export async function textsNow(
  { transaction, journal, host }: WriteContext,
  { seq }: Migration,
  texts: readonly NoteText[],
): Promise<readonly LocatedText[]> {
  const paths = new Map<NotePath, NotePath | null>(texts.map(([path]) => [path, path]));
  if (paths.size === 0) return [];
  for (const { migration, failed } of await journal.after(seq)) {
    if (failed) continue;
    const moves = new Map(migration.changes.map(({ from, to }) => [from, to] as const));
    for (const [then, now] of paths) {
      if (now !== null && moves.has(now)) paths.set(then, moves.get(now) ?? null);
    }
    await host.scheduler.pause();
  }
  return texts.flatMap(([then, text, id]): LocatedText[] => {
    const path = (id === undefined ? null : transaction.before.holderOf(id)) ?? paths.get(then) ?? null;
    return path === null ? [] : [{ then, path, text }];
  });
}

export interface LocatedText {
  /** Where the note lay when the migration was made. */
  readonly then: NotePath;
  readonly path: NotePath;
  readonly text: string;
}
