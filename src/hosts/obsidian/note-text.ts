/** Texts of notes as they lie on disk: UTF-8 or not at all, with their byte order mark. */

import type { DataAdapter } from 'obsidian';
import type { NotePath } from '../../engine/ports/vault-port';
import { VaultFailure, whyUnread } from '../../engine/ports/vault-port';
import { sameBytes } from '../same-bytes';
import { failureFrom } from './vault-errors';

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The whole text, null when there is no such file. From the bytes, because the app's own `read` neither tells what is no
 * UTF-8 nor promises to keep the byte order mark. Throws `not_utf8`, `io`.
 */
export async function readText(adapter: DataAdapter, path: NotePath): Promise<string | null> {
  const bytes = await readBytes(adapter, path);
  if (bytes === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new VaultFailure('not_utf8', path);
  }
}

/** As `readText`, for bytes that may be no text. */
export async function readBytes(adapter: DataAdapter, path: NotePath): Promise<Uint8Array | null> {
  const stat = await adapter.stat(path);
  if (stat?.type !== 'file') return null;
  const unread = whyUnread(stat);
  if (unread !== null) throw new VaultFailure('not_a_note', path, unread);
  try {
    return new Uint8Array(await adapter.readBinary(path));
  } catch (error) {
    if ((await adapter.stat(path))?.type !== 'file') return null;
    throw failureFrom(error, path);
  }
}

/** Throws `missing` or `changed` unless the file holds this. */
export async function checkHolds(adapter: DataAdapter, path: NotePath, before: string | Uint8Array): Promise<void> {
  const present = typeof before === 'string' ? await readText(adapter, path) : await readBytes(adapter, path);
  if (present === null) throw new VaultFailure('missing', path);
  const isSame = typeof present === 'string' ? present === before : sameBytes(present, before as Uint8Array);
  if (!isSame) throw new VaultFailure('changed', path);
}

/** Whether what `Vault.process` shows is this text; it may come without its byte order mark. */
export function isSameText(shown: string, text: string): boolean {
  return shown === text || (text.startsWith(BYTE_ORDER_MARK) && shown === text.slice(BYTE_ORDER_MARK.length));
}
