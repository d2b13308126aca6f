/** Making files durable, also where the system asks for more than POSIX does. */

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NodePrivateStore } from '../../../src/hosts/node/node-private-store';
import { scratchVault } from './scratch-vault';

const { O_RDWR, O_WRONLY } = fs.constants;

/** Windows flushes a file only through a handle that may write: `EPERM: operation not permitted, fsync`. */
function likeWindows(): { readonly synced: string[] } {
  const opened = new Map<number, { readonly file: string; readonly mayWrite: boolean }>();
  const synced: string[] = [];
  const { openSync, fsync } = fs;
  vi.spyOn(fs, 'openSync').mockImplementation((...args: Parameters<typeof openSync>) => {
    const fd = openSync(...args);
    const mayWrite = typeof args[1] === 'number' ? (args[1] & (O_RDWR | O_WRONLY)) !== 0 : args[1] !== 'r';
    opened.set(fd, { file: String(args[0]), mayWrite });
    return fd;
  });
  vi.spyOn(fs, 'fsync').mockImplementation((fd, done) => {
    const { file = '', mayWrite = false } = opened.get(fd) ?? {};
    if (!mayWrite) {
      done(Object.assign(new Error('operation not permitted, fsync'), { code: 'EPERM' }));
      return;
    }
    synced.push(path.basename(file));
    fsync(fd, done);
  });
  return { synced };
}

describe('on Windows', () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'notedb-windows-'));
    Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
  });
  afterEach(() => {
    Object.defineProperty(process, 'platform', platform);
    vi.restoreAllMocks();
    fs.rmSync(folder, { recursive: true });
  });

  test('a private file is written as a whole', async () => {
    const store = new NodePrivateStore(folder);
    const { synced } = likeWindows();
    await store.write('state', Buffer.from('one'));
    expect(synced).toHaveLength(1);
    expect(fs.readFileSync(path.join(folder, 'state'), 'utf8')).toBe('one');
    store.closeAll();
  });

  test('an earlier process’s file is made durable', async () => {
    fs.writeFileSync(path.join(folder, 'log'), 'records');
    const store = new NodePrivateStore(folder);
    const { synced } = likeWindows();
    await store.sync('log');
    expect(synced).toEqual(['log']);
    store.closeAll();
  });

  test('notes are made durable, so that the journal can be cut', async () => {
    const scratch = await scratchVault({ vaultFolder: folder });
    await scratch.host.vault.create('x/a.md', 'a');
    const { synced } = likeWindows();
    await scratch.host.vault.sync(['x/a.md', 'x/gone.md']);
    expect(synced).toEqual(['a.md']);
    await scratch.close();
  });
});

test.runIf(process.platform !== 'win32')('a pipe in the place of a note keeps nobody waiting', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'notedb-pipe-'));
  const scratch = await scratchVault({ vaultFolder: folder });
  expect(spawnSync('mkfifo', [path.join(folder, 'a.md')]).status).toBe(0);
  await expect(scratch.host.vault.sync(['a.md'])).rejects.toMatchObject({ code: 'io' });
  await scratch.close();
  fs.rmSync(folder, { recursive: true });
});
