/** The image of a disk after a crash: plain data for a new memory host. */

import type { NotePath } from '../../engine/ports/vault-port';

/** A file of the vault. */
export interface VaultFile {
  readonly text: string;
  /** Bytes. */
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
  /** Of the last write, whatever time stamps it gave the file. */
  readonly changeTime?: number;
  /** Present when they are no UTF-8; `text` then only shows them. */
  readonly bytes?: Uint8Array;
  /** The disk can't read it. */
  readonly flaw?: 'io';
}

/** What is in a file. */
export type FileContent = Pick<VaultFile, 'text' | 'bytes'>;

const imageEncoder = new TextEncoder();
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenientDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function contentFrom(bytes: Uint8Array): FileContent {
  try {
    return { text: strictDecoder.decode(bytes) };
  } catch {
    return { text: lenientDecoder.decode(bytes), bytes: bytes.slice() };
  }
}

export function bytesOf({ text, bytes }: FileContent): Uint8Array {
  return bytes ?? imageEncoder.encode(text);
}

export interface DiskImage {
  /** How this image differs from what the stopped process saw, for the message of a failing test. */
  readonly label: string;
  readonly files: ReadonlyMap<NotePath, VaultFile>;
  readonly folders: ReadonlySet<NotePath>;
  readonly privateFiles: ReadonlyMap<string, Uint8Array>;
  readonly cacheFiles: ReadonlyMap<string, Uint8Array>;
  /** The clock, the last time stamp of a file and the number of ids given out, so that a reboot goes on instead of repeating. */
  readonly now: number;
  readonly lastStamp: number;
  readonly idsGiven: number;
}

/** Bytes of a text in UTF-8. */
export function byteLengthOf(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // Each half of a surrogate pair counts two of its four bytes.
    bytes += unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
