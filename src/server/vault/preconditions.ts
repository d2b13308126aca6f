/** If-Match and If-None-Match: a note is written only as the caller knows it. docs/http.md#revisions */

import { NotedbError, type VaultFiles } from '../../engine/index';
import { type ApiRequest, headerValues } from '../http-message';

export const entityTag = (revision: string): string => `"${revision}"`;

/** What a write asks of the note that is there. */
export interface Preconditions {
  /** `*`: any; null: nothing is asked. */
  readonly revision: string | null;
  /** There must be none. */
  readonly isNew: boolean;
}

/** `ifMatch`: of the body. Throws `bad_request`. */
export async function preconditionsOf(
  request: ApiRequest,
  path: string,
  files: () => Promise<VaultFiles>,
  ifMatch: string | null = null,
): Promise<Preconditions> {
  const none = tagsIn(request, 'If-None-Match');
  if (none.length > 0 && none.join() !== '*') {
    throw new NotedbError('bad_request', 'If-None-Match of a write must be *', { hint: 'If-Match: "<ETag>"' });
  }
  const tags = ifMatch === null ? tagsIn(request, 'If-Match') : [ifMatch.replace(/^"|"$/g, '')];
  const [first = null] = tags;
  if (tags.length < 2) return { revision: first, isNew: none.length > 0 };
  const present = await (await files()).file(path).then(
    ({ revision }) => revision,
    () => null,
  );
  return { revision: tags.find((tag) => tag === present) ?? first, isNew: none.length > 0 };
}

/** Quoted or bare; a weak tag matches nothing, and stays as it is. */
function tagsIn(request: ApiRequest, name: string): readonly string[] {
  const values = headerValues(request, name.toLowerCase());
  const tags = values.flatMap((value) => value.split(',')).map((tag) => tag.trim());
  const wrong = tags.find((tag) => !/^(?:\*|[\w-]+|(?:W\/)?"[\x21\x23-\x7e]*")$/.test(tag));
  if (wrong !== undefined)
    throw new NotedbError('bad_request', `the header ${name} can't be read`, { hint: `${name}: "<ETag>", or *` });
  return tags.map((tag) => (tag.startsWith('"') ? tag.slice(1, -1) : tag));
}
