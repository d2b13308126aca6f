/** Whether a request for a file wants its JSON form. D3, docs/http.md#vault */

import { NotedbError } from '../../engine/index';
import { type ApiRequest, headerValues } from '../http-message';
import type { RequestTarget } from './note-target';

/** The second is how clients of Obsidian Local REST API ask for it. */
const JSON_FORMS: readonly string[] = ['application/json', 'application/vnd.olrapi.note+json'];

const MAP_FORM = 'application/vnd.olrapi.document-map+json';
const THEIR_FORM = /^application\/vnd\.olrapi\./;

/**
 * The content type of the JSON form, `map` for the list of the parts of a note; null for the file, or its part, as it is. Throws
 * `bad_request` for a form, or a part, that is not served: something else would be taken for it.
 */
export function wantedForm(request: ApiRequest, query: string, target: RequestTarget): string | null {
  const wanted = preferredTypes(headerValues(request, 'accept').join(','));
  const theirs = wanted.filter((type) => THEIR_FORM.test(type) && !JSON_FORMS.includes(type));
  const [other] = theirs.filter((type) => type !== MAP_FORM);
  if (other !== undefined) {
    throw new NotedbError('bad_request', `the form ${other} is not served`, {
      hint: `Accept: ${[...JSON_FORMS, MAP_FORM].join(' or ')}`,
    });
  }
  const isMap = theirs.length > 0;
  if (target.isFolder && (isMap || target.part !== null))
    throw new NotedbError('bad_request', 'a folder has no parts', { hint: 'ask for the parts of a note' });
  const form = jsonForm(request, query);
  if (target.part !== null && isMap)
    throw new NotedbError('bad_request', 'a part of a note has no list of parts', { hint: 'ask for the whole note' });
  return isMap ? 'map' : form;
}

/** The content type of the JSON form; null for the file as it is. Throws `bad_request` for another `as_json` than true or false. */
function jsonForm(request: ApiRequest, query: string): string | null {
  const [plain = ''] = JSON_FORMS;
  const asJson = new URLSearchParams(query).getAll('as_json');
  const value = asJson[0]?.toLowerCase();
  if (asJson.length > 1 || (value !== undefined && value !== 'true' && value !== 'false')) {
    throw new NotedbError('bad_request', 'as_json must be true or false, and may be there once', {
      hint: '?as_json=true',
    });
  }
  if (value !== undefined) return value === 'true' ? plain : null;
  return preferredJson(headerValues(request, 'accept').join(','));
}

/**
 * Libraries send a list with everything in it by default (`application/json, text/plain, *` + `/*`): JSON is wanted where nothing else
 * is accepted as well.
 */
function preferredJson(accept: string): string | null {
  const preferred = preferredTypes(accept);
  return preferred.every((type) => JSON_FORMS.includes(type)) ? (preferred[0] ?? null) : null;
}

/** Those of the best quality. */
function preferredTypes(accept: string): readonly string[] {
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .map(([type = '', ...parameters]) => ({ type, quality: qualityOf(parameters) }))
    .filter(({ type, quality }) => type !== '' && quality > 0);
  const best = Math.max(...ranges.map(({ quality }) => quality));
  return ranges.filter(({ quality }) => quality === best).map(({ type }) => type);
}

function qualityOf(parameters: readonly string[]): number {
  const value = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return value === undefined ? 1 : Number(value) || 0;
}
