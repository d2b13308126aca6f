/** Front matter and tags of a note's text, for answers. */

import type { Json, JsonObject } from '../../json';
import { tagsOf } from '../../note/markdown/tags';
import { parseFrontMatter } from '../../yaml/front-matter/front-matter';
import { rawToJson } from '../../yaml/raw-json';

/** Front matter that does not parse counts as none. */
export function noteContent(text: string): { readonly front_matter: JsonObject; readonly tags: readonly string[] } {
  const frontMatter = parseFrontMatter(text);
  const entries: Record<string, Json> = Object.fromEntries(
    frontMatter.entries.map(({ key, raw }) => [key, rawToJson(raw)]),
  );
  return { front_matter: frontMatter.status === 'ok' ? entries : {}, tags: tagsOf(text, frontMatter) };
}
