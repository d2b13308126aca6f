/** C2: a select of a table as it was, by reading a log that says the same: a JSON line for each row that changed since. */

import type { JsonObject } from '../../src/engine/index';
import { compare, meanOf, meanOfSync } from '../measure';
import { type Result, resultOf } from '../result';
import { memoryVault } from '../rows-in-memory';

const CHANGES = 2000;
const VERSIONS = 20;
const TIMES = 5;

export async function oldVersion(size: number): Promise<Result> {
  const { engine, tasks } = await memoryVault('tasks', size);
  const { version } = await engine.run('alter_table', { table: 'tasks', history: true });
  const changed = tasks.slice(0, CHANGES);
  const step = Math.ceil(changed.length / VERSIONS);
  for (let from = 0; from < changed.length; from += step) {
    const paths = changed.slice(from, from + step).map(({ path }) => path);
    const where = { or: paths.map((path) => ({ path })) };
    await engine.run('update_rows', { table: 'tasks', where, set_values: { priority: 1 + (from % 9) } });
  }
  const lines = changed.map(({ path, id, values }) => JSON.stringify({ path, id, ...values }));
  const args: JsonObject = { table: 'tasks', version: version ?? 0, where: { priority: 5 }, limit: 100 };
  const { total } = await engine.run('select_rows', args);
  if (total !== tasks.filter(({ values }) => values['priority'] === 5).length)
    throw new Error(`the old version has other rows of priority 5`);
  const comparison = await compare(
    meanOf(TIMES, () => engine.run('select_rows', args)),
    meanOfSync(
      TIMES,
      () => new Map(lines.map((line) => JSON.parse(line) as JsonObject).map((row) => [row['path'], row])),
    ),
  );
  await engine.run('alter_table', { table: 'tasks', history: false });
  return resultOf({ goal: 'C2', label: `${changed.length} changes`, size, comparison });
}
