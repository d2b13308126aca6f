/** The tags of a note, as Obsidian finds them. */

import type { FrontMatter } from '../../yaml/front-matter/front-matter';
import { obsidianListIn, uniqueTags } from '../obsidian-lists';
import { codeRanges, isInRanges } from './code-spans';

/** A `#` at the start or behind a blank, then what may be in a tag. */
const IN_TEXT = /(?:^|\s)#([\p{L}\p{N}\p{M}\p{Extended_Pictographic}\u200d_/-]+)/gu;

const ONLY_DIGITS = /^[\p{Nd}/]*$/u;

/**
 * Tags without `#`, front matter first (`tags` and `tag`, a list or a text with commas or blanks), then the text outside
 * code, each once (letter case aside, first spelling). A tag of digits alone is none. Source: docs/operations.md#read_note (`tags`)
 */
export function tagsOf(text: string, frontMatter: FrontMatter): readonly string[] {
  return uniqueTags([...obsidianListIn(frontMatter.entries, 'tags'), ...textTags(text, frontMatter.bodyStart)]);
}

function textTags(text: string, from: number): readonly string[] {
  if (!text.includes('#', from)) return [];
  const code = codeRanges(text, from);
  const body = text.slice(from);
  return [...body.matchAll(IN_TEXT)]
    .filter((match) => !isInRanges(code, from + match.index + match[0].indexOf('#')))
    .map((match) => match[1] ?? '')
    .map((tag) => tag.replace(/\/+$/, ''))
    .filter((tag) => !ONLY_DIGITS.test(tag));
}
