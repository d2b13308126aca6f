/** What the contract can't know: links, permissions, placeholders and temporary files of a real disk. */

import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { VaultPort } from '../../../src/engine/ports/vault-port';
import { VaultFailure } from '../../../src/engine/ports/vault-port';
import type { ScratchVault } from './scratch-vault';
import { scratchVault } from './scratch-vault';

let scratch: ScratchVault;
let vault: VaultPort;
const place = (file: string): string => path.join(scratch.folder, file);
const temporaryFiles = (): readonly string[] => {
  const folder = place(`.notedb/${scratch.host.device}/tmp`);
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
};

beforeEach(async () => {
  scratch = await scratchVault();
  vault = scratch.host.vault;
});
afterEach(() => {
  vi.restoreAllMocks();
  return scratch.close();
});

describe.runIf(process.platform !== 'win32')(
  'a text that somebody writes between the comparison and the rename',
  () => {
    const rename = fs.renameSync;
    /** Just before the new file takes the name. */
    const meanwhile = (act: () => void): void => {
      vi.spyOn(fs, 'renameSync').mockImplementationOnce((from, to) => {
        act();
        rename(from, to);
      });
    };

    test('into the file stays, and the write is refused', async () => {
      scratch.outside.write('a.md', 'one');
      meanwhile(() => fs.writeFileSync(place('a.md'), 'theirs'));
      await expect(vault.replace('a.md', 'one', 'two')).rejects.toMatchObject({ code: 'changed', path: 'a.md' });
      expect([scratch.outside.text('a.md'), temporaryFiles()]).toEqual(['theirs', []]);
    });

    test('at the end of the file stays, and the write is refused', async () => {
      scratch.outside.write('a.md', 'one');
      meanwhile(() => fs.appendFileSync(place('a.md'), ' more'));
      await expect(vault.replace('a.md', 'one', 'two')).rejects.toMatchObject({ code: 'changed', path: 'a.md' });
      expect(scratch.outside.text('a.md')).toBe('one more');
    });

    test('as the same text is none', async () => {
      scratch.outside.write('a.md', 'one');
      meanwhile(() => fs.writeFileSync(place('a.md'), 'one'));
      await vault.replace('a.md', 'one', 'two');
      expect(scratch.outside.text('a.md')).toBe('two');
    });
  },
);

describe('symbolic links below the root', () => {
  beforeEach(() => {
    fs.writeFileSync(path.join(scratch.beside, 'secret.md'), 'secret');
    scratch.outside.write('inside/real.md', 'real');
    fs.symlinkSync(scratch.beside, place('folder-link'));
    fs.symlinkSync(path.join(scratch.beside, 'secret.md'), place('file-link.md'));
    fs.symlinkSync(place('inside'), place('inner-link'));
    fs.symlinkSync(place('nowhere'), place('broken.md'));
  });

  test('are left out of lists', async () => {
    expect((await vault.list()).files.map((stat) => stat.path)).toEqual(['inside/real.md']);
    expect(await vault.folder('')).toEqual({ folders: ['inside'], files: [] });
    expect(await vault.folder('folder-link')).toBeNull();
  });

  test.each([['folder-link/secret.md'], ['file-link.md'], ['inner-link/real.md'], ['broken.md']])(
    'are not followed: nothing at %s is read, written, moved or removed',
    async (file) => {
      expect(await vault.read(file)).toBeNull();
      expect(await vault.stat(file)).toBeNull();
      expect(await vault.readMany([file])).toEqual([null]);
      await expect(vault.replace(file, 'secret', 'mine')).rejects.toMatchObject({ code: 'missing' });
      await expect(vault.move(file, 'stolen.md')).rejects.toMatchObject({ code: 'missing' });
      await expect(vault.remove(file, 'secret')).rejects.toMatchObject({ code: 'missing' });
      await expect(vault.trash(file, 'secret')).rejects.toMatchObject({ code: 'missing' });
      await expect(vault.create(file, 'mine')).rejects.toMatchObject({ code: 'exists' });
      expect(fs.readFileSync(path.join(scratch.beside, 'secret.md'), 'utf8')).toBe('secret');
      expect(scratch.outside.text('inside/real.md')).toBe('real');
      expect(fs.readdirSync(scratch.folder).includes('stolen.md')).toBe(false);
    },
  );

  test('are not written through', async () => {
    scratch.outside.write('a.md', 'text');
    for (const file of ['folder-link/new.md', 'folder-link/deep/new.md', 'inner-link/new.md']) {
      await expect(vault.create(file, 'x')).rejects.toMatchObject({ code: 'exists' });
      await expect(vault.move('a.md', file)).rejects.toMatchObject({ code: 'exists' });
    }
    await vault.removeFolder('folder-link');
    expect(fs.readdirSync(scratch.beside)).toContain('secret.md');
    expect(fs.lstatSync(place('folder-link')).isSymbolicLink()).toBe(true);
  });

  test('are no trash', async () => {
    scratch.outside.write('a.md', 'text');
    fs.symlinkSync(scratch.beside, place('.trash'));
    await expect(vault.trash('a.md', 'text')).rejects.toMatchObject({ code: 'io', path: 'a.md', detail: 'ENOTDIR' });
    expect(scratch.outside.text('a.md')).toBe('text');
    expect(fs.existsSync(path.join(scratch.beside, 'a.md'))).toBe(false);
  });

  test('the root may be one', async () => {
    const link = path.join(scratch.beside, 'vault-link');
    fs.symlinkSync(scratch.folder, link);
    const host = await scratch.reopen({ vaultFolder: link });
    expect(host.vaultFolder).toBe(fs.realpathSync(scratch.folder));
    expect(await host.vault.read('inside/real.md')).toBe('real');
  });
});

describe('creating', () => {
  test('makes the folder again that someone else takes away', async () => {
    await vault.create('notes/deep/a.md', 'one');
    fs.rmSync(place('notes'), { recursive: true });
    await vault.create('notes/deep/b.md', 'two');
    expect(scratch.outside.text('notes/deep/b.md')).toBe('two');
  });

  test('takes a name again whose file someone else took away', async () => {
    await vault.create('notes/a.md', 'one');
    fs.rmSync(place('notes/a.md'));
    await vault.create('notes/A.md', 'two');
    expect(fs.readdirSync(place('notes'))).toEqual(['A.md']);
  });
});

describe('replacing', () => {
  test.each([[0o600], [0o644], [0o755], [0o664]])('keeps the permissions %o', async (mode) => {
    scratch.outside.write('a.md', 'one');
    fs.chmodSync(place('a.md'), mode);
    await vault.replace('a.md', 'one', 'two');
    expect(fs.statSync(place('a.md')).mode & 0o777).toBe(mode);
  });

  test('puts a new file in place, so that a reader of the old one sees it whole', async () => {
    scratch.outside.write('a.md', 'the old text');
    const reader = fs.openSync(place('a.md'), 'r');
    await vault.replace('a.md', 'the old text', 'new');
    expect(fs.readFileSync(reader, 'utf8')).toBe('the old text');
    fs.closeSync(reader);
  });

  test('leaves no temporary file, whether it succeeds or not', async () => {
    scratch.outside.write('a.md', 'one');
    await vault.replace('a.md', 'one', 'two');
    await expect(vault.replace('a.md', 'one', 'three')).rejects.toBeInstanceOf(VaultFailure);
    expect(temporaryFiles()).toEqual([]);
    expect(fs.readdirSync(scratch.folder).sort()).toEqual(['.notedb', 'a.md']);
  });
});

test('temporary files of a killed process are removed at the next opening, unless it is read-only', async () => {
  scratch.outside.write('a.md', 'one');
  await vault.replace('a.md', 'one', 'two');
  fs.writeFileSync(place(`.notedb/${scratch.host.device}/tmp/left`), 'half');
  await scratch.reopen({ readOnly: true });
  expect(temporaryFiles()).toEqual(['left']);
  await scratch.reopen();
  expect(temporaryFiles()).toEqual([]);
});

test('opening a vault writes nothing in it', () => {
  expect(fs.readdirSync(scratch.folder)).toEqual([]);
});

describe('a file that iCloud holds back', () => {
  beforeEach(() => {
    scratch.outside.write('notes/.held back.md.icloud', 'bplist');
    scratch.outside.write('notes/here.md', 'here');
  });

  test('counts as present', async () => {
    expect((await vault.list()).files.map((stat) => stat.path)).toEqual(['notes/held back.md', 'notes/here.md']);
    expect(await vault.stat('notes/held back.md')).toMatchObject({ path: 'notes/held back.md' });
    expect((await vault.folder('notes'))?.files).toEqual(['notes/held back.md', 'notes/here.md']);
  });

  test('can’t be read, replaced or overwritten', async () => {
    const failure = { code: 'io', path: 'notes/held back.md', detail: 'not downloaded' };
    await expect(vault.read('notes/held back.md')).rejects.toMatchObject(failure);
    expect(await vault.readMany(['notes/held back.md'])).toMatchObject([failure]);
    await expect(vault.create('notes/held back.md', 'x')).rejects.toMatchObject({ code: 'exists' });
    await expect(vault.move('notes/here.md', 'notes/Held Back.md')).rejects.toMatchObject({ code: 'exists' });
  });
});

describe('failures', () => {
  test('carry the system’s code and no absolute path', async () => {
    const name = `${'x'.repeat(300)}.md`;
    const failure: unknown = await vault.create(name, '').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'io', path: name, detail: 'ENAMETOOLONG' });
    expect(String(failure)).not.toContain(scratch.folder);
  });

  test('a failed folder leaves what was there', async () => {
    scratch.outside.write('a.md', 'text');
    await expect(vault.move('a.md', `${'y'.repeat(300)}/a.md`)).rejects.toMatchObject({ code: 'io' });
    expect(scratch.outside.text('a.md')).toBe('text');
  });
});

test('a vault that is gone is an error, not an empty vault', async () => {
  scratch.outside.write('a.md', 'text');
  fs.renameSync(scratch.folder, `${scratch.folder}-away`);
  await expect(vault.list()).rejects.toMatchObject({ code: 'io', path: '', detail: 'ENOENT' });
});

test('a walk over many files gives others their turn', async () => {
  for (let index = 0; index < 3000; index += 1)
    scratch.outside.write(`many/${index % 30}/${index}.md`, `note ${index}`);
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const started = performance.now();
  const { files: stats } = await vault.list();
  const texts = await vault.readMany(stats.map((stat) => stat.path));
  const took = performance.now() - started;
  clearInterval(timer);
  expect(texts.length).toBe(3000);
  expect(turns).toBeGreaterThanOrEqual(Math.min(2, Math.floor(took / 30)));
});

test('a directory listing is the code-unit order of whole paths', async () => {
  const names = ['a', 'a.b', 'a-b', 'a b', 'a0', 'A', 'ab', 'a!', '~', 'é'];
  for (const name of names) {
    scratch.outside.write(`x/${name}/file.md`, '');
    scratch.outside.write(`x/${name}.md`, '');
  }
  const paths = (await vault.list()).files.map((stat) => stat.path);
  expect(paths).toEqual([...paths].sort());
  expect(paths.length).toBe(20);
});

describe('a folder that was there a moment ago', () => {
  test('is made again for a new note when somebody has taken it away', async () => {
    await vault.create('Box/a.md', 'a');
    fs.rmSync(place('Box'), { recursive: true });
    await vault.create('Box/b.md', 'b');
    expect(fs.readdirSync(place('Box'))).toEqual(['b.md']);
  });

  test('and is gone by our own hand is not taken for one', async () => {
    await vault.create('Box/a.md', 'a');
    await vault.remove('Box/a.md', 'a');
    await vault.removeFolder('Box');
    expect(await vault.folder('Box')).toBeNull();
    expect(await vault.stat('Box/a.md')).toBeNull();
  });
});
