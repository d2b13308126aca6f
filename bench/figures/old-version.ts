/**
 * C2: a select of a table as it was, by reading a log that says the same: a JSON line for each row that changed since. The engine
 * was opened anew, so that it reads the table's log from its files.
 */

import { type Engine, type JsonObject, openEngine } from '../../src/engine/index';
import { compare, meanOf, meanOfSync } from '../measure';
import { type Result, resultOf } from '../result';
import { type MemoryRow, newMemoryVault } from '../rows-in-memory';

const CHANGES = 2000;

/** Each is one write. */
const WRITES = 20;

const RUNS = 7;

/** So many that the code is warm, as in a server that has run for a while: what is read anew each time is the data. */
const WARM_UPS = 4;

/** Reads in one sample. */
const TIMES = 5;

/** Versions that change no row: reading each of them goes the whole way back, and none is read twice. */
const VERSIONS = (RUNS + WARM_UPS) * TIMES;

/** The rows that were changed, in an engine that has read nothing of it. */
interface History {
  readonly engine: Engine;
  /** The first of the versions before the changes. */
  readonly first: number;
  readonly changed: readonly MemoryRow[];
  /** Rows of priority 5 before the changes: counted once, not in every sample. */
  readonly wanted: number;
}

export async function oldVersion(size: number): Promise<readonly Result[]> {
  const updated = await historyOf(size, (from) => ({
    operation: 'update_rows',
    args: { set_values: { priority: 1 + (from % 9) } },
  }));
  const results = [await firstRead('changed', size, updated), await secondRead(size, updated)];
  await updated.engine.close();
  const deleted = await historyOf(size, () => ({ operation: 'delete_rows', args: { on_referenced: 'set_null' } }));
  results.push(await firstRead('deleted', size, deleted));
  await deleted.engine.close();
  return results;
}

type Write = (from: number) => { readonly operation: string; readonly args: JsonObject };

async function historyOf(size: number, write: Write): Promise<History> {
  const { engine, host, tasks } = await newMemoryVault('tasks', size);
  const { version } = await engine.run('alter_table', { table: 'tasks', history: true });
  for (let i = 1; i < VERSIONS; i++) await engine.run('alter_table', { table: 'tasks', description: `Tasks ${i}` });
  const changed = tasks.slice(0, CHANGES);
  const step = Math.ceil(changed.length / WRITES);
  for (let from = 0; from < changed.length; from += step) {
    const where = { or: changed.slice(from, from + step).map(({ path }) => ({ path })) };
    const { operation, args } = write(from);
    await engine.run(operation, { table: 'tasks', where, ...args });
  }
  await engine.close();
  const wanted = tasks.filter(({ values }) => values['priority'] === 5).length;
  return { engine: await openEngine(host.reboot()), first: version as number, changed, wanted };
}

/** Each run reads a version that was not read before. */
async function firstRead(what: string, size: number, history: History): Promise<Result> {
  let { first: version } = history;
  const read = async (): Promise<unknown> => checked(history, await select(history, version++));
  const comparison = await compare(meanOf(TIMES, read), replay(history), RUNS, WARM_UPS);
  return resultOf({ goal: 'C2', label: `${what}, first read`, size, comparison });
}

async function secondRead(size: number, history: History): Promise<Result> {
  const read = async (): Promise<unknown> => checked(history, await select(history, history.first));
  await read();
  const comparison = await compare(meanOf(TIMES, read), replay(history));
  return resultOf({ goal: 'C2', label: 'changed, read again', size, comparison });
}

const select = ({ engine }: History, version: number): Promise<JsonObject> =>
  engine.run('select_rows', { table: 'tasks', version, where: { priority: 5 }, limit: 100 });

function checked({ wanted }: History, { total }: JsonObject): void {
  if (total !== wanted)
    throw new Error(`the old version has ${JSON.stringify(total)} rows of priority 5, not ${wanted}`);
}

function replay({ changed }: History) {
  const lines = changed.map(({ path, id, values }) => JSON.stringify({ path, id, ...values }));
  return meanOfSync(
    TIMES,
    () => new Map(lines.map((line) => JSON.parse(line) as JsonObject).map((row) => [row['path'], row])),
  );
}
