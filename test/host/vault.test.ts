/** The vault of the test app keeps the promises of the real one. */

import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import nodePath from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { TFile, TFolder } from './abstract-files';
import type { TAbstractFile } from './abstract-files';
import { createTestApp } from './create-test-app';
import type { NodeTestApp, NodeTestAppOptions } from './create-test-app';
import type { Vault } from './vault';

const open: NodeTestApp[] = [];

async function start(options: NodeTestAppOptions = {}): Promise<NodeTestApp> {
  const testApp = await createTestApp(options);
  open.push(testApp);
  return testApp;
}

afterEach(async () => {
  for (const testApp of open.splice(0)) await testApp.close();
});

async function note(testApp: NodeTestApp, path: string, text: string): Promise<TFile> {
  const file = await testApp.core.vault.create(path, text);
  if (file === null) throw new Error(`${path} is hidden`);
  return file;
}

const onDisk = (testApp: NodeTestApp, path: string): Promise<string> =>
  readFile(nodePath.join(testApp.folder, path), 'utf8');

function listen(vault: Vault): string[] {
  const heard: string[] = [];
  for (const name of ['create', 'modify', 'delete']) {
    vault.on(name, (file: TAbstractFile) => heard.push(`${name} ${file.path}`));
  }
  vault.on('rename', (file: TAbstractFile, oldPath: string) => heard.push(`rename ${oldPath} -> ${file.path}`));
  return heard;
}

describe('process', () => {
  it('reads and writes as one step: 20 increments side by side give 20', async () => {
    const testApp = await start();
    const file = await note(testApp, 'counter.md', '0');
    const increments = Array.from({ length: 20 }, () =>
      testApp.core.vault.process(file, (text) => String(Number(text) + 1)),
    );
    await Promise.all(increments);
    expect(await onDisk(testApp, 'counter.md')).toBe('20');
  });

  it('writes nothing and tells nobody when the callback throws', async () => {
    const testApp = await start();
    const file = await note(testApp, 'a.md', 'before');
    const heard = listen(testApp.core.vault);
    const refusal = testApp.core.vault.process(file, () => {
      throw new Error('no');
    });
    await expect(refusal).rejects.toThrow('no');
    expect(await onDisk(testApp, 'a.md')).toBe('before');
    expect(heard).toEqual([]);
  });

  it('keeps a byte order mark and CRLF', async () => {
    const testApp = await start();
    const file = await note(testApp, 'a.md', '\uFEFFone\r\ntwo\r\n');
    await testApp.core.vault.process(file, (text) => `${text}three\r\n`);
    expect(await onDisk(testApp, 'a.md')).toBe('\uFEFFone\r\ntwo\r\nthree\r\n');
  });
});

describe('create', () => {
  it.each([
    ['a note that is there', 'a.md', 'File already exists.'],
    ['a folder of that name', 'folder', 'File already exists.'],
    ['a folder that is missing', 'missing/b.md', 'ENOENT'],
    ['a character that no file name may hold', 'what: now.md', 'cannot contain'],
  ])('refuses %s', async (_what, path, message) => {
    const testApp = await start();
    await note(testApp, 'a.md', 'mine');
    await testApp.core.vault.createFolder('folder');
    await expect(testApp.core.vault.create(path, 'other')).rejects.toThrow(message);
    expect(await onDisk(testApp, 'a.md')).toBe('mine');
  });

  it('gives a file with the real size and times', async () => {
    const testApp = await start();
    const file = await note(testApp, 'a.md', 'äöü');
    const real = await stat(nodePath.join(testApp.folder, 'a.md'));
    expect(file.stat).toEqual({ size: 6, mtime: Math.round(real.mtimeMs), ctime: Math.round(real.birthtimeMs) });
  });

  it('sets the times that it is given', async () => {
    const testApp = await start();
    const file = await testApp.core.vault.create('a.md', 'x', { mtime: 1_700_000_000_000 });
    expect(file?.stat.mtime).toBe(1_700_000_000_000);
  });
});

describe('createFolder', () => {
  it('makes the parents and refuses a folder that is there', async () => {
    const testApp = await start();
    const folder = await testApp.core.vault.createFolder('a/b/c');
    expect(folder?.parent?.path).toBe('a/b');
    await expect(testApp.core.vault.createFolder('a/b')).rejects.toThrow('Folder already exists.');
  });
});

describe('hidden files', () => {
  it('are written, but null comes back and the vault does not show them', async () => {
    const testApp = await start();
    await testApp.core.vault.createFolder('.notedb');
    expect(await testApp.core.vault.create('.notedb/state', 'x')).toBeNull();
    expect(await onDisk(testApp, '.notedb/state')).toBe('x');
    expect(testApp.core.vault.getAllLoadedFiles().map(({ path }) => path)).toEqual(['/']);
    expect(testApp.core.vault.getAbstractFileByPath('.notedb/state')).toBeNull();
  });

  it('are reached through the adapter', async () => {
    const { core } = await start();
    await core.vault.adapter.mkdir('.hidden/deep');
    await core.vault.adapter.append('.hidden/deep/log', 'one');
    await core.vault.adapter.appendBinary('.hidden/deep/log', new TextEncoder().encode(' two').buffer);
    expect(await core.vault.adapter.read('.hidden/deep/log')).toBe('one two');
    expect(await core.vault.adapter.list('.hidden')).toEqual({ files: [], folders: ['.hidden/deep'] });
  });
});

describe('the adapter', () => {
  it('refuses to rename over a file', async () => {
    const { core } = await start();
    await core.vault.adapter.write('.a', '1');
    await core.vault.adapter.write('.b', '2');
    await expect(core.vault.adapter.rename('.a', '.b')).rejects.toThrow('Destination file already exists!');
  });

  it('removes a folder with files only when told to', async () => {
    const { core } = await start();
    await core.vault.adapter.mkdir('folder');
    await core.vault.adapter.write('folder/a.md', 'x');
    await expect(core.vault.adapter.rmdir('folder', false)).rejects.toThrow('ENOTEMPTY');
    await core.vault.adapter.rmdir('folder', true);
    expect(core.vault.getAbstractFileByPath('folder/a.md')).toBeNull();
  });

  it('answers null for the stat of what is not there, and throws when that is read', async () => {
    const { core } = await start();
    expect(await core.vault.adapter.stat('nothing.md')).toBeNull();
    expect(await core.vault.adapter.exists('nothing.md')).toBe(false);
    await expect(core.vault.adapter.read('nothing.md')).rejects.toThrow('ENOENT');
  });

  it('tells the base path on desktops only', async () => {
    const desktop = await start();
    const phone = await start({ mobile: true });
    expect('getBasePath' in desktop.core.vault.adapter).toBe(true);
    expect('getBasePath' in phone.core.vault.adapter).toBe(false);
  });
});

describe('rename', () => {
  it('keeps the object of the file and of every file below a folder', async () => {
    const testApp = await start();
    await testApp.core.vault.createFolder('old/deep');
    const file = await note(testApp, 'old/deep/a.md', 'x');
    const heard = listen(testApp.core.vault);
    const folder = testApp.core.vault.getFolderByPath('old');
    if (folder === null) throw new Error('no folder');
    await testApp.core.vault.rename(folder, 'new');
    expect(testApp.core.vault.getFileByPath('new/deep/a.md')).toBe(file);
    expect(testApp.core.vault.getAbstractFileByPath('old/deep/a.md')).toBeNull();
    expect(heard).toEqual([
      'rename old -> new',
      'rename old/deep -> new/deep',
      'rename old/deep/a.md -> new/deep/a.md',
    ]);
  });

  it('leaves links alone and refuses a taken name', async () => {
    const testApp = await start({ settings: { alwaysUpdateLinks: true } });
    const file = await note(testApp, 'a.md', 'x');
    await note(testApp, 'b.md', '[[a]]');
    await expect(testApp.core.vault.rename(file, 'b.md')).rejects.toThrow('Destination file already exists!');
    await testApp.core.vault.rename(file, 'c.md');
    await testApp.settled();
    expect(await onDisk(testApp, 'b.md')).toBe('[[a]]');
  });
});

describe('events', () => {
  it('fire "create" for every file at start, before the layout stands', async () => {
    const testApp = await start();
    await mkdir(nodePath.join(testApp.folder, 'folder'));
    await writeFile(nodePath.join(testApp.folder, 'folder/a.md'), 'x');
    await writeFile(nodePath.join(testApp.folder, 'b.md'), 'x');
    const heard = listen(testApp.core.vault);
    await testApp.core.vault.load();
    expect(heard).toEqual(['create folder', 'create folder/a.md', 'create b.md']);
  });

  it('tell edits by other programs once the app has looked', async () => {
    const testApp = await start();
    const file = await note(testApp, 'a.md', 'x');
    await note(testApp, 'gone.md', 'x');
    const heard = listen(testApp.core.vault);
    await writeFile(nodePath.join(testApp.folder, 'a.md'), 'longer');
    await writeFile(nodePath.join(testApp.folder, 'new.md'), 'x');
    await import('node:fs/promises').then((fs) => fs.rm(nodePath.join(testApp.folder, 'gone.md')));
    await testApp.noticeOutsideChanges();
    expect(heard).toEqual(['delete gone.md', 'modify a.md', 'create new.md']);
    expect(file.stat.size).toBe(6);
  });

  it('give cachedRead the old text until the app has looked', async () => {
    const testApp = await start();
    const file = await note(testApp, 'a.md', 'old');
    await testApp.core.vault.read(file);
    await writeFile(nodePath.join(testApp.folder, 'a.md'), 'newer');
    expect(await testApp.core.vault.cachedRead(file)).toBe('old');
    expect(await testApp.core.vault.read(file)).toBe('newer');
  });
});

describe('the tree', () => {
  it('has a root named "/" without a parent', async () => {
    const { core } = await start();
    const root = core.vault.getRoot();
    expect([root.path, root.name, root.parent, root.isRoot()]).toEqual(['/', '', null, true]);
    await core.vault.createFolder('a');
    expect(core.vault.getFolderByPath('a')?.parent).toBe(root);
  });

  it('tells notes from other files', async () => {
    const testApp = await start();
    await note(testApp, 'a.md', 'x');
    await note(testApp, 'b.MD', 'x');
    await note(testApp, 'c.png', 'x');
    expect(testApp.core.vault.getFiles().map(({ path }) => path)).toEqual(['a.md', 'b.MD', 'c.png']);
    expect(testApp.core.vault.getMarkdownFiles().map(({ path }) => path)).toEqual(['a.md', 'b.MD']);
    expect(testApp.core.vault.getAbstractFileByPath('a.md')).toBeInstanceOf(TFile);
    expect(testApp.core.vault.getRoot()).toBeInstanceOf(TFolder);
  });
});

describe('trash', () => {
  const places = async (testApp: NodeTestApp): Promise<Record<string, string[]>> => ({
    system: await readdir(testApp.systemTrash ?? '').catch(() => []),
    local: await readdir(nodePath.join(testApp.folder, '.trash')).catch(() => []),
  });

  it.each([
    [{ trashOption: 'system' }, { system: ['a.md'], local: [] }],
    [{ trashOption: 'local' }, { system: [], local: ['a.md'] }],
    [{ trashOption: 'none' }, { system: [], local: [] }],
    [{}, { system: ['a.md'], local: [] }],
  ])('goes where the user said: %o', async (settings, expected) => {
    const testApp = await start({ settings });
    const file = await note(testApp, 'a.md', 'x');
    await testApp.core.fileManager.trashFile(file);
    expect(await places(testApp)).toEqual(expected);
    expect(testApp.core.vault.getAbstractFileByPath('a.md')).toBeNull();
  });

  it('falls back to the vault where the system has none, and finds a free name', async () => {
    const testApp = await start({ systemTrash: null });
    for (const text of ['1', '2']) await testApp.core.fileManager.trashFile(await note(testApp, 'a.md', text));
    expect((await places(testApp))['local']).toEqual(['a 2.md', 'a.md']);
  });
});
