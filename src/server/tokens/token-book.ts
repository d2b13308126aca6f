/** Who may call: the tokens that were made, by their hashes alone, as they are kept. docs/rights.md#tokens; D13, D22 */

import type { Permission } from '../../engine/index';

/** In the order in which they are shown. */
export const PERMISSIONS = [
  'read',
  'notes',
  'notes_write',
  'write',
  'schema',
  'history',
  'webhooks',
  'admin',
  'feed',
] as const satisfies readonly Permission[];

export interface AppToken {
  readonly id: string;
  /** Of the app; no two tokens have the same. */
  readonly name: string;
  /** SHA-256 of the token, hex. */
  readonly sha256: string;
  readonly permissions: readonly Permission[];
  /** Patterns of qualified names; null: all tables. */
  readonly tables: readonly string[] | null;
  /** A person is asked before it writes. */
  readonly ask: boolean;
  /** ISO 8601. */
  readonly created: string;
  /** The first moment at which it does not work any more, ISO 8601; null: never. */
  readonly expires: string | null;
  /** The folder of the only vault that it opens; null: every vault that is served with these tokens. */
  readonly vault: string | null;
}

export interface OwnerToken {
  readonly sha256: string;
  readonly created: string;
}

export interface TokenBook {
  readonly owner: OwnerToken | null;
  readonly apps: readonly AppToken[];
}

/** 2: with apps. */
const FORMAT = 2;

const HASH_FORM = /^[0-9a-f]{64}$/;

/** `unreadable`: its content is unknown. `newer`: a later program wrote it. */
export class TokenBookProblem extends Error {
  constructor(readonly kind: 'unreadable' | 'newer') {
    super(kind);
    this.name = 'TokenBookProblem';
  }
}

const EMPTY: TokenBook = { owner: null, apps: [] };

/** `text` null: none was kept yet. Throws TokenBookProblem. */
export function readTokenBook(text: string | null): TokenBook {
  if (text === null) return EMPTY;
  const stored = parseJson(text);
  if (!isRecord(stored)) throw new TokenBookProblem('unreadable');
  const { format, owner, apps } = stored;
  if (typeof format === 'number' && format > FORMAT) throw new TokenBookProblem('newer');
  return { owner: readOwner(owner), apps: Array.isArray(apps) ? apps.map(readApp) : [] };
}

export const tokenBookText = ({ owner, apps }: TokenBook): string =>
  `${JSON.stringify({ format: FORMAT, ...(owner === null ? {} : { owner }), apps }, null, 2)}\n`;

function readOwner(stored: unknown): OwnerToken | null {
  if (stored === undefined || stored === null) return null;
  if (!isRecord(stored)) throw new TokenBookProblem('unreadable');
  return { sha256: hashIn(stored), created: textIn(stored, 'created') ?? '' };
}

/** A right that can't be read is none; whatever else can't be read makes the whole token none, loudly. */
function readApp(stored: unknown): AppToken {
  if (!isRecord(stored)) throw new TokenBookProblem('unreadable');
  const id = textIn(stored, 'id');
  const name = textIn(stored, 'name');
  const { tables, permissions } = stored;
  if (id === null || name === null || !(tables === null || isTexts(tables)) || !isTexts(permissions)) {
    throw new TokenBookProblem('unreadable');
  }
  return {
    id,
    name,
    sha256: hashIn(stored),
    permissions: PERMISSIONS.filter((each) => permissions.includes(each)),
    tables,
    ask: stored['ask'] !== false,
    created: textIn(stored, 'created') ?? '',
    expires: textIn(stored, 'expires'),
    vault: textIn(stored, 'vault'),
  };
}

function hashIn(stored: Readonly<Record<string, unknown>>): string {
  const { sha256 } = stored;
  if (typeof sha256 !== 'string' || !HASH_FORM.test(sha256)) throw new TokenBookProblem('unreadable');
  return sha256;
}

/** Null where it is null or not there. */
function textIn(stored: Readonly<Record<string, unknown>>, key: string): string | null {
  const value = stored[key] ?? null;
  if (value !== null && typeof value !== 'string') throw new TokenBookProblem('unreadable');
  return value;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
