// @vitest-environment happy-dom
/** What the vault of the Obsidian host does beyond the contract: the app's own semantics. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { VaultChange } from '../../../src/engine/ports/vault-port';
import { VaultFailure } from '../../../src/engine/ports/vault-port';
import type { NodeTestAppOptions } from '../../host/create-test-app';
import { startFixture } from './obsidian-fixture';
import type { Fixture } from './obsidian-fixture';

let fixture: Fixture;

beforeEach(async () => {
  fixture = await startFixture();
});
afterEach(() => fixture.close());

async function restart(options: NodeTestAppOptions): Promise<void> {
  await fixture.close();
  fixture = await startFixture(options);
}

const place = (file: string): string => path.join(fixture.testApp.folder, file);
const onDisk = (file: string): string => readFileSync(place(file), 'utf8');

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof VaultFailure ? error.code : String(error)),
  );

describe('replace', () => {
  test('of 20 at once over the same text, one wins and the others change nothing', async () => {
    const { vault } = fixture.host;
    await vault.create('a.md', 'start');
    const calls = Array.from({ length: 20 }, (_, index) => codeOf(vault.replace('a.md', 'start', `winner ${index}`)));
    const codes = await Promise.all(calls);
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes.filter((code) => code === 'changed')).toHaveLength(19);
    expect(onDisk('a.md')).toBe(`winner ${codes.indexOf('done')}`);
  });

  test('goes through Vault.process, once, and never through a plain write', async () => {
    const { vault } = fixture.host;
    await vault.create('a.md', 'start');
    await fixture.testApp.settled();
    const { calls } = fixture.testApp.core.vault.adapter;
    calls.clear();
    await vault.replace('a.md', 'start', 'end');
    expect([calls.get('process'), calls.get('write')]).toEqual([1, undefined]);
  });

  test('sees an edit that came while the engine was thinking, by the app or beside it', async () => {
    const { vault } = fixture.host;
    await vault.create('a.md', 'start');
    const file = fixture.testApp.core.vault.getFileByPath('a.md');
    if (file === null) throw new Error('no file');
    const edit = fixture.testApp.core.vault.process(file, () => 'typed');
    expect(await codeOf(vault.replace('a.md', 'start', 'end'))).toBe('changed');
    await edit;
    writeFileSync(place('a.md'), 'by git');
    expect(await codeOf(vault.replace('a.md', 'typed', 'end'))).toBe('changed');
    expect(onDisk('a.md')).toBe('by git');
  });

  test('keeps a byte order mark even if the app hides it', async () => {
    const { vault } = fixture.host;
    await vault.create('a.md', '\uFEFFold');
    const { core } = fixture.testApp;
    const plain = core.vault.process.bind(core.vault);
    core.vault.process = (file, change) => plain(file, (text) => change(text.replace(/^\uFEFF/, '')));
    await vault.replace('a.md', '\uFEFFold', '\uFEFFnew');
    expect(onDisk('a.md')).toBe('\uFEFFnew');
    expect(await codeOf(vault.replace('a.md', '\uFEFFold', 'x'))).toBe('changed');
  });
});

describe('a file that the app has not noticed', () => {
  test('is read, replaced, moved and taken away all the same', async () => {
    const { vault } = fixture.host;
    writeFileSync(place('new.md'), 'theirs');
    expect(await vault.read('new.md')).toBe('theirs');
    await vault.replace('new.md', 'theirs', 'ours');
    writeFileSync(place('other.md'), 'x');
    await vault.move('other.md', 'moved.md');
    expect([onDisk('new.md'), onDisk('moved.md')]).toEqual(['ours', 'x']);
    writeFileSync(place('gone.md'), 'x');
    await vault.trash('gone.md', 'x');
    writeFileSync(place('gone2.md'), 'x');
    await vault.remove('gone2.md', 'x');
    expect([existsSync(place('gone.md')), existsSync(place('gone2.md'))]).toEqual([false, false]);
    expect(readdirSync(path.join(fixture.scratch, 'trash'))).toEqual(['gone.md']);
  });

  test('is not overwritten by create', async () => {
    writeFileSync(place('new.md'), 'theirs');
    expect(await codeOf(fixture.host.vault.create('new.md', 'ours'))).toBe('exists');
    expect(onDisk('new.md')).toBe('theirs');
  });

  test('that vanished is missing', async () => {
    const { vault } = fixture.host;
    await vault.create('a.md', 'x');
    const { rmSync } = await import('node:fs');
    rmSync(place('a.md'));
    expect(await codeOf(vault.replace('a.md', 'x', 'y'))).toBe('missing');
    expect(await codeOf(vault.move('a.md', 'b.md'))).toBe('missing');
    expect(await codeOf(vault.trash('a.md', 'x'))).toBe('missing');
    expect(await vault.read('a.md')).toBeNull();
    expect(existsSync(place('a.md'))).toBe(false);
  });
});

describe('create on a full disk', () => {
  test.each([
    ['the beginning of our text', 'our t', false],
    ['nothing of it', '', false],
    ['a beginning that ends inside a character', Uint8Array.of(0x6f, 0x75, 0x72, 0x20, 0x74, 0xc3), false],
    ['more than our text', 'our täxt and more', true],
    ['the text of someone else', 'theirs', true],
  ])('that left %s: the disk is as it was', async (_what, left, stays) => {
    const { adapter } = fixture.testApp.core.vault;
    adapter.write = async (file) => {
      writeFileSync(place(file), left);
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    };
    const failure = await fixture.host.vault.create('a.md', 'our täxt').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'io', path: 'a.md', detail: 'ENOSPC' });
    expect(existsSync(place('a.md'))).toBe(stays);
  });
});

describe('failures', () => {
  test.each([
    [
      Object.assign(new Error('EACCES: permission denied, open /home/me/vault/a.md'), { code: 'EACCES' }),
      'io',
      'EACCES',
    ],
    [new Error('ENOSPC: no space'), 'io', 'ENOSPC'],
    [new Error('something odd at /home/me'), 'io', 'unknown'],
    [new Error('File already exists.'), 'exists', ''],
    [new Error('Destination file already exists!'), 'exists', ''],
  ])('%o is told as %s %s, without absolute paths', async (error, code, detail) => {
    const { core } = fixture.testApp;
    core.vault.create = async () => Promise.reject(error);
    await expect(fixture.host.vault.create('a.md', 'x')).rejects.toMatchObject({ code, detail, path: 'a.md' });
  });
});

describe('trash', () => {
  test.each([
    ['system', { system: ['a.md'], local: [] }],
    ['local', { system: [], local: ['a.md'] }],
    ['none', { system: [], local: [] }],
  ])('follows the user: %s', async (trashOption, expected) => {
    await restart({ settings: { trashOption } });
    await fixture.host.vault.create('a.md', 'x');
    await fixture.host.vault.trash('a.md', 'x');
    const names = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
    expect({ system: names(path.join(fixture.scratch, 'trash')), local: names(place('.trash')) }).toEqual(expected);
    expect(existsSync(place('a.md'))).toBe(false);
  });
});

describe('move', () => {
  test('leaves links alone whatever the user set: the engine rewrites them itself', async () => {
    await restart({ settings: { alwaysUpdateLinks: true } });
    const { vault } = fixture.host;
    await vault.create('a.md', 'x');
    await vault.create('b.md', '[[a]]');
    await fixture.testApp.settled();
    await vault.move('a.md', 'c.md');
    await fixture.testApp.settled();
    expect(onDisk('b.md')).toBe('[[a]]');
  });
});

describe('watch', () => {
  test('tells every file of a folder that was renamed, and of one that was deleted', async () => {
    const { vault } = fixture.host;
    await vault.create('old/deep/a.md', 'x');
    await vault.create('old/b.md', 'x');
    const changes: VaultChange[] = [];
    const stop = vault.watch((change) => changes.push(change));
    const { core } = fixture.testApp;
    const folder = core.vault.getFolderByPath('old');
    if (folder === null) throw new Error('no folder');
    await core.vault.rename(folder, 'new');
    expect(changes).toContainEqual({ kind: 'renamed', from: 'old/deep/a.md', path: 'new/deep/a.md' });
    expect(changes).toContainEqual({ kind: 'renamed', from: 'old/b.md', path: 'new/b.md' });
    changes.length = 0;
    await core.vault.delete(folder);
    expect(changes).toContainEqual({ kind: 'removed', path: 'new/deep/a.md' });
    expect(changes).toContainEqual({ kind: 'removed', path: 'new/b.md' });
    stop();
  });

  test('hears nothing of the files that the app lists at its start', async () => {
    const folder = fixture.testApp.folder;
    await fixture.host.vault.create('a.md', 'x');
    await fixture.testApp.close();
    const second = await startFixture({ folder, layoutReady: false });
    const changes: VaultChange[] = [];
    second.host.vault.watch((change) => changes.push(change));
    const { vault, workspace } = second.testApp.core;
    vault.trigger('create', vault.getFileByPath('a.md'));
    workspace.setLayoutReady();
    expect(changes).toEqual([]);
    vault.trigger('modify', vault.getFileByPath('a.md'));
    expect(changes).toEqual([{ kind: 'changed', path: 'a.md' }]);
    await second.close();
  });

  test('that was stopped before the layout stood never starts', async () => {
    await restart({ layoutReady: false });
    const changes: VaultChange[] = [];
    fixture.host.vault.watch((change) => changes.push(change))();
    fixture.testApp.core.workspace.setLayoutReady();
    await fixture.host.vault.create('a.md', 'x');
    expect(changes).toEqual([]);
  });

  test('an unloaded plugin leaves no listener behind', async () => {
    const { core } = fixture.testApp;
    const stop = fixture.host.vault.watch(() => undefined);
    expect(core.vault.listenerCount()).toBeGreaterThan(11);
    stop();
    fixture.plugin.unload();
    expect(core.vault.listenerCount()).toBe(7); // the app's own index
  });
});

describe('names that differ in case', () => {
  test('are seen in a folder that was renamed, and free again after a removal', async () => {
    const { vault } = fixture.host;
    await vault.create('x/Name.md', '1');
    expect(await codeOf(vault.create('x/NAME.md', '2'))).toBe('exists');
    const folder = fixture.testApp.core.vault.getFolderByPath('x');
    if (folder === null) throw new Error('no folder');
    await fixture.testApp.core.vault.rename(folder, 'y');
    expect(await codeOf(vault.create('y/NAME.md', '2'))).toBe('exists');
    expect(await codeOf(vault.create('x/NAME.md', '2'))).toBe('done');
    await vault.remove('y/Name.md', '1');
    expect(await codeOf(vault.create('y/NAME.md', '2'))).toBe('done');
  });

  test('are still seen by a write that outlives the plugin', async () => {
    const { vault } = fixture.host;
    fixture.plugin.unload();
    await vault.create('x/Name.md', '1');
    expect(await codeOf(vault.create('x/NAME.md', '2'))).toBe('exists');
    await vault.remove('x/Name.md', '1');
    expect(await codeOf(vault.create('x/NAME.md', '2'))).toBe('done');
  });
});
