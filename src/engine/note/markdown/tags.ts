/** The tags of a note, as Obsidian finds them. */

import type { FrontMatter } from '../../yaml/front-matter/front-matter';
import { obsidianListIn, uniqueTags } from '../obsidian-lists';
import { scanLinks } from '../links/link-syntax';
import { unlinkedRanges } from '../links/unlinked-ranges';
import type { TextRange } from '../../text/text-line';
import { isInRanges } from './code-spans';

/** A `#` at the start or behind a blank, then what may be in a tag. */
const IN_TEXT = /(?:^|\s)#([\p{L}\p{N}\p{M}\p{Extended_Pictographic}\u200d_/-]+)/gu;

const ONLY_DIGITS = /^[\p{Nd}/]*$/u;

/**
 * Tags without `#`, front matter first (`tags` and `tag`, a list or a text with commas or blanks), then the text outside
 * code, HTML comments, math and links, each once (letter case aside, first spelling). A tag of digits alone is none. Source: docs/operations.md#read_note (`tags`)
 */
export function tagsOf(text: string, frontMatter: FrontMatter): readonly string[] {
  return uniqueTags([...obsidianListIn(frontMatter.entries, 'tags'), ...textTags(text, frontMatter.bodyStart)]);
}

function textTags(text: string, from: number): readonly string[] {
  if (!text.includes('#', from)) return [];
  const marks = [...text.slice(from).matchAll(IN_TEXT)];
  if (marks.length === 0) return [];
  const hidden = [unlinkedRanges(text, from), linkRanges(text, from)];
  return marks
    .filter((match) => !hidden.some((ranges) => isInRanges(ranges, from + match.index + match[0].indexOf('#'))))
    .map((match) => match[1] ?? '')
    .map((tag) => tag.replace(/\/+$/, ''))
    .filter((tag) => !ONLY_DIGITS.test(tag));
}

/** Wiki links, and the destinations of Markdown links: the text of one may hold tags. Sorted, not overlapping. */
const linkRanges = (text: string, from: number): readonly TextRange[] =>
  scanLinks(text, from)
    .filter(({ inFrontMatter }) => !inFrontMatter)
    .map(({ kind, start, pathStart, end }): TextRange => [kind === 'wiki' ? start : pathStart, end])
    .sort(([a], [b]) => a - b);
