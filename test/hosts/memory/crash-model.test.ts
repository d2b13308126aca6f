/** Which disks a crash may leave, told case by case and as properties of random histories. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DiskImage } from '../../memory-host/disk-image';
import type { MemoryHost } from '../../memory-host/memory-host';
import { createMemoryHost } from '../../memory-host/memory-host';
import { times } from '../../deep';

const RUNS = times(200, 5000);

const textsOf = (image: DiskImage, ...paths: string[]): readonly (string | null)[] =>
  paths.map((path) => image.files.get(path)?.text ?? null);

function vaultStates(host: MemoryHost, ...paths: string[]): readonly string[] {
  const states = [...host.images()].map((image) => JSON.stringify(textsOf(image, ...paths)));
  return [...new Set(states)].sort();
}

const states = (...expected: (string | null)[][]): readonly string[] =>
  expected.map((state) => JSON.stringify(state)).sort();

function privateStates(host: MemoryHost, file: string): readonly (readonly number[] | null)[] {
  const seen = new Map<string, readonly number[] | null>();
  for (const image of host.images()) {
    const bytes = image.privateFiles.get(file);
    seen.set(String(bytes ?? null), bytes === undefined ? null : [...bytes]);
  }
  return [...seen.values()];
}

describe('a note that was not synced', () => {
  test('new: there, not there, its beginning, or zeros where it should be', async () => {
    const host = createMemoryHost();
    await host.vault.create('a.md', 'text');
    expect(vaultStates(host, 'a.md')).toEqual(states([null], ['text'], [''], ['te'], ['te\0\0'], ['\0\0\0\0']));
  });

  test('with a character of several bytes: that character may be cut', async () => {
    const host = createMemoryHost();
    await host.vault.create('a.md', 'ab🎵cd');
    const found = [...host.images()]
      .map((image) => image.files.get('a.md')?.bytes)
      .filter((bytes) => bytes !== undefined);
    expect(new Set(found.map((bytes) => Buffer.from(bytes).toString('hex')))).toEqual(
      new Set(['6162f09f', '6162f09f00000000']),
    );
    const cut = [...host.images()].find((image) => image.files.get('a.md')?.size === 4) as DiskImage;
    await expect(host.reboot(cut).vault.read('a.md')).rejects.toMatchObject({ code: 'not_utf8' });
  });

  test('whose writing was stopped halfway is cut inside a character', async () => {
    const host = createMemoryHost();
    host.crashAt(1, 'torn');
    await expect(host.vault.create('a.md', 'über')).rejects.toThrow('stopped');
    expect(host.image().files.get('a.md')?.bytes).toEqual(Uint8Array.of(0xc3));
  });

  test('replaced twice: any of its texts, whole or torn', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'zero' } });
    await host.vault.replace('a.md', 'zero', 'first');
    await host.vault.replace('a.md', 'first', 'second');
    expect(vaultStates(host, 'a.md')).toEqual(
      states(
        ['zero'],
        ...[['first'], ['fi'], ['fi\0\0\0'], ['\0\0\0\0\0']],
        ...[['second'], ['sec'], ['sec\0\0\0'], ['\0\0\0\0\0\0']],
        [''],
      ),
    );
  });

  test('removed: gone or still there, never torn', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'text' } });
    await host.vault.remove('a.md', 'text');
    expect(vaultStates(host, 'a.md')).toEqual(states([null], ['text']));
  });

  test.each([['move' as const], ['trash' as const]])(
    '%s: old name, new name or both, never neither',
    async (method) => {
      const host = createMemoryHost({ files: { 'x/a.md': 'text' } });
      if (method === 'move') await host.vault.move('x/a.md', '.trash/a.md');
      else await host.vault.trash('x/a.md', 'text');
      expect(vaultStates(host, 'x/a.md', '.trash/a.md')).toEqual(
        states(['text', null], [null, 'text'], ['text', 'text']),
      );
    },
  );

  test('new and then moved: what arrives may be torn', async () => {
    const host = createMemoryHost();
    await host.vault.create('a.md', 'text');
    await host.vault.move('a.md', 'b.md');
    const found = vaultStates(host, 'a.md', 'b.md');
    for (const state of states([null, null], ['te', null], [null, 'te'], [null, ''], ['text', 'te'], [null, 'text'])) {
      expect(found).toContain(state);
    }
  });

  test('two notes: each on its own, later may survive earlier; zeros only in one of them', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'a', 'b.md': 'b' } });
    await host.vault.replace('a.md', 'a', 'A');
    await host.vault.replace('b.md', 'b', 'B');
    const either = (first: string[], second: string[]): string[][] => first.flatMap((a) => second.map((b) => [a, b]));
    const combined = either(['a', 'A', ''], ['b', 'B', '']);
    const alone = [...either(['\0'], ['b', 'B']), ...either(['a', 'A'], ['\0'])];
    expect(vaultStates(host, 'a.md', 'b.md')).toEqual(states(...combined, ...alone));
  });

  test('many notes: each lost or torn alone, the others kept or lost', async () => {
    const host = createMemoryHost();
    for (let index = 0; index < 20; index += 1) await host.vault.create(`${index}.md`, `note ${index}`);
    const labels = [...host.images()].map((image) => image.label);
    expect(labels.length).toBeLessThan(300);
    expect(labels).toContain('7.md lost, others kept; private files kept');
    expect(labels).toContain('7.md kept, others lost; private files kept');
    expect(labels).toContain('7.md kept and torn (half), others kept; private files kept');
  });
});

describe('a sync', () => {
  test('makes what it names durable, and nothing else', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'a', 'b.md': 'b' } });
    await host.vault.replace('a.md', 'a', 'A');
    await host.vault.replace('b.md', 'b', 'B');
    await host.vault.sync(['a.md']);
    expect(vaultStates(host, 'a.md', 'b.md')).toEqual(states(['A', 'b'], ['A', 'B'], ['A', ''], ['A', '\0']));
  });

  test('of the new name leaves the removal of the old one open', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'text' } });
    await host.vault.move('a.md', 'x/b.md');
    await host.vault.sync(['x/b.md']);
    expect(vaultStates(host, 'a.md', 'x/b.md')).toEqual(states([null, 'text'], ['text', 'text']));
  });

  test('of the old name makes the new one durable, but not what stands in it', async () => {
    const host = createMemoryHost();
    await host.vault.create('a.md', 'text');
    await host.vault.move('a.md', 'x/b.md');
    await host.vault.sync(['a.md']);
    expect(vaultStates(host, 'a.md', 'x/b.md')).toEqual(
      states([null, 'text'], [null, ''], [null, 'te'], [null, 'te\0\0'], [null, '\0\0\0\0']),
    );
  });

  test('that was torn made half of it durable', async () => {
    const host = createMemoryHost();
    await host.vault.create('a.md', 'a');
    await host.vault.create('b.md', 'b');
    host.crashAt(3, 'torn');
    await expect(host.vault.sync(['a.md', 'b.md'])).rejects.toThrow('stopped');
    expect(vaultStates(host, 'a.md', 'b.md')).toEqual(states(['a', null], ['a', 'b'], ['a', ''], ['a', '\0']));
  });
});

test('a new folder may be lost, but not under a file that stayed', async () => {
  const host = createMemoryHost();
  await host.vault.createFolder('empty');
  await host.vault.create('full/a.md', 'text');
  const found = [...host.images()].map((image) => `${[...image.folders].sort().join()} ${image.files.size}`);
  expect([...new Set(found)].sort()).toEqual([' 0', 'empty,full 0', 'empty,full 1', 'full 1'].sort());
});

describe('the journal’s tail', () => {
  test('an append that was not synced survives up to any point, or as zeros or rubbish', async () => {
    const host = createMemoryHost();
    await host.privateStore.append('log', Uint8Array.of(1, 2));
    await host.privateStore.sync('log');
    await host.privateStore.append('log', Uint8Array.of(3, 4, 5, 6));
    const found = privateStates(host, 'log').map((bytes) => JSON.stringify(bytes));
    for (const expected of [
      [1, 2],
      [1, 2, 3],
      [1, 2, 3, 4],
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5, 6],
      [1, 2, 0, 0, 0, 0],
      [1, 2, 3, 4, 0, 0],
    ]) {
      expect(found).toContain(JSON.stringify(expected));
    }
    expect(found.every((bytes) => bytes.startsWith('[1,2'))).toBe(true);
    expect(found.length).toBe(9);
  });

  test('is cut between appends and within them', async () => {
    const host = createMemoryHost();
    for (const byte of [1, 2, 3]) await host.privateStore.append('log', new Uint8Array(4).fill(byte));
    const lengths = new Set(privateStates(host, 'log').map((bytes) => bytes?.length ?? -1));
    for (const length of [-1, 0, 2, 4, 6, 8, 10, 12]) expect([...lengths]).toContain(length);
  });

  test('a long tail gives a bounded number of images', async () => {
    const host = createMemoryHost();
    for (let index = 0; index < 1000; index += 1) await host.privateStore.append('log', new Uint8Array(100));
    expect([...host.images()].length).toBeLessThan(60);
  });

  test('a whole write is durable at once', async () => {
    const host = createMemoryHost();
    await host.privateStore.write('state', Uint8Array.of(1));
    await host.privateStore.write('state', Uint8Array.of(2));
    expect(privateStates(host, 'state')).toEqual([[2]]);
  });

  test('a removal may be undone, and its name may hold old or new', async () => {
    const host = createMemoryHost();
    await host.privateStore.write('log', Uint8Array.of(1));
    await host.privateStore.remove('log');
    expect(privateStates(host, 'log')).toEqual([null, [1]]);
    await host.privateStore.append('log', Uint8Array.of(2, 3));
    expect(privateStates(host, 'log')).toContainEqual([1]);
    await host.privateStore.sync('log');
    expect(privateStates(host, 'log')).toEqual([[2, 3]]);
  });

  test('after a failed sync nothing becomes durable, whatever later syncs say', async () => {
    const host = createMemoryHost();
    await host.privateStore.append('log', Uint8Array.of(1));
    await host.privateStore.sync('log');
    await host.privateStore.append('log', Uint8Array.of(2));
    host.faults.failNext('privateStore.sync', 'EIO');
    await expect(host.privateStore.sync('log')).rejects.toMatchObject({ code: 'EIO' });
    await host.privateStore.sync('log');
    expect(privateStates(host, 'log')).toContainEqual([1]);
    expect(await host.privateStore.read('log')).toEqual(Uint8Array.of(1, 2));
  });
});

test('the cache may be lost as a whole', async () => {
  const host = createMemoryHost();
  await host.cache.write('rows', Uint8Array.of(1));
  expect([...host.images()].map((image) => image.cacheFiles.size)).toEqual([1, 0]);
});

describe('a reboot', () => {
  test('goes on with clock, ids, settings and the disk of the image', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'old' }, timeZone: 'Europe/Berlin', echoes: false });
    host.advance(1000);
    host.ids.uuid();
    await host.vault.replace('a.md', 'old', 'new');
    const lost = [...host.images()].find((image) => image.files.get('a.md')?.text === 'old');
    const next = host.reboot(lost);
    expect(await next.vault.read('a.md')).toBe('old');
    expect(next.clock.now()).toBe(host.clock.now());
    expect(next.clock.timeZone()).toBe('Europe/Berlin');
    expect(next.ids.uuid()).toBe('00000000-0000-4000-8000-000000000002');
    expect(next.calls.count()).toBe(1);
  });

  test('gives a file that is written then another time stamp than the one before', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'a1' } });
    const before = [await host.vault.replace('a.md', 'a1', 'a2'), await host.vault.replace('a.md', 'a2', 'a3')];
    const next = host.reboot();
    const stamps = [...before, await next.vault.replace('a.md', 'a3', 'a4')].map(({ mtime }) => mtime);
    expect(new Set(stamps).size).toBe(3);
    expect([...stamps].sort((a, b) => a - b)).toEqual(stamps);
  });

  test('changes neither its image nor the host before it', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'old' } });
    const image = host.image();
    const next = host.reboot(image);
    await next.vault.replace('a.md', 'old', 'new');
    await next.vault.create('b.md', 'b');
    await next.privateStore.write('x', Uint8Array.of(1));
    expect([...image.files.keys()]).toEqual(['a.md']);
    expect(image.privateFiles.size).toBe(0);
    expect(host.external.notes()).toEqual({ 'a.md': 'old' });
  });
});

type Step = readonly ['put' | 'remove' | 'move' | 'sync', number, number];
const PATHS = ['a.md', 'b.md', 'x/c.md', 'y/d.md'];
const pathOf = (index: number): string => PATHS[index % PATHS.length] ?? '';
const stepsArb = fc.array(fc.tuple(fc.constantFrom('put', 'remove', 'move', 'sync'), fc.nat(3), fc.nat(3)), {
  maxLength: 12,
});

async function play(host: MemoryHost, steps: readonly Step[], texts: Set<string>): Promise<void> {
  for (const [index, [kind, first, second]] of steps.entries()) {
    const path = pathOf(first);
    const present = host.external.text(path);
    const text = `text number ${index}`;
    if (kind === 'put') texts.add(text);
    if (kind === 'put' && present === null) await host.vault.create(path, text);
    else if (kind === 'put') await host.vault.replace(path, present ?? '', text);
    else if (kind === 'remove' && present !== null) await host.vault.remove(path, present);
    else if (kind === 'sync') await host.vault.sync([path, pathOf(second)]);
    else if (kind === 'move' && present !== null && host.external.text(pathOf(second)) === null) {
      await host.vault.move(path, pathOf(second));
    }
  }
}

describe('for any history', () => {
  test('every file of every image is a text that was written, whole or its beginning', async () => {
    await fc.assert(
      fc.asyncProperty(stepsArb, async (steps) => {
        const host = createMemoryHost();
        const texts = new Set<string>();
        await play(host, steps, texts);
        for (const image of host.images()) {
          for (const [path, file] of image.files) {
            expect(file.size).toBe(file.text.length);
            expect(PATHS).toContain(path);
            expect([...texts].some((text) => text.startsWith(file.text.replace(/\0+$/, '')))).toBe(true);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('the first image is what the process saw, and after a sync of everything there is no other', async () => {
    await fc.assert(
      fc.asyncProperty(stepsArb, async (steps) => {
        const host = createMemoryHost();
        await play(host, steps, new Set());
        const [first] = host.images();
        expect(textsOf(first as DiskImage, ...PATHS)).toEqual(PATHS.map((path) => host.external.text(path)));
        await host.vault.sync(PATHS);
        const after = [...host.images()];
        for (const image of after) expect(textsOf(image, ...PATHS)).toEqual(textsOf(after[0] as DiskImage, ...PATHS));
      }),
      { numRuns: RUNS },
    );
  });

  test('a text that was synced and then only moved is never lost', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(3), fc.nat(3), fc.boolean()), { maxLength: 8 }), async (moves) => {
        const host = createMemoryHost({ files: { 'a.md': 'the text' } });
        for (const [from, to, isSynced] of moves) {
          const mayMove = host.external.text(pathOf(from)) !== null && host.external.text(pathOf(to)) === null;
          if (mayMove) await host.vault.move(pathOf(from), pathOf(to));
          if (mayMove && isSynced) await host.vault.sync([pathOf(from)]);
        }
        for (const image of host.images()) expect(textsOf(image, ...PATHS), image.label).toContain('the text');
      }),
      { numRuns: RUNS },
    );
  });
});
