/**
 * The tokens of a user on this machine. Only their hashes are kept, in `tokens.json` in the operating system's folder for state: they
 * count for all vaults, but for those that are made for one. D1, D2, D13; docs/rights.md#tokens
 */

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isMissing } from '../hosts/node/file-errors';
import { stateFolder } from '../hosts/node/process/system-folders';
import { removeQuietly, renameOver, writeNewFile } from '../hosts/node/vault/whole-write';
import { type TokenAuthentication, isToken } from '../server/bearer-token';
import { AccessTokens, type TokenStorage, isSameHash } from '../server/tokens/access-tokens';
import { TokenBookProblem } from '../server/tokens/token-book';
import { TokenUse } from '../server/tokens/token-use';
import { ProgramError, UsageError } from './usage';

const ONLY_FOR_THE_USER = 0o600;

/** Throws UsageError for a token that no header can carry. */
export function checkToken(token: string, source = 'a token'): string {
  if (isToken(token)) return token;
  throw new UsageError(`${source} is made of letters, digits and -._~+/ (a header must be able to carry it)`);
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

/** The folder is read anew at every call: another process may change its content. */
export function keptTokens(folder = stateFolder()): AccessTokens {
  return new AccessTokens(fileStorage(path.join(folder, 'tokens.json')), {
    sha256: hashOfToken,
    random: (bytes) => randomBytes(bytes).toString('base64url'),
    uuid: randomUUID,
    now: Date.now,
  });
}

export function keptTokenUse(folder = stateFolder()): TokenUse {
  const file = path.join(folder, 'token-use.json');
  return new TokenUse({ read: () => readText(file), write: (text) => void writePrivately(file, text) }, Date.now);
}

/**
 * For requests to the vault in a folder. `given`: the owner's token in place of the kept one; apps have theirs all the same.
 * Throws ProgramError, at a request too, when the file can't be understood.
 */
export function keptAuthentication(vault: string, given: string | null, folder = stateFolder()): TokenAuthentication {
  const tokens = keptTokens(folder);
  const use = keptTokenUse(folder);
  const owner = given === null ? null : hashOfToken(given);
  return {
    sha256: hashOfToken,
    used: (id) => use.note(id),
    holderOf: (sha256) => {
      const isOwner = owner !== null && isSameHash(sha256, owner);
      const holder = inWords(() => tokens.holderOf(sha256, vault));
      if (isOwner) return { kind: 'owner' };
      return owner !== null && holder?.kind === 'owner' ? null : holder;
    },
  };
}

/** Throws ProgramError in place of a problem with the file. */
export function inWords<T>(task: () => T): T {
  try {
    return task();
  } catch (error) {
    if (!(error instanceof TokenBookProblem)) throw error;
    throw new ProgramError(
      error.kind === 'newer'
        ? 'tokens.json is of a newer NoteDB: use that one, or --token'
        : 'the kept token can not be read: make a new one with "notedb token create --owner"',
    );
  }
}

function fileStorage(file: string): TokenStorage {
  return {
    read: () => readText(file),
    replace: (before, after) => {
      if (readText(file) !== before) return false;
      writePrivately(file, after);
      return true;
    },
  };
}

function readText(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function writePrivately(file: string, text: string): void {
  const temporary = `${file}.${process.pid}`;
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  removeQuietly(temporary);
  writeNewFile(temporary, Buffer.from(text), ONLY_FOR_THE_USER);
  renameOver(temporary, file);
}
