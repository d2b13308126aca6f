/** M1: what rows cost in memory, each side in a process of its own. */

import { execFileSync } from 'node:child_process';
import { Catalog } from '../../src/engine/catalog/catalog';
import { parseMetastore } from '../../src/engine/catalog/metastore/metastore-file';
import { valueOrder } from '../../src/engine/query/row-order';
import { MOST_INDEXES } from '../../src/engine/query/scan/kept-indexes';
import { postingsOf } from '../../src/engine/query/scan/value-postings';
import type { SchedulerPort } from '../../src/engine/ports/host';
import type { FrozenColumn } from '../../src/engine/storage/columns/stored-column';
import { readNoteText } from '../../src/engine/storage/store/note-reading';
import { ColumnTable } from '../../src/engine/storage/columns/column-table';
import type { Row } from '../../src/engine/storage/row';
import { RowCodec } from '../../src/engine/storage/row-codec';
import { spreadOf } from '../measure';
import { type Result, resultOf } from '../result';
import { METASTORE } from '../vault/metastore';
import { notesOf } from '../vault/notes';

/** What the child process is asked to hold. */
export const MEMORY_SIDES = ['engine', 'objects'] as const;

export type MemorySide = (typeof MEMORY_SIDES)[number];

const RUNS = 5;
const MEGABYTE = 1024 * 1024;

export function rowMemory(size: number): Result {
  const megabytes = (side: MemorySide): number => {
    const args = ['--expose-gc', process.argv[1] as string, '--hold', side, '--size', String(size)];
    return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  };
  const taken = Array.from({ length: RUNS }, () => ({ objects: megabytes('objects'), engine: megabytes('engine') }));
  const engine = spreadOf(taken.map((run) => run.engine));
  const anchor = spreadOf(taken.map((run) => run.objects));
  // A thousand rows take less than what else the process gives back meanwhile.
  const isJudged = engine.min > 0 && anchor.min > 0;
  return resultOf({ goal: 'M1', size, unit: 'MB', comparison: { engine, anchor, runs: RUNS, isJudged } });
}

/** In the child: prints the megabytes that the rows take. */
export async function holdRows(side: MemorySide, size: number): Promise<void> {
  const parsed = parseMetastore(METASTORE);
  if (!('catalog' in parsed)) throw new Error('the tables of the bench do not parse');
  const definition = new Catalog(parsed.catalog, 'notedb').resolveTable('tasks');
  const codec = new RowCodec(definition);
  const rows = function* (): Generator<Row> {
    for (const { path, text } of notesOf('tasks', Math.round(size / 0.994))) {
      const { table } = readNoteText(text);
      if (table === definition.qualified) yield codec.decode(path, 0, text).row;
    }
  };
  // What is loaded and compiled by the first rows is not theirs.
  rows().next();
  const before = used();
  const held = side === 'engine' ? await inColumns(new ColumnTable(definition), rows()) : asObjects(rows());
  const after = used();
  console.log(String((after - before) / MEGABYTE), held === null ? '' : '');
}

const scheduler: SchedulerPort = { pause: () => Promise.resolve(), after: () => () => undefined };

/** Rows, slots by path, path by id as the store keeps it, the ranks of three orders, and as many indexes as are kept. */
async function inColumns(table: ColumnTable, rows: Iterable<Row>): Promise<unknown> {
  const holders = new Map<string, string>();
  for (const row of rows) {
    table.put(row);
    holders.set(row.id, row.path);
  }
  const snapshot = table.snapshot();
  const { columns } = snapshot;
  for (const name of ['due', 'title', 'created']) {
    const spec = table.definition.columns.find((column) => column.name === name) ?? null;
    const column = columns.get(name);
    if (column?.kind === 'codes') column.dictionary.ranksBy(valueOrder(spec, 'UTC'));
  }
  let made = 0;
  for (const { name } of table.definition.columns.slice(0, MOST_INDEXES)) {
    const column = columns.get(name) as FrozenColumn;
    await postingsOf(column, snapshot, scheduler);
    // The second time it is made.
    if ((await postingsOf(column, snapshot, scheduler)) !== null) made++;
  }
  if (made !== MOST_INDEXES) throw new Error(`${made} indexes were made, not ${MOST_INDEXES}`);
  return [table, holders, snapshot];
}

function asObjects(rows: Iterable<Row>): unknown {
  const objects: unknown[] = [];
  // Copied by way of JSON: values cut from a note's text would keep all of it.
  for (const { path, id, values } of rows) objects.push(JSON.parse(JSON.stringify({ path, id, ...values })));
  return objects;
}

function used(): number {
  for (let i = 0; i < 4; i++) (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + Math.max(external, arrayBuffers);
}
