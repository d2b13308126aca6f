/**
 * The owner's token. Only its hash is kept, in `tokens.json` in the operating system's folder for state: one token for all
 * vaults of a user on this machine. D1, D2, D13; docs/http.md
 */

import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isMissing } from '../hosts/node/file-errors';
import { stateFolder } from '../hosts/node/process/system-folders';
import { removeQuietly, renameOver, writeNewFile } from '../hosts/node/vault/whole-write';
import { ProgramError } from './usage';

const FORMAT = 1;
const ONLY_FOR_THE_USER = 0o600;
const TOKEN_BYTES = 32;
/** What a bearer header can carry. RFC 6750, section 2.1. */
const TOKEN_FORM = /^[A-Za-z0-9\-._~+/]+=*$/;
const HASH_FORM = /^[0-9a-f]{64}$/;

export function isToken(text: string): boolean {
  return TOKEN_FORM.test(text);
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

/** The kept hash; null when none was made. Throws ProgramError when the file can't be understood. */
export function storedTokenHash(folder = stateFolder()): string | null {
  const stored = readFile(fileIn(folder));
  if (stored === null) return null;
  const { owner } = stored;
  if (typeof owner?.sha256 === 'string' && HASH_FORM.test(owner.sha256)) return owner.sha256;
  throw new ProgramError('the kept token can not be read: make a new one with "notedb token create --owner"');
}

/**
 * Makes a token and keeps its hash in place of the earlier one. Returns the token, which nobody can tell again. Throws
 * ProgramError when the file is of a newer program: it may hold more than this one knows.
 */
export function createOwnerToken(folder = stateFolder()): string {
  const token = `ndb_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  const stored: StoredTokens = {
    format: FORMAT,
    owner: { sha256: hashOfToken(token), created: new Date().toISOString() },
  };
  const file = fileIn(folder);
  readFile(file);
  const temporary = `${file}.${process.pid}`;
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeQuietly(temporary);
  writeNewFile(temporary, Buffer.from(`${JSON.stringify(stored, null, 2)}\n`), ONLY_FOR_THE_USER);
  renameOver(temporary, file);
  return token;
}

interface StoredTokens {
  readonly format?: number;
  readonly owner?: { readonly sha256?: string; readonly created?: string };
}

function fileIn(folder: string): string {
  return path.join(folder, 'tokens.json');
}

/** Null when there is none, without keys when it does not parse. */
function readFile(file: string): StoredTokens | null {
  try {
    const parsed: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    const stored: StoredTokens = typeof parsed === 'object' && parsed !== null ? parsed : {};
    if (typeof stored.format === 'number' && stored.format > FORMAT) {
      throw new ProgramError('tokens.json is of a newer NoteDB: use that one, or --token');
    }
    return stored;
  } catch (error) {
    if (isMissing(error)) return null;
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
