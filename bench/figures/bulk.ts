/** W3, W4: thousands of rows in one migration. */

import fs from 'node:fs';
import path from 'node:path';
import type { Engine, JsonObject } from '../../src/engine/index';
import { openVault } from '../engine-on-disk';
import { type Comparison, type Sample, compare, timed } from '../measure';
import { middleOfProcesses } from '../processes';
import { type Result, resultOf } from '../result';
import { withCopy } from '../vault/copies';
import { vaultFolder } from '../vault/generate';
import { newTasks } from '../vault/notes';
import { BareWrites } from './bare-writes';

const TEXT = 'x'.repeat(500);
/** What the journal holds of one new row. */
const RECORD = 'x'.repeat(300);

export function manyInserts(size: number): Result {
  vaultFolder('tasks', size);
  return resultOf({ goal: 'W3', size, comparison: middleOfProcesses('W3', size) });
}

/** As one process of several sees it. */
export async function compareInserts(size: number): Promise<Comparison> {
  return withCopy(vaultFolder('tasks', size), async (folder) => {
    const vault = await openVault(folder);
    const bare = new BareWrites(path.join(folder, '.bare'));
    let batch = 0;
    const engine: Sample = async () => {
      const rows = newTasks(size, ++batch).map(({ values }) => values as JsonObject);
      return timed(async () => {
        const { inserted } = await vault.engine.run('merge_rows', { table: 'tasks', on: ['title'], rows });
        if (inserted !== size) throw new Error(`${JSON.stringify(inserted)} rows were inserted, not ${size}`);
      });
    };
    const anchor: Sample = () =>
      timed(() => {
        bare.record(RECORD.repeat(size));
        for (let i = 0; i < size; i++) bare.create(TEXT);
      });
    // Warm after three merges: each compiles less than the one before.
    const comparison = await compare(engine, anchor, 5, 3);
    bare.close();
    await vault.close();
    return comparison;
  });
}

export async function manyUpdates(size: number): Promise<Result> {
  let round = 0;
  const comparison = await compareRewrite(size, (engine) =>
    engine.run('update_rows', { table: 'tasks', set_values: { estimate: 1000 + ++round } }),
  );
  return resultOf({ goal: 'W4', size, comparison });
}

export async function columnRename(size: number): Promise<Result> {
  let name = 'priority';
  const comparison = await compareRewrite(size, (engine) => {
    const from = name;
    name = name === 'priority' ? 'urgency' : 'priority';
    return engine.run('rename_column', { table: 'tasks', from_column: from, to_column: name });
  });
  return resultOf({ goal: 'W5', size, comparison });
}

/** A write that changes the note of every row, by as many files that are written anew. */
async function compareRewrite(size: number, write: (engine: Engine) => Promise<JsonObject>): Promise<Comparison> {
  return withCopy(vaultFolder('tasks', size), async (folder) => {
    const vault = await openVault(folder);
    const others = `${folder}.anchor`;
    fs.cpSync(path.join(folder, 'notedb'), others, { recursive: true });
    const notes = notesBelow(path.join(others, 'main/default/tasks'));
    const engine: Sample = async () => {
      let migration: unknown;
      const took = await timed(async () => {
        ({ migrationId: migration } = await write(vault.engine));
      });
      const { migrations } = await vault.engine.run('list_migrations', { limit: 1 });
      const [last] = migrations as JsonObject[];
      const isOne = last?.['migration_id'] === migration && last?.['notes_changed'] === notes.length;
      if (!isOne) throw new Error(`not every row was changed in one migration: ${JSON.stringify(last?.['summary'])}`);
      return took;
    };
    const anchor: Sample = () =>
      timed(() => {
        for (const note of notes) BareWrites.rewrite(note, (text) => `${text.slice(0, -1)}.`);
      });
    const comparison = await compare(engine, anchor, 5, 1);
    await vault.close();
    return comparison;
  });
}

function notesBelow(folder: string): readonly string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    return entry.isDirectory() ? notesBelow(place) : [place];
  });
}
