/** Checks the token of a request against the stored hash. D12, D13 */

import { type Caller, NotedbError } from '../engine/index';
import { type HttpRequest, headerValues } from './http-message';

export interface TokenAuthentication {
  /** SHA-256 of the owner's token, hex; null when there is none, then nobody gets in. Asked at every request. */
  ownerTokenHash(): string | null;
  /** SHA-256 of the UTF-8 bytes of `text`, hex. */
  sha256(text: string): string;
}

/** RFC 6750, section 2.1. */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;
const HINT = 'send the header "Authorization: Bearer <token>"; "notedb token create --owner" makes a new token';

/** Who the token stands for. Throws `unauthorized` when it is missing, empty, doubled, malformed or wrong. */
export function authenticateCaller(request: HttpRequest, authentication: TokenAuthentication): Caller['kind'] {
  const values = headerValues(request, 'authorization');
  const [value] = values;
  if (value === undefined) throw tokenRefusal('the request has no bearer token');
  if (values.length > 1) throw tokenRefusal('the request has more than one Authorization header');
  const token = BEARER.exec(value)?.[1];
  if (token === undefined) throw tokenRefusal('the Authorization header is not "Bearer <token>"');
  const expected = authentication.ownerTokenHash();
  if (expected === null || !isSameHash(authentication.sha256(token), expected))
    throw tokenRefusal('the token is wrong');
  return 'owner';
}

/** Takes the same time wherever the two differ. */
function isSameHash(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let i = 0; i < given.length; i++) difference |= given.charCodeAt(i) ^ expected.charCodeAt(i);
  return difference === 0;
}

function tokenRefusal(message: string): NotedbError {
  return new NotedbError('unauthorized', message, { hint: HINT });
}
