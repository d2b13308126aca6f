/** The image of a disk after a crash, plain data for a new memory host, and the torn forms of an unsynced text in it. */

import type { NotePath } from '../../src/engine/ports/vault-port';

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
  readonly secrets: ReadonlyMap<string, string>;
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

export type TearKind = 'empty' | 'half' | 'inside a character' | 'half, then zeros' | 'zeros';

/** Those that are combined with what else the crash did; the finer ones are enough alone. */
export const COARSE_TEARS: ReadonlySet<TearKind> = new Set(['empty', 'half']);

export function tearsOf(content: FileContent): readonly TearKind[] {
  const bytes = bytesOf(content);
  if (bytes.length === 0) return [];
  const tears: TearKind[] = ['empty'];
  if (halfEnd(bytes) > 0) tears.push('half');
  if (insideEnd(bytes) !== null) tears.push('inside a character');
  if (zerosStart(bytes) > 0) tears.push('half, then zeros');
  return [...tears, 'zeros'];
}

export function tearContent(content: FileContent, kind: TearKind): FileContent {
  const bytes = bytesOf(content);
  switch (kind) {
    case 'empty':
      return contentFrom(bytes.subarray(0, 0));
    case 'half':
      return contentFrom(bytes.subarray(0, halfEnd(bytes)));
    case 'inside a character':
      return contentFrom(bytes.subarray(0, insideEnd(bytes) ?? 0));
    case 'half, then zeros':
      return contentFrom(bytes.slice().fill(0, zerosStart(bytes)));
    case 'zeros':
      return contentFrom(new Uint8Array(bytes.length));
  }
}

/** What a write in place leaves that stops halfway: inside a character where there is one. */
export function tornWrite(text: string): FileContent {
  const bytes = bytesOf({ text });
  return contentFrom(bytes.subarray(0, zerosStart(bytes)));
}

const zerosStart = (bytes: Uint8Array): number => insideEnd(bytes) ?? halfEnd(bytes);

/** The middle, moved to the beginning of its character. */
function halfEnd(bytes: Uint8Array): number {
  let end = bytes.length >> 1;
  while (end > 0 && isWithin(bytes, end)) end -= 1;
  return end;
}

/** The place nearest to the middle that splits a character; null in a text of ASCII. */
function insideEnd(bytes: Uint8Array): number | null {
  const middle = bytes.length >> 1;
  for (let distance = 0; distance <= middle; distance += 1) {
    for (const end of [middle + distance, middle - distance]) if (isWithin(bytes, end)) return end;
  }
  return null;
}

const isWithin = (bytes: Uint8Array, index: number): boolean => ((bytes[index] ?? 0) & 0xc0) === 0x80;
