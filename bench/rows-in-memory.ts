/** As many tasks as asked for in an engine on the memory host and in SQLite, for the figures that read rows. */

import Database from 'better-sqlite3';
import type { Engine } from '../src/engine/index';
import { openEngine } from '../src/engine/index';
import { type MemoryHost, createMemoryHost } from '../test/memory-host/memory-host';
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

export const PROJECT_COLUMNS = ['name', 'started', 'budget', 'lead', 'active', 'goal', 'state'] as const;

export interface MemoryRow extends BenchRow {
  readonly path: string;
}

export interface MemoryVault {
  readonly engine: Engine;
  readonly host: MemoryHost;
  readonly tasks: readonly MemoryRow[];
  readonly projects: readonly MemoryRow[];
}

/** Of the notes of a shape: how many there are for each task. */
const NOTES_A_TASK = { tasks: 1 / 0.994, linked: 1 / 0.918 };

const opened = new Map<string, Promise<MemoryVault>>();

/** A vault with about `count` tasks: `tasks` is nearly nothing else, `linked` has a project for every eleven. Opened once. */
export function memoryVault(shape: keyof typeof NOTES_A_TASK, count: number): Promise<MemoryVault> {
  const key = `${shape} ${count}`;
  let vault = opened.get(key);
  if (vault === undefined) opened.set(key, (vault = newMemoryVault(shape, count)));
  return vault;
}

/** For a figure that writes: nobody else has it. */
export async function newMemoryVault(shape: keyof typeof NOTES_A_TASK, count: number): Promise<MemoryVault> {
  const notes = Math.round(count * NOTES_A_TASK[shape]);
  const files: Record<string, string> = { 'notedb/metastore.yaml': METASTORE };
  const rows: Record<string, MemoryRow[]> = { tasks: [], projects: [] };
  for (const { path, text, row } of notesOf(shape, notes)) {
    // The bodies are not asked for.
    files[path] = text.slice(0, text.indexOf('\n---\n') + 5);
    if (row !== null) rows[row.table]?.push({ ...row, path });
  }
  const host = createMemoryHost({ files });
  const engine = await openEngine(host);
  return { engine, host, tasks: rows['tasks'] as MemoryRow[], projects: rows['projects'] as MemoryRow[] };
}

export interface SqlTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly MemoryRow[];
  /** Columns of each index. */
  readonly indexes: readonly string[];
}

export const sqlTasks = (rows: readonly MemoryRow[], ...indexes: readonly string[]): SqlTable => ({
  name: 'tasks',
  columns: TASK_COLUMNS,
  rows,
  indexes,
});

/** The same rows; dates as ISO text, links and lists as text, as a program would keep them. */
export function sqliteOf(...tables: readonly SqlTable[]): Database.Database {
  const database = new Database(':memory:');
  for (const { name, columns, rows, indexes } of tables) {
    database.exec(`CREATE TABLE ${name} (id TEXT, path TEXT, ${columns.join(', ')})`);
    const insert = database.prepare(`INSERT INTO ${name} VALUES (?, ?${', ?'.repeat(columns.length)})`);
    database.transaction(() => {
      for (const { id, path, values } of rows) insert.run(id, path, ...columns.map((column) => cell(values[column])));
    })();
    for (const index of indexes) database.exec(`CREATE INDEX "${name} by ${index}" ON ${name} (${index})`);
  }
  database.exec('ANALYZE');
  return database;
}

function cell(value: Value | undefined): string | number | null {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' ? JSON.stringify(value) : value;
}
