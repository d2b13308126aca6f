/** The torn forms of an unsynced text after a crash: a prefix, or zeros in place of missing bytes. */

import type { FileContent } from './disk-image';
import { bytesOf, contentFrom } from './disk-image';

export type TearKind = 'empty' | 'half' | 'inside a character' | 'half, then zeros' | 'zeros';

/** Those that are combined with what else the crash did; the finer ones are enough alone. */
export const COARSE_TEARS: ReadonlySet<TearKind> = new Set(['empty', 'half']);

/** The tears that this content can have. */
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
