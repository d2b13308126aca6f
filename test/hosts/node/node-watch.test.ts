/** The twelve basic changes, each heard within a second, also after a file was replaced by a rename. */

import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { VaultChange } from '../../../src/engine/ports/vault-port';
import { statFrom } from '../../../src/hosts/node/vault/note-file';
import { eventually } from '../../eventually';
import type { ScratchVault } from './scratch-vault';
import { scratchVault } from './scratch-vault';

let scratch: ScratchVault;
let changes: VaultChange[];
let stop: () => void;

const isHeard = (file: string): boolean => changes.some((change) => change.kind === 'overflow' || change.path === file);
const hear = (...files: string[]): Promise<void> =>
  vi.waitFor(() => expect(files.filter((file) => !isHeard(file))).toEqual([]), { timeout: 50_000, interval: 5 });
const settle = async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, 120));
  changes.length = 0;
};

beforeEach(async () => {
  scratch = await scratchVault();
  scratch.outside.write('notes/a.md', 'one');
  scratch.outside.write('notes/b.md', 'two');
  scratch.outside.write('notes/sub/c.md', 'three');
  changes = [];
  stop = scratch.host.vault.watch((change) => changes.push(change));
});
afterEach(async () => {
  stop();
  await scratch.close();
});

type Outside = ScratchVault['outside'];

const BASIC_CHANGES: readonly [string, (outside: Outside) => void, readonly string[]][] = [
  ['an edit in place', (outside) => outside.write('notes/a.md', 'new'), ['notes/a.md']],
  ['a replacement by rename', (outside) => outside.replace('notes/a.md', 'new'), ['notes/a.md']],
  ['a new file', (outside) => outside.write('notes/new.md', 'new'), ['notes/new.md']],
  ['a removal', (outside) => outside.remove('notes/a.md'), ['notes/a.md']],
  ['a rename in a folder', (outside) => outside.rename('notes/a.md', 'notes/z.md'), ['notes/a.md', 'notes/z.md']],
  [
    'a move to another folder',
    (outside) => outside.rename('notes/a.md', 'notes/sub/a.md'),
    ['notes/a.md', 'notes/sub/a.md'],
  ],
  ['a new folder with a file', (outside) => outside.write('fresh/deep/er/n.md', 'new'), ['fresh/deep/er/n.md']],
  ['a renamed folder', (outside) => outside.rename('notes/sub', 'notes/other'), ['notes/other/c.md']],
  ['a removed folder', (outside) => outside.remove('notes/sub'), ['notes/sub/c.md']],
  ['a file at the root', (outside) => outside.write('root.md', 'new'), ['root.md']],
  ['a change in a deep folder', (outside) => outside.write('notes/sub/c.md', 'new'), ['notes/sub/c.md']],
  ['a change of case', (outside) => outside.rename('notes/a.md', 'notes/A.md'), ['notes/a.md', 'notes/A.md']],
];

test('a file that moves right after it was edited is told where it came before it is told where it went', async () => {
  scratch.outside.write('notes/a.md', 'new');
  await new Promise((resolve) => setTimeout(resolve, 20));
  scratch.outside.rename('notes/a.md', 'notes/sub/z.md');
  // The edit is looked at before the watch hears of the move.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
  await hear('notes/a.md', 'notes/sub/z.md');
  const told = changes.map((change) => (change.kind === 'overflow' ? change.kind : change.path));
  expect(told.indexOf('notes/sub/z.md')).toBeLessThan(told.indexOf('notes/a.md'));
});

describe('within a second the watch hears of', () => {
  test.each(BASIC_CHANGES)('%s', async (_what, change, files) => {
    change(scratch.outside);
    await hear(...files);
  });

  test.each(BASIC_CHANGES)('%s, after every file was replaced by a rename', async (_what, change, files) => {
    for (const file of ['notes/a.md', 'notes/b.md', 'notes/sub/c.md']) scratch.outside.replace(file, 'again');
    await settle();
    change(scratch.outside);
    await hear(...files);
  });

  test('hundreds of changes at once', async () => {
    const { outside, folder } = scratch;
    const files = Array.from({ length: 400 }, (_, i) => `notes/many ${i}.md`);
    for (const file of files) outside.write(file, `text of ${file}`);
    outside.remove('notes/b.md');
    outside.write('notes/new folder/n.md', 'new');
    fs.symlinkSync(path.join(folder, 'notes/a.md'), path.join(folder, 'notes/link.md'));
    await hear(...files, 'notes/b.md', 'notes/new folder/n.md');
    const told = new Map(changes.map((change) => ['path' in change ? change.path : '', change]));
    for (const file of files) {
      const stat = statFrom(file, fs.lstatSync(path.join(folder, file)));
      expect(told.get(file)).toEqual({ kind: 'changed', path: file, stat });
    }
    expect(told.get('notes/b.md')).toEqual({ kind: 'removed', path: 'notes/b.md' });
    expect(told.get('notes/link.md')).toEqual({ kind: 'removed', path: 'notes/link.md' });
    await settle();
    // The new folder is watched.
    outside.write('notes/new folder/later.md', 'later');
    await hear('notes/new folder/later.md');
  });

  test('changes in a folder that was made, removed and made again', async () => {
    for (const round of [1, 2, 3]) {
      scratch.outside.write('again/a.md', `round ${round}`);
      await hear('again/a.md');
      await settle();
      scratch.outside.write('again/b.md', `round ${round}`);
      await hear('again/b.md');
      scratch.outside.remove('again');
      await settle();
    }
  });

  test('changes in a folder that was removed and made again at once, be it with the same inode', async () => {
    for (let round = 0; round < 5; round += 1) {
      scratch.outside.write('again/a.md', `round ${round}`);
      await hear('again/a.md');
      await settle();
      scratch.outside.remove('again');
      scratch.outside.makeFolder('again');
      await settle();
      scratch.outside.write('again/b.md', `round ${round}`);
      await hear('again/b.md');
      await settle();
    }
  });

  test('changes in a folder that was swapped for another of the same name at once', async () => {
    scratch.outside.write('swap/a.md', 'first');
    await hear('swap/a.md');
    await settle();
    scratch.outside.rename('swap', 'away');
    scratch.outside.write('swap/b.md', 'second');
    await hear('swap/b.md');
    await settle();
    scratch.outside.write('swap/c.md', 'third');
    scratch.outside.write('away/d.md', 'fourth');
    await hear('swap/c.md', 'away/d.md');
  });

  test('a hundred files at once, each', async () => {
    const files = Array.from({ length: 100 }, (_, index) => `many/${index % 7}/${index}.md`);
    for (const file of files) scratch.outside.write(file, file);
    await hear(...files);
  });
});

test('several changes of a moment are told once', async () => {
  for (let count = 0; count < 20; count += 1) scratch.outside.write('notes/a.md', `save ${count}`);
  await hear('notes/a.md');
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(changes).toMatchObject([{ kind: 'changed', path: 'notes/a.md', stat: { path: 'notes/a.md' } }]);
});

describe('right after the host made a folder', () => {
  test.each([
    ['a note that is deleted', (outside: Outside) => outside.remove('fresh/deep/n.md')],
    ['a note that is renamed', (outside: Outside) => outside.rename('fresh/deep/n.md', 'fresh/deep/m.md')],
    ['a note that is moved', (outside: Outside) => outside.rename('fresh/deep/n.md', 'notes/n.md')],
    ['an edit', (outside: Outside) => outside.write('fresh/deep/n.md', 'theirs')],
    ['the removal of the folder', (outside: Outside) => outside.remove('fresh/deep')],
  ])('%s there is heard of', async (_what, act) => {
    await scratch.host.vault.create('fresh/deep/n.md', 'ours');
    act(scratch.outside);
    await hear('fresh/deep/n.md');
    await scratch.host.vault.move('notes/a.md', 'other/deep/n.md');
    scratch.outside.remove('other/deep/n.md');
    await hear('other/deep/n.md');
  });

  test('for the second time, a note that is deleted there is heard of', async () => {
    await scratch.host.vault.create('fresh/n.md', 'ours');
    await scratch.host.vault.remove('fresh/n.md', 'ours');
    await scratch.host.vault.removeFolder('fresh');
    await scratch.host.vault.create('fresh/m.md', 'ours');
    scratch.outside.remove('fresh/m.md');
    await hear('fresh/m.md');
  });

  test('a note of ours that is deleted is heard of where another had made the folder, and so are theirs', async () => {
    scratch.outside.write('theirs/deep/t.md', 'theirs');
    scratch.outside.write('theirs/other/t.md', 'theirs');
    await scratch.host.vault.create('theirs/deep/n.md', 'ours');
    scratch.outside.remove('theirs/deep/n.md');
    await hear('theirs/deep/t.md', 'theirs/other/t.md', 'theirs/deep/n.md');
  });
});

describe('an overflow is told', () => {
  const overflows = (): number => changes.filter((change) => change.kind === 'overflow').length;

  test('after a burst, in which the system may have dropped events', async () => {
    const files = ['a.txt', 'b.txt'].map((name) => fs.openSync(path.join(scratch.folder, 'notes', name), 'w'));
    await settle();
    // Events that are alike are told once, so that they take turns.
    for (let i = 0; i < 5000; i += 1) fs.writeSync(files[i % 2] as number, 'x');
    files.forEach((fd) => fs.closeSync(fd));
    if (process.platform === 'linux') await eventually(() => expect(overflows()).toBe(1));
    await settle();
    scratch.outside.write('notes/a.md', 'new');
    await hear('notes/a.md');
    expect(overflows()).toBe(0);
  });

  test('after a pause of the process, once', () => {
    stop();
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    try {
      stop = scratch.host.vault.watch((change) => changes.push(change));
      vi.advanceTimersByTime(60_000);
      expect(overflows()).toBe(0);
      vi.setSystemTime(Date.now() + 10_000);
      vi.advanceTimersByTime(60_000);
      expect(overflows()).toBe(1);
      stop();
      vi.setSystemTime(Date.now() + 10_000);
      vi.advanceTimersByTime(60_000);
      expect(overflows()).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

test('a folder that could not be watched is watched when the vault is listed next', async () => {
  stop();
  const { watch } = fs;
  const spied = vi.spyOn(fs, 'watch').mockImplementation(((place: string, ...more: [object, () => void]) => {
    if (place.endsWith('sub')) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    return watch(place, ...more);
  }) as typeof fs.watch);
  stop = scratch.host.vault.watch((change) => changes.push(change));
  spied.mockRestore();
  await scratch.host.vault.list();
  scratch.outside.write('notes/sub/c.md', 'new');
  await hear('notes/sub/c.md');
});

describe('a folder of many thousand notes', () => {
  const watched: string[] = [];
  const read: string[] = [];
  const nameOf = (place: unknown): string => path.relative(scratch.folder, String(place)).replaceAll(path.sep, '/');

  beforeEach(() => {
    stop();
    const large = path.join(scratch.folder, 'large');
    fs.mkdirSync(path.join(large, 'below', 'deep'), { recursive: true });
    for (let i = 0; i < 5000; i += 1)
      fs.writeFileSync(path.join(large, `${'A note with a long name '.repeat(2)}${i}.md`), '');
    watched.length = read.length = 0;
    const { watch, readdirSync } = fs;
    vi.spyOn(fs, 'watch').mockImplementation(((place: string, ...more: [object, () => void]) => {
      watched.push(nameOf(place));
      return watch(place, ...more);
    }) as typeof fs.watch);
    vi.spyOn(fs, 'readdirSync').mockImplementation(((place: string, options: { withFileTypes: true }) => {
      read.push(nameOf(place));
      return readdirSync(place, options);
    }) as typeof fs.readdirSync);
    stop = scratch.host.vault.watch((change) => changes.push(change));
  });
  afterEach(() => vi.restoreAllMocks());

  test('is not read in one piece', () => {
    expect(read).toContain('notes');
    expect(read).not.toContain('large');
  });

  test('is watched with all below it once the vault is listed, before it is read', async () => {
    await scratch.host.vault.list();
    expect(read).not.toContain('large');
    expect(watched).toEqual(expect.arrayContaining(['large', 'large/below', 'large/below/deep']));
    scratch.outside.write('large/below/deep/x.md', 'new');
    await hear('large/below/deep/x.md');
  });

  test('is watched without a listing too', async () => {
    await eventually(() =>
      expect(watched).toEqual(expect.arrayContaining(['large', 'large/below', 'large/below/deep'])),
    );
    scratch.outside.write('large/below/deep/x.md', 'new');
    await hear('large/below/deep/x.md');
    expect(new Set(watched).size).toBe(watched.length);
  });
});

test('an empty folder that the host itself removes is no news', async () => {
  scratch.outside.makeFolder('notes/empty');
  await settle();
  await scratch.host.vault.removeFolder('notes/empty');
  scratch.outside.write('notes/b.md', 'a mark');
  await hear('notes/b.md');
  expect(changes.filter((change) => change.kind === 'overflow')).toEqual([]);
});

test('a folder whose removal failed is not forgotten', async () => {
  await scratch.host.vault.removeFolder('notes/sub');
  scratch.outside.write('notes/sub/c.md', 'new');
  await hear('notes/sub/c.md');
  await settle();
  scratch.outside.remove('notes/sub');
  await hear('notes/sub/c.md');
});

test('private files and links make no noise', async () => {
  await scratch.host.privateStore.append('journal/1.log', Uint8Array.of(1));
  scratch.outside.write('.obsidian/workspace.json', '{}');
  fs.symlinkSync(scratch.beside, path.join(scratch.folder, 'link'));
  fs.writeFileSync(path.join(scratch.beside, 'x.md'), 'beyond the link');
  scratch.outside.write('notes/b.md', 'a mark');
  await hear('notes/b.md');
  expect(changes.filter((change) => change.kind !== 'removed')).toMatchObject([
    { kind: 'changed', path: 'notes/b.md' },
  ]);
});

describe('a watch that begins after a listing', () => {
  const longAgo = new Date(Date.now() - 60_000);
  const listThen = async (between: (outside: Outside) => void): Promise<void> => {
    stop();
    for (const each of ['notes/sub', 'notes', '.']) fs.utimesSync(path.join(scratch.folder, each), longAgo, longAgo);
    await scratch.host.vault.list();
    between(scratch.outside);
    stop = scratch.host.vault.watch((change) => changes.push(change));
    await settle();
  };

  test('hears of every folder that was listed', async () => {
    await listThen(() => undefined);
    scratch.outside.write('notes/sub/c.md', 'new');
    scratch.outside.write('root.md', 'new');
    await hear('notes/sub/c.md', 'root.md');
  });

  test('hears of folders that came since', async () => {
    await listThen((outside) => outside.write('notes/sub/late/er/x.md', 'new'));
    scratch.outside.write('notes/sub/late/er/y.md', 'new');
    await hear('notes/sub/late/er/y.md');
  });

  test('does without folders that went since', async () => {
    await listThen((outside) => outside.remove('notes/sub'));
    scratch.outside.write('notes/a.md', 'new');
    await hear('notes/a.md');
    expect(scratch.logger.entries).toEqual([]);
  });
});

describe('a listing after the watch began', () => {
  const FOLDERS = ['notes/sub', 'notes', '.'];
  /** What is listed when `between` has happened since, and how many folders were read for it. */
  const watchThen = async (between: (outside: Outside) => void): Promise<{ paths: string[]; read: number }> => {
    stop();
    const longAgo = new Date(Date.now() - 60_000);
    for (const each of FOLDERS) fs.utimesSync(path.join(scratch.folder, each), longAgo, longAgo);
    stop = scratch.host.vault.watch((change) => changes.push(change));
    between(scratch.outside);
    return listed();
  };
  const listed = async (): Promise<{ paths: string[]; read: number }> => {
    const spied = vi.spyOn(fs, 'readdirSync');
    const { files: stats } = await scratch.host.vault.list();
    const read = spied.mock.calls.length;
    spied.mockRestore();
    return { paths: stats.map((stat) => stat.path), read };
  };
  const ALL = ['notes/a.md', 'notes/b.md', 'notes/sub/c.md'];

  test('reads no folder again that stayed as it was', async () => {
    expect(await watchThen(() => undefined)).toEqual({ paths: ALL, read: 0 });
  });

  test('reads the folders again in which something came, went or changed its name', async () => {
    const came = await watchThen((outside) => outside.write('notes/sub/x.md', 'new'));
    expect(came).toEqual({ paths: [...ALL, 'notes/sub/x.md'], read: 1 });
    const went = await watchThen((outside) => outside.remove('notes/a.md'));
    expect(went).toEqual({ paths: ['notes/b.md', 'notes/sub/c.md', 'notes/sub/x.md'], read: 1 });
    const renamed = await watchThen((outside) => outside.rename('notes/sub', 'notes/tub'));
    expect(renamed.paths).toEqual(['notes/b.md', 'notes/tub/c.md', 'notes/tub/x.md']);
    expect(renamed.read).toBe(2);
  });

  test('reads every folder again that may have changed without its time stamp telling', async () => {
    stop();
    stop = scratch.host.vault.watch((change) => changes.push(change));
    expect(await listed()).toEqual({ paths: ALL, read: 3 });
  });

  test('takes what the watch read for one listing alone', async () => {
    await watchThen(() => undefined);
    expect(await listed()).toEqual({ paths: ALL, read: 3 });
  });
});

test('a folder that can’t be read does not keep the vault from being watched: a listing says so', async () => {
  const closed = path.join(scratch.host.vaultFolder, 'notes/sub');
  const read = fs.readdirSync.bind(fs);
  const denied = Object.assign(new Error('permission denied'), { code: 'EACCES' });
  const spied = vi.spyOn(fs, 'readdirSync').mockImplementation(((place: string, options: object) => {
    if (place === closed) throw denied;
    return read(place, options as { withFileTypes: true });
  }) as typeof fs.readdirSync);
  stop();
  stop = scratch.host.vault.watch((change) => changes.push(change));
  expect((await scratch.host.vault.list()).failures).toMatchObject([
    { code: 'io', path: 'notes/sub', detail: 'EACCES' },
  ]);
  spied.mockRestore();
});
