/** What a disk may hold after the process or the power stopped: plain data that a new memory host starts from. */

import type { NotePath } from '../../engine/ports/vault-port';

/** A file of the vault. `flaw` stands for bytes that can't be read as text. */
export interface VaultFile {
  readonly text: string;
  /** Bytes. */
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
  readonly flaw?: 'not_utf8' | 'io';
}

export interface DiskImage {
  /** How this image differs from what the stopped process saw, for the message of a failing test. */
  readonly label: string;
  readonly files: ReadonlyMap<NotePath, VaultFile>;
  readonly folders: ReadonlySet<NotePath>;
  readonly privateFiles: ReadonlyMap<string, Uint8Array>;
  readonly cacheFiles: ReadonlyMap<string, Uint8Array>;
  /** The clock and the number of ids given out, so that a reboot goes on instead of repeating. */
  readonly now: number;
  readonly idsGiven: number;
}

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // Each half of a surrogate pair counts two of its four bytes.
    bytes += unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
