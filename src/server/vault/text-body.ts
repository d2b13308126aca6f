/** What a request writes into a note: text, or JSON. docs/http.md#writing-notes */

import { type Json, NotedbError } from '../../engine/index';
import { type ApiRequest, headerValues } from '../http-message';
import { jsonOf, readBytes } from '../json-body';

export type NoteBody = { readonly text: string } | { readonly value: Json } | null;

/** Null: the body is empty and has no type. Throws `too_large`, `unsupported_media_type`, `bad_request`. */
export async function readNoteBody(request: ApiRequest): Promise<NoteBody> {
  const bytes = await readBytes(request, 'send the text in several requests: POST adds to the end of a note');
  const [type, ...others] = headerValues(request, 'content-type');
  const codings = headerValues(request, 'content-encoding').filter((coding) => coding.toLowerCase() !== 'identity');
  if (type === undefined && bytes.length === 0) return null;
  const kind = others.length === 0 && codings.length === 0 ? kindOf(type ?? 'text/markdown') : null;
  if (kind === null)
    throw new NotedbError('unsupported_media_type', 'the body must be text in UTF-8, or JSON', {
      hint: 'send the header "Content-Type: text/markdown", and no Content-Encoding',
    });
  return kind === 'json' ? { value: jsonOf(bytes) as Json } : { text: textOf(bytes) };
}

function kindOf(type: string): 'text' | 'json' | null {
  const [name = '', ...parameters] = type
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (parameters.some((parameter) => /^charset=(?!"?utf-?8"?$)/.test(parameter))) return null;
  if (name === 'application/json') return 'json';
  return name.startsWith('text/') || name === 'application/octet-stream' ? 'text' : null;
}

/** A byte order mark stays. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new NotedbError('bad_request', 'the body is not valid UTF-8', { hint: 'notes are text in UTF-8' });
  }
}
