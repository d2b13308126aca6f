/** What durable means on a real disk, and what a failed sync does. */

import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openEngine } from '../../../src/engine/engine';
import { NodePrivateStore } from '../../../src/hosts/node/node-private-store';
import type { ScratchVault } from './scratch-vault';
import { scratchVault } from './scratch-vault';

let scratch: ScratchVault;
beforeEach(async () => {
  scratch = await scratchVault({ device: 'desk' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await scratch.close();
});

test('lies under the device’s own folder, closed to other users', async () => {
  await scratch.host.privateStore.write('journal/1.log', Uint8Array.of(1));
  expect(scratch.host.journalFolder).toBe('.notedb/desk/');
  const folder = path.join(scratch.folder, '.notedb', 'desk');
  expect(fs.readFileSync(path.join(folder, 'journal/1.log'))).toEqual(Buffer.from([1]));
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  expect(fs.statSync(path.join(folder, 'journal/1.log')).mode & 0o777).toBe(0o600);
});

test('a draft that a killed process left beside a file is no file, and goes at the next opening', async () => {
  await scratch.host.privateStore.write('webhooks/a.json', Uint8Array.of(1));
  const folder = path.join(scratch.folder, '.notedb', 'desk', 'webhooks');
  fs.writeFileSync(path.join(folder, '.jl7-1'), 'half');
  expect(await scratch.host.privateStore.list('webhooks')).toEqual(['a.json']);
  const again = await scratch.reopen();
  expect(fs.readdirSync(folder)).toEqual(['a.json']);
  expect(await again.privateStore.list('webhooks')).toEqual(['a.json']);
});

test('two devices keep apart', async () => {
  const other = await scratch.reopen({ device: 'laptop' });
  await scratch.host.privateStore.write('a', Uint8Array.of(1));
  await other.privateStore.write('a', Uint8Array.of(2));
  expect(await scratch.host.privateStore.read('a')).toEqual(Uint8Array.of(1));
});

test('a file whose sync failed takes no more', async () => {
  // A character device takes bytes and refuses to be synced.
  const store = new NodePrivateStore('/dev');
  await store.append('null', Uint8Array.of(1));
  await expect(store.sync('null')).rejects.toMatchObject({ code: 'EINVAL' });
  await expect(store.append('null', Uint8Array.of(2))).rejects.toThrow('takes no more');
  await expect(store.sync('null')).rejects.toThrow('takes no more');
  store.closeAll();
});

test.each([
  ['deleted', (folder: string) => fs.rmSync(folder, { recursive: true })],
  ['moved', (folder: string) => fs.renameSync(folder, `${folder}.away`)],
  [
    'replaced',
    (folder: string) => {
      fs.renameSync(folder, `${folder}.away`);
      fs.cpSync(`${folder}.away`, folder, { recursive: true });
    },
  ],
])('a file whose folder was %s meanwhile is not durable', async (_, takeAway) => {
  const { privateStore } = scratch.host;
  await privateStore.append('journal/1.log', Uint8Array.of(1));
  await privateStore.sync('journal/1.log');
  takeAway(path.join(scratch.folder, '.notedb'));
  await privateStore.append('journal/1.log', Uint8Array.of(2));
  await expect(privateStore.sync('journal/1.log')).rejects.toThrow('journal/1.log is not in its place any more');
});

test('a file that was replaced by another of its name is not durable', async () => {
  const { privateStore } = scratch.host;
  const file = path.join(scratch.folder, '.notedb/desk/journal/1.log');
  await privateStore.append('journal/1.log', Uint8Array.of(1));
  await privateStore.sync('journal/1.log');
  fs.writeFileSync(`${file}.other`, 'other');
  fs.renameSync(`${file}.other`, file);
  await privateStore.append('journal/1.log', Uint8Array.of(2));
  await expect(privateStore.sync('journal/1.log')).rejects.toThrow('journal/1.log is not in its place any more');
});

test.each([
  ['forgets', () => 'elsewhere/1.log (deleted)'],
  [
    'does not tell',
    () => {
      throw Object.assign(new Error('none'), { code: 'ENOENT' });
    },
  ],
])('where the system %s the name of an open file, its inode decides', async (_, answer) => {
  const { privateStore } = scratch.host;
  await privateStore.append('journal/1.log', Uint8Array.of(1));
  vi.spyOn(fs, 'readlinkSync').mockImplementation(answer);
  await privateStore.sync('journal/1.log');
  await privateStore.append('journal/2.log', Uint8Array.of(1));
  await privateStore.sync('journal/2.log');
  fs.rmSync(path.join(scratch.folder, '.notedb'), { recursive: true });
  for (const file of ['journal/1.log', 'journal/2.log']) {
    await expect(privateStore.sync(file)).rejects.toThrow('is not in its place any more');
  }
});

test('a vault whose journal was deleted meanwhile takes no write until it is opened again', async () => {
  const insert = (title: string) => ({ table: 'tasks', values: { title } });
  const columns = [{ name: 'title', type: 'string', required: true, description: 'What is to do' }];
  const engine = await openEngine(scratch.host);
  await engine.run('create_table', { name: 'tasks', description: 'What is to do', columns });
  await engine.run('insert_row', insert('a'));
  fs.rmSync(path.join(scratch.folder, '.notedb'), { recursive: true });
  const refused = { code: 'unavailable', message: expect.stringContaining('is not in its place any more') as string };
  await expect(engine.run('insert_row', insert('b'))).rejects.toMatchObject(refused);
  await expect(engine.run('insert_row', insert('c'))).rejects.toMatchObject(refused);
  const tasks = path.join(scratch.folder, 'notedb/main/default/tasks');
  expect(fs.readdirSync(tasks)).toEqual(['a.md']);
  await engine.close();
  const again = await openEngine(await scratch.reopen({ device: 'desk' }));
  await again.run('insert_row', insert('b'));
  expect(await again.run('select_rows', { table: 'tasks' })).toMatchObject({ total: 2 });
  expect(await again.run('list_migrations')).toMatchObject({ migrations: [{ op: 'insert_row' }] });
  await again.close();
});

test('a file that is written anew takes appends again', async () => {
  const { privateStore } = scratch.host;
  const target = path.join(scratch.folder, '.notedb/desk/log');
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.symlinkSync('/dev/null', target);
  await privateStore.append('log', Uint8Array.of(1));
  await expect(privateStore.sync('log')).rejects.toMatchObject({ code: 'EINVAL' });
  await privateStore.write('log', Uint8Array.of(2));
  await privateStore.append('log', Uint8Array.of(3));
  await privateStore.sync('log');
  expect(await privateStore.read('log')).toEqual(Uint8Array.of(2, 3));
});

test('a device without room is an error at the append', async () => {
  const store = new NodePrivateStore('/dev');
  await expect(store.append('full', Uint8Array.of(1))).rejects.toMatchObject({ code: 'ENOSPC' });
  store.closeAll();
});

test('an append that is neither taken nor taken back shows what it left, and the file takes no more', async () => {
  const { privateStore } = scratch.host;
  await privateStore.append('log', Uint8Array.of(1, 2));
  const { writeSync } = fs;
  const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
  const writing = vi.spyOn(fs, 'writeSync').mockImplementationOnce((...args: Parameters<typeof writeSync>) => {
    const [fd, , , , position] = args as unknown as readonly [number, Uint8Array, number, number, number];
    writeSync(fd, Uint8Array.of(3), 0, 1, position);
    throw full;
  });
  const cutting = vi.spyOn(fs, 'ftruncateSync').mockImplementation(() => {
    throw full;
  });
  try {
    await expect(privateStore.append('log', Uint8Array.of(3, 4))).rejects.toBe(full);
  } finally {
    writing.mockRestore();
    cutting.mockRestore();
  }
  expect((await privateStore.read('log'))?.subarray(0, 3)).toEqual(Uint8Array.of(1, 2, 3));
  await expect(privateStore.append('log', Uint8Array.of(5))).rejects.toThrow('takes no more');
});

test('no temporary file stays beside a written one', async () => {
  await scratch.host.privateStore.write('state/a', Uint8Array.of(1));
  fs.mkdirSync(path.join(scratch.folder, '.notedb/desk/state/b'));
  await expect(scratch.host.privateStore.write('state/b', Uint8Array.of(1))).rejects.toThrow();
  expect(fs.readdirSync(path.join(scratch.folder, '.notedb/desk/state')).sort()).toEqual(['a', 'b']);
});

test.each([['../escape'], ['/etc/x'], ['a/../../x'], ['']])('takes no name like %j', async (name) => {
  await expect(scratch.host.privateStore.write(name, Uint8Array.of(1))).rejects.toThrow('not a name');
  await expect(scratch.host.privateStore.append(name, Uint8Array.of(1))).rejects.toThrow('not a name');
});

test('a sync doesn’t keep others from their turn', async () => {
  const { privateStore } = scratch.host;
  await privateStore.append('log', new Uint8Array(4_000_000));
  let isSynced = false;
  let turns = 0;
  const sync = privateStore.sync('log').then(() => (isSynced = true));
  while (!isSynced) {
    turns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await sync;
  expect(turns).toBeGreaterThan(1);
});

test('takes room ahead of the appends of a new file, which nobody sees and an orderly end gives back', async () => {
  const place = path.join(scratch.folder, '.notedb/desk/journal/1.log');
  const { privateStore } = scratch.host;
  await privateStore.append('journal/1.log', Uint8Array.of(1, 2, 3));
  await privateStore.sync('journal/1.log');
  const room = fs.statSync(place).size;
  expect(room).toBeGreaterThan(1000);
  await privateStore.append('journal/1.log', Uint8Array.of(4));
  expect(fs.statSync(place).size).toBe(room);
  expect(await privateStore.read('journal/1.log')).toEqual(Uint8Array.of(1, 2, 3, 4));
  expect(await privateStore.readRange('journal/1.log', 2, 100)).toEqual(Uint8Array.of(3, 4));
  const large = new Uint8Array(3_000_000).fill(7);
  await privateStore.append('journal/1.log', large);
  await privateStore.append('journal/1.log', Uint8Array.of(5));
  expect((await privateStore.readRange('journal/1.log', 3_000_003, 9))?.join()).toBe('7,5');
  scratch.host.close();
  expect(fs.statSync(place).size).toBe(3_000_005);
});

test('writes no zeros where a record goes that is larger than the room, and does without room on a full disk', async () => {
  const { privateStore } = scratch.host;
  const place = path.join(scratch.folder, '.notedb/desk/journal/1.log');
  let written = 0;
  const { writeSync } = fs;
  const counting = vi.spyOn(fs, 'writeSync').mockImplementation((...args: Parameters<typeof writeSync>) => {
    const count = writeSync(...args);
    written += count;
    return count;
  });
  await privateStore.append('journal/1.log', new Uint8Array(3_000_000).fill(7));
  expect(written).toBe(fs.statSync(place).size);
  expect(written).toBeLessThan(3_100_000);
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  counting.mockImplementation((...args: Parameters<typeof writeSync>) => {
    const [, bytes] = args as unknown as readonly [number, Uint8Array];
    if (bytes[0] === 0) throw full;
    return writeSync(...args);
  });
  await privateStore.append('journal/1.log', new Uint8Array(200_000).fill(8));
  await privateStore.append('journal/1.log', Uint8Array.of(9));
  expect(fs.statSync(place).size).toBe(3_200_001);
  expect((await privateStore.readRange('journal/1.log', 3_199_999, 9))?.join()).toBe('8,9');
});

test('keeps few files open, however many it appends to', async () => {
  const { privateStore } = scratch.host;
  for (let i = 0; i < 20; i++) {
    await privateStore.append(`journal/${i}.log`, Uint8Array.of(i));
    await privateStore.sync(`journal/${i}.log`);
  }
  // A file that is closed has given its room back.
  const sizes = Array.from(
    { length: 20 },
    (_, i) => fs.statSync(path.join(scratch.folder, `.notedb/desk/journal/${i}.log`)).size,
  );
  expect(sizes.filter((size) => size > 1)).toHaveLength(2);
  await privateStore.append('journal/0.log', Uint8Array.of(9));
  await privateStore.sync('journal/0.log');
  expect(await privateStore.read('journal/0.log')).toEqual(Uint8Array.of(0, 9));
});
