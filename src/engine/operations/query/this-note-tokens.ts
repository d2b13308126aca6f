/** Reads the note that a result is for, when a filter asks for what it holds. Source: docs/sources-and-views.md#tokens-of-a-note; D6. */

import { viewsUnder } from '../../catalog/view-query';
import { readQuietly } from '../../commit/read-quietly';
import { badRequest, notFound } from '../../errors';
import { findNotePath } from '../../links/find-note';
import { parseFrontMatter } from '../../note/front-matter';
import { PATH_HINT } from '../../note/paths';
import type { NoteReader } from '../../ports/vault-port';
import { ThisTokens, thisTokensIn } from '../../query/this-note';
import type { FileFacts } from '../../query/subject';
import type { View } from '../../storage/view';
import type { JsonObject } from '../../values/json';

/** These are known without the text of the note. */
const OF_PATH = /^[{<]this\.(?:path|name|link)[}>]$/;

interface Surroundings {
  readonly host: { readonly vault: NoteReader };
  readonly view: View;
  readonly facts: FileFacts;
  readonly zone: string;
}

/** `query` names its tables by their whole names. Throws 400 or 404 for a path that can be no note's. */
export async function thisNoteTokens(
  { host, view, facts, zone }: Surroundings,
  path: string | null | undefined,
  query: JsonObject,
): Promise<ThisTokens> {
  if (path === undefined || path === null) return new ThisTokens(null, view.links, zone);
  const check = findNotePath(view.links, path);
  if ('problem' in check) {
    throw check.problem === 'hidden'
      ? notFound(`there is no note ${path}`, 'call list_folder to see what there is')
      : badRequest(`this_note: ${check.message}`, PATH_HINT);
  }
  const queries = [query, ...viewsUnder(view.catalog.definition, query).map((each) => each.query)];
  const isRead = queries.flatMap(thisTokensIn).some((token) => !OF_PATH.test(token));
  const text = isRead ? await readQuietly(host, check.path) : null;
  const frontMatter = text === null ? [] : parseFrontMatter(text).entries;
  return new ThisTokens({ path: check.path, frontMatter, link: facts.linkTo(check.path) }, view.links, zone);
}
