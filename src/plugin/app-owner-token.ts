/** The owner's token in the app: made at its first use, kept by the app on this device, shown only by copying it. D2, D13 */

import type { SecretStorage } from 'obsidian';

const SECRET_ID = 'notedb-owner-token';
const TOKEN_BYTES = 32;

export function ownerToken(secrets: Pick<SecretStorage, 'getSecret' | 'setSecret'>): string {
  const kept = secrets.getSecret(SECRET_ID);
  if (kept !== null && kept !== '') return kept;
  const made = `ndb_${base64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)))}`;
  secrets.setSecret(SECRET_ID, made);
  return made;
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
