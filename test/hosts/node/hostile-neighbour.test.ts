/** Another process edits, replaces, half-writes, renames, copies and deletes notes while eight clients write: no byte that anyone wrote is lost. D7 */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Engine, type JsonObject, NotedbError, openEngine } from '../../../src/engine/index';
import type { ContentHash } from '../../../src/engine/history/journal/content-hash';
import { Journal } from '../../../src/engine/history/journal/journal';
import type { Published } from '../../../src/engine/feed/published';
import { times, within } from '../../deep';
import { Replica } from '../../engine/feed/replay';
import { eventually } from '../../eventually';
import { type ScratchVault, scratchVault } from './scratch-vault';
import { SecondProcess, type Step, buildSecondProgram } from './second-process';

const folderOfProgram = fs.mkdtempSync(path.join(os.tmpdir(), 'notedb-neighbour-'));
const program = path.join(folderOfProgram, 'second.mjs');
const FOLDER = 'notedb/main/default/notes';
const NOTES = 60;
const CLIENTS = 8;
/** Milliseconds. */
const LOAD = times(6000, 600_000);

let scratch: ScratchVault;
let engine: Engine;
let neighbour: SecondProcess;
let random: (below: number) => number;

beforeAll(() => buildSecondProgram(program));
afterAll(() => fs.rmSync(folderOfProgram, { recursive: true }));
beforeEach(async () => {
  scratch = await scratchVault();
  engine = await openEngine(scratch.host);
  neighbour = new SecondProcess(program, scratch.folder);
  let state = Number(process.env['SEED']) >>> 0;
  random = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
});
afterEach(async () => {
  neighbour.stop();
  await engine.close();
  await scratch.close();
});

const run = (name: string, args: JsonObject): Promise<JsonObject> => engine.run(name, args);
const noteOf = (i: number): string => `${FOLDER}/n${i}.md`;
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

let words = 0;
const newWord = (by: string): string => `${by}${(words += 1)}x`;

/** What the clients wrote and had an answer for, and what they were refused. */
interface Written {
  readonly words: Set<string>;
  readonly refusals: NotedbError[];
}

async function writeUntil(end: number, written: Written): Promise<void> {
  while (Date.now() < end) {
    const [word, key] = [newWord('C'), `n${random(NOTES)}`];
    const calls: readonly [string, JsonObject][] = [
      ['update_rows', { table: 'notes', where: { key }, set_values: { mark: word } }],
      ['update_row', { table: 'notes', path: `${FOLDER}/${key}.md`, body_append: word }],
      ['insert_row', { table: 'notes', values: { key: word, mark: word } }],
      [
        'merge_rows',
        {
          table: 'notes',
          on: ['key'],
          rows: [
            { key: `${word}a`, mark: word },
            { key: `${word}b`, mark: word },
          ],
        },
      ],
    ];
    const [operation, args] = calls[random(20) < 16 ? random(2) : 2 + random(2)] as (typeof calls)[number];
    try {
      const { changed } = await run(operation, args);
      if (changed !== 0) written.words.add(word);
    } catch (error) {
      if (!(error instanceof NotedbError)) throw error;
      written.refusals.push(error);
    }
    await pause(random(20));
  }
}

/** What the neighbour wrote and did not itself destroy. */
async function disturbUntil(end: number, kept: Set<string>): Promise<void> {
  while (Date.now() < end) {
    const [note, word] = [noteOf(random(NOTES)), newWord('N')];
    const acts: readonly Step[] = [
      { act: 'append', path: note, text: `${word}\n` },
      { act: 'append', path: note, text: `${word}\n` },
      { act: 'swap', path: note, text: word },
      { act: 'halves', path: note, text: word, after: random(5) },
      { act: 'move', path: note, to: `Elsewhere/${word}.md` },
      { act: 'copy', path: note, to: `${note.slice(0, -3)} (${word}).md` },
      { act: 'remove', path: note },
    ];
    const step = acts[random(acts.length)] as Step;
    const [outcome] = await neighbour.run([{ ...step, isThereOnly: true }]);
    if (outcome === 'done' && step.text !== undefined) kept.add(word);
    // What it deletes or writes over by itself is no loss.
    if (outcome?.startsWith('destroyed ') === true) {
      for (const gone of outcome.split(' ').slice(1)) kept.delete(gone);
      if (step.text !== undefined) kept.add(word);
    }
    await pause(random(8));
  }
}

/** Everything that is in a file of the vault, the trash included. */
function textOfVault(): string {
  const names = fs.readdirSync(scratch.folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.md'))
    .map((name) => fs.readFileSync(path.join(scratch.folder, name), 'utf8'))
    .join('\n');
}

/** Every text that the journal holds. */
async function textOfJournal(): Promise<string> {
  const journal = await Journal.open(scratch.host);
  const hashes = new Set<ContentHash>();
  for await (const { migration } of journal.newestFirst())
    for (const { before, after } of migration.changes)
      for (const hash of [before, after]) if (hash !== null) hashes.add(hash);
  return [...(await journal.texts(hashes)).values()].join('\n');
}

const rowsNow = async (): Promise<readonly JsonObject[]> => {
  const rows: JsonObject[] = [];
  for (let offset = 0; ; offset += 1000) {
    const page = await run('select_rows', { table: 'notes', limit: 1000, offset });
    rows.push(...(page['rows'] as JsonObject[]));
    if (rows.length >= (page['total'] as number)) return rows;
  }
};

/** A copy of the table that follows what is told, and nothing else. */
class Follower {
  readonly rows = new Map<string, string>();
  readonly numbers: number[] = [];

  readonly hear = ({ changes }: Pick<Published, 'changes'>): void => {
    for (const { seq, before, after } of changes) {
      if (seq !== null) this.numbers.push(seq);
      const [was, is] = [before(), after()];
      if (was !== null && this.rows.get(was.id) === was.path) this.rows.delete(was.id);
      if (is !== null) this.rows.set(is.id, is.path);
    }
  };
}

/** What check_table must say of each note that is not answered: copies with a row's id, and notes of no table in its folder. */
function notesThatAreNoRows(rows: ReadonlySet<string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const folder of [FOLDER, 'Elsewhere']) {
    for (const name of fs.existsSync(path.join(scratch.folder, folder))
      ? fs.readdirSync(path.join(scratch.folder, folder))
      : []) {
      const place = `${folder}/${name}`;
      if (rows.has(place) || name.startsWith('.')) continue;
      const isOfTable = (scratch.outside.text(place) ?? '').includes('table: main.default.notes\n');
      if (isOfTable || folder === FOLDER) found.set(place, isOfTable ? 'duplicate_id' : 'not_a_row');
    }
  }
  return found;
}

function countsOf(codes: ReadonlyMap<string, string>): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const code of codes.values()) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

test(
  'beside eight clients',
  async () => {
    await run('create_table', {
      name: 'notes',
      description: 'Notes of everybody',
      filename: '{key}',
      history: true,
      columns: [
        { name: 'key', type: 'string', description: 'Which' },
        { name: 'mark', type: 'string', description: 'The last word' },
      ],
    });
    const follower = new Follower();
    engine.onChange(follower.hear);
    const rows = Array.from({ length: NOTES }, (_, i) => ({ key: `n${i}`, mark: 'none' }));
    await run('merge_rows', { table: 'notes', on: ['key'], rows });

    const written: Written = { words: new Set(), refusals: [] };
    const kept = new Set<string>();
    const end = Date.now() + LOAD;
    // Notes that went come back, so that there is always something to fight for.
    const restore = async (): Promise<void> => {
      while (Date.now() < end) {
        await pause(300);
        await run('merge_rows', { table: 'notes', on: ['key'], rows: rows.map(({ key }) => ({ key })) }).catch(
          () => null,
        );
      }
    };
    const clients = Array.from({ length: CLIENTS }, () => writeUntil(end, written));
    await Promise.all([...clients, disturbUntil(end, kept), restore()]);
    await engine.rescan();

    // Each clash is a refusal that says which note.
    expect(written.words.size).toBeGreaterThan(50);
    expect(kept.size).toBeGreaterThan(50);
    for (const { code, conflicts, violations } of written.refusals) {
      expect(['conflict', 'refused', 'not_found']).toContain(code);
      expect(code === 'not_found' || conflicts.length + violations.length > 0).toBe(true);
    }

    // Every word of the neighbour is in a note.
    const there = textOfVault();
    expect([...kept].filter((word) => !there.includes(word))).toEqual([]);
    // Every word of a client is in a note, or the journal has it.
    const history = await textOfJournal();
    expect([...written.words].filter((word) => !there.includes(word) && !history.includes(word))).toEqual([]);

    // What is answered, what is told and what lies on the disk are one.
    const answered = (await rowsNow()).map(({ id, path: place, mark }) => ({ id, path: place, mark }));
    for (const { id, path: place, mark } of answered) {
      const text = scratch.outside.text(place as string) ?? '';
      expect(text).toContain(`id: ${id as string}\n`);
      if (typeof mark === 'string') expect(text).toContain(`mark: ${mark}\n`);
    }
    const told = [...follower.rows].map(([id, place]) => `${id} ${place}`).sort();
    expect(told).toEqual(answered.map(({ id, path: place }) => `${id as string} ${place as string}`).sort());
    // The numbers of a write that was called off are not given again.
    expect(follower.numbers).toEqual([...new Set(follower.numbers)].sort((a, b) => a - b));

    // Who follows the feed alone has the same rows.
    const replica = new Replica();
    await replica.follow({ run: (name, args = {}) => run(name, args) }, 500);
    const followed = [...replica.rows].map(([place, { id, mark = null }]) => [place, id, mark]).sort();
    expect(followed).toEqual(answered.map(({ id, path: place, mark = null }) => [place, id, mark]).sort());

    // check_table says of every other note why it is no row.
    const { violations, counts } = await run('check_table', { table: 'notes' });
    const others = notesThatAreNoRows(new Set(answered.map(({ path: place }) => place as string)));
    expect(counts).toEqual(countsOf(others));
    for (const { path: place, code } of violations as JsonObject[]) expect(others.get(place as string)).toBe(code);
    const before = JSON.stringify(answered);
    await engine.close();
    engine = await openEngine(await scratch.reopen());
    await eventually(async () => {
      const again = (await rowsNow()).map(({ id, path: place, mark }) => ({ id, path: place, mark }));
      expect(JSON.stringify(again)).toBe(before);
    });
  },
  within(60_000),
);
