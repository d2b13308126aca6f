/** Reads the arguments of an operation from the body of a request. D12 */

import { type JsonObject, NotedbError } from '../engine/index';
import { type ApiRequest, headerValues } from './http-message';

const MOST_BYTES = 10 * 1024 * 1024;
/** Arrays and objects inside each other. */
export const DEEPEST_JSON = 64;

/** An empty body counts as `{}`. Throws `too_large`, `unsupported_media_type`, `bad_request`. */
export async function readArguments(request: ApiRequest): Promise<JsonObject> {
  const value = await readJson(request);
  if (value === undefined) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw badBody('the body is not a JSON object');
}

/** Any JSON; undefined for an empty body. Throws `too_large`, `unsupported_media_type`, `bad_request`. */
export async function readJson(request: ApiRequest): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return undefined;
  checkType(request);
  return jsonOf(bytes);
}

/** Throws `bad_request`. */
export function jsonOf(bytes: Uint8Array): unknown {
  const text = decodeBody(bytes);
  if (nestsDeeperThan(DEEPEST_JSON, text)) throw badBody(`the body is nested deeper than ${DEEPEST_JSON} levels`);
  return parseBody(text);
}

/** The bytes of the body, whatever its type. Throws `too_large`, `bad_request`. */
export async function readBytes(request: ApiRequest, hint = 'send the rows in several calls'): Promise<Uint8Array> {
  const [announced] = headerValues(request, 'content-length');
  if (Number(announced ?? 0) > MOST_BYTES) throw tooLarge(hint);
  const bytes = await request.readBody(MOST_BYTES).catch(() => {
    throw badBody('the body ended before it was complete');
  });
  if (bytes === null) throw tooLarge(hint);
  return bytes;
}

function checkType(request: ApiRequest): void {
  const types = headerValues(request, 'content-type');
  const codings = headerValues(request, 'content-encoding');
  const isPlain = codings.every((coding) => coding.toLowerCase() === 'identity');
  if (types.length === 1 && isJson(types[0] ?? '') && isPlain) return;
  throw new NotedbError('unsupported_media_type', 'the body must be plain JSON in UTF-8', {
    hint: 'send the header "Content-Type: application/json", and no Content-Encoding',
  });
}

function isJson(type: string): boolean {
  const [name, ...parameters] = type
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const isOtherCharset = (parameter: string): boolean => /^charset=(?!"?utf-8"?$)/.test(parameter);
  return name === 'application/json' && !parameters.some(isOtherCharset);
}

function decodeBody(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badBody('the body is not valid UTF-8');
  }
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The engine's own words quote the body; where it stops is enough.
    const position = / at position (\d+)/.exec(String(error))?.[1];
    throw badBody(`the body is not valid JSON${position === undefined ? '' : ` (at character ${position})`}`);
  }
}

function badBody(message: string): NotedbError {
  return new NotedbError('bad_request', message, { hint: "send the operation's arguments as one JSON object" });
}

function tooLarge(hint: string): NotedbError {
  return new NotedbError('too_large', `the body is longer than ${MOST_BYTES} bytes`, { hint });
}

/** How deeply a JSON text nests, found before it is parsed: ten megabytes of `[` would become half a gigabyte of arrays. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Whether arrays and objects nest more than `limit` levels. The text need not be valid. */
export function nestsDeeperThan(limit: number, text: string): boolean {
  if (text.length <= limit) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === QUOTE) i = endOfString(text, i);
    else if (OPENING.has(character) && ++depth > limit) return true;
    else if (CLOSING.has(character)) depth -= 1;
  }
  return false;
}

/** The index of the closing quote, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === BACKSLASH) i += 1;
    else if (character === QUOTE) return i;
  }
  return text.length;
}
