/** A token of its own for an agent that is connected. docs/mcp.md#connect; D13, D22 */

import type { AccessTokens } from './access-tokens';
import type { AppToken } from './token-book';

/** An agent works with notes and tables and takes its writes back; it hands out no webhooks and changes no settings. */
const PERMISSIONS = ['read', 'notes', 'write', 'schema', 'history'];

export interface ClientTokenRequest {
  /** Of the client, such as "Claude Code". */
  readonly name: string;
  /** The folder of the vault; null where the tokens are those of one vault. */
  readonly vault: string | null;
  /** Null: what the token before may do, else what agents usually may. */
  readonly permissions: readonly string[] | null;
}

export interface ClientToken {
  /** Shown this once. */
  readonly token: string;
  readonly app: AppToken;
  /** The one before does not work any more. */
  readonly isReplaced: boolean;
}

/**
 * A client that is connected again gets a new token with the rights that the owner gave the one before: only its hash is kept. Throws
 * TokenRequestError for an unknown permission.
 */
export function makeClientToken(tokens: AccessTokens, { name, vault, permissions }: ClientTokenRequest): ClientToken {
  const { apps } = tokens.book();
  const own = freeName(apps, name, vault);
  const before = apps.find((each) => each.name === own) ?? null;
  if (before !== null) tokens.revoke(before.id);
  const expires = before !== null && !tokens.isExpired(before) ? before.expires : null;
  const made = tokens.create({
    name: own,
    permissions: permissions ?? before?.permissions ?? PERMISSIONS,
    tables: before?.tables ?? null,
    ask: before?.ask ?? false,
    expires,
    vault,
  });
  return { ...made, isReplaced: before !== null };
}

/** The name that the client has for this vault already, else one that no other vault's client has: "Cursor", "Cursor (notes)", "Cursor (notes 2)". */
function freeName(apps: readonly AppToken[], client: string, vault: string | null): string {
  const folder = lastSegment(vault ?? '');
  for (let i = 0; ; i++) {
    const name = i === 0 ? client : `${client} (${folder}${i === 1 ? '' : ` ${i}`})`;
    const holder = apps.find((each) => each.name === name);
    if (holder === undefined || holder.vault === vault) return name;
  }
}

const lastSegment = (folder: string): string =>
  folder
    .split(/[\\/]/)
    .filter((part) => part !== '')
    .at(-1) ?? folder;
