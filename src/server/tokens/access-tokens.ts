/** Makes, lists, revokes and recognizes tokens. A caller is recognized by the hash of a token. docs/rights.md#tokens; D13, D22 */

import { type App, type Permission, RULE_ACTOR, patternProblem } from '../../engine/index';
import {
  type AppToken,
  PERMISSIONS,
  type TokenBook,
  TokenBookProblem,
  readTokenBook,
  tokenBookText,
} from './token-book';

/** Where a book is kept. Both are asked at every request. */
export interface TokenStorage {
  /** Null when there is none. */
  read(): string | null;
  /** Replaces it if it still is `before`; false: it is not. Durable. */
  replace(before: string | null, after: string): boolean;
}

export interface TokenTools {
  /** SHA-256 of the UTF-8 bytes, hex. */
  sha256(text: string): string;
  /** So many random bytes, in base64url. */
  random(bytes: number): string;
  uuid(): string;
  /** Milliseconds. */
  now(): number;
}

/** The caller behind a token. */
export type TokenHolder =
  | { readonly kind: 'owner' }
  | { readonly kind: 'app'; readonly token: AppToken }
  /** It was good until then. */
  | { readonly kind: 'expired'; readonly token: AppToken };

export interface NewAppToken {
  readonly name: string;
  readonly permissions: readonly string[];
  /** Patterns; null: all tables. */
  readonly tables: readonly string[] | null;
  readonly ask?: boolean;
  /** A date, whose whole day counts in UTC, or a moment in ISO 8601; null: never. */
  readonly expires?: string | null;
  readonly vault?: string | null;
}

/** The problem of a request for a token, in words for a person. */
export class TokenRequestError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TokenRequestError';
  }
}

const TOKEN_BYTES = 32;
const MOST_NAME_CHARACTERS = 80;
/** Another process may make a token at the same time. */
const MOST_ATTEMPTS = 5;

/** On no other one's behalf. */
const appOfToken = ({ id, name, permissions, tables, ask }: AppToken): App => ({
  kind: 'app',
  id,
  name,
  permissions: new Set(permissions),
  tables,
  ask,
  actor: null,
});

export class AccessTokens {
  private known: { readonly text: string | null; readonly book: TokenBook } | null = null;

  constructor(
    private readonly storage: TokenStorage,
    private readonly tools: TokenTools,
  ) {}

  /** Throws TokenBookProblem when the file can't be understood. */
  book(): TokenBook {
    const text = this.storage.read();
    if (this.known?.text !== text || this.known === null) this.known = { text, book: readTokenBook(text) };
    return this.known.book;
  }

  /**
   * Null: an unknown token. Takes the same time for every hash. `vault`: the folder of the vault that is asked for.
   * Throws TokenBookProblem.
   */
  holderOf(sha256: string, vault: string | null): TokenHolder | null {
    const { owner, apps } = this.book();
    let holder: TokenHolder | null = null;
    if (owner !== null && isSameHash(sha256, owner.sha256)) holder = { kind: 'owner' };
    for (const token of apps) {
      const isMeant = isSameHash(sha256, token.sha256) && (token.vault === null || token.vault === vault);
      if (isMeant) holder = { kind: this.isExpired(token) ? 'expired' : 'app', token };
    }
    return holder;
  }

  /** What an app may do now; null: its token was revoked, has expired, or is for another vault. Throws TokenBookProblem. */
  appNow(id: string, vault: string | null): App | null {
    const token = this.book().apps.find((each) => each.id === id);
    if (token === undefined || this.isExpired(token)) return null;
    return token.vault === null || token.vault === vault ? appOfToken(token) : null;
  }

  isExpired({ expires }: AppToken): boolean {
    return expires !== null && !(this.tools.now() < Date.parse(expires));
  }

  /** The owner's token in place of the one before, and of a book that can't be read. Returns it, this once. */
  createOwner(): string {
    const token = this.newToken();
    const owner = { sha256: this.tools.sha256(token), created: this.moment() };
    this.change((book) => ({ ...book, owner }), replaceable);
    return token;
  }

  /** Returns the token, this once. Throws TokenRequestError. */
  create(request: NewAppToken): { readonly token: string; readonly app: AppToken } {
    const token = this.newToken();
    const app: AppToken = {
      id: this.tools.uuid(),
      name: nameOf(request.name),
      sha256: this.tools.sha256(token),
      permissions: permissionsOf(request.permissions),
      tables: patternsOf(request.tables),
      ask: request.ask ?? false,
      created: this.moment(),
      expires: expiryOf(request.expires ?? null, this.tools.now()),
      vault: request.vault ?? null,
    };
    this.change((book) => {
      if (book.apps.some(({ name }) => name === app.name)) {
        throw new TokenRequestError(
          `there is a token named "${app.name}" already: revoke it first, or take another name`,
        );
      }
      return { ...book, apps: [...book.apps, app] };
    });
    return { token, app };
  }

  /** By name or id. Null: there is no such token. */
  revoke(named: string): AppToken | null {
    let revoked: AppToken | null = null;
    this.change((book) => {
      revoked = book.apps.find(({ id, name }) => id === named || name === named) ?? null;
      return revoked === null ? book : { ...book, apps: book.apps.filter((each) => each !== revoked) };
    });
    return revoked;
  }

  private change(step: (book: TokenBook) => TokenBook, read = readTokenBook): void {
    for (let i = 0; i < MOST_ATTEMPTS; i++) {
      const text = this.storage.read();
      const before = read(text);
      const after = step(before);
      if (after === before || this.storage.replace(text, tokenBookText(after))) return;
    }
    throw new TokenRequestError('another process is changing the tokens just now: try again');
  }

  private readonly newToken = (): string => `ndb_${this.tools.random(TOKEN_BYTES)}`;

  private readonly moment = (): string => new Date(this.tools.now()).toISOString();
}

/** A book that can't be read is an empty one for who makes a new owner's token: no token in it works any more. */
function replaceable(text: string | null): TokenBook {
  try {
    return readTokenBook(text);
  } catch (error) {
    if (error instanceof TokenBookProblem && error.kind === 'unreadable') return readTokenBook(null);
    throw error;
  }
}

/** Takes the same time wherever the two differ. */
export function isSameHash(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let i = 0; i < given.length; i++) difference |= given.charCodeAt(i) ^ expected.charCodeAt(i);
  return difference === 0;
}

function nameOf(given: string): string {
  const name = given.trim();
  if (name === '') throw new TokenRequestError('the name of the app is empty');
  if (name.length > MOST_NAME_CHARACTERS)
    throw new TokenRequestError(`the name is longer than ${MOST_NAME_CHARACTERS} characters`);
  if (name.startsWith(RULE_ACTOR))
    throw new TokenRequestError(`names that begin with ${RULE_ACTOR} are those of rules`);
  if (/\p{Cc}/u.test(name)) throw new TokenRequestError('the name holds a control character');
  return name;
}

function permissionsOf(given: readonly string[]): readonly Permission[] {
  const unknown = given.filter((each) => !(PERMISSIONS as readonly string[]).includes(each));
  const known = `permissions are ${PERMISSIONS.join(', ')}`;
  if (unknown.length > 0) throw new TokenRequestError(`there is no permission "${unknown[0]}": ${known}`);
  if (given.length === 0) throw new TokenRequestError(`name at least one permission: ${known}`);
  if (given.includes('feed') && given.length > 1) {
    throw new TokenRequestError('feed goes with no other permission: its token is part of an address');
  }
  return PERMISSIONS.filter((each) => given.includes(each));
}

function patternsOf(given: readonly string[] | null): readonly string[] | null {
  if (given === null) return null;
  if (given.length === 0) throw new TokenRequestError('no table is named: leave the tables away for all of them');
  for (const pattern of given) {
    const problem = patternProblem(pattern);
    if (problem !== null) throw new TokenRequestError(`${problem}; write main.crm.*, or main.default.tasks`);
  }
  return [...new Set(given)];
}

const A_DAY = 24 * 60 * 60 * 1000;
const DATE_ALONE = /^\d{4}-\d{2}-\d{2}$/;

function expiryOf(given: string | null, now: number): string | null {
  if (given === null) return null;
  const start = Date.parse(given);
  if (Number.isNaN(start)) throw new TokenRequestError(`"${given}" is not a date: write 2027-01-31`);
  const end = DATE_ALONE.test(given) ? start + A_DAY : start;
  if (end <= now) throw new TokenRequestError(`${given} is past`);
  return new Date(end).toISOString();
}
