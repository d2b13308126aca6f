/** Another process writes in the vault while the engine does: what is on disk and what is answered agree soon after. D7 */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Engine, type JsonObject, NotedbError, openEngine } from '../../../src/engine/index';
import { size, times, within } from '../../deep';
import { eventually } from '../../eventually';
import { type ScratchVault, scratchVault } from './scratch-vault';
import { SecondProcess, type Step, buildSecondProgram } from './second-process';

const folderOfProgram = fs.mkdtempSync(path.join(os.tmpdir(), 'notedb-second-'));
const program = path.join(folderOfProgram, 'second.mjs');
let scratch: ScratchVault;
let engine: Engine;
let second: SecondProcess;

beforeAll(() => buildSecondProgram(program));
afterAll(() => fs.rmSync(folderOfProgram, { recursive: true }));
beforeEach(async () => {
  scratch = await scratchVault();
  engine = await openEngine(scratch.host);
  second = new SecondProcess(program, scratch.folder);
});
afterEach(async () => {
  second.stop();
  await engine.close();
  await scratch.close();
});

const run = (name: string, args: JsonObject): Promise<JsonObject> => engine.run(name, args);

const column = (name: string, type: string, more: JsonObject = {}): JsonObject => ({
  name,
  type,
  description: `what ${name} says`,
  ...more,
});

const createTable = (name: string, more: JsonObject = {}): Promise<JsonObject> =>
  run('create_table', {
    name,
    description: 'Somebody',
    filename: '{key}',
    columns: [column('key', 'string'), column('name', 'string'), column('score', 'number')],
    ...more,
  });

const FOLDER = 'notedb/main/default';
const note = (table: string, key: string, name: string): string =>
  `---\ntable: main.default.${table}\nid: ${table.padEnd(8, '0')}-0000-4000-8000-${key.padStart(12, '0')}\nkey: ${key}\nname: ${name}\n---\n`;
const rowsOf = (count: number): JsonObject[] =>
  Array.from({ length: count }, (_, i) => ({ key: `k${i}`, name: `Name ${i}` }));

/** What the notes on disk say, by table. */
function onDisk(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const names = fs.readdirSync(scratch.folder, { recursive: true, encoding: 'utf8' });
  for (const each of names.filter((name) => name.endsWith('.md') && !/(^|\/)\./.test(name))) {
    const text = fs.readFileSync(path.join(scratch.folder, each), 'utf8');
    const value = (key: string): string => new RegExp(`^${key}: (.*)$`, 'm').exec(text)?.[1] ?? '';
    const table = value('table').replace('main.default.', '');
    found.set(table, [...(found.get(table) ?? []), `${each} ${value('id')} ${value('name')}`]);
  }
  return found;
}

async function answered(table: string): Promise<readonly string[]> {
  const rows: JsonObject[] = [];
  for (let offset = 0; ; offset += 1000) {
    const page = await run('select_rows', { table, columns: ['id', 'name', 'path'], limit: 1000, offset });
    rows.push(...(page['rows'] as JsonObject[]));
    if ((page['rows'] as JsonObject[]).length < 1000) break;
  }
  return rows.map((row) => ['path', 'id', 'name'].map((key) => row[key] as string).join(' '));
}

/** Where what is on disk and what is answered differ. */
async function differences(
  disk: ReadonlyMap<string, readonly string[]>,
  tables: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const table of tables) {
    const [there, said] = [new Set(disk.get(table)), new Set(await answered(table))];
    for (const row of there) if (!said.has(row)) found.push(`on disk alone: ${row}`);
    for (const row of said) if (!there.has(row)) found.push(`answered alone: ${row}`);
  }
  return found;
}

/** When nobody writes any more. */
function agree(tables: readonly string[]): Promise<void> {
  const disk = onDisk();
  return eventually(async () => expect((await differences(disk, tables)).slice(0, 20)).toEqual([]));
}

/** What the engine does in a table of its own; where the note then lies, and its folder. */
const WRITES = {
  'a new table': async (table: string) => {
    await createTable(table);
    await run('insert_row', { table, values: { key: 'k0', name: 'Ada' } });
  },
  'a new partition': async (table: string) => {
    await createTable(table, { partition: '{name}' });
    await run('insert_row', { table, values: { key: 'k0', name: 'Ada' } });
    await run('insert_row', { table, values: { key: 'k1', name: 'Grace' } });
  },
  'another name of the table': async (table: string) => {
    await createTable(`old_${table}`);
    for (const values of rowsOf(3)) await run('insert_row', { table: `old_${table}`, values });
    await run('alter_table', { table: `old_${table}`, name: table });
  },
  'merge_rows of many': async (table: string) => {
    await createTable(table);
    await run('merge_rows', { table, on: ['key'], rows: rowsOf(100) });
  },
} as const;

type Write = keyof typeof WRITES;

const placeOf = (write: Write, table: string): string =>
  write === 'a new partition' ? `${FOLDER}/${table}/Ada/k0.md` : `${FOLDER}/${table}/k0.md`;

const HANDS: Readonly<Record<string, (place: string, table: string) => Step>> = {
  'edits a note': (place) => ({ act: 'edit', path: place }),
  'replaces a note': (place) => ({ act: 'replace', path: place }),
  'edits a note in disguise': (place) => ({ act: 'disguise', path: place }),
  'deletes a note': (place) => ({ act: 'remove', path: place }),
  'renames a note': (place) => ({ act: 'move', path: place, to: place.replace('k0', 'renamed') }),
  'moves a note away': (place, table) => ({ act: 'move', path: place, to: `Elsewhere/${table} k0.md` }),
  'moves a note into a new folder there': (place) => ({
    act: 'move',
    path: place,
    to: place.replace('k0.md', 'deep/er/k0.md'),
  }),
  'brings a note': (place, table) => ({
    act: 'write',
    path: place.replace('k0', 'brought'),
    text: note(table, '77', 'Brought'),
  }),
};

const delay = fc.oneof(fc.constantFrom(0, 5, 20, 40), fc.integer({ min: 0, max: 200 }));

const anyRound = fc.record({
  write: fc.constantFrom(...(Object.keys(WRITES) as Write[])),
  hand: fc.constantFrom(...Object.keys(HANDS)),
  after: delay,
});

describe('right after the engine wrote there', () => {
  const seed = Number(process.env['SEED']);
  const delays = fc.sample(delay, { seed, numRuns: Object.keys(WRITES).length * Object.keys(HANDS).length });
  const each = (Object.keys(WRITES) as Write[]).flatMap((write) =>
    Object.keys(HANDS).map((hand) => ({ write, hand, after: delays.pop() ?? 0 })),
  );
  const rounds = [...each, ...fc.sample(anyRound, { seed, numRuns: times(8, 400) })];

  test.each(Object.keys(WRITES) as Write[])(
    'by %s, another process may do there what it likes',
    async (write) => {
      const tables: string[] = [];
      const acts: Promise<readonly string[]>[] = [];
      const ours = rounds.filter((round) => round.write === write);
      for (const [i, { hand, after }] of ours.entries()) {
        const table = `t${i}`;
        tables.push(table);
        const step = (HANDS[hand] as (typeof HANDS)[string])(placeOf(write, table), table);
        acts.push(second.run([{ ...step, after }]));
        await WRITES[write](table).catch((error: unknown) => {
          // A note that is no longer where it was is a conflict, and nothing is written.
          if (!(error instanceof NotedbError) || error.code !== 'conflict') throw error;
        });
      }
      await Promise.all(acts);
      await agree(tables);
      for (const table of tables) {
        const { violations } = await run('check_table', { table });
        expect((violations as JsonObject[]).filter(({ code }) => code !== 'broken_link')).toEqual([]);
        await run('update_rows', { table, set_values: { score: 7 } });
      }
      await agree(tables);
    },
    within(30_000),
  );
});

describe('in masses', () => {
  const many = size(1500, 10_000);
  const keys = Array.from({ length: many }, (_, i) => `k${i}`);
  const place = (key: string): string => `${FOLDER}/people/${key}.md`;

  const filled = async (): Promise<void> => {
    await createTable('people');
    await run('merge_rows', { table: 'people', on: ['key'], rows: rowsOf(many) });
    await agree(['people']);
  };

  /** A tenth is edited in place, a tenth deleted, the others replaced, and as many come as a third. */
  const changes = (): readonly Step[] => [
    ...keys.map((key, i): Step => {
      if (i % 10 === 0) return { act: 'edit', path: place(key) };
      return { act: i % 10 === 1 ? 'remove' : 'replace', path: place(key) };
    }),
    ...keys.slice(0, many / 3).map((key, i): Step => {
      const text = note('people', String(i), `Brought ${i}`);
      return { act: 'write', path: place(`brought/${i % 7}/${key}`), text };
    }),
  ];

  test(
    'another process may change what it likes',
    async () => {
      await filled();
      const outcomes = await second.run(changes());
      expect(new Set(outcomes)).toEqual(new Set(['done']));
      await agree(['people']);
    },
    within(30_000),
  );

  test(
    'another process may do so while this one stands still, and the system drops what it would have told',
    async () => {
      await filled();
      second.runWhileStopped([{ act: 'noise', path: FOLDER }, ...changes()]);
      await agree(['people']);
    },
    within(30_000),
  );
});
