/** A read answers from one committed state, whatever is written while it reads: rows, links and names alike. docs/architecture.md: Commit protocol */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import type { DiskImage } from '../../../src/hosts/memory/disk-image';
import { type MemoryHost, createMemoryHost } from '../../../src/hosts/memory/memory-host';
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
];

type Write = (vault: TestVault) => Promise<unknown>;

const run =
  (name: string, args: JsonObject): Write =>
  (vault) =>
    vault.run(name, args);

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
  ['a note of the same name nearer by, from outside', async ({ host, engine }) => {
    host.outside.write('Ada.md', 'Nobody\n');
    host.outside.remove(`${FOLDER}/tasks/Call 2.md`);
    await engine.rescan();
  }], // prettier-ignore
]; // prettier-ignore

async function filled(): Promise<DiskImage> {
  const vault = await onHost(createMemoryHost());
  await vault.run('create_table', PEOPLE);
  await vault.run('create_table', TASKS);
  for (const name of ['Ada', 'Bob']) await vault.run('insert_row', { table: 'people', values: { name } });
  for (let n = 1; n <= 5; n++) {
    const values = { title: `Call ${n}`, owner: n === 5 ? '[[Bob]]' : '[[Ada]]' };
    await vault.run('insert_row', { table: 'tasks', values });
  }
  return vault.host.image();
}

/** Every read at once: they begin in one state. */
const answers = (vault: TestVault): Promise<readonly JsonObject[]> =>
  Promise.all(READS.map(([name, args]) => vault.run(name, args)));

/** Whoever pauses lets the others go on for a while. */
function giveTurns(host: MemoryHost, turns: number): void {
  host.scheduler.pause = async () => {
    for (let i = 0; i < turns; i++) await Promise.resolve();
  };
}

/** What is asked just before the n-th call of a port that the write makes; null when it makes fewer. */
async function askedAt(image: DiskImage, write: Write, n: number): Promise<readonly JsonObject[] | null> {
  const vault = await onHost(createMemoryHost().reboot(image));
  giveTurns(vault.host, 7);
  let asked: Promise<readonly JsonObject[]> | null = null;
  let seen = 0;
  vault.host.faults.failWhile(() => {
    seen += 1;
    if (seen === n) asked = answers(vault);
    return false;
  }, 'EIO');
  await write(vault);
  return asked;
}

describe('reads', () => {
  it.each(WRITES)('that begin at any moment of %s see all of it or nothing', async (_what, write) => {
    const image = await filled();
    const vault = await onHost(createMemoryHost().reboot(image));
    const before = await answers(vault);
    await write(vault);
    const after = await answers(vault);
    expect(after).not.toEqual(before);
    let isAfter = false;
    for (let n = 1; ; n++) {
      const asked = await askedAt(image, write, n);
      if (asked === null) {
        expect(n).toBeGreaterThan(3);
        return;
      }
      isAfter ||= JSON.stringify(asked) === JSON.stringify(after);
      expect(asked).toEqual(isAfter ? after : before);
    }
  });

  it.each(WRITES)(
    'that began before %s see nothing of it, though it is done while they pause',
    async (_what, write) => {
      const image = await filled();
      const before = await answers(await onHost(createMemoryHost().reboot(image)));
      const paused: string[] = [];
      for (const [i, [name, args]] of READS.entries()) {
        const vault = await onHost(createMemoryHost().reboot(image));
        let isWriting = false;
        vault.host.scheduler.pause = async () => {
          if (isWriting) return;
          isWriting = true;
          paused.push(name);
          await write(vault);
        };
        expect(await vault.run(name, args)).toEqual(before[i]);
      }
      expect(paused.length).toBeGreaterThan(4);
    },
  );
});
