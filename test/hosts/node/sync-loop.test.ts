/**
 * Two devices write, by operations and by hand, while a sync tool carries files both ways, late and in pieces. At quiet points both have the same rows,
 * each feed gives them, and each written value is in a note, replaced by a later write, or in a conflict copy. docs/reliability.md, docs/copies.md
 */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Engine, type JsonObject, NotedbError, openEngine } from '../../../src/engine/index';
import { times, within } from '../../deep';
import { type Event, Replica, feed, rowsOf, sorted } from '../../engine/feed/replay';
import { column } from '../../engine/open-vault';
import { eventually } from '../../eventually';
import { type ScratchVault, scratchVault } from './scratch-vault';
import { type Random, TwoWaySync, editByHand } from './two-way-sync';

const ROUNDS = times(6, 1000);
const QUIET_EVERY = 3;
const CALLS_A_ROUND = 6;
/** More rows are deleted than inserted beyond. */
const MANY = 30;
const FOLDER = 'notedb/main/default/notes';

const TABLE: JsonObject = {
  name: 'notes',
  description: 'Notes on two devices.',
  filename: '{name}',
  columns: [column('name', 'string', { required: true }), column('mark', 'string')],
};

/** A value that was written to a row; each is written once. */
type Value = string;
const valueOf = (id: string, mark: string): Value => `${id} ${mark}`;

let random: Random;
let marks = 0;
const newMark = (): string => `m${(marks += 1)}`;

class Device {
  readonly replica = new Replica();
  private since = 0;

  private constructor(
    readonly name: string,
    readonly scratch: ScratchVault,
    private engine: Engine,
  ) {}

  static async open(parent: string, name: string): Promise<Device> {
    const scratch = await scratchVault({ vaultFolder: path.join(parent, name), device: name });
    return new Device(name, scratch, await openEngine(scratch.host));
  }

  run = (name: string, args: JsonObject = {}): Promise<JsonObject> => this.engine.run(name, args);

  rescan(): Promise<void> {
    return this.engine.rescan();
  }

  async restart(): Promise<void> {
    await this.engine.close();
    this.engine = await openEngine(await this.scratch.reopen());
  }

  /** Events since the last call. */
  async newEvents(): Promise<readonly Event[]> {
    const { changes, last, gap } = await feed(this, { since: this.since, limit: 1000 });
    expect(gap).toBe(false);
    this.since = last;
    return changes;
  }

  notes(): readonly string[] {
    const folder = path.join(this.scratch.folder, FOLDER);
    return fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
  }

  place(note: string): string {
    return path.join(this.scratch.folder, FOLDER, note);
  }

  async close(): Promise<void> {
    await this.engine.close();
    await this.scratch.close();
  }
}

let parent: string;
let devices: readonly [Device, Device];
let sync: TwoWaySync;
/** Values that were written, and those that a later write replaced. */
let written: Set<Value>;
let replaced: Set<Value>;
const counts = { writes: 0, refused: 0, hand: 0, quiet: 0 };

beforeEach(async () => {
  let state = Number(process.env['SEED']) >>> 0;
  random = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'notedb-sync-'));
  devices = [await Device.open(parent, 'desk'), await Device.open(parent, 'laptop')];
  sync = new TwoWaySync([devices[0].scratch.folder, devices[1].scratch.folder], random);
  [written, replaced] = [new Set(), new Set()];
});
afterEach(async () => {
  for (const device of devices) await device.close();
  fs.rmSync(parent, { recursive: true, force: true });
});

const idIn = (text: string): string => /^id: (.*)$/m.exec(text)?.[1] ?? '';
const markIn = (text: string): string => /^mark: (.*)$/m.exec(text)?.[1] ?? '';

function oneOf<T>(all: readonly T[]): T | undefined {
  return all[random(all.length)];
}

/** A random write. A conflict with the tool or the hand is a refusal, and changes nothing. */
async function write(device: Device): Promise<void> {
  const names = device.notes().map((name) => name.replace(/\.md$/, ''));
  const name = oneOf(names);
  const mark = newMark();
  const kind = random(10);
  const call = (): Promise<JsonObject> => {
    if (name === undefined || (kind < 3 && names.length < MANY)) {
      // Both devices may give two rows one name.
      const own = kind === 0 ? `Both ${Math.floor(marks / 4)}` : `By ${device.name} ${marks}`;
      return device.run('insert_row', { table: 'notes', values: { name: own, mark } });
    }
    if (kind === 9 || names.length > MANY)
      return device.run('delete_rows', { table: 'notes', where: { name }, mode: 'delete' });
    const where = { name: { in: [name, oneOf(names) ?? name] } };
    return device.run('update_rows', { table: 'notes', where, set_values: { mark } });
  };
  try {
    await call();
    counts.writes += 1;
  } catch (error) {
    if (!(error instanceof NotedbError)) throw error;
    counts.refused += 1;
  }
}

function edit(device: Device): void {
  const note = oneOf(device.notes());
  if (note === undefined) return;
  const mark = newMark();
  let [id, before] = ['', ''];
  const isWritten = editByHand(device.place(note), (text) => {
    [id, before] = [idIn(text), markIn(text)];
    return text.replace(/^mark: .*$/m, `mark: ${mark}`);
  });
  if (!isWritten) return;
  counts.hand += 1;
  if (before === '') return;
  written.add(valueOf(id, mark));
  replaced.add(valueOf(id, before));
}

/** The writes that a device's own journal has: events of its operations. */
async function noteWrites(device: Device): Promise<void> {
  for (const event of await device.newEvents()) {
    const mark = (event['changes'] as JsonObject | undefined)?.['mark'] as JsonObject | undefined;
    if (event['source'] !== 'engine' || mark === undefined) continue;
    const id = event['id'] as string;
    if (typeof mark['after'] === 'string') written.add(valueOf(id, mark['after']));
    if (typeof mark['before'] === 'string') replaced.add(valueOf(id, mark['before']));
  }
}

/** Nothing is left to carry, and nothing goes back and forth. */
const settled = (): Promise<void> =>
  eventually(async () => {
    const { carried } = sync;
    sync.carry();
    for (const device of devices) await device.rescan();
    sync.carry();
    expect(sync.carried).toBe(carried);
  });

function valuesInNotes(device: Device): ReadonlySet<Value> {
  const texts = device.notes().map((note) => fs.readFileSync(device.place(note), 'latin1'));
  return new Set(texts.map((text) => valueOf(idIn(text), markIn(text))));
}

/** A person removes each conflict copy, or makes it a row of its own. */
async function resolveCopies(): Promise<void> {
  const [desk] = devices;
  const { violations } = await desk.run('check_table', { table: 'notes' });
  for (const { code, path: copy } of violations as { code: string; path: string }[]) {
    expect(code).toBe('duplicate_id');
    if (random(2) === 0) fs.rmSync(path.join(desk.scratch.folder, copy));
    else await desk.run('recompute_columns', { table: 'notes', paths: [copy] });
  }
}

async function checkQuiet(): Promise<void> {
  counts.quiet += 1;
  await settled();
  for (const device of devices) await noteWrites(device);
  const found = valuesInNotes(devices[0]);
  expect(valuesInNotes(devices[1])).toEqual(found);
  expect([...written].filter((value) => !replaced.has(value) && !found.has(value))).toEqual([]);
  await resolveCopies();
  await settled();
  const rows = sorted(await rowsOf(devices[0]));
  expect(sorted(await rowsOf(devices[1]))).toEqual(rows);
  for (const device of devices) {
    await device.replica.follow(device, 100);
    expect(sorted(device.replica.rows)).toEqual(rows);
    expect((await device.run('check_table', { table: 'notes' }))['violations']).toEqual([]);
    await device.newEvents();
  }
  [written, replaced] = [new Set(valuesInNotes(devices[0])), new Set()];
}

it(
  `two devices in a sync loop of ${ROUNDS} rounds agree at each quiet point, and lose no written value`,
  async () => {
    await devices[0].run('create_table', TABLE);
    await settled();
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (let i = 0; i < CALLS_A_ROUND; i += 1) {
        const writes = devices.map((device) => write(device));
        if (random(2) === 0) edit(random(2) === 0 ? devices[0] : devices[1]);
        if (random(2) === 0) sync.carry(random(100));
        await Promise.all(writes);
      }
      if (round % QUIET_EVERY !== 0) continue;
      await checkQuiet();
      if (round % 300 === 0) console.log(`sync loop: round ${round}, ${JSON.stringify(counts)}`);
      if (random(5) === 0) await (random(2) === 0 ? devices[0] : devices[1]).restart();
    }
    console.log(`sync loop: ${JSON.stringify({ ...counts, conflicts: sync.conflictCopies, carried: sync.carried })}`);
    expect(sync.conflictCopies).toBeGreaterThan(0);
    expect(counts.writes).toBeGreaterThan(ROUNDS * CALLS_A_ROUND);
  },
  within(120_000),
);
