/** Whether a request for a file wants its JSON form. D3, docs/http.md#vault */

import { NotedbError } from '../../engine/index';
import { type ApiRequest, headerValues } from '../http-message';

/** The second is how clients of Obsidian Local REST API ask for it. */
const JSON_FORMS: readonly string[] = ['application/json', 'application/vnd.olrapi.note+json'];

/** How clients of Obsidian Local REST API ask for a part of a note, such as one heading. */
const PART_HEADER = /^target(?:-|$)/i;
const THEIR_FORM = /^application\/vnd\.olrapi\./;

/** Throws `bad_request` for a part of a file, or a form, that is not served: the whole file would be taken for it. */
export function refuseParts(request: ApiRequest): void {
  const part = request.headers.find(([name]) => PART_HEADER.test(name));
  if (part !== undefined) {
    throw new NotedbError(
      'bad_request',
      `the header ${part[0]} asks for a part of a note, and only whole notes are served`,
      {
        hint: 'leave the headers Target… away, and take the part out of the whole note',
      },
    );
  }
  const wanted = preferredTypes(headerValues(request, 'accept').join(','));
  const other = wanted.find((type) => THEIR_FORM.test(type) && !JSON_FORMS.includes(type));
  if (other === undefined) return;
  throw new NotedbError('bad_request', `the form ${other} is not served`, {
    hint: `Accept: ${JSON_FORMS.join(' or ')}`,
  });
}

/** The content type of the JSON form; null for the file as it is. Throws `bad_request` for another `as_json` than true or false. */
export function jsonForm(request: ApiRequest, query: string): string | null {
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
