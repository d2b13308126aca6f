/** What search_notes reads, what it keeps, and what odd notes do to it. docs/search.md */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';
import { PEOPLE, type TestVault, onHost, openVault } from '../open-vault';

interface Found {
  readonly results: readonly { path: string; score: number; matches: readonly JsonObject[] }[];
  readonly total: number;
}

const search = async (vault: TestVault, query: string, more: JsonObject = {}): Promise<Found> =>
  (await vault.run('search_notes', { query, ...more })) as unknown as Found;

const pathsFor = async (vault: TestVault, query: string): Promise<readonly string[]> =>
  (await search(vault, query)).results.map(({ path }) => path);

/** All that is under way in memory is done before the next turn of the event loop. */
const indexed = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

const NOTES = 300;
const manyFiles = (): Record<string, string> =>
  Object.fromEntries(Array.from({ length: NOTES }, (_, i) => [`Notes/${i}.md`, `common x${i}x end\n`]));

/** Opens a vault whose index is made. */
async function indexedVault(files: Record<string, string>): Promise<TestVault> {
  const vault = await openVault({ files });
  await search(vault, 'anything');
  await indexed();
  return vault;
}

/** How many notes were read since. */
function reads({ host }: TestVault): number {
  const calls = host.calls.log.filter(({ port, method }) => port === 'vault' && /^read/.test(method));
  return calls.length;
}

describe('the text index', () => {
  it('is not made before somebody searches, or two seconds are over', async () => {
    const vault = await openVault({ files: manyFiles() });
    vault.host.calls.reset();
    await indexed();
    expect(reads(vault)).toBe(0);
    vault.host.advance(2000);
    await indexed();
    expect(reads(vault)).toBeGreaterThan(0);
  });

  it('answers without a read but for the notes that are shown', async () => {
    const vault = await indexedVault(manyFiles());
    vault.host.calls.reset();
    expect(await search(vault, 'absent')).toEqual({ query: 'absent', results: [], total: 0 });
    expect(reads(vault)).toBe(0);
    expect(await search(vault, 'x17x end')).toMatchObject({ total: 1 });
    expect(reads(vault)).toBe(1);
  });

  it('is saved with the vault closed, and serves the next opening', async () => {
    const vault = await indexedVault(manyFiles());
    vault.host.advance(10_000);
    const again = await vault.restart();
    await search(again, 'absent');
    await indexed();
    again.host.calls.reset();
    expect(await search(again, 'x17x end')).toMatchObject({ total: 1 });
    expect(reads(again)).toBe(1);
    const texts = again.host.calls.log.filter(({ port, method }) => port === 'cache' && method === 'write');
    expect(texts).toEqual([]);
  });

  it('answers the first search after a restart', async () => {
    const vault = await indexedVault(manyFiles());
    vault.host.advance(10_000);
    await vault.engine.close();
    const host = vault.host.reboot();
    host.external.write('Notes/7.md', 'other');
    host.external.remove('Notes/8.md');
    const again = await onHost(host);
    again.host.calls.reset();
    expect(await search(again, 'x17x end')).toMatchObject({ total: 1 });
    // The changed note for the answer and for the index, and the note that is shown.
    expect(reads(again)).toBeLessThanOrEqual(3);
  });

  it('reads after a restart only what changed meanwhile', async () => {
    const vault = await indexedVault(manyFiles());
    vault.host.advance(10_000);
    await vault.engine.close();
    const host = vault.host.reboot();
    host.external.write('Notes/7.md', 'other');
    host.external.remove('Notes/8.md');
    const again = await onHost(host);
    await search(again, 'absent');
    await indexed();
    again.host.calls.reset();
    expect(await pathsFor(again, 'other')).toEqual(['Notes/7.md']);
    expect(await pathsFor(again, 'x8x')).not.toContain('Notes/8.md');
    expect(await search(again, 'common')).toMatchObject({ total: NOTES - 2 });
  });

  it.each<[string, number]>([
    ['was written just before it was saved', 0],
    ['a tool wrote that gave it the same time', 10_000],
  ])('does not trust a note that %s', async (_what, waited) => {
    const vault = await indexedVault({ 'A.md': 'first' });
    const stat = (await vault.host.vault.stat('A.md')) as { mtime: number; changeTime: number };
    vault.host.advance(waited);
    await vault.engine.close();
    const host = vault.host.reboot();
    // As long as before; no program can set the change time, but the clock may not have ticked.
    host.external.write('A.md', 'other', waited === 0 ? stat : { mtime: stat.mtime });
    const again = await onHost(host);
    await search(again, 'x');
    await indexed();
    expect([await pathsFor(again, 'first'), await pathsFor(again, 'other')]).toEqual([[], ['A.md']]);
  });

  it('is not taken from another vault at the same place', async () => {
    const vault = await indexedVault({ 'A.md': 'first' });
    vault.host.advance(10_000);
    await vault.engine.close();
    const host = vault.host.reboot();
    const other = createMemoryHost({ files: { 'A.md': 'other' } });
    // Another id than the first vault has.
    other.ids.uuid();
    for (const [name, bytes] of host.cache.files) if (name.startsWith('text-index')) other.cache.files.set(name, bytes);
    const again = await onHost(other);
    await search(again, 'x');
    await indexed();
    expect([await pathsFor(again, 'first'), await pathsFor(again, 'other')]).toEqual([[], ['A.md']]);
  });

  it('writes nothing for a vault that is only read', async () => {
    const host = createMemoryHost({ files: manyFiles(), readOnly: true });
    const vault = await onHost(host);
    await search(vault, 'common');
    await indexed();
    await vault.engine.close();
    expect([...host.cache.files.keys()]).toEqual([]);
  });

  it('goes without a cache that fails', async () => {
    const vault = await openVault({ files: { 'A.md': 'word' } });
    vault.host.cache.read = () => Promise.reject(new Error('no disk'));
    vault.host.cache.write = () => Promise.reject(new Error('no disk'));
    await search(vault, 'x');
    await indexed();
    expect(await pathsFor(vault, 'word')).toEqual(['A.md']);
    await vault.engine.close();
    const events = vault.host.logger.entries.map(({ event }) => event);
    expect(events).toEqual(expect.arrayContaining(['text_index_not_read', 'text_index_not_saved']));
  });

  it('keeps few segments however often notes change', async () => {
    const vault = await indexedVault(manyFiles());
    for (let round = 0; round < 40; round++) {
      vault.host.external.write(`Notes/${round}.md`, `changed round${round}`);
      await vault.engine.rescan();
      vault.host.advance(1000);
      await indexed();
    }
    vault.host.calls.reset();
    expect(await search(vault, 'changed')).toMatchObject({ total: 40 });
    expect(await search(vault, 'common')).toMatchObject({ total: NOTES - 40 });
    vault.host.advance(10_000);
    await vault.engine.close();
    const files = [...vault.host.cache.files.keys()].filter((name) => name.startsWith('text-index-'));
    expect(files.length).toBeLessThan(12);
  });

  it('asks for pauses all along', async () => {
    const vault = await openVault({ files: { ...manyFiles(), 'Long.md': 'long text '.repeat(200_000) } });
    const { scheduler } = vault.host;
    const before = scheduler.pauses;
    await search(vault, 'long');
    await indexed();
    // Each note once for the answer and once for the index, the long one in thirty pieces.
    expect(scheduler.pauses - before).toBeGreaterThan(2 * (NOTES + 30));
  });
});

describe('a search during writes', () => {
  it('sees what is committed, in the index or not', async () => {
    const vault = await indexedVault({});
    await vault.run('create_table', PEOPLE);
    for (const name of ['Ada', 'Bo', 'Cy'])
      await vault.run('insert_row', { table: 'people', values: { name, email: `${name}@old` } });
    for (const isIndexed of [false, true]) {
      if (isIndexed) {
        vault.host.advance(1000);
        await indexed();
      }
      const seen: number[] = [];
      const ask = async (): Promise<void> => {
        const [before, after] = [
          search(vault, isIndexed ? '@new' : '@old'),
          search(vault, isIndexed ? '@old' : '@new'),
        ];
        const [{ total: was }, { total: is }] = [await before, await after];
        seen.push(was, is);
      };
      const write = vault.run('batch', {
        operations: ['Ada', 'Bo', 'Cy'].map((name) => ({
          op: 'update_row',
          table: 'people',
          path: `notedb/main/default/people/${name}.md`,
          set_values: { email: isIndexed ? `${name}@old` : `${name}@new` },
        })),
      });
      const asked: Promise<void>[] = [];
      for (let i = 0; i < 30; i++) {
        asked.push(ask());
        await Promise.resolve();
      }
      await Promise.all([write, ...asked]);
      // All three rows or none: never one of them.
      expect(new Set(seen)).toEqual(new Set([0, 3]));
      expect(await search(vault, isIndexed ? '@old' : '@new')).toMatchObject({ total: 3 });
    }
  });
});

describe('odd notes', () => {
  it('finds a note that is no text by its path only, also when it becomes one', async () => {
    const vault = await openVault({ files: { 'Photo word.md': 'x', 'B.md': 'word' } });
    vault.host.external.spoil('Photo word.md', 'not_utf8');
    await vault.engine.rescan();
    for (let i = 0; i < 2; i++) {
      expect(await search(vault, 'word')).toMatchObject({
        results: [{ path: 'Photo word.md', matches: [] }, { path: 'B.md' }],
        total: 2,
      });
      await indexed();
    }
    vault.host.external.write('Photo word.md', 'mended');
    await vault.engine.rescan();
    expect(await pathsFor(vault, 'mended')).toEqual(['Photo word.md']);
  });

  it('finds a note that the disk does not give by its path, and by its text as soon as it is there', async () => {
    const vault = await openVault({ files: { 'Lost.md': 'word' } });
    vault.host.external.spoil('Lost.md', 'io');
    await vault.engine.rescan();
    for (let i = 0; i < 3; i++) {
      expect([await pathsFor(vault, 'lost'), await pathsFor(vault, 'word')]).toEqual([['Lost.md'], []]);
      await indexed();
    }
    vault.host.external.write('Lost.md', 'word');
    await vault.engine.rescan();
    expect(await pathsFor(vault, 'word')).toEqual(['Lost.md']);
  });

  it('leaves out a note that vanished, or says something else, since it was indexed', async () => {
    const vault = await indexedVault({ 'A.md': 'word', 'B.md': 'word', 'C.md': 'word-play', 'Word.md': 'x' });
    const { vault: port } = vault.host;
    const readMany = port.readMany.bind(port);
    port.readMany = async (paths) =>
      (await readMany(paths)).map((text, i) => (paths[i] === 'A.md' ? 'another' : paths[i] === 'B.md' ? null : text));
    expect(await search(vault, 'word')).toMatchObject({ results: [{ path: 'Word.md' }, { path: 'C.md' }], total: 2 });
    port.readMany = async (paths) => (await readMany(paths)).map((text, i) => (paths[i] === 'C.md' ? null : text));
    expect(await search(vault, 'word-play')).toMatchObject({ results: [], total: 0 });
  });

  it('takes binary text for text', async () => {
    const binary = Array.from({ length: 4000 }, (_, i) => String.fromCharCode((i * 7) % 256)).join('');
    const vault = await openVault({ files: { 'Binary.md': `${binary}needle${binary}` } });
    for (let i = 0; i < 2; i++) {
      const { results } = await search(vault, 'needle', { context_length: 1 });
      expect(results).toMatchObject([{ path: 'Binary.md', matches: [{ start: 4000, end: 4006 }] }]);
      await indexed();
    }
  });

  it('finds a note above 50 MB by its path only', async () => {
    const large = `${'lorem ipsum '.repeat(4_400_000)}needle`;
    const vault = await openVault({ files: { 'Below.md': large.slice(-2_000_000), 'Above.md': large } });
    for (let i = 0; i < 2; i++) {
      expect([await pathsFor(vault, 'needle'), await pathsFor(vault, 'above')]).toEqual([['Below.md'], ['Above.md']]);
      await indexed();
    }
  });
});

describe('what a word weighs', () => {
  it.each<[string, string, number]>([
    ['in the text', 'a harbour', 1],
    ['in a heading', '### The harbour\n', 5],
    ['in a heading below front matter', '---\nx: 1\n---\n# harbour', 5],
    ['twice in one run', 'harbourharbour', 1],
    ['twice', 'harbour, harbour', 2],
    ['in fenced code', '```\n# harbour\n```\n', 1],
    ['in fenced code with another fence in it', '```\n~~~\n# harbour\n```\n', 1],
    ['in a heading after fenced code', '~~~\nx\n~~~\n# harbour\n', 5],
    ['in a tag', '#harbour', 1],
    ['in an alias', '---\naliases: [x, harbour]\n---\n', 10],
    ['in a list of aliases', '---\nalias:\n  - x\n  - harbour\nx: y\n---\n', 10],
    ['in the property after aliases', '---\naliases: [x]\nport: harbour\n---\n', 1],
    ['in what looks like an alias', 'aliases: harbour\n', 1],
  ])('%s', async (_what, text, weight) => {
    const vault = await openVault({ files: { 'A.md': text } });
    const score = Math.round((weight / (weight + 4) / Math.log(Math.E + 1)) * 10_000) / 10_000;
    for (let i = 0; i < 2; i++) {
      expect(await search(vault, 'harbour')).toMatchObject({ results: [{ score }], total: 1 });
      await indexed();
    }
  });
});

describe('odd queries', () => {
  it('finds a note by ten thousand characters of it', async () => {
    const words = Array.from({ length: 1500 }, (_, i) => `word${(i * 7919) % 100_000}`).join(' ');
    const vault = await openVault({ files: { 'A.md': `${words}.`, 'B.md': words.slice(0, 9000) } });
    for (let i = 0; i < 2; i++) {
      const { results, total } = await search(vault, words);
      expect([total, results[0]?.path, results[0]?.matches.length]).toEqual([1, 'A.md', 20]);
      await indexed();
    }
  });

  it('answers ten thousand characters that are nowhere with nothing', async () => {
    const vault = await indexedVault(manyFiles());
    for (const query of [
      'x'.repeat(10_000),
      '?!'.repeat(5000),
      Array.from({ length: 5000 }, (_, i) => String.fromCharCode(0x4e00 + i)).join(' '),
    ])
      expect(await search(vault, query)).toEqual({ query, results: [], total: 0 });
  });

  it.each(['.', '---', '#', '"', '\\', '$&', '[a-z]', '(?:', '*', '%', '\0'])(
    'looks for %j as it is',
    async (query) => {
      const vault = await openVault({ files: { 'With.md': `a ${query} b`, 'Without.md': 'a b' } });
      for (let i = 0; i < 2; i++) {
        expect(await pathsFor(vault, query)).toEqual(['With.md']);
        await indexed();
      }
    },
  );
});

describe('the older names', () => {
  const files = { 'In/A.md': 'word', 'B.md': 'word' };

  it('search_simple takes its arguments and answers as search_notes', async () => {
    const vault = await openVault({ files });
    const newer = await vault.run('search_notes', { query: 'word', context_length: 2 });
    expect(await vault.engine.run('search_simple', { query: 'word', context_length: 2 })).toEqual(newer);
    await expect(vault.engine.run('search_simple', { context_length: 2 })).rejects.toMatchObject({
      code: 'bad_request',
    });
    await expect(vault.engine.run('search_simple', { query: 'a', tables: [] })).rejects.toMatchObject({
      code: 'bad_request',
      message:
        'search_simple: unknown argument "tables": the older interface has none; the operation search_notes takes it',
    });
  });

  it('list_directory takes path and answers as list_folder', async () => {
    const vault = await openVault({ files });
    expect(await vault.engine.run('list_directory', { path: 'In' })).toEqual(
      await vault.run('list_folder', { folder: 'In' }),
    );
    expect(await vault.engine.run('list_directory')).toEqual(await vault.run('list_folder'));
    await expect(vault.engine.run('list_directory', { folder: 'In' })).rejects.toMatchObject({
      code: 'bad_request',
      message: 'list_directory: unknown argument "folder"; did you mean "path"?',
      hint: 'arguments of list_directory: path',
    });
    await expect(vault.engine.run('list_directory', { path: 3 })).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('are in no list, and a name near one leads to the name of now', async () => {
    const vault = await openVault({ files });
    const names = vault.engine.operations.map(({ name }) => name);
    expect(names).toContain('search_notes');
    expect(names).not.toContain('search_simple');
    await expect(vault.engine.run('list_directori')).rejects.toMatchObject({
      code: 'not_found',
      hint: 'did you mean list_folder?',
    });
  });
});
