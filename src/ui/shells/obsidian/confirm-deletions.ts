/** Asks the user to confirm unconfirmed deletions. D7, D15 */

import { type App, ConfirmationModal } from 'obsidian';
import { nameWindow } from './accessible-names';

/** Paths by qualified table. */
export type UnconfirmedDeletions = ReadonlyMap<string, readonly string[]>;

/** Notes that are named; the others are counted. */
const MOST_NAMED = 5;

/** `60 rows of main.default.tasks and 3 of main.default.people`; null when there are none. */
export function unconfirmedDeletionsText(unconfirmed: UnconfirmedDeletions): string | null {
  const counts = [...unconfirmed].map(
    ([table, { length }], i) => `${length}${i === 0 ? rowsWord(length) : ''} of ${table}`,
  );
  if (counts.length === 0) return null;
  return [counts.slice(0, -1).join(', '), counts.at(-1)].filter((part) => part !== '').join(' and ');
}

const rowsWord = (count: number): string => (count === 1 ? ' row' : ' rows');

/** `accept` is called with the paths that the person was asked about, if they say yes. */
export function confirmDeletions(
  app: App,
  unconfirmed: UnconfirmedDeletions,
  accept: (paths: readonly string[]) => Promise<void>,
): void {
  const paths = [...unconfirmed.values()].flat();
  const modal = new ConfirmationModal(app).setTitle('Accept that these rows are gone?');
  nameWindow(modal);
  modal.contentEl.createEl('p', {
    text: `The notes of ${unconfirmedDeletionsText(unconfirmed) ?? 'no row'} vanished together. If a disk, a sync or a checkout has yet to bring them back, keep the rows: they are there again as soon as their notes are.`,
  });
  const list = modal.contentEl.createEl('ul');
  for (const path of paths.slice(0, MOST_NAMED)) list.createEl('li', { text: path });
  if (paths.length > MOST_NAMED) list.createEl('li', { text: `and ${paths.length - MOST_NAMED} more` });
  modal.contentEl.createEl('p', {
    text: 'When you accept, the rows leave their tables. No note is changed; links to them lead nowhere from then on. It can not be undone, but notes that return are rows again.',
  });
  modal.addButton((button) =>
    button
      .setButtonText('Accept that they are gone')
      .setDestructive()
      .onClick(() => accept(paths)),
  );
  modal.addCancelButton('Keep them');
  modal.open();
}
