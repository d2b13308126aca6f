/** As many tasks as asked for in an engine on the memory host and in SQLite, for the figures that read rows. */

import Database from 'better-sqlite3';
import type { Engine } from '../src/engine/index';
import { openEngine } from '../src/engine/index';
import { createMemoryHost } from '../src/hosts/memory/memory-host';
import { METASTORE } from './vault/metastore';
import { type BenchRow, type Value, notesOf } from './vault/notes';

export const TASK_COLUMNS = [
  'title',
  'status',
  'priority',
  'due',
  'created',
  'project',
  'assignee',
  'area',
  'estimate',
  'done',
  'code',
  'contexts',
  'summary',
] as const;

export interface Task extends BenchRow {
  readonly path: string;
}

/** About `count` tasks: a vault that is nearly nothing else. */
export function tasksOf(count: number): { readonly files: Record<string, string>; readonly tasks: readonly Task[] } {
  const files: Record<string, string> = { 'notedb/metastore.yaml': METASTORE };
  const tasks: Task[] = [];
  for (const { path, text, row } of notesOf('tasks', Math.round(count / 0.994))) {
    // The bodies are not asked for.
    files[path] = text.slice(0, text.indexOf('\n---\n') + 5);
    if (row?.table === 'tasks') tasks.push({ ...row, path });
  }
  return { files, tasks };
}

export function engineOf(files: Readonly<Record<string, string>>): Promise<Engine> {
  return openEngine(createMemoryHost({ files }));
}

/** The same rows; dates as ISO text, links and lists as text, as a program would keep them. */
export function sqliteOf(tasks: readonly Task[], indexes: readonly string[]): Database.Database {
  const database = new Database(':memory:');
  database.exec(`CREATE TABLE tasks (id TEXT, path TEXT, ${TASK_COLUMNS.join(', ')})`);
  const insert = database.prepare(`INSERT INTO tasks VALUES (?, ?${', ?'.repeat(TASK_COLUMNS.length)})`);
  database.transaction(() => {
    for (const { id, path, values } of tasks) insert.run(id, path, ...TASK_COLUMNS.map((name) => cell(values[name])));
  })();
  for (const columns of indexes) database.exec(`CREATE INDEX "by ${columns}" ON tasks (${columns})`);
  database.exec('ANALYZE');
  return database;
}

function cell(value: Value | undefined): string | number | null {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' ? JSON.stringify(value) : value;
}
