/** Resolves link arguments to notes, and writes links to them. Source: docs/operations.md#links; D2, D6, D16. */

import type { Violation } from '../errors';
import { noLinkCanHold } from '../links/write-link';
import { type LinkValue, isBracketedLink, parseLinkValue } from '../note/links/link-syntax';
import { isMarkdown, withMarkdownExtension, withoutMarkdownExtension } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import type { View } from '../storage/view';
import { type ColumnSpec, type ValueSpec, linkSpecOf } from '../values/column-spec';
import { type Json, isList } from '../json';

/** Rows that a refusal lists. */
const MOST_ROWS = 10;

/** In a column with `ref` a row of that table wins over other notes of the same name; several such rows are all given. Empty: no file. */
export function targetsOfLink(
  view: View,
  ref: string | undefined,
  linkpath: string,
  source: NotePath,
): readonly NotePath[] {
  const isByName = ref !== undefined && !/^\.{0,2}\//.test(linkpath);
  const candidates = isByName ? view.links.candidates(linkpath) : [];
  // Where one file has the name, that is the file from everywhere.
  if (candidates.length === 1 && linkpath !== '') return candidates;
  const resolved = view.links.resolve(linkpath, source);
  const found = resolved === null ? [] : [resolved];
  if (!isByName) return found;
  const rows = candidates.filter((path) => view.tableAt(path)?.qualified === ref);
  const whole = rows.find((path) => isWholePath(linkpath, path));
  if (whole !== undefined) return [whole];
  const others = rows.length > 1 ? rows.filter((path) => path !== source) : rows;
  return others.length > 0 ? others : found;
}

/** A bare name is not a path, though it may be the whole path of a note in the root. */
export const isWholePath = (linkpath: string, path: NotePath): boolean =>
  (linkpath.includes('/') || isMarkdown(linkpath)) && withMarkdownExtension(linkpath) === path;

/** Both link to the same note, with the same heading and alias: there is nothing to write. */
export function sameLinks(
  view: View,
  spec: ValueSpec,
  a: Json | undefined,
  b: Json | undefined,
  at: NotePath,
): boolean {
  if (isList(a) && isList(b)) {
    const [left, right] = [a, b];
    return left.length === right.length && left.every((item, i) => sameLinks(view, spec, item, right[i], at));
  }
  const written = writtenLink(view, a, at);
  return written !== null && written === givenLink(view, spec, b, at);
}

/** A written link means the target that the app finds. Null where it is not a link to a file. */
function writtenLink(view: View, value: Json | undefined, at: NotePath): string | null {
  const link = parseLinkArgument(value);
  return link === null ? null : linkKey(link, view.links.resolve(link.linkpath, at));
}

/** Only given links may lean on `ref`. */
function givenLink(view: View, spec: ValueSpec, value: Json | undefined, at: NotePath): string | null {
  const link = parseLinkArgument(value);
  const [target, ...more] = link === null ? [] : targetsOfLink(view, spec.ref, link.linkpath, at);
  return link === null || more.length > 0 ? null : linkKey(link, target ?? null);
}

const linkKey = ({ embed, subpath, display }: LinkValue, target: NotePath | null): string | null =>
  target === null ? null : JSON.stringify([target, embed, subpath, display]);

export interface LinkList {
  readonly links: readonly Json[];
  /** The positions of those that are in the note unchanged. */
  readonly kept: ReadonlySet<number>;
}

/** The links that are given for a list: one that the list has already as it is `written` there. */
export function withWrittenLinks(
  view: View,
  spec: ValueSpec,
  { written, given }: { readonly written: readonly Json[]; readonly given: readonly Json[] },
  at: NotePath,
): LinkList {
  const left = new Map<string, Json[]>();
  for (const item of written) {
    const key = isWrittenLink(item) ? writtenLink(view, item, at) : null;
    const same = left.get(key ?? '');
    if (same !== undefined) same.push(item);
    else if (key !== null) left.set(key, [item]);
  }
  const kept = new Set<number>();
  const links = given.map((item, position) => {
    const same = left.get(givenLink(view, spec, item, at) ?? '')?.shift();
    if (same !== undefined) kept.add(position);
    return same ?? item;
  });
  return { links, kept };
}

/** A bare name that somebody wrote is written anew as the link that it is meant to be. */
export const isWrittenLink = (value: Json | undefined): boolean =>
  isList(value) ? value.every(isWrittenLink) : typeof value === 'string' && isBracketedLink(value);

/** What the links of a value mean, to be compared: each the note, else its text. D6: a link is compared by the row. */
export function linkTargets(view: View, spec: ValueSpec, value: Json | undefined, at: NotePath): string {
  const items = isList(value) ? value : [value];
  const targets = items.map((item) => {
    const link = parseLinkArgument(item);
    const [target] = link === null ? [] : targetsOfLink(view, spec.ref, link.linkpath, at);
    return target ?? `?${JSON.stringify(link?.linkpath ?? item ?? null)}`;
  });
  return JSON.stringify(targets);
}

export const parseLinkArgument = (value: Json | undefined): LinkValue | null =>
  typeof value === 'string' ? parseLinkValue(value) : null;

export function ambiguousLink(
  column: string,
  ref: string | undefined,
  value: Json,
  targets: readonly NotePath[],
  path: NotePath | null,
): Violation {
  const rows = [...targets]
    .sort()
    .slice(0, MOST_ROWS)
    .map((row) => `[[${withoutMarkdownExtension(row)}]]`);
  const message = `${column}: ${JSON.stringify(value)} is the name of ${targets.length} rows of ${ref ?? ''}; write ${rows.join(' or ')}`;
  return { path, column, code: 'ref', message, value };
}

/** A link of `column` would have to hold the name of `target`, and no wiki link can. */
export function unlinkableTarget(column: string, target: NotePath, value: Json, path: NotePath | null): Violation {
  return { path, column, code: 'ref', message: `${column}: ${noLinkCanHold(target)}`, value };
}

/** The links of a given value that are the names of several rows. */
export function ambiguousLinks(view: View, spec: ColumnSpec, value: Json, at: NotePath): readonly Violation[] {
  const link = linkSpecOf(spec);
  if (link === null) return [];
  const items = isList(value) ? value : [value];
  return items.flatMap((item) => {
    const linkpath = parseLinkArgument(item)?.linkpath;
    const targets = linkpath === undefined ? [] : targetsOfLink(view, link.ref, linkpath, at);
    return targets.length > 1 ? [ambiguousLink(spec.name, link.ref, item, targets, null)] : [];
  });
}

/** The link paths of a value, in their order. */
export function linksOf(value: Json | undefined): readonly string[] {
  const items = isList(value) ? value : [value];
  return items.flatMap((item) => parseLinkArgument(item)?.linkpath ?? []);
}
