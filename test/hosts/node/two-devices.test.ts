/** Two devices, each with its own copy of the vault, and a sync tool between them that is late, carries hidden folders along, and keeps both texts of a conflict. D1, D7 */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Engine, type JsonObject, openEngine } from '../../../src/engine/index';
import { eventually } from '../../eventually';
import { type ScratchVault, scratchVault } from './scratch-vault';

interface Device {
  readonly name: string;
  readonly scratch: ScratchVault;
  readonly engine: Engine;
}

let parent: string;
let devices: readonly Device[];
let sync: FolderSync;

const device = async (name: string): Promise<Device> => {
  const scratch = await scratchVault({ vaultFolder: path.join(parent, name), device: name });
  return { name, scratch, engine: await openEngine(scratch.host) };
};

/** Carries what changed since the last time from each folder to the other; where both changed, the later one gets a name of its own. */
class FolderSync {
  private known = new Map<string, string>();
  /** How many notes it carried. */
  carried = 0;

  constructor(
    private readonly folders: readonly [string, string],
    private readonly withHidden: boolean,
  ) {}

  carry(): void {
    const [ours, theirs] = this.folders.map((folder) => this.textsIn(folder)) as [
      Map<string, string>,
      Map<string, string>,
    ];
    const names = new Set([...ours.keys(), ...theirs.keys(), ...this.known.keys()]);
    for (const name of [...names].sort()) {
      const [a, b, was] = [ours.get(name), theirs.get(name), this.known.get(name)];
      if (a === b) this.remember(name, a);
      else if (b === was) this.put(1, name, a);
      else if (a === was) this.put(0, name, b);
      else this.keepBoth(name, a, b);
    }
  }

  private keepBoth(name: string, a: string | undefined, b: string | undefined): void {
    if (a === undefined || b === undefined) return this.put(a === undefined ? 0 : 1, name, a ?? b);
    this.carried += 1;
    const copy = name.replace(/\.md$/, '.sync-conflict-20261126-101010-ABCDEFG.md');
    fs.writeFileSync(path.join(this.folders[1], copy), b);
    this.put(1, name, a);
  }

  private put(to: 0 | 1, name: string, text: string | undefined): void {
    const place = path.join(this.folders[to], name);
    if (text === undefined) fs.rmSync(place, { force: true });
    else {
      fs.mkdirSync(path.dirname(place), { recursive: true });
      fs.writeFileSync(`${place}~`, text, 'latin1');
      fs.renameSync(`${place}~`, place);
    }
    if (!name.startsWith('.')) this.carried += 1;
    this.remember(name, text);
  }

  private remember(name: string, text: string | undefined): void {
    if (text === undefined) this.known.delete(name);
    else this.known.set(name, text);
  }

  private textsIn(folder: string): Map<string, string> {
    const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => fs.statSync(path.join(folder, name)).isFile());
    const wanted = files.filter((name) => (this.withHidden || !name.startsWith('.')) && !name.includes('/tmp/'));
    return new Map(wanted.map((name) => [name, fs.readFileSync(path.join(folder, name), 'latin1')]));
  }
}

const rowsOf = async ({ engine }: Device): Promise<Readonly<Record<string, unknown>>> => {
  const { rows } = await engine.run('select_rows', { table: 'tasks', limit: 1000 });
  return Object.fromEntries((rows as JsonObject[]).map(({ name, status }) => [name as string, status]));
};

const journalOf = ({ scratch, name }: Device): readonly string[] =>
  fs.readdirSync(path.join(scratch.folder, '.notedb', name), { recursive: true, encoding: 'utf8' }).sort();

const migrationsOf = async ({ engine }: Device): Promise<readonly string[]> => {
  const { migrations } = await engine.run('list_migrations', { limit: 1000 });
  return (migrations as { summary: string }[]).map(({ summary }) => summary);
};

/** The sync tool has nothing left to carry, and both devices answer the same. */
const settled = async (): Promise<void> => {
  await eventually(async () => {
    const { carried } = sync;
    sync.carry();
    for (const { engine } of devices) await engine.rescan();
    expect(sync.carried).toBe(carried);
    const [ours, theirs] = [await rowsOf(devices[0] as Device), await rowsOf(devices[1] as Device)];
    expect(ours).toEqual(theirs);
  });
};

describe.each([
  ['and hidden folders too', true],
  ['but no hidden folders', false],
])('a sync tool that carries notes, %s', (_what, withHidden) => {
  beforeEach(async () => {
    parent = fs.mkdtempSync(path.join(os.tmpdir(), 'notedb-devices-'));
    devices = [await device('desk'), await device('laptop')];
    sync = new FolderSync(devices.map(({ scratch }) => scratch.folder) as [string, string], withHidden);
    const [desk] = devices as [Device, Device];
    await desk.engine.run('create_table', {
      name: 'tasks',
      description: 'What to do',
      history: true,
      columns: [
        { name: 'name', type: 'string', description: 'What' },
        { name: 'status', type: 'string', description: 'How far' },
        { name: 'parts', type: 'list', items: { type: 'link', ref: 'tasks' }, inverse: 'whole', description: 'Parts' },
        { name: 'whole', type: 'link', ref: 'tasks', description: 'Of what' },
      ],
    });
    await settled();
  });
  afterEach(async () => {
    for (const { engine, scratch } of devices) {
      await engine.close();
      await scratch.close();
    }
    fs.rmSync(parent, { recursive: true, force: true });
  });

  test('brings what each wrote to the other, as external edits, and nothing goes back and forth', async () => {
    const [desk, laptop] = devices as [Device, Device];
    await desk.engine.run('insert_row', { table: 'tasks', values: { name: 'One', status: 'todo' } });
    await laptop.engine.run('insert_row', { table: 'tasks', values: { name: 'Two', status: 'todo' } });
    await settled();
    await desk.engine.run('update_rows', { table: 'tasks', where: { name: 'Two' }, set_values: { whole: '[[One]]' } });
    await laptop.engine
      .run('update_rows', { table: 'tasks', where: { name: 'One' }, set_values: { status: 'done' } })
      .catch(() => null);
    await settled();
    expect(await rowsOf(laptop)).toMatchObject({ Two: 'todo' });
    const [{ operation }] = (await laptop.engine.run('describe_history', { table: 'tasks' }))['history'] as [
      { operation: string },
    ];
    expect(['EXTERNAL_EDIT', 'UPDATE']).toContain(operation);
    // Neither writes because the other did.
    const [ours, theirs] = [await migrationsOf(desk), await migrationsOf(laptop)];
    const { carried } = sync;
    const notes = (): readonly string[] =>
      fs
        .readdirSync(path.join(desk.scratch.folder, 'notedb/main/default/tasks'))
        .map((name) => desk.scratch.outside.text(`notedb/main/default/tasks/${name}`) ?? '');
    const before = notes();
    for (let round = 0; round < 5; round += 1) await settled();
    expect([await migrationsOf(desk), await migrationsOf(laptop)]).toEqual([ours, theirs]);
    expect(notes()).toEqual(before);
    expect(sync.carried).toBe(carried);
  });

  test('leaves each its own journal: a restart undoes one’s own writes and knows nothing of the other’s', async () => {
    const [desk, laptop] = devices as [Device, Device];
    const { migrationId } = await desk.engine.run('insert_row', {
      table: 'tasks',
      values: { name: 'One', status: 'todo' },
    });
    await settled();
    await laptop.engine.run('update_rows', { table: 'tasks', set_values: { status: 'done' } });
    await settled();
    const kept = journalOf(desk);
    await laptop.engine.close();
    const again: Device = { ...laptop, engine: await openEngine(await laptop.scratch.reopen()) };
    devices = [desk, again];
    expect(await rowsOf(again)).toEqual({ One: 'done' });
    expect(journalOf(desk)).toEqual(kept);
    expect((await migrationsOf(desk)).length).toBe(2);
    expect((await migrationsOf(again)).length).toBe(1);
    const unknown = await again.engine
      .run('undo_migration', { migration_id: migrationId as string })
      .catch((error: unknown) => error);
    expect(unknown).toMatchObject({ code: 'not_found' });
    const [{ migration_id }] = (await again.engine.run('list_migrations', {}))['migrations'] as [
      { migration_id: string },
    ];
    await again.engine.run('undo_migration', { migration_id });
    await settled();
    expect(await rowsOf(desk)).toEqual({ One: 'todo' });
  });

  test('keeps both texts of a conflict: one is the row, the other a copy that check_table lists on both', async () => {
    const [desk, laptop] = devices as [Device, Device];
    await desk.engine.run('insert_row', { table: 'tasks', values: { name: 'One', status: 'todo' } });
    await settled();
    await desk.engine.run('update_rows', { table: 'tasks', set_values: { status: 'by desk' } });
    await laptop.engine.run('update_rows', { table: 'tasks', set_values: { status: 'by laptop' } });
    await settled();
    expect(await rowsOf(laptop)).toEqual({ One: 'by desk' });
    for (const { engine } of devices) {
      const { counts, violations } = await engine.run('check_table', { table: 'tasks' });
      expect(counts).toEqual({ duplicate_id: 1 });
      const [{ path: copy }] = violations as [{ path: string }];
      expect((await engine.run('read_note', { path: copy }))['content']).toContain('status: by laptop');
    }
  });
});
