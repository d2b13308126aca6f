/** Lets every link in the vault follow the notes that a transaction moves, and keep its target where a new note would take it. D6 */

import { relinkingOf, sourcesToRelink } from '../links/changed-links';
import type { NoteText } from '../history/migration';
import { MovedFiles } from '../links/moved-files';
import { rewriteLinks } from '../links/rewrite';
import { isMarkdown } from '../note/paths';
import type { Host } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import type { Transaction } from '../storage/transaction';

/**
 * Stages the rewritten notes. A note that can't be read is left alone with a warning, and so is earlier content that
 * comes back. `returning`: links, by note and link path, that mean again what they meant before.
 */
export async function followLinks(
  transaction: Transaction,
  host: Pick<Host, 'linkSettings' | 'scheduler'>,
  returning: readonly NoteText[] = [],
): Promise<void> {
  const after = transaction.links;
  if (!(after instanceof MovedFiles)) return;
  const before = transaction.before.links;
  const settings = host.linkSettings();
  const stays = new Map<NotePath, Set<string>>();
  for (const [note, linkpath] of returning) stays.set(note, (stays.get(note) ?? new Set()).add(linkpath));
  for (const source of await sourcesToRelink(before, after, host.scheduler)) {
    const path = after.pathAfter(source);
    if (path === null || !isMarkdown(source)) continue;
    const staged = transaction.staged(source);
    if (staged?.restores !== undefined) continue;
    const text = staged === null ? await transaction.read(source) : staged.after;
    if (text === null) continue;
    const relinking = {
      ...relinkingOf(source, before, after, settings),
      stays: stays.get(source) ?? new Set<string>(),
    };
    const original = staged?.before ?? null;
    const rewritten = rewriteLinks(text, original === null ? relinking : { ...relinking, original });
    if (rewritten !== text) transaction.put({ ...putOf(source, path, text, staged), after: rewritten, follows: true });
    await host.scheduler.pause();
  }
}

function putOf(
  source: string,
  path: string,
  original: string,
  staged: { readonly from: string | null; readonly to: string | null } | null,
): { from: string; to: string; before: string } {
  // A second change of a staged note goes on from where it is staged.
  return { from: staged === null ? source : path, to: path, before: original };
}
