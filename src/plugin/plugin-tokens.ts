/** Tokens of this vault's plugin: the owner's, and those of apps by their hashes, in the secret storage of the app. D2, D13; docs/rights.md#tokens */

import type { SecretStorage } from 'obsidian';
import { portableCrypto } from '../hosts/obsidian/portable-crypto';
import type { TokenAuthentication } from '../server/bearer-token';
import { AccessTokens, isSameHash } from '../server/tokens/access-tokens';
import { TokenUse } from '../server/tokens/token-use';

type Secrets = Pick<SecretStorage, 'getSecret' | 'setSecret'>;

const OWNER_TOKEN = 'notedb-owner-token';
const APP_TOKENS = 'notedb-app-tokens';
const TOKEN_USE = 'notedb-token-use';
const TOKEN_BYTES = 32;

/** Made at its first use, shown only by copying it. */
export function ownerToken(secrets: Secrets): string {
  const kept = readSecret(secrets, OWNER_TOKEN);
  if (kept !== null) return kept;
  const made = `ndb_${randomText(TOKEN_BYTES)}`;
  secrets.setSecret(OWNER_TOKEN, made);
  return made;
}

export const appTokens = (secrets: Secrets): AccessTokens =>
  new AccessTokens(
    {
      read: () => readSecret(secrets, APP_TOKENS),
      replace: (before, after) => {
        if (readSecret(secrets, APP_TOKENS) !== before) return false;
        secrets.setSecret(APP_TOKENS, after);
        return true;
      },
    },
    { sha256, random: randomText, uuid: () => crypto.randomUUID(), now: Date.now },
  );

export const tokenUse = (secrets: Secrets): TokenUse =>
  new TokenUse(
    { read: () => readSecret(secrets, TOKEN_USE), write: (text) => secrets.setSecret(TOKEN_USE, text) },
    Date.now,
  );

export function pluginAuthentication(secrets: Secrets): TokenAuthentication {
  const tokens = appTokens(secrets);
  const use = tokenUse(secrets);
  return {
    sha256,
    used: (id) => use.note(id),
    holderOf: (hash) => {
      const holder = tokens.holderOf(hash, null);
      return isSameHash(hash, sha256(ownerToken(secrets))) ? { kind: 'owner' } : holder;
    },
  };
}

const sha256 = (text: string): string => portableCrypto.sha256(text);

/** An empty one is none: the storage has no other way to take one out. */
function readSecret(secrets: Secrets, id: string): string | null {
  const kept = secrets.getSecret(id);
  return kept === '' ? null : kept;
}

function randomText(bytes: number): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
