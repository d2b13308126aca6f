/** Lets every link in the vault follow the notes that a transaction moves, and keep its target where a new note would take it. D6 */

import { relinkingOf, sourcesToRelink } from '../links/changed-links';
import { MovedFiles } from '../links/moved-files';
import { rewriteLinks } from '../links/rewrite';
import { isMarkdown } from '../note/paths';
import type { Host } from '../ports/host';
import type { Transaction } from '../storage/transaction';

/** Stages the rewritten notes. A note that can't be read is left alone with a warning. */
export async function followLinks(transaction: Transaction, host: Host): Promise<void> {
  const after = transaction.links;
  if (!(after instanceof MovedFiles)) return;
  const before = transaction.before.links;
  const settings = host.linkSettings();
  for (const source of sourcesToRelink(before, after)) {
    const path = after.pathAfter(source);
    if (path === null || !isMarkdown(source)) continue;
    const staged = transaction.staged(source);
    const text = staged === null ? await transaction.read(source) : staged.after;
    if (text === null) continue;
    const relinking = relinkingOf(source, before, after, settings);
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
