/** Moves notes after links were followed: their places depend on links back or on later changes. D6 (rename), D16 (inverse). */

import { linkRewriteOf } from '../links/changed-links';
import { LinkResolver } from '../links/link-resolver';
import { MovedFiles } from '../links/moved-files';
import { type LinkRewrite, rewriteLinks } from '../links/rewrite-links';
import { isMarkdown } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import type { WriteContext } from '../contexts';
import type { OpenRow } from '../rows/row-edit';
import { placeChangedRow } from '../rows/row-path';

/** `edited`: rows as they were before their values were staged anew, each still at its place. */
export async function movePartners(context: WriteContext, edited: readonly OpenRow[]): Promise<void> {
  await moveLate(context, () =>
    edited.flatMap((open) => {
      const to = stageMove(context, open);
      return to === open.path ? [] : [[open.path, to]];
    }),
  );
}

/** `stage` stages the moves, each from where the note is staged, and returns them. True: there were some, and every link followed. */
export async function moveLate(
  context: WriteContext,
  stage: () => readonly (readonly [NotePath, NotePath])[],
): Promise<boolean> {
  const before = context.transaction.links;
  const moves = new Map(stage());
  if (moves.size === 0 || !(before instanceof LinkResolver)) return false;
  const after = new MovedFiles(before, moves, [], []);
  for (const source of sourcesNaming(context, after)) await relinkNote(context, source, { before, after });
  return true;
}

function stageMove({ transaction, zone }: WriteContext, { definition, path, row }: OpenRow): NotePath {
  const after = transaction.rowAt(path)?.row;
  const text = transaction.stagedAt(path)?.after;
  if (after === undefined || typeof text !== 'string') return path;
  const place = placeChangedRow(transaction, definition, row, after, { zone });
  if (typeof place !== 'string') {
    transaction.violate(place);
    return path;
  }
  if (place !== path) transaction.put({ from: path, to: place, before: text, after: text });
  return place;
}

/** Notes, where they lay before these moves, with links that may mean what moves: every staged one, and others by the index. */
function sourcesNaming({ transaction }: WriteContext, after: MovedFiles): ReadonlySet<NotePath> {
  const sources = new Set<NotePath>();
  const pathBefore = new Map([...after.moves].map(([from, to]) => [to, from] as const));
  for (const { to } of transaction.staging()) if (to !== null) sources.add(pathBefore.get(to) ?? to);
  for (const key of after.changedKeys()) {
    transaction.before.links.visitLinksNamed(key, (_linkpath, source) => {
      if (transaction.staged(source) === null) sources.add(source);
    });
  }
  return sources;
}

/** `source`: the note's place before the staged moves. Unreadable notes are left alone, and so is earlier content that comes back. */
export async function relinkNote(
  { transaction, host }: WriteContext,
  source: NotePath,
  { after, ...links }: Pick<LinkRewrite, 'before' | 'original' | 'stays'> & { readonly after: MovedFiles },
): Promise<void> {
  const path = after.pathAfter(source);
  const text = path === null || !isMarkdown(path) ? null : await transaction.read(path);
  if (path === null || text === null || transaction.stagedAt(path)?.kind === 'restore') return;
  const rewrite = linkRewriteOf(source, links.before, after, host.linkSettings());
  const rewritten = rewriteLinks(text, { ...rewrite, ...links });
  if (rewritten !== text) transaction.put({ from: path, to: path, before: text, after: rewritten, follows: true });
  await host.scheduler.pause();
}
