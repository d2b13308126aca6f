/** Finds the links that moves, new files and removals would break or point to another file. D6 (rename, move) */

import type { SchedulerPort } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import type { LinkResolver } from './link-resolver';
import type { FileLinks } from './link-sources';
import type { MovedFiles } from './moved-files';
import { type LinkRewrite, targetToRelink } from './rewrite-links';

/** Links that may mean another file afterwards, and those in notes that move; some come twice. */
function* linksToLookAt(index: FileLinks, after: MovedFiles): Generator<readonly [linkpath: string, source: NotePath]> {
  yield* linksNamed(index, after);
  for (const source of after.moves.keys()) for (const linkpath of index.outgoing(source)) yield [linkpath, source];
}

/** Links to the names whose files change. */
function* linksNamed(index: FileLinks, after: MovedFiles): Generator<readonly [linkpath: string, source: NotePath]> {
  for (const key of after.changedKeys()) {
    const links: (readonly [string, NotePath])[] = [];
    index.visitLinksNamed(key, (linkpath, source) => links.push([linkpath, source]));
    yield* links;
  }
}

/** As it is written in a note. */
interface TurnedLink {
  readonly source: NotePath;
  readonly linkpath: string;
}

/** Every link that means another file when `after` comes true: its file goes, one moves to where it pointed, or it is not rewritten. */
export async function linksThatTurn(
  index: FileLinks,
  after: MovedFiles,
  scheduler: Pick<SchedulerPort, 'pause'>,
): Promise<readonly TurnedLink[]> {
  const arrived = new Set(after.moves.values());
  const links = new Map<string, TurnedLink>();
  /** A file that another one takes the place of is gone, if it does not move. */
  const placeOf = (target: NotePath): NotePath | null =>
    after.moves.get(target) ?? (arrived.has(target) ? null : target);
  const look = (linkpath: string, source: NotePath): void => {
    const sourceAfter = after.pathAfter(source);
    const means = sourceAfter === null ? null : after.resolve(linkpath, sourceAfter);
    if (means === null) return;
    const target = index.resolve(linkpath, source);
    const targetAfter = target === null ? null : placeOf(target);
    const isTurned = targetAfter === null ? arrived.has(means) : targetAfter !== means;
    if (isTurned) links.set(`${source}\n${linkpath}`, { source, linkpath });
  };
  for (const [linkpath, source] of linksNamed(index, after)) {
    look(linkpath, source);
    await scheduler.pause();
  }
  return [...links.values()];
}

/**
 * The notes in which a link has to be rewritten when `after` comes true, where they lie before the moves, in code-unit order: its
 * target moves, the note that holds it moves and the link is relative, or another file would take its meaning. Links to files that
 * are gone are not meant, nor those that meant nothing before. `rewriteLinks` on each of them does the rest.
 */
export async function sourcesToRelink(
  index: FileLinks,
  after: MovedFiles,
  scheduler: Pick<SchedulerPort, 'pause'>,
): Promise<readonly NotePath[]> {
  const sources = new Set<NotePath>();
  for (const [linkpath, source] of linksToLookAt(index, after)) {
    if (!sources.has(source) && targetOf(linkpath, source, index, after) !== null) sources.add(source);
    await scheduler.pause();
  }
  return [...sources].sort();
}

export const linkRewriteOf = (
  source: NotePath,
  before: LinkResolver,
  after: MovedFiles,
  settings: LinkRewrite['settings'],
): LinkRewrite => ({
  source,
  sourceAfter: after.pathAfter(source) ?? source,
  newPathOf: (target) => after.moves.get(target) ?? null,
  before,
  after,
  settings,
});

/** Where what the link means lies afterwards, if the link has to be written anew for it. */
function targetOf(linkpath: string, source: NotePath, index: FileLinks, after: MovedFiles): NotePath | null {
  const sourceAfter = after.pathAfter(source);
  if (sourceAfter === null) return null;
  const newPathOf = (target: NotePath): NotePath | null => after.moves.get(target) ?? null;
  return targetToRelink(linkpath, { source, sourceAfter, newPathOf, before: index, after });
}
