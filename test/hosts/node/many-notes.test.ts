/** A vault of many notes opens, cold and warm, with each of its rows. The notes are those of the bench. docs/reliability.md */

import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { METASTORE } from '../../../bench/vault/metastore';
import { notesOf } from '../../../bench/vault/notes';
import { openEngine } from '../../../src/engine/index';
import { times, within } from '../../deep';
import { type ScratchVault, scratchVault } from './scratch-vault';

const NOTES = times(300, 30_000);
const MEGABYTE = 1024 * 1024;

let scratch: ScratchVault;
afterEach(() => scratch.close());

/** Writes the notes; the number of rows of each table. */
function writeNotes(): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  // A file that is newer than the warm-start file would be read again.
  const then = Date.now() / 1000 - 3600;
  const write = (file: string, text: string): void => {
    scratch.outside.write(file, text);
    fs.utimesSync(path.join(scratch.folder, file), then, then);
  };
  write('notedb/metastore.yaml', METASTORE);
  for (const { path: file, text, row } of notesOf('mixed', NOTES)) {
    write(file, text);
    if (row !== null) rows.set(row.table, (rows.get(row.table) ?? 0) + 1);
  }
  return rows;
}

/** Opens, counts the rows of each table and closes. */
async function openAndCount(how: string, tables: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  const engine = await openEngine(await scratch.reopen());
  const found = new Map<string, number>();
  for (const table of tables)
    found.set(table, (await engine.run('select_rows', { table, limit: 1 }))['total'] as number);
  const { user, system } = process.cpuUsage(cpu);
  const memory = Math.round(process.memoryUsage().rss / MEGABYTE);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${NOTES} notes, ${how}: ${seconds} s, ${(user + system) / 1e6} s of processor, ${memory} MB resident`);
  await engine.close();
  return found;
}

it(
  `opens a vault of ${NOTES} notes with all rows, cold and warm`,
  async () => {
    scratch = await scratchVault();
    const wanted = writeNotes();
    const tables = [...wanted.keys()];
    scratch.host.close();
    for (const how of ['cold', 'warm']) expect(await openAndCount(how, tables)).toEqual(wanted);
  },
  within(60_000),
);
