/** Warnings of a table, beside its rows. D2, D7 */

import type { NotePath } from '../ports/vault-port';
import type { VaultView } from '../storage/view';

/** What every reader should know: that the metastore file can't be used. */
export const databaseWarnings = ({ definitionsProblem }: VaultView): readonly string[] =>
  definitionsProblem === null ? [] : [`the last good definitions are in force: ${definitionsProblem.message}`];

/** Warnings about unparsable rows, duplicates and unconfirmed deletions. */
export function tableWarnings(view: VaultView, qualified: string): readonly string[] {
  const table = view.table(qualified);
  const unparsable = [...view.unparsable].filter(([, each]) => each.table === qualified);
  const stale = unparsable.filter(([path]) => table.has(path));
  const lost = unparsable.length - stale.length;
  const unread = stale.filter(([, { isUnread }]) => isUnread === true).length;
  const copies = [...view.duplicates].filter(([, copy]) => copy.table === qualified).length;
  const suspects = [...view.unconfirmedDeletions].filter((path) => table.has(path)).sort();
  const warn = (count: number, text: string): string[] => (count === 0 ? [] : [`${count} ${text}; call check_table`]);
  return [
    ...warn(lost, 'notes of this table do not parse and are in no result'),
    ...warn(stale.length - unread, 'rows do not parse any more and show their last good values'),
    ...warn(unread, 'rows have notes that can not be read for now, and show their last good values'),
    ...warn(copies, 'notes are copies with an id that is taken and are not rows'),
    ...unconfirmedWarnings(suspects),
  ];
}

/** What to do where many notes vanished together. docs/lost-rows.md */
export const CONFIRM_DELETIONS =
  'bring the notes back, or confirm that they are gone: notedb check --accept-deletions, or the settings of NoteDB in Obsidian';

function unconfirmedWarnings([first, ...others]: readonly NotePath[]): string[] {
  if (first === undefined) return [];
  const notes =
    others.length === 0 ? `the note ${first}` : `the notes of ${others.length + 1} rows (${first} and others)`;
  return [`${notes} vanished together with many, and the rows are kept; ${CONFIRM_DELETIONS}`];
}
