/** W1, W2: durable inserts one at a time and sixteen at a time. */

import path from 'node:path';
import type { Engine, JsonObject } from '../../src/engine/index';
import { openVault } from '../engine-on-disk';
import { type Sample, compare, medianOf, timed } from '../measure';
import { type Result, resultOf } from '../result';
import { withCopy } from '../vault/copies';
import { vaultFolder } from '../vault/generate';
import { type BenchRow, newTasks } from '../vault/notes';
import { BareWrites } from './bare-writes';

const INSERTS = 400;
/** Samples that don't count: after some 3,000 inserts the code is warm, as in a server that has run for a while. */
const WARM_UPS = 8;
/** The same number of measured samples as everywhere. */
const RUNS = 7;
const WRITERS = 16;

/** Of a task's note and of its record in the journal, in bytes. */
const NOTE_TEXT = 'x'.repeat(500);
const RECORD_TEXT = 'x'.repeat(900);

/** Of a table that keeps no history, and of one that does. */
export async function singleInserts(size: number): Promise<readonly Result[]> {
  return [await insertsInto(size, ''), await insertsInto(size, 'with history')];
}

function insertsInto(size: number, label: '' | 'with history'): Promise<Result> {
  return withCopy(vaultFolder('mixed', size), async (folder) => {
    const vault = await openVault(folder);
    if (label !== '') await vault.engine.run('alter_table', { table: 'tasks', history: true });
    const bare = new BareWrites(path.join(folder, '.bare'));
    let batch = 0;
    const engine: Sample = async () => {
      const took: number[] = [];
      for (const row of newTasks(INSERTS, ++batch)) took.push(await timed(() => insert(vault.engine, row)));
      return medianOf(took);
    };
    const anchor: Sample = async () => {
      const took: number[] = [];
      for (let i = 0; i < INSERTS; i++) took.push(await timed(() => bare.insert(RECORD_TEXT, NOTE_TEXT)));
      return medianOf(took);
    };
    const comparison = await compare(engine, anchor, RUNS, WARM_UPS);
    bare.close();
    await vault.close();
    return resultOf({ goal: 'W1', label, size, unit: 'us', comparison });
  });
}

export async function concurrentInserts(size: number): Promise<Result> {
  return withCopy(vaultFolder('mixed', size), async (folder) => {
    const vault = await openVault(folder);
    let batch = 0;
    const writing =
      (writers: number): Sample =>
      async () => {
        const rows = newTasks(INSERTS, ++batch)[Symbol.iterator]();
        const write = async (): Promise<void> => {
          for (const row of rows) await insert(vault.engine, row);
        };
        const took = await timed(() => Promise.all(Array.from({ length: writers }, write)));
        return took / INSERTS;
      };
    const comparison = await compare(writing(WRITERS), writing(1));
    await vault.close();
    return resultOf({ goal: 'W2', size, unit: 'us', comparison });
  });
}

const insert = (engine: Engine, { values }: BenchRow): Promise<JsonObject> =>
  engine.run('insert_row', { table: 'tasks', values: values as JsonObject });
