/** Writes a link to a given file in the vault's own format. D6 */

import { fitsWikiLink, formatWikiLink } from '../../kernel/link-text';
import type { LinkSpan } from '../note/links/link-span';
import { folderOf, isMarkdown, noteNameOf, splitPath, withoutMarkdownExtension } from '../note/paths';
import type { LinkSettings } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import type { LinkResolver } from './link-resolver';

/**
 * The link path to write in `source`: a name, a path, or a relative path as `newLinkFormat` asks, without `.md`; where
 * that would mean another file, or does not fit into a link of that kind, the next longer spelling that means `target`.
 * `target` is a file of `files`. Null: no wiki link can hold its name (`C#`, `a|b`).
 */
export function linkTextFor(
  target: NotePath,
  source: NotePath,
  settings: LinkSettings,
  files: LinkResolver,
  kind: LinkSpan['kind'] = 'wiki',
): string | null {
  const fits = kind === 'wiki' ? fitsWikiLink : isTrimmed;
  const name = noteNameOf(target);
  if (settings.newLinkFormat === 'shortest' && isTheOnly(target, name, files) && fits(name)) return name;
  const means = (linkpath: string): boolean => fits(linkpath) && files.resolve(linkpath, source) === target;
  const whole = withoutMarkdownExtension(target);
  const preferred = settings.newLinkFormat === 'relative' ? relativeSpellings(target, source) : [];
  return [...preferred, whole, `/${whole}`, target, `/${target}`].find(means) ?? null;
}

/** Blanks at either end of a link's path don't count. */
const isTrimmed = (linkpath: string): boolean => linkpath.trim() === linkpath;

/** Whether a wiki link can hold the name of a note, if need be with a path before it and `.md` behind it. */
export const isLinkable = (name: string): boolean => fitsWikiLink(`/${name}.md`);

/** What to say where `linkTextFor` gives none. */
export const noLinkCanHold = (target: NotePath): string =>
  `no link can hold the name of ${JSON.stringify(target)} (a link ends at #, |, [[ and ]]); rename that note first`;

/** The place of a new link, and its text. */
export interface NewLink {
  readonly inFrontMatter: boolean;
  /** `#heading`, `#^block` or empty. */
  readonly subpath?: string;
  readonly display?: string | null;
  readonly embed?: boolean;
}

/** A whole link: in front matter always a wiki link, in the body as `useMarkdownLinks` says. Null: a wiki link can't hold the name. */
export function linkFor(
  target: NotePath,
  source: NotePath,
  settings: LinkSettings,
  files: LinkResolver,
  link: NewLink,
): string | null {
  const kind = link.inFrontMatter || !settings.useMarkdownLinks ? 'wiki' : 'markdown';
  const linkpath = linkTextFor(target, source, settings, files, kind);
  if (linkpath === null) return null;
  const { subpath = '', display = null } = link;
  const mark = link.embed === true ? '!' : '';
  if (kind === 'wiki') return mark + formatWikiLink(linkpath, subpath, display);
  const shown = (display ?? noteNameOf(target)).replace(/[[\]\\]/g, '\\$&').replace(/\s*\n\s*/g, ' ');
  const path = withExtensionOf(target, linkpath);
  return `${mark}[${shown}](${encodeDestination(path)}${encodeSubpath(subpath)})`;
}

/** A link path with the `.md` that Markdown links have, if `target` is a note. */
export const withExtensionOf = (target: NotePath, linkpath: string): string =>
  isMarkdown(target) && !linkpath.endsWith(target.slice(-3)) ? linkpath + target.slice(-3) : linkpath;

/** No other file has its name: so it is meant from everywhere. */
function isTheOnly(target: NotePath, name: string, files: LinkResolver): boolean {
  const named = files.candidates(name);
  return named[0] === target && named.length === 1;
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

/**
 * Without `<…>`: only what would end or change the destination is percent-encoded, as Obsidian does; letters beyond
 * ASCII too when `asUri` (a link that was written so before).
 */
export function encodeDestination(path: string, asUri = false): string {
  const encoded = path.replace(/[%\\<># ]|\p{Cc}/gu, encodeURIComponent);
  const balanced = isBalanced(path) ? encoded : encoded.replaceAll('(', '%28').replaceAll(')', '%29');
  return asUri ? balanced.replace(/\P{ASCII}+/gu, encodeURIComponent) : balanced;
}

/** As `encodeDestination`, for the text between `<` and `>`. */
export const encodeAngled = (path: string): string => path.replace(/[%\\<>#]|\p{Cc}/gu, encodeURIComponent);

/** `#heading#sub`: the marks stay. */
export const encodeSubpath = (subpath: string): string =>
  subpath
    .split('#')
    .map((part) => encodeDestination(part))
    .join('#');

/** Whether a destination was written with letters percent-encoded that need not be. */
export const isUriEncoded = (written: string): boolean => /%[89a-fA-F][0-9a-fA-F]/.test(written);

function isBalanced(path: string): boolean {
  let depth = 0;
  for (const character of path) {
    if (character === '(') depth++;
    else if (character === ')' && --depth < 0) return false;
  }
  return depth === 0;
}
