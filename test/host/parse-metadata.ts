/** A note's metadata as the app's index holds it, in the shape of real dumps. */

import { parse } from 'yaml';
import { splitBlocks } from './markdown-blocks';

export interface Loc {
  line: number;
  col: number;
  offset: number;
}

export interface Pos {
  start: Loc;
  end: Loc;
}

export interface Reference {
  link: string;
  original: string;
  displayText?: string;
}

export interface CachedMetadata {
  links?: (Reference & { position: Pos })[];
  embeds?: (Reference & { position: Pos })[];
  tags?: { tag: string; position: Pos }[];
  headings?: { heading: string; level: number; position: Pos }[];
  sections?: { type: string; position: Pos }[];
  frontmatter?: Record<string, unknown>;
  frontmatterPosition?: Pos;
  frontmatterLinks?: (Reference & { key: string })[];
}

export function parseMetadata(text: string): CachedMetadata {
  const cache: CachedMetadata = {};
  const blocks = splitBlocks(text);
  const starts = lineStarts(text);
  const at = (start: number, end: number): Pos => ({ start: locate(starts, start), end: locate(starts, end) });
  if (blocks.length > 0)
    cache.sections = blocks.map(({ kind, start, end }) => ({ type: kind, position: at(start, end) }));
  const [yaml] = blocks;
  if (yaml?.kind === 'yaml') addFrontMatter(cache, yaml.source, at(yaml.start, yaml.end));
  for (const block of blocks) {
    if (block.kind === 'yaml' || block.kind === 'code') continue;
    const plain = withoutCode(block.source);
    if (block.kind === 'heading') addHeading(cache, block.source, at(block.start, block.end));
    for (const { start, end, isEmbed, reference } of findLinks(plain)) {
      const found = { ...reference, position: at(block.start + start, block.start + end) };
      if (isEmbed) (cache.embeds ??= []).push(found);
      else (cache.links ??= []).push(found);
    }
    for (const match of plain.matchAll(/(?<=^|\s)#[\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*/gu)) {
      const start = block.start + match.index;
      (cache.tags ??= []).push({ tag: match[0], position: at(start, start + match[0].length) });
    }
  }
  return cache;
}

/** A block that is no mapping, or does not parse, gives no `frontmatter`; its section of type `yaml` stays. */
function addFrontMatter(cache: CachedMetadata, source: string, position: Pos): void {
  let value: unknown;
  try {
    value = parse(source.replace(/^---[^\n]*\n/, '').replace(/(^|\n)---\s*$/, '$1'));
  } catch {
    return;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  cache.frontmatter = value as Record<string, unknown>;
  cache.frontmatterPosition = position;
  const links = Object.entries(value).flatMap(([key, entry]) => linksOfValue(key, entry));
  if (links.length > 0) cache.frontmatterLinks = links;
}

function linksOfValue(key: string, value: unknown): (Reference & { key: string })[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => linksOfValue(`${key}.${index}`, item));
  if (typeof value !== 'string') return [];
  const match = /^\[\[([^[\]]+)\]\]$/.exec(value.trim());
  return match === null ? [] : [{ key, ...wikiReference(match[1] ?? '', value) }];
}

function addHeading(cache: CachedMetadata, source: string, position: Pos): void {
  const match = /^(#{1,6}) *(.*?) *#*$/.exec(source);
  if (match !== null) {
    (cache.headings ??= []).push({ heading: match[2] ?? '', level: match[1]?.length ?? 1, position });
  }
}

interface FoundLink {
  readonly start: number;
  readonly end: number;
  readonly isEmbed: boolean;
  readonly reference: Reference;
}

const LINK = /(!?)\[\[([^[\]]+)\]\]|(!?)\[([^\]]*)\]\((<[^>]*>|[^)\s]+)[^)]*\)/g;

export function findLinks(text: string): FoundLink[] {
  const links: FoundLink[] = [];
  for (const match of text.matchAll(LINK)) {
    const [original, wikiMark, inner, markdownMark, label, target] = match;
    const isEmbed = wikiMark === '!' || markdownMark === '!';
    const reference =
      inner !== undefined ? wikiReference(inner, original) : markdownReference(label ?? '', target ?? '', original);
    if (reference !== null) links.push({ start: match.index, end: match.index + original.length, isEmbed, reference });
  }
  return links;
}

function wikiReference(inner: string, original: string): Reference {
  const bar = inner.indexOf('|');
  const link = (bar < 0 ? inner : inner.slice(0, bar)).trim();
  return { link, original, displayText: bar < 0 ? link : inner.slice(bar + 1).trim() };
}

function markdownReference(label: string, target: string, original: string): Reference | null {
  const bare = target.replace(/^<|>$/g, '');
  if (/^[a-z][a-z0-9+.-]*:/i.test(bare)) return null;
  return { link: decodeURI(bare), original, displayText: label };
}

/** Same length, so that offsets stay. */
function withoutCode(text: string): string {
  return text.replace(/`[^`\n]*`|%%[\s\S]*?%%/g, (code) => ' '.repeat(code.length));
}

const lineStarts = (text: string): readonly number[] => [
  0,
  ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1),
];

/** By halves: a note of ten megabytes has a million of places. */
function locate(starts: readonly number[], offset: number): Loc {
  let [line, after] = [0, starts.length];
  while (line + 1 < after) {
    const middle = (line + after) >> 1;
    if ((starts[middle] ?? 0) <= offset) line = middle;
    else after = middle;
  }
  return { line, col: offset - (starts[line] ?? 0), offset };
}
