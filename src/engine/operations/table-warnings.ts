/** What a reader should know beside the rows. D2, D7 */

import type { NotedbError } from '../errors';
import type { NotePath } from '../ports/vault-port';
import type { Store } from '../storage/store';
import type { CommittedView } from '../storage/view';

/** Of every table: `problem` is why the definitions that stand in the metastore file are not in use. */
export const databaseWarnings = (problem: NotedbError | null): readonly string[] =>
  problem === null ? [] : [`the last good definitions are in force: ${problem.message}`];

/** `view`: what the reader sees of the table, which may have another name by now. */
export function tableWarnings(store: Store, view: CommittedView, qualified: string): readonly string[] {
  const table = view.table(qualified);
  const unparsable = [...store.unparsable].filter(([, each]) => each.table === qualified);
  const lost = unparsable.filter(([path]) => !table.has(path)).length;
  const stale = unparsable.length - lost;
  const copies = [...store.copies.values()].filter((copy) => copy.table === qualified).length;
  const suspects = [...store.suspects].filter((path) => table.has(path)).sort();
  const warn = (count: number, text: string): string[] => (count === 0 ? [] : [`${count} ${text}; call check_table`]);
  return [
    ...warn(lost, 'notes of this table do not parse and are in no result'),
    ...warn(stale, 'rows do not parse any more and show their last good values'),
    ...warn(copies, 'notes are copies with an id that is taken and are no rows'),
    ...unconfirmed(suspects),
  ];
}

/** What to do where many notes vanished together. docs/lost-rows.md */
export const CONFIRM_DELETIONS =
  'bring the notes back, or confirm that they are gone: notedb check --accept-deletions, or the settings of NoteDB in Obsidian';

function unconfirmed([first, ...others]: readonly NotePath[]): string[] {
  if (first === undefined) return [];
  const notes =
    others.length === 0 ? `the note ${first}` : `the notes of ${others.length + 1} rows (${first} and others)`;
  return [`${notes} vanished together with many, and the rows are kept; ${CONFIRM_DELETIONS}`];
}
