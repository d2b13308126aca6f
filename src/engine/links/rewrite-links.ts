/** Rewrites the links of a note so that they mean the same files after files moved. D6 (rename, move) */

import { type NoteLink, linkpathsOf, scanLinks } from '../note/links/link-syntax';
import { baseNameOf, isMarkdown } from '../note/paths';
import type { LinkSettings } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import { encodeAngled, encodeDestination, isUriEncoded, linkTextFor, withExtensionOf } from './write-link';
import type { LinkResolver } from './link-resolver';

/** Moves, as one note sees them. */
export interface LinkRewrite {
  /** Where the note lies before and after. */
  readonly source: NotePath;
  readonly sourceAfter: NotePath;
  /** The new path of a file that moves, else null. */
  readonly newPathOf: (target: NotePath) => NotePath | null;
  readonly before: LinkResolver;
  readonly after: LinkResolver;
  readonly settings: LinkSettings;
  /** The text before it was edited in the same plan: a link that is not in it was written for the vault as it will be, and stays. */
  readonly original?: string | undefined;
  /** Link paths that are not touched: they come back to what they meant. */
  readonly stays?: ReadonlySet<string> | undefined;
}

/**
 * The text with every link of `source` that would break or mean another file written anew; whatever still means what it
 * meant stays as it is, so does every character outside the paths. Heading, block, alias, title, kind, embed mark and
 * the manner of quoting are kept. A link to a file that is gone afterwards stays.
 */
export function rewriteLinks(text: string, relinking: LinkRewrite): string {
  const old = relinking.original === undefined ? null : new Set(linkpathsOf(relinking.original));
  let result = '';
  let done = 0;
  for (const link of [...scanLinks(text)].sort((a, b) => a.pathStart - b.pathStart)) {
    const isLeft = old?.has(link.linkpath) === false || relinking.stays?.has(link.linkpath) === true;
    const path = isLeft ? null : newPathIn(text, link, relinking);
    if (path === null) continue;
    result += text.slice(done, link.pathStart) + path;
    done = link.pathEnd;
  }
  return done === 0 ? text : result + text.slice(done);
}

/** The new path of the file that a link has to be written anew for; null when it may stay. A rename in case alone counts. */
export function targetToRelink(
  linkpath: string,
  relinking: Omit<LinkRewrite, 'settings' | 'original' | 'stays'>,
): NotePath | null {
  const { source, sourceAfter, newPathOf, before, after } = relinking;
  const target = linkpath === '' ? null : before.resolve(linkpath, source);
  if (target === null) return null;
  const intended = newPathOf(target) ?? target;
  if (!after.has(intended)) return null;
  const isRenamed = baseNameOf(target) !== baseNameOf(intended);
  return isRenamed || after.resolve(linkpath, sourceAfter) !== intended ? intended : null;
}

/** The path to write in place of the link's, encoded as the link is; null when it stays, also where it can't hold the name. */
function newPathIn(text: string, link: NoteLink, relinking: LinkRewrite): string | null {
  const target = targetToRelink(link.linkpath, relinking);
  if (target === null) return null;
  const { sourceAfter, after, settings } = relinking;
  const short = linkTextFor(target, sourceAfter, settings, after, link.kind);
  if (short === null) return null;
  const path = isMarkdown(link.linkpath) ? withExtensionOf(target, short) : short;
  const written = encodedPath(text, link, after.resolve(path, sourceAfter) === target ? path : short);
  return written === text.slice(link.pathStart, link.pathEnd) ? null : written;
}

/** The path as the link writes it: in its kind of brackets and YAML quotes. */
export function encodedPath(
  text: string,
  link: Pick<NoteLink, 'kind' | 'pathStart' | 'pathEnd' | 'quote'>,
  path: string,
): string {
  if (link.kind === 'markdown') {
    const isAngled = text.charAt(link.pathStart - 1) === '<';
    const written = isAngled
      ? encodeAngled(path)
      : encodeDestination(path, isUriEncoded(text.slice(link.pathStart, link.pathEnd)));
    return quoted(written, link.quote);
  }
  return quoted(path, link.quote);
}

const quoted = (path: string, quote: NoteLink['quote']): string =>
  quote === 'single' ? path.replaceAll("'", "''") : quote === 'double' ? path.replace(/["\\]/g, '\\$&') : path;
