/** Writes a vault into the bench's cache folder, once. */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { METASTORE } from './metastore';
import { type BenchNote, type VaultShape, notesOf } from './notes';

/** Counts up when other notes come out. */
const EDITION = 2;

/** Notes have been there for a while: a file that is newer than the warm-start file would be read again. */
const AGE_SECONDS = 3600;

export function cacheRoot(): string {
  const given = process.env['NOTEDB_BENCH_CACHE'] ?? '';
  return given === '' ? path.join(os.homedir(), '.cache', 'notedb-bench') : given;
}

/** The folder of a vault that nobody may change: figures that write work on a copy. */
export function vaultFolder(shape: VaultShape, size: number): string {
  return keptVault(`vault-${EDITION}-${shape}-${size}`, size, METASTORE, notesOf(shape, size));
}

/** The same of any notes, by a name that changes when other notes come out. */
export function keptVault(name: string, size: number, metastore: string, notes: Iterable<VaultNote>): string {
  const folder = path.join(cacheRoot(), name);
  if (fs.existsSync(folder)) return folder;
  console.log(`Writing a vault of ${size} notes …`);
  const unfinished = `${folder}.unfinished`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  writeVault(unfinished, metastore, notes);
  fs.renameSync(unfinished, folder);
  return folder;
}

type VaultNote = Pick<BenchNote, 'path' | 'text'>;

function writeVault(folder: string, metastore: string, notes: Iterable<VaultNote>): void {
  const then = Date.now() / 1000 - AGE_SECONDS;
  const made = new Set<string>();
  const write = (file: string, text: string): void => {
    const place = path.join(folder, file);
    const parent = path.dirname(place);
    if (!made.has(parent)) fs.mkdirSync(parent, { recursive: true });
    made.add(parent);
    fs.writeFileSync(place, text, { flag: 'wx' });
    fs.utimesSync(place, then, then);
  };
  write('notedb/metastore.yaml', metastore);
  for (const { path: file, text } of notes) write(file, text);
}
