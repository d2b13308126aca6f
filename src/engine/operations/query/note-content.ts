/** Front matter and tags of a note's text, for answers. */

import type { JsonObject } from '../../json';
import { tagsOf } from '../../note/markdown/tags';
import { type FrontMatter, parseFrontMatter } from '../../yaml/front-matter/front-matter';
import { rawToJson } from '../../yaml/raw-json';

/** The values of its front matter; none where that does not parse. */
export const frontMatterValues = (text: string): JsonObject => valuesOf(parseFrontMatter(text));

const valuesOf = ({ entries }: FrontMatter): JsonObject =>
  Object.fromEntries(entries.map(({ key, raw }) => [key, rawToJson(raw)]));

export function noteContent(text: string): { readonly front_matter: JsonObject; readonly tags: readonly string[] } {
  const frontMatter = parseFrontMatter(text);
  return { front_matter: valuesOf(frontMatter), tags: tagsOf(text, frontMatter) };
}
