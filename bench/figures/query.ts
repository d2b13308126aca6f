/** Q1, Q2, Q3: selects through the operation, by SQLite on the same rows in the same process. Rows become objects on both sides. */

import type Database from 'better-sqlite3';
import type { Engine, JsonObject } from '../../src/engine/index';
import { compare, meanOf, meanOfSync } from '../measure';
import { type Result, resultOf } from '../result';
import { type MemoryRow, memoryVault, sqlTasks, sqliteOf } from '../rows-in-memory';

/** Selects in one sample: so many that the code is warm, as in a server that has run for a while. */
const WARM = 100;

/** A select and the same in SQL. */
interface Query {
  readonly args: JsonObject;
  readonly where: string;
  readonly orderBy: string;
}

const INDEXED: Query = {
  args: { table: 'tasks', where: { status: 'todo', due: { gte: '2021-01-01' } }, order_by: 'due', limit: 100 },
  where: `status = 'todo' AND due >= '2021-01-01'`,
  orderBy: 'due',
};

const UNINDEXED: Query = {
  args: {
    table: 'tasks',
    where: { priority: { gte: 4 }, title: { icontains: 'kl' }, done: false },
    order_by: ['-created', 'title'],
    limit: 100,
  },
  where: `priority >= 4 AND title LIKE '%kl%' AND done = 0`,
  orderBy: 'created DESC, title',
};

export async function indexedQuery(size: number): Promise<Result> {
  const { engine, tasks } = await memoryVault('tasks', size);
  const comparison = await compareQuery(engine, INDEXED, sqliteOf(sqlTasks(tasks, 'status, due', 'due')));
  return resultOf({ goal: 'Q1', size, unit: 'us', comparison });
}

export async function unindexedQuery(size: number): Promise<Result> {
  const { engine, tasks } = await memoryVault('tasks', size);
  const comparison = await compareQuery(engine, UNINDEXED, sqliteOf(sqlTasks(tasks)));
  return resultOf({ goal: 'Q2', size, unit: 'us', comparison });
}

async function compareQuery(engine: Engine, { args, where, orderBy }: Query, database: Database.Database) {
  const rows = database.prepare(`SELECT * FROM tasks WHERE ${where} ORDER BY ${orderBy}, path LIMIT 100`);
  const count = database.prepare(`SELECT count(*) AS total FROM tasks WHERE ${where}`);
  const answer = await engine.run('select_rows', args);
  const { total } = count.get() as { total: number };
  const [ours, theirs] = [answer['rows'] as JsonObject[], rows.all() as JsonObject[]];
  const isSame = answer['total'] === total && ours.every(({ path }, i) => path === theirs[i]?.['path']);
  if (!isSame || total === 0)
    throw new Error(`other rows than SQLite's: ${JSON.stringify(answer['total'])}, not ${total}`);
  const comparison = await compare(
    meanOf(WARM, () => engine.run('select_rows', args)),
    meanOfSync(WARM, () => [rows.all(), count.get()]),
  );
  database.close();
  return comparison;
}

export async function oneRow(size: number): Promise<readonly Result[]> {
  const { engine, tasks } = await memoryVault('tasks', size);
  const database = sqliteOf(sqlTasks(tasks, 'id', 'path'));
  const results: Result[] = [];
  for (const key of ['id', 'path'] as const) {
    const wanted = Array.from({ length: 2000 }, (_, i) => (tasks[(i * 7919) % tasks.length] as MemoryRow)[key]);
    const sql = `SELECT * FROM tasks WHERE ${key} = ?`;
    const comparison = await compare(
      meanOf(wanted.length, async (i) => {
        const answer = await engine.run('select_rows', { table: 'tasks', where: { [key]: wanted[i] as string } });
        if (answer['total'] !== 1) throw new Error(`no row with the ${key} ${String(wanted[i])}`);
      }),
      meanOfSync(wanted.length, (i) => database.prepare(sql).get(wanted[i])),
    );
    results.push(resultOf({ goal: 'Q3', label: `by ${key}`, size, unit: 'us', comparison }));
  }
  database.close();
  return results;
}
