/** What to write so that a link means a given file, in the vault's own format. spec: D6 */

import { formatWikiLink } from '../note/link-syntax';
import { folderOf, isMarkdown, noteNameOf, splitPath, withoutMarkdownExtension } from '../note/paths';
import type { LinkSettings } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import { encodeDestination, encodeSubpath } from './destination';
import type { LinkResolver } from './link-resolver';

/**
 * The link path to write in `source`: a name, a path, or a relative path as `newLinkFormat` asks, without `.md`; where
 * that would mean another file, the next longer spelling that does mean `target`. `target` is a file of `files`.
 * The name of a file that no link can hold (`#`, `|`, `[[`) is given all the same.
 */
export function linkTextFor(target: NotePath, source: NotePath, settings: LinkSettings, files: LinkResolver): string {
  if (settings.newLinkFormat === 'shortest' && isTheOnly(target, files)) return noteNameOf(target);
  // Blanks at either end of a wiki link don't count.
  const means = (linkpath: string): boolean =>
    linkpath.trim() === linkpath && files.resolve(linkpath, source) === target;
  const whole = withoutMarkdownExtension(target);
  const preferred = settings.newLinkFormat === 'relative' ? relativeSpellings(target, source) : [];
  return [...preferred, whole, `/${whole}`, target].find(means) ?? `/${target}`;
}

/** Where a new link will stand, and what it shows. */
export interface NewLink {
  readonly inFrontMatter: boolean;
  /** `#heading`, `#^block` or empty. */
  readonly subpath?: string;
  readonly display?: string | null;
  readonly embed?: boolean;
}

/** A whole link: in front matter always a wiki link, in the body as `useMarkdownLinks` says. */
export function linkFor(
  target: NotePath,
  source: NotePath,
  settings: LinkSettings,
  files: LinkResolver,
  link: NewLink,
): string {
  const linkpath = linkTextFor(target, source, settings, files);
  const { subpath = '', display = null } = link;
  const mark = link.embed === true ? '!' : '';
  if (link.inFrontMatter || !settings.useMarkdownLinks) return mark + formatWikiLink(linkpath, subpath, display);
  const shown = (display ?? noteNameOf(target)).replace(/[[\]\\]/g, '\\$&').replace(/\s*\n\s*/g, ' ');
  const path = withExtensionOf(target, linkpath);
  return `${mark}[${shown}](${encodeDestination(path)}${encodeSubpath(subpath)})`;
}

/** A link path with the `.md` that Markdown links have, if `target` is a note. */
export const withExtensionOf = (target: NotePath, linkpath: string): string =>
  isMarkdown(target) && !linkpath.endsWith(target.slice(-3)) ? linkpath + target.slice(-3) : linkpath;

/** No other file has its name: so it is meant from everywhere. */
function isTheOnly(target: NotePath, files: LinkResolver): boolean {
  const name = noteNameOf(target);
  const named = files.candidates(name);
  return named[0] === target && named.length === 1 && name.trim() === name;
}

function relativeSpellings(target: NotePath, source: NotePath): readonly string[] {
  const relative = withoutMarkdownExtension(relativePath(folderOf(source), target));
  return relative.startsWith('../') ? [relative] : [relative, `./${relative}`];
}

function relativePath(folder: NotePath, target: NotePath): string {
  const from = splitPath(folder);
  const to = splitPath(target);
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common++;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}
