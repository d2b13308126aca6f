/** The tags of a note, as Obsidian finds them. */

import type { Json } from '../../json';
import { codeRanges, isInRanges } from './code-spans';
import type { FrontMatter } from '../../yaml/front-matter/front-matter';
import { rawToJson } from '../../yaml/raw-json';

/** A `#` at the start or behind a blank, then what may be in a tag. */
const IN_TEXT = /(?:^|\s)#([\p{L}\p{N}\p{M}\p{Extended_Pictographic}\u200d_/-]+)/gu;

const ONLY_DIGITS = /^[\p{Nd}/]*$/u;

/**
 * Tags without `#`, front matter first (`tags` and `tag`, a list or a text with commas or blanks), then the text outside
 * code, each once (letter case aside, first spelling). A tag of digits alone is none. Source: docs/operations.md#read_note (`tags`)
 */
export function tagsOf(text: string, frontMatter: FrontMatter): readonly string[] {
  const tags = new Map<string, string>();
  for (const tag of [...frontMatterTags(frontMatter), ...textTags(text, frontMatter.bodyStart)]) {
    const folded = tag.toLowerCase();
    if (!tags.has(folded)) tags.set(folded, tag);
  }
  return [...tags.values()];
}

function frontMatterTags({ entries }: FrontMatter): readonly string[] {
  return entries
    .filter(({ key }) => /^tags?$/i.test(key))
    .flatMap(({ raw }) => tagWords(rawToJson(raw)))
    .map((tag) => tag.replace(/^#+/, ''))
    .filter((tag) => tag !== '');
}

function tagWords(value: Json): readonly string[] {
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((item) => (isWord(item) ? [String(item).trim()] : []));
  return isWord(value) ? String(value).split(/[,\s]+/) : [];
}

const isWord = (value: Json): value is string | number => typeof value === 'string' || typeof value === 'number';

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
