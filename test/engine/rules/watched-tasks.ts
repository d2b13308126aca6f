/** A vault whose finished tasks have a log: what tests of rules start from. docs/rules.md */

import { expect } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { type TestVault, column, openVault } from '../open-vault';
import type { MemoryHostOptions } from '../../memory-host/memory-host';

export interface ListedRule extends JsonObject {
  readonly name: string;
  readonly status: string;
  readonly problem: string | null;
  readonly lastError: string | null;
  readonly runs: readonly ListedRun[];
}

interface ListedRun extends JsonObject {
  readonly outcome: string;
  readonly reason: string | null;
  readonly path: string | null;
  readonly migration: string | null;
  readonly depth: number;
}

const TABLES: readonly JsonObject[] = [
  {
    name: 'tasks',
    description: 'what is to be done',
    filename: '{title}',
    columns: [
      column('title', 'string', { required: true }),
      column('status', 'enum', { values: ['todo', 'done'], default: 'todo' }),
      column('finished', 'date'),
      column('points', 'integer'),
    ],
  },
  {
    name: 'log',
    description: 'what was done',
    columns: [
      column('line', 'string', { required: true }),
      column('was', 'string'),
      column('task', 'link', { ref: 'tasks' }),
    ],
  },
];

/** A finished task gets its day, and a line in the log. */
export const FINISHED: JsonObject = {
  name: 'finished',
  description: 'A finished task gets its day, and a line in the log',
  table: 'tasks',
  ops: ['insert', 'update'],
  columns: ['status'],
  where: { status: 'done' },
  steps: [
    { op: 'update_row', table: 'tasks', path: { $row: 'path' }, set_values: { finished: { $time: 'date' } } },
    {
      op: 'insert_row',
      table: 'log',
      values: { line: { $row: 'title' }, was: { $before: 'status' }, task: { $row: 'path' } },
    },
  ],
};

export async function openTasks(options: MemoryHostOptions = {}): Promise<TestVault> {
  const vault = await openVault(options);
  for (const table of TABLES) await vault.run('create_table', table);
  return vault;
}

export async function openWatched(rule: JsonObject = FINISHED): Promise<TestVault> {
  const vault = await openTasks();
  await vault.run('create_rule', rule);
  await vault.run('switch_rule', { rule: rule['name'] as string, on: true });
  return vault;
}

export const insert = (vault: TestVault, title: string, more: JsonObject = {}): Promise<JsonObject> =>
  vault.run('insert_row', { table: 'tasks', values: { title, ...more } });

export const pathOf = (title: string): string => `notedb/main/default/tasks/${title}.md`;

export const finish = (vault: TestVault, title: string): Promise<JsonObject> =>
  vault.run('update_row', { table: 'tasks', path: pathOf(title), set_values: { status: 'done' } });

/** Lets everything run that waits for no timer. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export async function rowsOf(
  vault: TestVault,
  table: string,
  columns: readonly string[],
): Promise<readonly JsonObject[]> {
  const { rows } = await vault.run('select_rows', { table, columns, order_by: 'path' });
  return (rows as readonly JsonObject[]).map(({ path: _path, id: _id, ...row }) => row);
}

export async function listedRule(vault: TestVault, name = 'finished'): Promise<ListedRule> {
  const { rules } = (await vault.run('list_rules')) as { rules: readonly ListedRule[] };
  const found = rules.find((rule) => rule.name === name);
  expect(found, `there is no rule ${name}`).toBeDefined();
  return found as ListedRule;
}
