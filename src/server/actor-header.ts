/** On whose behalf a request is made: the header X-Service-Actor. docs/http.md */

import { type Actor, NotedbError } from '../engine/index';
import { type ApiRequest, headerText, headerValues } from './http-message';

const NAME = 'X-Service-Actor';
const KEYS = ['harness', 'model', 'session'] as const;
const MOST_BYTES = 2048;
const LONGEST_VALUE = 200;

/** Null when the header is missing or empty. Other keys than the three are left out. Throws `bad_request`. */
export function readActor(request: ApiRequest): Actor | null {
  const values = headerValues(request, NAME.toLowerCase());
  const [value] = values;
  if (value === undefined) return null;
  if (values.length > 1) throw actorRefusal('may be there once');
  if (value.length > MOST_BYTES) throw actorRefusal(`is longer than ${MOST_BYTES} bytes`);
  const given = parseHeader(value);
  if (given === null) throw actorRefusal('must be a JSON object');
  return actorFrom(given);
}

/** Null when it is empty. Other keys than the three are left out. Throws `bad_request`. */
export function actorFrom(given: unknown): Actor | null {
  if (given === null) return null;
  if (typeof given !== 'object' || Array.isArray(given)) throw actorRefusal('must be a JSON object');
  const told = KEYS.flatMap((key) => valueOf(given, key));
  return told.length === 0 ? null : Object.fromEntries(told);
}

function valueOf(given: object, key: (typeof KEYS)[number]): [string, string][] {
  const value: unknown = Object.hasOwn(given, key) ? given[key as never] : null;
  if (value === null) return [];
  if (typeof value !== 'string') throw actorRefusal(`${key} must be a string`);
  if (value.length > LONGEST_VALUE) throw actorRefusal(`${key} is longer than ${LONGEST_VALUE} characters`);
  return [[key, value]];
}

function parseHeader(value: string): unknown {
  try {
    return JSON.parse(headerText(value));
  } catch {
    throw actorRefusal('must be a JSON object');
  }
}

function actorRefusal(what: string): NotedbError {
  const hint = `${NAME}: {"harness": "…", "model": "…", "session": "…"}, each at most ${LONGEST_VALUE} characters`;
  return new NotedbError('bad_request', `the header ${NAME} ${what}`, { hint });
}
