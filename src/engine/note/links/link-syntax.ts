/** Reads and writes the links of a note: wiki links, Markdown links and embeds, in body and front matter. D6 */

import type { YamlQuote } from '../../yaml/yaml-line';
import { visitBodyLinks } from './body-links';
import { findFrontMatter, markLength } from '../../yaml/front-matter/front-matter-block';
import { visitFrontMatterLinks, visitFrontMatterPaths } from './front-matter-links';
import { type LinkSpan, type LinkVisitor, displayOf, emptySpan, linkpathOf, subpathOf } from './link-span';
import { readMarkdownValue } from './markdown-link';
import { readWikiLink } from './wiki-link';

export interface NoteLink {
  readonly kind: 'wiki' | 'markdown';
  /** `![[…]]` or `![…](…)`. */
  readonly embed: boolean;
  /** [start, end) is the whole link, an embed's mark included. */
  readonly start: number;
  readonly end: number;
  /** The target: a name or a path, decoded and trimmed; empty in `[[#heading]]`. */
  readonly linkpath: string;
  /** `#heading`, `#heading#sub`, `#^block`, or empty. */
  readonly subpath: string;
  /** The alias of a wiki link, the text of a Markdown link as it is written; null when there is none. */
  readonly display: string | null;
  readonly inFrontMatter: boolean;
  /** [pathStart, pathEnd) is the path as it is written: what a rewrite replaces. */
  readonly pathStart: number;
  readonly pathEnd: number;
  /** Of a front matter link: the YAML quotes around the value that holds it. */
  readonly quote: YamlQuote;
}

/** The parts of a link that is a value of its own. */
export interface LinkValue {
  /** `bare`: a name or a path without brackets. */
  readonly form: NoteLink['kind'] | 'bare';
  readonly embed: boolean;
  readonly linkpath: string;
  readonly subpath: string;
  readonly display: string | null;
}

/**
 * Every link of a note in the order of their starts. Links to the outside (`https:`, `mailto:`) are none, nor is
 * anything in code, HTML comments or math; the links in a `%%` comment count, as in Obsidian.
 * `bodyStart` is where the front matter ends, for a caller who knows.
 */
export function scanLinks(text: string, bodyStart = bodyStartOf(text)): readonly NoteLink[] {
  const links: NoteLink[] = [];
  const visit: LinkVisitor = (span) => links.push(toNoteLink(text, span, span.start < bodyStart));
  visitFrontMatterLinks(text, bodyStart, visit);
  visitBodyLinks(text, bodyStart, visit);
  return links.sort((a, b) => a.start - b.start);
}

/**
 * The link path of each link of a note, in any order: those of `scanLinks`, without the objects. A note that is linked twice
 * is there twice. The strings may be slices of `text` that keep it in memory: a caller that keeps one copies it.
 */
export function linkpathsOf(text: string, bodyStart = bodyStartOf(text)): readonly string[] {
  const linkpaths: string[] = [];
  const visit: LinkVisitor = (span) => linkpaths.push(linkpathOf(text, span));
  visitFrontMatterPaths(text, bodyStart, visit);
  visitBodyLinks(text, bodyStart, visit);
  return linkpaths;
}

/**
 * Reads a column's value as one link: `[[path#heading|alias]]`, `[text](path.md)`, either with `!`, or a bare name or path, which is taken unchanged.
 * Null: the value is empty, an address, or has brackets that make no single link.
 */
export function parseLinkValue(value: string): LinkValue | null {
  if (USUAL.test(value))
    return { form: 'wiki', embed: false, linkpath: value.slice(2, -2), subpath: '', display: null };
  const text = value.trim();
  if (text === '' || text.includes('\n')) return null;
  const markdown = markdownSpanOf(text);
  if (markdown !== null) return linkValueOf(text, markdown);
  if (!text.includes('[[') && !text.includes(']]')) {
    return text.includes('://') ? null : { form: 'bare', embed: false, linkpath: text, subpath: '', display: null };
  }
  const open = text.startsWith('!') ? 1 : 0;
  const span = emptySpan();
  const isWhole = readWikiLink(text, open, text.length, span) && span.start === 0 && span.end === text.length;
  return text.startsWith('[[', open) && isWhole ? linkValueOf(text, span) : null;
}

const linkValueOf = (text: string, span: Readonly<LinkSpan>): LinkValue => ({
  form: span.kind,
  embed: span.embed,
  linkpath: linkpathOf(text, span),
  subpath: subpathOf(text, span),
  display: displayOf(text, span),
});

const isMarkdownLike = (text: string): boolean => text.startsWith('[') || text.startsWith('![');

/** Whether a value is written as a link: with brackets, and nothing around them. */
export function isBracketedLink(value: string): boolean {
  const text = value.trimStart();
  return isMarkdownLike(text) && (parseLinkValue(text)?.form ?? 'bare') !== 'bare';
}

/** The parts of a trimmed value that is one Markdown link; null for any other. */
export function markdownSpanOf(text: string): Readonly<LinkSpan> | null {
  const span = emptySpan();
  return isMarkdownLike(text) && readMarkdownValue(text, span) ? span : null;
}

/** A name or a path alone, without a blank at either end. */
const USUAL = /^\[\[[^[\]|#\\:\s](?:[^[\]|#\\:\n]*[^[\]|#\\:\s])?\]\]$/;

/** The link path that a column's value holds; a value other than a single link is taken unchanged. */
export const linkpathIn = (value: string): string => parseLinkValue(value)?.linkpath ?? value;

const toNoteLink = (text: string, span: Readonly<LinkSpan>, inFrontMatter: boolean): NoteLink => ({
  kind: span.kind,
  embed: span.embed,
  start: span.start,
  end: span.end,
  linkpath: linkpathOf(text, span),
  subpath: subpathOf(text, span),
  display: displayOf(text, span),
  inFrontMatter,
  pathStart: span.pathStart,
  pathEnd: span.pathEnd,
  quote: span.quote,
});

const bodyStartOf = (text: string): number => findFrontMatter(text)?.bodyStart ?? markLength(text);
