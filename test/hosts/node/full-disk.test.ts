/** A real disk of 256 KiB that fills up: nothing is shortened, nothing is lost. Needs the right to mount; else it is left out. */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ScratchVault } from './scratch-vault';
import { scratchVault } from './scratch-vault';
import { openEngine } from '../../../src/engine/index';
import { PEOPLE } from '../../engine/open-vault';

const disk = fs.mkdtempSync(path.join(os.tmpdir(), 'notedb-disk-'));
const isMounted = mountTinyDisk();

function mountTinyDisk(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const OLD = 'old '.repeat(2000);
const BIG = 'new text '.repeat(25_000);

describe.runIf(isMounted)('a full disk', () => {
  let scratch: ScratchVault;
  beforeEach(async () => {
    scratch = await scratchVault({ vaultFolder: path.join(disk, 'vault') });
    scratch.outside.write('a.md', OLD);
    scratch.outside.write('filler.md', 'x'.repeat(100_000));
  });
  afterEach(async () => {
    await scratch.close();
    fs.rmSync(path.join(disk, 'vault'), { recursive: true });
  });
  afterAll(() => {
    execFileSync('umount', [disk]);
    fs.rmdirSync(disk);
  });

  test('leaves a note as it was when the new text has no room', async () => {
    await expect(scratch.host.vault.replace('a.md', OLD, BIG)).rejects.toMatchObject({ code: 'io', detail: 'ENOSPC' });
    expect(scratch.outside.text('a.md')).toBe(OLD);
    await scratch.host.vault.replace('a.md', OLD, 'short');
    expect(scratch.outside.text('a.md')).toBe('short');
  });

  test('leaves no half of a new note', async () => {
    await expect(scratch.host.vault.create('b.md', BIG)).rejects.toMatchObject({ code: 'io', detail: 'ENOSPC' });
    expect((await scratch.host.vault.list()).files.map((stat) => stat.path)).toEqual(['a.md', 'filler.md']);
  });

  test('leaves a private file as it was', async () => {
    const { privateStore } = scratch.host;
    await privateStore.write('settings', Uint8Array.of(1, 2));
    await expect(privateStore.write('settings', new Uint8Array(250_000))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await privateStore.read('settings')).toEqual(Uint8Array.of(1, 2));
    expect(await privateStore.list('')).toEqual(['settings']);
  });

  test('cuts a half-taken record off the journal, so that later ones can be read', async () => {
    const { privateStore } = scratch.host;
    await privateStore.append('journal/1.log', Uint8Array.of(1, 2, 3));
    await privateStore.sync('journal/1.log');
    const record = new Uint8Array(250_000).fill(7);
    await expect(privateStore.append('journal/1.log', record)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await privateStore.read('journal/1.log')).toEqual(Uint8Array.of(1, 2, 3));
    scratch.outside.remove('filler.md');
    await privateStore.append('journal/1.log', Uint8Array.of(4));
    await privateStore.sync('journal/1.log');
    expect(await privateStore.read('journal/1.log')).toEqual(Uint8Array.of(1, 2, 3, 4));
  });

  test('that has room again is written to without a restart', async () => {
    const engine = await openEngine(scratch.host);
    await engine.run('create_table', PEOPLE);
    const insert = (name: string): Promise<unknown> =>
      engine.run('insert_row', { table: 'people', values: { name }, body: `About ${name}.\n`.repeat(200) });
    await insert('Ada');
    const fill = fs.openSync(path.join(disk, 'fill'), 'w');
    const fillUp = (): void => {
      for (;;) fs.writeSync(fill, new Uint8Array(4096).fill(1));
    };
    const refusal = { code: 'unavailable', hint: 'free some room on the disk, then try again' };
    for (let i = 0; i < 100; i++) {
      // What the engine puts away meanwhile would leave room.
      expect(fillUp).toThrow('ENOSPC');
      const error: unknown = await insert(`Person ${i}`).then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toMatchObject({
        ...refusal,
        message: expect.stringMatching(/^the disk is full: .*ENOSPC/) as string,
      });
    }
    expect(await engine.run('select_rows', { table: 'people' })).toMatchObject({ total: 1 });
    fs.closeSync(fill);
    fs.rmSync(path.join(disk, 'fill'));
    await insert('Grace');
    await engine.close();
    const again = await openEngine(await scratch.reopen());
    expect(await again.run('select_rows', { table: 'people', order_by: 'name' })).toMatchObject({
      rows: [{ name: 'Ada' }, { name: 'Grace' }],
    });
    expect(await again.run('check_table', { table: 'people' })).toMatchObject({ ok: true });
    await again.close();
  });

  test('that is read-only can be read, and says why it can’t be written', async () => {
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    try {
      const { vault, privateStore } = scratch.host;
      expect(await vault.read('a.md')).toBe(OLD);
      const writes: (() => Promise<unknown>)[] = [
        () => vault.replace('a.md', OLD, 'new'),
        () => vault.create('b.md', ''),
        () => vault.move('a.md', 'c.md'),
        () => vault.remove('a.md', OLD),
        () => vault.trash('a.md', OLD),
        () => vault.createFolder('folder'),
      ];
      for (const call of writes) {
        await expect(call()).rejects.toMatchObject({ code: 'io', detail: 'EROFS' });
      }
      await expect(privateStore.append('log', Uint8Array.of(1))).rejects.toMatchObject({ code: 'EROFS' });
      expect((await vault.list()).files.map((stat) => stat.path)).toEqual(['a.md', 'filler.md']);
      expect((await scratch.reopen({ readOnly: true })).readOnly).toBe(true);
    } finally {
      execFileSync('mount', ['-o', 'remount,rw', disk]);
    }
  });

  test('a note goes to the trash all the same', async () => {
    await expect(scratch.host.vault.create('b.md', BIG)).rejects.toMatchObject({ code: 'io' });
    await scratch.host.vault.trash('a.md', OLD);
    expect(scratch.outside.trash()).toEqual({ 'a.md': OLD });
  });
});
