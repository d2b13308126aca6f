/** The texts of a zip archive, between frames. An archive that is not whole, is encrypted or leads out of itself is refused. docs/import.md#archives */

import { inflateSync } from 'fflate';
import type { ExportedFile } from '../../../kernel/notion/notion-page';
import type { Slices } from '../../../kernel/slices';

export type ReadArchive = { readonly files: readonly ExportedFile[] } | { readonly problem: string };

/** Of texts, as the archive declares them: more would not fit into one write. */
const MOST_BYTES = 64 * 1024 * 1024;
/** An export in parts is an archive of archives. */
const MOST_DEPTH = 2;

const TEXT = /\.(?:md|csv)$/i;
const ARCHIVE = /\.zip$/i;

export const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

export function* readArchive(name: string, bytes: Uint8Array): Slices<ReadArchive> {
  try {
    const files = new Map<string, ExportedFile>();
    yield* new ArchiveReader(files).read(name, bytes, 1);
    return { files: [...files.values()] };
  } catch (thrown) {
    if (thrown instanceof ArchiveFault) return { problem: thrown.message };
    // The decoder throws errors of its own.
    return { problem: `${name} is broken. Nothing was read. Export it again.` };
  }
}

class ArchiveFault extends Error {}

interface Entry {
  readonly path: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  /** Of its local header. */
  readonly start: number;
}

class ArchiveReader {
  private bytes = 0;

  constructor(private readonly files: Map<string, ExportedFile>) {}

  *read(name: string, bytes: Uint8Array, depth: number): Slices<void> {
    if (depth > MOST_DEPTH) throw new ArchiveFault(`${name} is an archive in an archive in an archive.`);
    const entries = entriesOf(name, bytes);
    for (const entry of entries) this.check(name, entry);
    for (const entry of entries) {
      const { path } = entry;
      if (ARCHIVE.test(path)) yield* this.read(path, unpack(bytes, entry), depth + 1);
      else this.files.set(path, { path, text: TEXT.test(path) ? textOf(unpack(bytes, entry), path) : null });
      yield;
    }
  }

  /** Of all entries, before anything is unpacked. */
  private check(name: string, { path, flags, method, size }: Entry): void {
    if (!isInside(path))
      throw new ArchiveFault(`${name} has the path ${path}, which leads out of it. Nothing was read.`);
    if (!TEXT.test(path) && !ARCHIVE.test(path)) return;
    if ((flags & 1) !== 0) throw new ArchiveFault(`${name} is encrypted. Export it without a password.`);
    if (method !== 0 && method !== 8) throw new ArchiveFault(`${path} is packed in a way that can’t be read.`);
    this.bytes += size;
    if (this.bytes > MOST_BYTES)
      throw new ArchiveFault(`${name} has more than 64 MB of text. Export a part of it at a time.`);
  }
}

const isInside = (path: string): boolean =>
  !path.startsWith('/') && !/[\\\0]/.test(path) && !/^[a-z]:/i.test(path) && !path.split('/').includes('..');

/** Signs at the ends of an archive, and the lengths of its fixed parts. */
const [END, DIRECTORY, END_LENGTH, DIRECTORY_LENGTH, LOCAL_LENGTH] = [0x06054b50, 0x02014b50, 22, 46, 30];
const LONGEST_COMMENT = 65_535;

/** Folders and what macOS adds are left out. */
function entriesOf(name: string, bytes: Uint8Array): readonly Entry[] {
  const view = viewOf(bytes);
  let end = bytes.length - END_LENGTH;
  const first = Math.max(0, end - LONGEST_COMMENT);
  while (end >= first && view.getUint32(end, true) !== END) end -= 1;
  if (end < first) throw new ArchiveFault(`${name} is not a whole zip archive. Nothing was read.`);
  const isLong = view.getUint32(end + 16, true) === 0xffffffff;
  const long = isLong ? view.getUint32(end - 12, true) : 0;
  let at = isLong ? view.getUint32(long + 48, true) : view.getUint32(end + 16, true);
  const count = isLong ? view.getUint32(long + 32, true) : view.getUint16(end + 10, true);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== DIRECTORY) throw new ArchiveFault(`${name} is broken. Nothing was read.`);
    const [nameLength, extra, comment] = [28, 30, 32].map((each) => view.getUint16(at + each, true)) as [
      number,
      number,
      number,
    ];
    entries.push({
      path: pathOf(bytes.subarray(at + DIRECTORY_LENGTH, at + DIRECTORY_LENGTH + nameLength)),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      start: view.getUint32(at + 42, true),
    });
    at += DIRECTORY_LENGTH + nameLength + extra + comment;
  }
  return entries.filter(({ path }) => !path.endsWith('/') && !path.startsWith('__MACOSX/'));
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** The names of most archives are UTF-8, whether they say so or not. */
const pathOf = (bytes: Uint8Array): string => new TextDecoder('utf-8').decode(bytes).normalize('NFC');

function unpack(bytes: Uint8Array, { path, method, crc, packed, size, start }: Entry): Uint8Array {
  const view = viewOf(bytes);
  const from = start + LOCAL_LENGTH + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const data = bytes.subarray(from, from + packed);
  const unpacked = method === 0 ? data : inflateSync(data, { out: new Uint8Array(size) });
  if (unpacked.length !== size || crcOf(unpacked) !== crc)
    throw new ArchiveFault(`${path} is broken. Nothing was read. Export it again.`);
  return unpacked;
}

function textOf(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ArchiveFault(`${path} is not text in UTF-8. Nothing was read.`);
  }
}

/** CRC-32, as every entry declares it. */
function crcOf(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) crc = (CRC_OF_BYTE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

const CRC_OF_BYTE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});
