/** Lets a link that no note holds, in a definition or a filter, mean the same file after files moved. docs/links.md#definitions-that-follow; D26 */

import { fitsWikiLink, formatWikiLink } from '../../kernel/link-text';
import { type LinkValue, isBracketedLink, markdownSpanOf, parseLinkValue } from '../note/links/link-syntax';
import { isMarkdown, noteNameOf, withoutMarkdownExtension } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import type { LinkResolver } from './link-resolver';
import { encodedPath } from './rewrite-links';

/** A move of files: how links resolve before and after. */
export interface FileMoves {
  readonly before: LinkResolver;
  readonly after: LinkResolver;
  /** From old paths to new ones. */
  readonly moves: ReadonlyMap<NotePath, NotePath>;
  /** The new ones. */
  readonly arrivals: ReadonlySet<NotePath>;
}

export const fileMoves = (
  before: LinkResolver,
  after: LinkResolver,
  moves: ReadonlyMap<NotePath, NotePath>,
): FileMoves => ({ before, after, moves, arrivals: new Set(moves.values()) });

/** `problem`: the text stays, and why it may mean something else from now on. */
export type FollowedText = { readonly text: string } | { readonly problem: string };

/**
 * A link is read from the root of the vault: it follows where it means one file. `isBare`: a name or a path without brackets is a
 * link too. `prefers`: files that come before others of the name, as rows of the column's `ref` do.
 */
export function followedLink(
  text: string,
  moves: FileMoves,
  { isBare, prefers }: { readonly isBare: boolean; readonly prefers?: (path: NotePath) => boolean },
): FollowedText {
  const link = isBare || isBracketedLink(text) ? parseLinkValue(text) : null;
  if (link === null || link.linkpath === '' || link.linkpath.startsWith('.')) return { text };
  const { before, after, arrivals } = moves;
  const newPathOf = (path: NotePath): NotePath | undefined => moves.moves.get(path);
  const { linkpath } = link;
  const meant = preferred(before.candidates(linkpath), prefers);
  const now = after.candidates(linkpath);
  const [target, ...others] = meant;
  if (target === undefined) {
    const arrived = now.find((path) => arrivals.has(path));
    return arrived === undefined ? { text } : { problem: `led to no note, and leads to ${arrived} now` };
  }
  const intended = newPathOf(target) ?? target;
  if (others.length > 0) {
    const isTouched = meant.some((path) => newPathOf(path) !== undefined);
    return isTouched
      ? { problem: 'is the name of several notes, of which one has another name or place now' }
      : { text };
  }
  if (!after.has(intended)) return { text };
  const isRenamed = noteNameOf(target) !== noteNameOf(intended);
  if (!isRenamed && now.length === 1 && now[0] === intended) return { text };
  const spelt = spellings(linkpath, intended).find(
    (each) => isOnly(after.candidates(each), intended) && fits(each, link),
  );
  if (spelt !== undefined) return { text: withLinkpath(text, link, spelt) };
  return isBare && isOnly(after.candidates(intended), intended)
    ? { text: intended }
    : { problem: `leads to ${intended} now, whose name no link can hold` };
}

const preferred = (paths: readonly NotePath[], prefers?: (path: NotePath) => boolean): readonly NotePath[] => {
  const first = prefers === undefined ? [] : paths.filter(prefers);
  return first.length > 0 ? first : paths;
};

const isOnly = (paths: readonly NotePath[], target: NotePath): boolean => paths.length === 1 && paths[0] === target;

/** As long as it was, or longer. */
function spellings(linkpath: string, target: NotePath): readonly string[] {
  const [name, whole] = [noteNameOf(target), withoutMarkdownExtension(target)];
  const withFolders = isMarkdown(linkpath) ? [target, `/${target}`] : [whole, `/${whole}`, target, `/${target}`];
  if (linkpath.includes('/')) return withFolders;
  return [isMarkdown(linkpath) ? target.slice(target.lastIndexOf('/') + 1) : name, ...withFolders];
}

function fits(linkpath: string, { form }: LinkValue): boolean {
  if (form === 'wiki') return fitsWikiLink(linkpath);
  return form === 'markdown' || parseLinkValue(linkpath)?.linkpath === linkpath;
}

/** In its own form. */
function withLinkpath(text: string, { form, embed, subpath, display }: LinkValue, linkpath: string): string {
  if (form === 'bare') return linkpath;
  const trimmed = text.trim();
  const span = form === 'markdown' ? markdownSpanOf(trimmed) : null;
  if (span === null) return `${embed ? '!' : ''}${formatWikiLink(linkpath, subpath, display)}`;
  return trimmed.slice(0, span.pathStart) + encodedPath(trimmed, span, linkpath) + trimmed.slice(span.pathEnd);
}
