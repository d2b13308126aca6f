/** Finds the caller by the token of a request. D12, D13 */

import { type App, type Conflict, type Owner, NotedbError } from '../engine/index';
import { type ApiRequest, headerValues } from './http-message';
import type { TokenHolder } from './tokens/access-tokens';

export interface TokenAuthentication {
  /** The caller with this SHA-256 (hex) of a token; null: an unknown token. Asked at every request, takes the same time for every hash. */
  holderOf(sha256: string): TokenHolder | null;
  /** SHA-256 of the UTF-8 bytes of `text`, hex. */
  sha256(text: string): string;
  /** An app's token was used. */
  used?(id: string): void;
}

/** The caller; the header X-Service-Actor says on whose behalf. */
export type Authenticated = Omit<Owner, 'actor'> | Omit<App, 'actor'>;

/** RFC 6750, section 2.1. */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;
const BEARER = /^bearer +(\S+)$/i;
const HINT = 'send the header "Authorization: Bearer <token>"; "notedb token create" makes one';

/** Throws `unauthorized` when the token is missing, empty, doubled, malformed, wrong or expired. */
export function authenticateCaller(request: ApiRequest, authentication: TokenAuthentication): Authenticated {
  const values = headerValues(request, 'authorization');
  const [value] = values;
  if (value === undefined) throw tokenRefusal('the request has no bearer token');
  if (values.length > 1) throw tokenRefusal('the request has more than one Authorization header');
  const token = BEARER.exec(value)?.[1];
  if (token === undefined || !isToken(token)) {
    throw tokenRefusal('the Authorization header is not "Bearer <token>"');
  }
  return callerOfToken(token, authentication);
}

/** The caller with the token of a feed, in the query of an address. Throws `unauthorized`. */
export function authenticateFeed(query: string, authentication: TokenAuthentication): Authenticated {
  const [token, ...more] = new URLSearchParams(query).getAll('token');
  if (token === undefined || more.length > 0) throw tokenRefusal('the address has no token', FEED_HINT);
  return callerOfToken(token, authentication, FEED_HINT, 'address');
}

const FEED_HINT = 'write ?token=<token> at the end; "notedb token create --permissions feed" makes one';

/** Whether a bearer header can carry it. */
export const isToken = (given: unknown): given is string => typeof given === 'string' && TOKEN.test(given);

/**
 * `hint`: what to do about a token that is not known. The token of a feed is read in an address alone, and no other token is
 * read there. Throws `unauthorized`.
 */
export function callerOfToken(
  token: unknown,
  authentication: TokenAuthentication,
  hint = HINT,
  where: 'header' | 'address' = 'header',
): Authenticated {
  const holder = isToken(token) ? authentication.holderOf(authentication.sha256(token)) : null;
  const isOfFeeds = holder?.kind !== 'owner' && holder?.token.permissions.includes('feed') === true;
  if (holder === null || isOfFeeds !== (where === 'address')) throw tokenRefusal('the token is wrong', hint);
  if (holder.kind === 'owner') return { kind: 'owner' };
  const { id, name, permissions, tables, ask, expires } = holder.token;
  if (holder.kind === 'expired') {
    const message = `the token of ${name} expired at ${expires ?? ''}`;
    throw tokenRefusal(message, 'ask the owner for a new one', [
      { path: null, column: null, code: 'expired', message },
    ]);
  }
  authentication.used?.(id);
  return { kind: 'app', id, name, permissions: new Set(permissions), tables, ask };
}

const tokenRefusal = (message: string, hint = HINT, conflicts: readonly Conflict[] = []): NotedbError =>
  new NotedbError('unauthorized', message, { hint, conflicts });
