/** A read answers from one committed state, whatever is written while it reads: rows, links and names alike. docs/architecture.md: Commit protocol */

import { describe, expect, it } from 'vitest';
import { type JsonObject, NotedbError } from '../../../src/engine/index';
import type { DiskImage } from '../../memory-host/disk-image';
import { type MemoryHost, createMemoryHost } from '../../memory-host/memory-host';
import { size } from '../../deep';
import { PEOPLE, TASKS, type TestVault, onHost } from '../open-vault';

const FOLDER = 'notedb/main/default';

const READS: readonly (readonly [string, JsonObject])[] = [
  ['select_rows', { table: 'people', columns: ['name', 'file_backlink_count', 'file_link'], order_by: 'name' }],
  ['select_rows', { table: 'people', where: { file_backlink_count: { gte: 3 } }, columns: ['name'] }],
  ['select_rows', { table: 'tasks', columns: ['title', 'owner', 'owner.name'], order_by: 'title' }],
  ['select_rows', { table: 'tasks', where: { 'owner.name': 'Ada' }, columns: ['title'], order_by: 'title' }],
  ['select_rows', { table: 'tasks', where: { owner: '[[Ada]]' }, columns: ['title'], order_by: 'title' }],
  ['select_rows', { table: 'tasks', expand: ['owner'], order_by: '-owner.name' }],
  ['select_rows', { table: 'tasks', group_by: 'owner.name', aggregates: { n: 'count' } }],
  ['select_rows', { table: 'people', join: { table: 'tasks', on: { path: 'owner' } }, order_by: 'name' }],
  ['list_link_targets', { table: 'tasks', column: 'owner' }],
  ['list_link_targets', { table: 'tasks', column: 'owner', row: 'Call 5' }],
  ['list_tables', {}],
  ['describe_database', {}],
  ['describe_table', { table: 'tasks' }],
  ['list_migrations', {}],
  ['describe_history', { table: 'tasks' }],
  ['table_changes', { table: 'tasks', start_version: 0 }],
  ['select_rows', { table: 'tasks', version: 3, order_by: 'title' }],
];

/** These look at notes on the disk too: of an edit from outside they may show what is there already. */
const READS_OF_NOTES: readonly (readonly [string, JsonObject])[] = [
  ['check_table', { table: 'people' }],
  ['check_table', { table: 'tasks' }],
  ['select_rows', { table: 'tasks', order_by: 'title', include_body: true }],
  ['select_rows', { table: 'tasks', version: 3, order_by: 'title', include_body: true }],
  ['select_rows', { table: 'tasks', explain: { path: `${FOLDER}/tasks/Call 7.md` } }],
  ['select_rows', { table: 'tasks', where: { owner: '{this.owner}' }, this_note: `${FOLDER}/tasks/Call 1.md` }],
  ['infer_table', { table: 'tasks' }],
  ['infer_table', {}],
  ['read_note', { path: `${FOLDER}/people/Ada.md` }],
  ['read_note', { path: `${FOLDER}/tasks/Call 1.md` }],
  ['read_note', { path: `${FOLDER}/tasks/Call 9.md` }],
  ['read_note', { path: 'Garden/Plan.md' }],
  ['list_folder', {}],
  ['list_folder', { folder: 'Garden' }],
  ['list_folder', { folder: 'notedb/main' }],
  ['list_folder', { folder: 'notedb/main/crm' }],
  ['list_folder', { folder: `${FOLDER}/people` }],
  ['list_folder', { folder: `${FOLDER}/tasks` }],
];

type Write = (vault: TestVault) => Promise<unknown>;

const run =
  (name: string, args: JsonObject): Write =>
  (vault) =>
    vault.run(name, args);

/** The second note that it writes can't be written. */
const undo: Write = async (vault) => {
  vault.host.faults.failNext('vault.replace', 'EIO', `${FOLDER}/tasks/Call 4.md`);
  const refused = await vault.refused('update_rows', { table: 'tasks', set_values: { owner: '[[Bob]]' } });
  expect(refused.code).toBe('unavailable');
};

const WRITES: readonly (readonly [string, Write])[] = [
  ['a rename that links follow', run('update_row', { table: 'people', path: `${FOLDER}/people/Ada.md`, set_values: { name: 'Countess' } })], // prettier-ignore
  ['rows that go', run('delete_rows', { table: 'tasks', where: { owner: '[[Ada]]' } })],
  ['a row that goes, and the links to it', run('delete_rows', { table: 'people', where: { name: 'Ada' }, on_referenced: 'set_null' })], // prettier-ignore
  ['a link that leads elsewhere', run('update_rows', { table: 'tasks', set_values: { owner: '[[Bob]]' } })],
  ['rows that come', run('merge_rows', { table: 'tasks', on: ['title'], rows: [1, 2, 7, 8, 9].map((n) => ({ title: `Call ${n}`, owner: '[[Bob]]' })) })], // prettier-ignore
  ['a move of the whole table', run('alter_table', { table: 'people', schema: 'crm' })],
  ['a batch', run('batch', {
    operations: [
      { op: 'insert_row', table: 'people', values: { name: 'Cleo' } },
      { op: 'update_rows', table: 'tasks', where: { title: 'Call 1' }, set_values: { owner: '[[Cleo]]' } },
      { op: 'delete_rows', table: 'people', where: { name: 'Bob' }, on_referenced: 'set_null' },
    ],
  })], // prettier-ignore
  ['a note that becomes a row', run('adopt_rows', { table: 'people', paths: ['Garden/Plan.md'], drop: ['beds'], set_values: { name: 'Plan' } })], // prettier-ignore
  ['a table that comes', run('create_table', { ...PEOPLE, name: 'guests' })],
  ['a table that goes', run('drop_table', { table: 'tasks', mode: 'archive' })],
  ['another root', run('configure_database', { root: 'data/base', timezone: 'Asia/Tokyo' })],
  ['a write that is taken back', undo],
];

const EDITS: readonly (readonly [string, Write])[] = [
  ['a note of the same name nearer by, from outside', async ({ host, engine }) => {
    host.external.write('Ada.md', 'Nobody\n');
    host.external.remove(`${FOLDER}/tasks/Call 2.md`);
    await engine.rescan();
  }], // prettier-ignore
]; // prettier-ignore

let vaultOnce: Promise<DiskImage> | null = null;

async function filled(): Promise<DiskImage> {
  const vault = await onHost(createMemoryHost({ files: { 'Garden/Plan.md': '---\nbeds: 3\n---\nBeans\n' } }));
  await vault.run('create_table', PEOPLE);
  await vault.run('create_table', { ...TASKS, history: true });
  for (const name of ['Ada', 'Bob']) {
    await vault.run('insert_row', { table: 'people', values: { name, email: `${name}@example.org` } });
  }
  for (let n = 1; n <= 5; n++) {
    const values = { title: `Call ${n}`, owner: n === 5 ? '[[Bob]]' : '[[Ada]]' };
    await vault.run('insert_row', { table: 'tasks', values, body: `About call ${n}\n` });
  }
  // Gives the feed its name, which every vault of this image then has.
  await vault.run('list_changes', { limit: 0 });
  return vault.host.image();
}

type Reads = typeof READS;

/** Every read at once: they begin in one state. */
const answers = (vault: TestVault, reads: Reads): Promise<readonly JsonObject[]> =>
  Promise.all(reads.map((read) => answer(vault, read)));

const answer = async (vault: TestVault, [name, args]: Reads[number]): Promise<JsonObject> =>
  vault.run(name, args).catch((error: unknown) => {
    if (error instanceof NotedbError) return { refused: error.message };
    throw error;
  });

/** Whoever pauses lets the others go on for a while. */
function giveTurns(host: MemoryHost, turns: number): void {
  host.scheduler.pause = async () => {
    for (let i = 0; i < turns; i++) await Promise.resolve();
  };
}

/** What is asked just before the n-th call of a port that the write makes; null when it makes fewer. */
async function askedAt(image: DiskImage, write: Write, n: number, reads: Reads): Promise<readonly JsonObject[] | null> {
  const vault = await onHost(createMemoryHost().reboot(image));
  // It waits for what is done right after opening.
  await vault.run('list_tables');
  giveTurns(vault.host, 7);
  let asked: Promise<readonly JsonObject[]> | null = null;
  let seen = 0;
  vault.host.faults.failWhile(() => {
    seen += 1;
    if (seen === n) asked = answers(vault, reads);
    return false;
  }, 'EIO');
  await write(vault);
  return asked;
}

/** Its moment lies between the call and the answer, since the index follows the writes: docs/problems.md#a-change */
const isOfIndex = (read: Reads[number] | undefined): boolean => read?.[0] === 'check_table';

const ofMoment = (given: readonly JsonObject[], reads: Reads): readonly JsonObject[] =>
  given.filter((_, i) => !isOfIndex(reads[i]));

/** Every call of a port is tried in the long run, every fourth in the usual one. */
const STRIDE = size(4, 1);

async function expectAllOrNothing(write: Write, reads: Reads): Promise<void> {
  const image = await (vaultOnce ??= filled());
  const vault = await onHost(createMemoryHost().reboot(image));
  const before = await answers(vault, reads);
  await write(vault);
  const after = await answers(vault, reads);
  let isAfter = false;
  for (let n = 1; ; n += STRIDE) {
    const asked = await askedAt(image, write, n, reads);
    if (asked === null) {
      expect(n).toBeGreaterThan(3);
      return;
    }
    isAfter ||= JSON.stringify(ofMoment(asked, reads)) === JSON.stringify(ofMoment(after, reads));
    expect(ofMoment(asked, reads)).toEqual(ofMoment(isAfter ? after : before, reads));
    for (const [i, answered] of asked.entries()) {
      if (isOfIndex(reads[i])) expect([before[i], after[i]]).toContainEqual(answered);
    }
  }
}

async function expectNothing(write: Write, reads: Reads): Promise<void> {
  const image = await (vaultOnce ??= filled());
  let paused = 0;
  for (const read of reads) {
    const calm = await onHost(createMemoryHost().reboot(image));
    // It waits for what is done right after opening.
    await calm.run('list_tables');
    const { pauses } = calm.host.scheduler;
    const before = await answer(calm, read);
    if (calm.host.scheduler.pauses === pauses) continue;
    paused += 1;
    const vault = await onHost(createMemoryHost().reboot(image));
    await vault.run('list_tables');
    let isWriting = false;
    vault.host.scheduler.pause = async () => {
      if (isWriting) return;
      isWriting = true;
      await write(vault);
    };
    expect(await answer(vault, read)).toEqual(before);
  }
  expect(paused).toBeGreaterThan(4);
}

const ALL: Reads = [...READS, ...READS_OF_NOTES];

describe('reads', () => {
  it.each(WRITES)('that begin at any moment of %s see all of it or nothing', (_what, write) =>
    expectAllOrNothing(write, ALL),
  );

  it.each(WRITES)('that began before %s see nothing of it, though it is done while they pause', (_what, write) =>
    expectNothing(write, ALL),
  );

  it.each(EDITS)('that begin at any moment of %s see all of it or nothing', (_what, write) =>
    expectAllOrNothing(write, READS),
  );

  it.each(EDITS)('that began before %s see nothing of it, though it is taken in while they pause', (_what, write) =>
    expectNothing(write, READS),
  );
});
