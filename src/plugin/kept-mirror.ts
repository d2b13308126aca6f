/** What this device mirrors and where to, in the secret storage of the app: the address may hold a password. docs/mirror.md#from-obsidian */

import type { SecretStorage } from 'obsidian';

export interface KeptMirror {
  readonly isOn: boolean;
  /** `postgres://…` */
  readonly url: string;
  /** Empty: the name of the vault. */
  readonly schema: string;
  /** Names and patterns with commas between them; empty: all tables. */
  readonly tables: string;
  /** Empty: none. */
  readonly team: string;
  readonly log: boolean;
}

const SECRET = 'notedb-mirror';

export function readMirror(secrets: Pick<SecretStorage, 'getSecret'>): KeptMirror {
  const { isOn, url, schema, tables, team, log } = parsed(secrets.getSecret(SECRET));
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    ...{ isOn: isOn === true, log: log === true },
    ...{ url: text(url), schema: text(schema), tables: text(tables), team: text(team) },
  };
}

export const keepMirror = (secrets: Pick<SecretStorage, 'setSecret'>, kept: KeptMirror): void =>
  secrets.setSecret(SECRET, JSON.stringify(kept));

function parsed(text: string | null): Partial<Record<keyof KeptMirror, unknown>> {
  try {
    return { ...(JSON.parse(text ?? '') as object) };
  } catch {
    return {};
  }
}
