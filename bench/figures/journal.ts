/** J1: what writes add to the journal, by what they change. A text is held once, whatever is done with it. */

import fs from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '../../src/engine/index';
import { type OpenVault, openVault } from '../engine-on-disk';
import { spreadOf } from '../measure';
import { type Result, resultOf } from '../result';
import { withCopy } from '../vault/copies';
import { vaultFolder } from '../vault/generate';

const MEGABYTE = 1024 * 1024;

/** Bytes are the same each time. */
const RUNS = 1;

export async function journalGrowth(size: number): Promise<readonly Result[]> {
  return withCopy(vaultFolder('tasks', size), async (folder) => {
    const vault = await openVault(folder);
    const notes = bytesBelow(path.join(folder, 'notedb/main/default/tasks'));
    const results: Result[] = [];
    const measure = async (label: string, write: () => Promise<JsonObject>): Promise<JsonObject> => {
      const before = journalBytes(vault, folder);
      const answer = await write();
      const grown = journalBytes(vault, folder) - before;
      const comparison = {
        engine: spreadOf([grown / MEGABYTE]),
        anchor: spreadOf([notes / MEGABYTE]),
        runs: RUNS,
        isJudged: true,
      };
      results.push(resultOf({ goal: 'J1', label, size, unit: 'MB', comparison }));
      return answer;
    };
    const update = (estimate: number) => (): Promise<JsonObject> =>
      vault.engine.run('update_rows', { table: 'tasks', set_values: { estimate } });
    const undo = (id: unknown) => (): Promise<JsonObject> =>
      vault.engine.run('undo_migration', { migration_id: id as string });
    const first = await measure('first update of every row', update(77));
    const undone = await measure('its undo', undo(first['migrationId']));
    await measure('undo of the undo', undo(undone['migrationId']));
    // Its first version needs every text, which is no update's doing.
    await vault.engine.run('alter_table', { table: 'tasks', history: true });
    await measure('update with history', update(78));
    await vault.close();
    return results;
  });
}

/** Without the room that is taken ahead. */
function journalBytes({ host }: OpenVault, folder: string): number {
  const place = path.join(folder, host.journalFolder, 'journal');
  if (!fs.existsSync(place)) return 0;
  return fs.readdirSync(place).reduce((sum, name) => sum + usedBytes(fs.readFileSync(path.join(place, name))), 0);
}

function usedBytes(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return end;
}

function bytesBelow(folder: string): number {
  return fs.readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const place = path.join(folder, entry.name);
    return sum + (entry.isDirectory() ? bytesBelow(place) : fs.statSync(place).size);
  }, 0);
}
