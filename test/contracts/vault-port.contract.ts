/** What every vault promises, case by case; each host runs it. Promises: src/engine/ports/vault-port.ts */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { VaultChange, VaultFailureCode, VaultPort } from '../../src/engine/ports/vault-port';
import { VaultFailure } from '../../src/engine/ports/vault-port';

/** A vault with the hands of another program on it. */
export interface VaultHarness {
  readonly vault: VaultPort;
  readonly outside: {
    write(path: string, text: string): void;
    writeBytes(path: string, bytes: Uint8Array): void;
    remove(path: string): void;
    rename(from: string, to: string): void;
    makeFolder(path: string): void;
    text(path: string): string | null;
    /** What lies in the trash, by name. */
    trash(): Readonly<Record<string, string>>;
  };
  close(): Promise<void>;
}

const LONG_TEXT = `---\ntable: tasks\n---\n${'Zeile mit Ümlaut und 🎵\n'.repeat(20_000)}`;

/** `für` in an encoding that is no UTF-8. */
const LATIN = Uint8Array.of(0x66, 0xfc, 0x72);

async function failureOf(call: Promise<unknown>): Promise<VaultFailure> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof VaultFailure) return error;
  throw new Error(`expected a VaultFailure, got ${String(error)}`);
}

async function expectFailure(call: Promise<unknown>, code: VaultFailureCode, path: string): Promise<void> {
  const failure = await failureOf(call);
  expect({ code: failure.code, path: failure.path }).toEqual({ code, path });
}

export function describeVaultContract(name: string, makeHarness: () => Promise<VaultHarness>): void {
  describe(`the vault of ${name}`, () => {
    let harness: VaultHarness;
    let vault: VaultPort;
    let outside: VaultHarness['outside'];

    beforeEach(async () => {
      harness = await makeHarness();
      ({ vault, outside } = harness);
    });
    afterEach(() => harness.close());

    describe('reading', () => {
      test.each([
        ['plain text', 'line one\nline two\n'],
        ['no text at all', ''],
        ['a byte order mark', '\uFEFF---\nid: 1\n---\n'],
        ['Windows line endings', '---\r\nid: 1\r\n---\r\nbody\r\n'],
        ['mixed line endings and no last one', 'a\r\nb\nc\rd'],
        ['characters beyond the basic plane', '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 🎵 e\u0301'],
        ['a replacement character that belongs there', 'what \uFFFD is'],
        ['a text of a megabyte', LONG_TEXT],
      ])('gives %s as it is', async (_what, text) => {
        outside.write('notes/a.md', text);
        expect(await vault.read('notes/a.md')).toBe(text);
        expect(await vault.readMany(['notes/a.md'])).toEqual([text]);
      });

      test.each([['a.md'], ['notes/a.md'], ['a.md/b.md'], ['folder']])(
        'gives null for %s, which is not a file',
        async (path) => {
          outside.makeFolder('folder');
          if (path === 'a.md/b.md') outside.write('a.md', 'a file is not a folder');
          expect(await vault.read(path)).toBeNull();
          expect(await vault.stat(path)).toBeNull();
          expect(await vault.readMany([path])).toEqual([null]);
          expect(await vault.readBytes(path)).toBeNull();
        },
      );

      test.each([['../out.md'], ['/etc/passwd'], ['a/../../out.md'], ['a//b.md'], ['a\\b.md'], ['a/.'], ['a\0.md']])(
        'refuses %j, which is not a path in the vault',
        async (path) => {
          await expectFailure(vault.read(path), 'io', path);
          await expectFailure(vault.stat(path), 'io', path);
          await expectFailure(vault.folder(path), 'io', path);
          await expectFailure(vault.readBytes(path), 'io', path);
          expect(await vault.readMany([path])).toMatchObject([{ code: 'io', path }]);
        },
      );

      test('the root is a folder, not a file', async () => {
        expect([await vault.read(''), await vault.stat('')]).toEqual([null, null]);
      });

      test('refuses bytes that are no UTF-8', async () => {
        outside.writeBytes('latin.md', LATIN);
        await expectFailure(vault.read('latin.md'), 'not_utf8', 'latin.md');
      });

      test.each([
        ['of a text', new TextEncoder().encode('\uFEFFä🎵\r\n')],
        ['that are not UTF-8', LATIN],
        ['with zeros', Uint8Array.of(0x61, 0, 0)],
        ['of an empty file', new Uint8Array()],
      ])('gives the bytes %s', async (_what, bytes) => {
        outside.writeBytes('a.md', bytes);
        expect([...((await vault.readBytes('a.md')) ?? [-1])]).toEqual([...bytes]);
      });

      test('reads many in the order asked for, with a failure in its own place', async () => {
        outside.write('b.md', 'B');
        outside.write('sub/a.md', 'A');
        outside.writeBytes('latin.md', LATIN);
        const [first, second, third, fourth, fifth] = await vault.readMany([
          'sub/a.md',
          'none.md',
          'latin.md',
          'b.md',
          'b.md',
        ]);
        expect([first, second, fourth, fifth]).toEqual(['A', null, 'B', 'B']);
        expect(third).toBeInstanceOf(VaultFailure);
        expect(third).toMatchObject({ code: 'not_utf8', path: 'latin.md' });
        expect(await vault.readMany([])).toEqual([]);
      });

      test('tells size in bytes and a time stamp of the last change', async () => {
        outside.write('a.md', 'ä🎵');
        const stat = await vault.stat('a.md');
        expect(stat).toMatchObject({ path: 'a.md', size: 6 });
        expect(stat?.mtime).toBeGreaterThan(1_000_000_000_000);
        expect(stat?.ctime).toBeGreaterThan(1_000_000_000_000);
      });
    });

    describe('listing', () => {
      test('gives every visible file in code-unit order of the path, whatever its extension', async () => {
        for (const path of ['b.md', 'a/z.md', 'a.md', 'a b/c.md', 'B.md', 'a/b/c.png', 'ä.md', 'a-1.md', 'z.base']) {
          outside.write(path, path);
        }
        for (const path of ['.obsidian/app.json', '.hidden.md', 'a/.b/c.md', 'a/.DS_Store']) outside.write(path, path);
        const expected = ['B.md', 'a b/c.md', 'a-1.md', 'a.md', 'a/b/c.png', 'a/z.md', 'b.md', 'z.base', 'ä.md'];
        expect((await vault.list()).files.map((stat) => stat.path)).toEqual(expected);
      });

      test('gives the same stats as a look at each file', async () => {
        outside.write('a.md', 'one');
        outside.write('sub/b.md', 'three');
        const { files: stats } = await vault.list();
        expect(stats).toEqual([await vault.stat('a.md'), await vault.stat('sub/b.md')]);
        expect(stats.map((stat) => stat.size)).toEqual([3, 5]);
      });

      test('gives nothing for an empty vault', async () => {
        expect((await vault.list()).files).toEqual([]);
      });

      test('shows the direct content of a folder with full paths', async () => {
        for (const path of ['a/2.md', 'a/1.md', 'a/deep/er/x.md', 'a/.hidden/x.md', 'a/.x', 'top.md'])
          outside.write(path, '');
        outside.makeFolder('a/empty');
        expect(await vault.folder('a')).toEqual({ folders: ['a/deep', 'a/empty'], files: ['a/1.md', 'a/2.md'] });
        expect(await vault.folder('')).toEqual({ folders: ['a'], files: ['top.md'] });
        expect(await vault.folder('a/empty')).toEqual({ folders: [], files: [] });
      });

      test.each([['none'], ['a/none'], ['a/1.md']])('gives null for %s, which is no folder', async (path) => {
        outside.write('a/1.md', '');
        expect(await vault.folder(path)).toBeNull();
      });
    });

    describe('creating', () => {
      test('writes a new file and the folders that it needs', async () => {
        const stat = await vault.create('main/default/tasks/Ä new.md', LONG_TEXT);
        expect(outside.text('main/default/tasks/Ä new.md')).toBe(LONG_TEXT);
        expect(stat).toEqual(await vault.stat('main/default/tasks/Ä new.md'));
        expect((await vault.folder('main/default'))?.folders).toEqual(['main/default/tasks']);
      });

      test.each([
        ['the same name', 'notes/a.md'],
        ['a name that differs in case', 'notes/A.MD'],
        ['a folder', 'notes/sub'],
        ['a folder in other case', 'notes/SUB'],
        ['a name in another Unicode form', 'notes/u\u0308.md'],
      ])('never overwrites: %s is taken', async (_what, path) => {
        outside.write('notes/a.md', 'mine');
        outside.write('notes/\u00fc.md', 'mine too');
        outside.makeFolder('notes/sub');
        await expectFailure(vault.create(path, 'new'), 'exists', path);
        expect(outside.text('notes/a.md')).toBe('mine');
        expect(outside.text('notes/\u00fc.md')).toBe('mine too');
      });

      test('sees a name that someone else has just taken', async () => {
        await vault.create('notes/a.md', 'a');
        outside.write('notes/B.md', 'theirs');
        await expectFailure(vault.create('notes/b.md', 'mine'), 'exists', 'notes/b.md');
        outside.remove('notes/B.md');
        await vault.create('notes/b.md', 'mine');
        expect(outside.text('notes/b.md')).toBe('mine');
      });

      test('refuses a folder where a file is, and a folder that differs only in case', async () => {
        outside.write('notes/a.md', 'a file');
        expect((await failureOf(vault.create('notes/a.md/b.md', ''))).code).toBe('exists');
        expect((await failureOf(vault.create('Notes/b.md', ''))).code).toBe('exists');
        expect(await vault.folder('')).toEqual({ folders: ['notes'], files: [] });
      });

      test.each([['../out.md'], ['/etc/out.md'], ['a/../../out.md'], ['a//b.md'], ['a\\b.md'], ['./a.md'], ['']])(
        'refuses %j, which is not a path in the vault',
        async (path) => {
          await expectFailure(vault.create(path, 'x'), 'io', path);
          expect((await vault.list()).files).toEqual([]);
        },
      );
    });

    describe('replacing', () => {
      test('writes the new text over the expected one', async () => {
        outside.write('a.md', '\uFEFFold\r\n');
        const stat = await vault.replace('a.md', '\uFEFFold\r\n', LONG_TEXT);
        expect(outside.text('a.md')).toBe(LONG_TEXT);
        expect(stat).toEqual(await vault.stat('a.md'));
        await vault.replace('a.md', LONG_TEXT, '');
        expect(outside.text('a.md')).toBe('');
      });

      test.each([
        ['another text', 'theirs'],
        ['a text of the same length', 'OLD'],
        ['a text that only begins the same', 'old!'],
        ['no text', ''],
      ])('writes nothing over %s', async (_what, present) => {
        outside.write('a.md', present);
        await expectFailure(vault.replace('a.md', 'old', 'new'), 'changed', 'a.md');
        expect(outside.text('a.md')).toBe(present);
      });

      test('makes no file where none is', async () => {
        outside.makeFolder('folder');
        await expectFailure(vault.replace('a.md', '', 'new'), 'missing', 'a.md');
        await expectFailure(vault.replace('none/a.md', '', 'new'), 'missing', 'none/a.md');
        await expectFailure(vault.replace('folder', '', 'new'), 'missing', 'folder');
        expect((await vault.list()).files).toEqual([]);
      });

      test('leaves a file alone that is no text', async () => {
        outside.writeBytes('latin.md', LATIN);
        await expectFailure(vault.replace('latin.md', '', 'new'), 'not_utf8', 'latin.md');
        await expectFailure(vault.read('latin.md'), 'not_utf8', 'latin.md');
      });
    });

    describe('moving', () => {
      test('renames, makes the folders, keeps text and time of change', async () => {
        outside.write('a.md', 'text');
        const earlier = await vault.stat('a.md');
        const stat = await vault.move('a.md', 'x/y/b.md');
        expect([outside.text('a.md'), outside.text('x/y/b.md')]).toEqual([null, 'text']);
        expect(stat).toEqual(await vault.stat('x/y/b.md'));
        expect(stat).toMatchObject({ path: 'x/y/b.md', size: 4, mtime: earlier?.mtime });
      });

      test.each([['b.md'], ['B.md'], ['folder'], ['Folder']])('overwrites nothing at %s', async (to) => {
        outside.write('a.md', 'mine');
        outside.write('b.md', 'theirs');
        outside.makeFolder('folder');
        await expectFailure(vault.move('a.md', to), 'exists', to);
        expect([outside.text('a.md'), outside.text('b.md')]).toEqual(['mine', 'theirs']);
      });

      test('changes the case of a name', async () => {
        outside.write('notes/a.md', 'text');
        await vault.move('notes/a.md', 'notes/A.md');
        expect((await vault.list()).files.map((stat) => stat.path)).toEqual(['notes/A.md']);
        expect(outside.text('notes/A.md')).toBe('text');
      });

      test('leaves a file that moves to itself as it is', async () => {
        outside.write('a.md', 'text');
        expect(await vault.move('a.md', 'a.md')).toEqual(await vault.stat('a.md'));
      });

      test.each([['none.md'], ['folder'], ['none/a.md']])('knows no file %s', async (from) => {
        outside.makeFolder('folder');
        await expectFailure(vault.move(from, 'b.md'), 'missing', from);
      });

      test.each([['../b.md'], ['/b.md'], ['x/../../b.md']])('goes nowhere outside: %s', async (to) => {
        outside.write('a.md', 'text');
        await expectFailure(vault.move('a.md', to), 'io', to);
        expect(outside.text('a.md')).toBe('text');
      });

      test('frees the old name', async () => {
        await vault.create('a.md', 'one');
        await vault.move('a.md', 'b.md');
        await vault.create('a.md', 'two');
        expect([outside.text('a.md'), outside.text('b.md')]).toEqual(['two', 'one']);
      });
    });

    describe.each(['remove', 'trash'] as const)('%s', (method) => {
      test('takes away a file that holds the expected text', async () => {
        outside.write('notes/a.md', 'text');
        await vault[method]('notes/a.md', 'text');
        expect((await vault.list()).files).toEqual([]);
        expect(outside.trash()).toEqual(method === 'trash' ? { 'a.md': 'text' } : {});
        await vault.create('notes/a.md', 'again');
      });

      test('leaves any other', async () => {
        outside.write('a.md', 'text of someone');
        await expectFailure(vault[method]('a.md', 'text'), 'changed', 'a.md');
        await expectFailure(vault[method]('none.md', 'text'), 'missing', 'none.md');
        expect(outside.text('a.md')).toBe('text of someone');
        expect(outside.trash()).toEqual({});
      });
    });

    test('the trash overwrites nothing', async () => {
      for (const [folder, text] of [
        ['x', 'one'],
        ['y', 'two'],
        ['z', 'three'],
      ] as const) {
        outside.write(`${folder}/a.md`, text);
        await vault.trash(`${folder}/a.md`, text);
      }
      expect(Object.values(outside.trash()).sort()).toEqual(['one', 'three', 'two']);
      expect((await vault.list()).files).toEqual([]);
    });

    describe('mending', () => {
      /** `Zeile ü`, cut inside its last character. */
      const TORN = new TextEncoder().encode('Zeile ü').slice(0, -1);

      test('writes a text over bytes that are none', async () => {
        outside.writeBytes('notes/a.md', TORN);
        const stat = await vault.mend('notes/a.md', TORN, LONG_TEXT);
        expect(outside.text('notes/a.md')).toBe(LONG_TEXT);
        expect(stat).toEqual(await vault.stat('notes/a.md'));
        expect(await vault.read('notes/a.md')).toBe(LONG_TEXT);
      });

      test('takes away for good what has to go', async () => {
        outside.writeBytes('notes/a.md', TORN);
        expect(await vault.mend('notes/a.md', TORN, null)).toBeNull();
        expect([(await vault.list()).files, outside.trash()]).toEqual([[], {}]);
        await vault.create('notes/A.md', 'again');
      });

      test('works on bytes that are a text too', async () => {
        const bytes = new TextEncoder().encode('\uFEFFtext\0\0');
        outside.writeBytes('a.md', bytes);
        await vault.mend('a.md', bytes, 'text and more');
        expect(outside.text('a.md')).toBe('text and more');
      });

      test.each([
        ['another text', new TextEncoder().encode('theirs')],
        ['nothing', new Uint8Array()],
        ['one byte more', Uint8Array.of(...TORN, 0)],
        ['one byte less', TORN.slice(0, -1)],
        ['other bytes that are not text', Uint8Array.of(...TORN.slice(0, -1), 0xc4)],
      ])('leaves a file that holds %s', async (_what, present) => {
        outside.writeBytes('a.md', present);
        await expectFailure(vault.mend('a.md', TORN, 'new'), 'changed', 'a.md');
        await expectFailure(vault.mend('a.md', TORN, null), 'changed', 'a.md');
        expect([...((await vault.readBytes('a.md')) ?? [-1])]).toEqual([...present]);
      });

      test.each([['a.md'], ['none/a.md'], ['folder']])('makes no file at %s', async (path) => {
        outside.makeFolder('folder');
        await expectFailure(vault.mend(path, new Uint8Array(), 'new'), 'missing', path);
        await expectFailure(vault.mend(path, new Uint8Array(), null), 'missing', path);
        expect((await vault.list()).files).toEqual([]);
      });
    });

    describe('folders', () => {
      test('are made with their parents, and again without harm', async () => {
        await vault.createFolder('a/b/c');
        await vault.createFolder('a/b/c');
        await vault.createFolder('a');
        expect(await vault.folder('a/b')).toEqual({ folders: ['a/b/c'], files: [] });
      });

      test('are not made where a file is', async () => {
        outside.write('a', 'file');
        expect((await failureOf(vault.createFolder('a'))).code).toBe('exists');
        expect((await failureOf(vault.createFolder('a/b'))).code).toBe('exists');
      });

      test('go only when empty', async () => {
        outside.write('full/a.md', 'text');
        outside.makeFolder('empty/inner');
        await vault.removeFolder('full');
        await vault.removeFolder('empty');
        await vault.removeFolder('empty/inner');
        await vault.removeFolder('none');
        await vault.removeFolder('');
        expect(await vault.folder('')).toEqual({ folders: ['empty', 'full'], files: [] });
        await vault.removeFolder('empty');
        expect(await vault.folder('')).toEqual({ folders: ['full'], files: [] });
        expect(outside.text('full/a.md')).toBe('text');
      });
    });

    test('sync takes paths that were written, moved away and removed', async () => {
      await vault.create('x/a.md', 'a');
      await vault.create('x/b.md', 'b');
      await vault.move('x/b.md', 'y/b.md');
      await vault.create('x/c.md', 'c');
      await vault.remove('x/c.md', 'c');
      await vault.sync(['x/a.md', 'x/b.md', 'y/b.md', 'x/c.md', 'gone/none.md', 'x/a.md']);
      await vault.sync([]);
      expect((await vault.list()).files.map((stat) => stat.path)).toEqual(['x/a.md', 'y/b.md']);
    });

    describe('watching', () => {
      const heard = (changes: readonly VaultChange[], path: string): boolean =>
        changes.some((change) => change.kind === 'overflow' || change.path === path);

      test('hears of changes by others within a second, never of hidden files, and stops when told', async () => {
        outside.write('notes/a.md', 'one');
        const changes: VaultChange[] = [];
        const stop = vault.watch((change) => changes.push(change));
        outside.write('notes/a.md', 'two');
        await vi.waitFor(() => expect(heard(changes, 'notes/a.md')).toBe(true), 1000);
        outside.write('notes/new.md', 'new');
        await vi.waitFor(() => expect(heard(changes, 'notes/new.md')).toBe(true), 1000);
        changes.length = 0;
        outside.write('.hidden.md', 'quiet');
        outside.remove('notes/a.md');
        await vi.waitFor(() => expect(heard(changes, 'notes/a.md')).toBe(true), 1000);
        expect(changes.filter((change) => change.kind !== 'overflow' && change.path.includes('hidden'))).toEqual([]);
        stop();
        changes.length = 0;
        outside.write('notes/late.md', 'late');
        await new Promise((resolve) => setTimeout(resolve, 150));
        expect(changes).toEqual([]);
      });

      test('tells each of several listeners', async () => {
        const first: VaultChange[] = [];
        const second: VaultChange[] = [];
        const stopFirst = vault.watch((change) => first.push(change));
        const stopSecond = vault.watch((change) => second.push(change));
        outside.write('a.md', 'one');
        await vi.waitFor(() => expect(heard(first, 'a.md') && heard(second, 'a.md')).toBe(true), 1000);
        stopFirst();
        outside.write('b.md', 'two');
        await vi.waitFor(() => expect(heard(second, 'b.md')).toBe(true), 1000);
        expect(heard(first, 'b.md')).toBe(false);
        stopSecond();
      });
    });
  });
}
