/** A vault that is opened warm is the vault that is opened cold, whatever happened to it in between. docs/formats.md: Warm-start file. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openEngine, type JsonObject } from '../../../src/engine/index';
import { type MemoryHost, createMemoryHost } from '../../memory-host/memory-host';
import { packSections } from '../../../src/engine/storage/store/packed-sections';
import { times, within } from '../../deep';
import { PEOPLE, TASKS, type TestVault, column, onHost, openVault } from '../open-vault';

const FOLDER = 'notedb/main/default/people';
const METASTORE = 'notedb/metastore.yaml';

const many = (count: number): string[] => Array.from({ length: count }, (_, i) => `P${i}`);

async function people(names: readonly string[]): Promise<TestVault> {
  const vault = await openVault();
  await vault.run('create_table', PEOPLE);
  await vault.run('create_table', TASKS);
  for (const name of names) await vault.run('insert_row', { table: 'people', values: { name, born: '1900-01-01' } });
  return vault;
}

/** The file is made well after the notes, as it usually is. */
async function closed(vault: TestVault): Promise<MemoryHost> {
  vault.host.advance(60_000);
  await vault.engine.close();
  return vault.host;
}

/** Everything that one can ask for. */
async function told(vault: TestVault): Promise<JsonObject> {
  const { tables } = await vault.run('list_tables');
  const found: Record<string, JsonObject> = { tables: { tables: tables ?? null } };
  for (const { name } of tables as { name: string }[]) {
    found[name] = await vault.run('select_rows', { table: name, limit: 1000, order_by: 'path' });
    found[`${name} by value`] = await vault
      .run('select_rows', { table: name, limit: 1000, order_by: '-name' })
      .catch(() => ({}));
    found[`${name} checked`] = await vault.run('check_table', { table: name });
  }
  // Links: a move rewrites what points to it.
  found['moved'] = await vault
    .run('update_row', { table: 'people', path: `${FOLDER}/P0.md`, set_values: { name: 'Moved' }, dry_run: true })
    .catch((error: unknown) => ({ refused: String(error) }));
  return found;
}

/** All that is under way in memory is done before the next turn of the event loop. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

const savesOf = ({ calls }: MemoryHost): number =>
  calls.log.filter(({ port, method, path }) => port === 'cache' && method === 'write' && path === 'warm-start').length;

/** The notes that an opening after a kill reads. */
async function readAfterKill({ host }: TestVault): Promise<readonly string[]> {
  const next = host.reboot();
  await openEngine(next);
  return next.calls.log.filter(({ method }) => method === 'readMany').map(({ path }) => path);
}

async function coldAndWarm(host: MemoryHost): Promise<readonly [JsonObject, JsonObject]> {
  const image = host.image();
  const warm = await onHost(host.reboot(image));
  const cold = await onHost(host.reboot({ ...image, cacheFiles: new Map() }));
  return [await told(cold), await told(warm)];
}

describe('the warm-start file', () => {
  it('spares reading notes that did not change', async () => {
    const host = await closed(await people(many(20)));
    const warm = host.reboot();
    await openEngine(warm);
    expect(warm.calls.count('vault.readMany')).toBe(0);
    const cold = host.reboot({ ...host.image(), cacheFiles: new Map() });
    await openEngine(cold);
    expect(cold.calls.count('vault.readMany')).toBeGreaterThan(0);
  });

  it('takes new rows before anybody has asked for one, into a table that had none too', async () => {
    const vault = await onHost((await closed(await people([]))).reboot());
    const rows = many(3).map((name) => ({ name, born: '1900-01-01' }));
    await vault.run('merge_rows', { table: 'people', on: ['name'], rows });
    const [cold, warm] = await coldAndWarm(await closed(vault));
    expect(warm).toEqual(cold);
    expect(warm['people']).toMatchObject({ total: 3 });
  });

  it('does not hide what changed: only that is read', async () => {
    const host = await closed(await people(many(5)));
    host.external.write(`${FOLDER}/P3.md`, (host.external.text(`${FOLDER}/P3.md`) ?? '').replace('P3', 'Changed'));
    host.external.remove(`${FOLDER}/P1.md`);
    host.external.write('New.md', '---\ntable: main.default.people\nname: New\n---\n');
    const rebooted = host.reboot();
    const warm = await onHost(rebooted);
    expect(rebooted.calls.count('vault.readMany')).toBe(1);
    const { rows } = await warm.run('select_rows', { table: 'people', order_by: 'name' });
    expect((rows as JsonObject[]).map(({ name }) => name)).toEqual(['Changed', 'New', 'P0', 'P2', 'P4']);
  });

  it('is not believed about notes that were written just before it', async () => {
    const vault = await people(['P0', 'P1']);
    await vault.engine.close();
    const path = `${FOLDER}/P1.md`;
    const { mtime } = vault.host.image().files.get(path) as { mtime: number };
    // Another text of the same length within one time stamp.
    vault.host.external.write(path, (vault.host.external.text(path) ?? '').replace('P1', 'Q1'), {
      mtime,
      changeTime: mtime,
    });
    const [cold, warm] = await coldAndWarm(vault.host);
    expect(warm).toEqual(cold);
    expect(JSON.stringify(warm)).toContain('"Q1"');
  });

  it('does not hide an edit that keeps size and time stamp', async () => {
    const host = await closed(await people(['P0', 'P1']));
    const path = `${FOLDER}/P1.md`;
    const { mtime } = host.image().files.get(path) as { mtime: number };
    host.external.write(path, (host.external.text(path) ?? '').replace('P1', 'Q1'), { mtime });
    const [cold, warm] = await coldAndWarm(host);
    expect(warm).toEqual(cold);
    expect(JSON.stringify(warm)).toContain('"Q1"');
  });

  it.each([
    ['empty', () => new Uint8Array()],
    ['of another kind', () => new TextEncoder().encode('{"some": "JSON"}')],
    ['zeros', (bytes: Uint8Array) => new Uint8Array(bytes.length)],
    ['cut in the middle', (bytes: Uint8Array) => bytes.slice(0, (bytes.length >> 4) << 3)],
    ['without its last byte', (bytes: Uint8Array) => bytes.slice(0, -1)],
    [
      'of another program with the same container',
      () => packSections(new Map([['x', 1]]), createMemoryHost().scheduler),
    ],
    ['of another format', () => packSections(new Map([['head', { format: 0 }]]), createMemoryHost().scheduler)],
    ['longer than it was', (bytes: Uint8Array) => new Uint8Array([...bytes, 0, 0, 0, 0, 0, 0, 0, 0])],
  ])('is ignored when it is %s', async (_what, damage) => {
    const host = await closed(await people(many(4)));
    const expected = (await coldAndWarm(host))[0];
    const bytes = await host.cache.read('warm-start');
    await host.cache.write('warm-start', await damage(bytes as Uint8Array));
    expect((await coldAndWarm(host))[1]).toEqual(expected);
  });

  it('is ignored when any of its bytes is another one', { timeout: within(60_000) }, async () => {
    const host = await closed(await people(many(3)));
    const [expected] = await coldAndWarm(host);
    const bytes = (await host.cache.read('warm-start')) as Uint8Array;
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const damaged = bytes.slice();
        damaged[at] = (damaged[at] as number) ^ flip;
        await host.cache.write('warm-start', damaged);
        const rebooted = host.reboot();
        const engine = await openEngine(rebooted);
        expect(rebooted.calls.count('vault.readMany')).toBe(1);
        expect(await engine.run('select_rows', { table: 'people', limit: 1000, order_by: 'path' })).toEqual(
          expected['people'],
        );
      }),
      { numRuns: times(60, 5_000) },
    );
  });

  it.each([
    ['another column', (text: string) => text.replace('name: born', 'name: birth')],
    [
      'another time zone',
      (text: string) => text.replace(/^tables:/m, 'configuration:\n  timezone: Asia/Tokyo\ntables:'),
    ],
  ])('is ignored after an edit of the definitions: %s', async (_what, edit) => {
    const host = await closed(await people(many(3)));
    host.external.write(METASTORE, edit(host.external.text(METASTORE) ?? ''));
    const [cold, warm] = await coldAndWarm(host);
    expect(warm).toEqual(cold);
  });

  it('that can’t be written is no reason not to close', async () => {
    const vault = await people(['P0']);
    vault.host.faults.failWhile((call) => call.port === 'cache', 'ENOSPC');
    await expect(vault.engine.close()).resolves.toBeUndefined();
    expect(vault.host.logger.entries.map(({ event }) => event)).toContain('warm_start_not_saved');
  });

  it('that can’t be read is no reason not to open', async () => {
    const host = (await closed(await people(['Ada', 'Grace']))).reboot();
    host.faults.failNext('cache.read', 'EIO');
    expect(await (await onHost(host)).run('select_rows', { table: 'people' })).toMatchObject({ total: 2 });
  });

  it('is saved while the vault is open and quiet', async () => {
    const vault = await people(many(5));
    vault.host.advance(3 * 60_000);
    await settled();
    expect(await readAfterKill(vault)).toEqual([]);
    // What comes later is read, and found by the journal.
    vault.host.external.write(`${FOLDER}/P3.md`, (vault.text(`${FOLDER}/P3.md`) ?? '').replace('P3', 'Changed'));
    await vault.engine.rescan();
    expect(await readAfterKill(vault)).toEqual([`${FOLDER}/P3.md`]);
    const [cold, warm] = await coldAndWarm(vault.host);
    expect(warm).toEqual(cold);
  });

  it('is saved again only after a change', async () => {
    const vault = await people(many(2));
    vault.host.advance(3 * 60_000);
    await settled();
    vault.host.calls.reset();
    vault.host.advance(60 * 60_000);
    await settled();
    await vault.engine.close();
    expect(savesOf(vault.host)).toBe(0);
  });

  it('waits for a quiet moment, and not for ever', async () => {
    const vault = await people([]);
    const { host } = vault;
    const savedAfter: number[] = [];
    for (let seconds = 5; seconds <= 20 * 60; seconds += 5) {
      await vault.run('insert_row', { table: 'people', values: { name: `At ${seconds}` } });
      host.calls.reset();
      host.advance(5000);
      await settled();
      if (savesOf(host) > 0) savedAfter.push(seconds);
    }
    expect(savedAfter.map((seconds) => Math.round(seconds / 60))).toEqual([10, 20]);
    await vault.run('insert_row', { table: 'people', values: { name: 'The last' } });
    host.calls.reset();
    host.advance(3 * 60_000);
    await settled();
    expect(savesOf(host)).toBe(1);
  });

  it('that can’t be written is written after the next change', async () => {
    const vault = await people(['P0']);
    vault.host.faults.failNext('cache.write', 'ENOSPC');
    vault.host.advance(3 * 60_000);
    await settled();
    expect(vault.host.logger.entries.map(({ event }) => event)).toContain('warm_start_not_saved');
    await vault.run('insert_row', { table: 'people', values: { name: 'P1' } });
    vault.host.advance(3 * 60_000);
    await settled();
    expect(await readAfterKill(vault)).toEqual([]);
  });

  it('has nothing that the journal lacks', async () => {
    const vault = await people(['P0']);
    const { host } = vault;
    host.advance(3 * 60_000);
    await settled();
    // The edit is not recorded: after a kill the next opening has to find it, and record it.
    host.faults.failWhile((call) => call.port === 'privateStore' && call.method === 'append', 'ENOSPC');
    host.external.write(`${FOLDER}/P0.md`, (host.external.text(`${FOLDER}/P0.md`) ?? '').replace('P0', 'Edited'));
    await vault.engine.rescan();
    host.advance(20 * 60_000);
    await settled();
    const again = await onHost(host.reboot());
    const { changes } = await again.run('list_changes', { limit: 10 });
    expect(JSON.stringify(changes)).toContain('Edited');
  });

  it('holds every kind of value', async () => {
    const vault = await openVault();
    const types = ['string', 'integer', 'number', 'boolean', 'date', 'datetime', 'link', 'list', 'json'];
    await vault.run('create_table', {
      name: 'all',
      description: 'Every type',
      columns: types.map((type) => column(`a_${type}`, type)),
      fields: { free: null },
    });
    const good = {
      a_string: 'x: "y"\nz',
      a_integer: -7,
      a_number: 1.25e10,
      a_boolean: false,
      a_date: '2026-02-28',
      a_datetime: '2026-02-28T10:00:00+01:00',
      a_list: ['a', 'b'],
      a_json: { deep: [1, null, { x: 'ü' }] },
      free: 'anything',
    };
    await vault.run('insert_row', { table: 'all', values: good, path: 'good.md' });
    await vault.run('insert_row', { table: 'all', values: {}, path: 'empty.md' });
    vault.host.external.write(
      'odd.md',
      '---\ntable: main.default.all\nid: odd\na_integer: twelve\na_number: [1, 2]\na_boolean: maybe\na_date: 7\nfree:\n  a: 1\n---\n',
    );
    await vault.engine.rescan();
    const before = (await vault.run('select_rows', { table: 'all', order_by: 'path' }))['rows'];
    const host = await closed(vault);
    const rebooted = host.reboot();
    const warm = await onHost(rebooted);
    expect((await warm.run('select_rows', { table: 'all', order_by: 'path' }))['rows']).toEqual(before);
    expect(rebooted.calls.count('vault.readMany')).toBe(0);
  });
});

describe('warm and cold', () => {
  type Edit = readonly [kind: 'write' | 'copy' | 'move' | 'remove' | 'break' | 'plain', which: number, other: number];
  const edit: fc.Arbitrary<Edit> = fc.tuple(
    fc.constantFrom(
      'write' as const,
      'copy' as const,
      'move' as const,
      'remove' as const,
      'break' as const,
      'plain' as const,
    ),
    fc.nat(7),
    fc.nat(7),
  );
  const pathOf = (which: number): string => (which < 6 ? `${FOLDER}/P${which}.md` : `Other/N${which}.md`);

  const act = (host: MemoryHost, [kind, which, other]: Edit, stamp: number): void => {
    const [path, target] = [pathOf(which), pathOf(other)];
    const text = host.external.text(path);
    const stamps = { ctime: stamp };
    if (kind === 'plain') return host.external.write(path, `No row, but [[P${other}]]\n`, stamps);
    if (text === null) return;
    if (kind === 'remove') host.external.remove(path);
    else if (kind === 'write') host.external.write(path, text.replace(/name: .*/, `name: W${stamp}`));
    else if (kind === 'break') host.external.write(path, text.replace('---\n', '---\nx: "\n'));
    else if (host.external.text(target) === null) {
      if (kind === 'copy') host.external.write(target, text, stamps);
      else host.external.rename(path, target);
    }
  };

  it('are the same after any edits by others', { timeout: within(120_000) }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 5 }), fc.array(edit, { maxLength: 6 }), async (during, between) => {
        const vault = await people(many(5));
        let stamp = vault.host.clock.now() + 1000;
        for (const each of during) act(vault.host, each, (stamp += 10));
        await vault.engine.rescan();
        const host = await closed(vault);
        // What breaks in between is another matter: see below. A broken note that comes to stand where a good one stood is that too.
        const known = new Set(host.image().files.keys());
        const breaks = ([kind, which, other]: Edit): boolean =>
          kind === 'break' || (known.has(pathOf(other)) && /^x: "$/m.test(host.external.text(pathOf(which)) ?? ''));
        for (const each of between) if (!breaks(each)) act(host, each, (stamp += 10));
        const [cold, warm] = await coldAndWarm(host);
        // Of two notes with one id either may be known as the holder: that is the one thing that the past decides.
        const ids = [...host.image().files.values()].map(({ text }) => /^id: (.*)$/m.exec(text)?.[1]).filter(Boolean);
        fc.pre(new Set(ids).size === ids.length);
        expect(warm).toEqual(cold);
      }),
      { numRuns: times(60, 2_000) },
    );
  });

  it('of a note that broke in between: warm knows its last good values', async () => {
    const host = await closed(await people(['P0', 'P1']));
    act(host, ['break', 0, 0], 0);
    const shown: unknown[] = [];
    for (const cacheFiles of [host.image().cacheFiles, new Map<string, Uint8Array>()]) {
      const again = await onHost(host.reboot({ ...host.image(), cacheFiles }));
      shown.push(
        ((await again.run('select_rows', { table: 'people' }))['rows'] as JsonObject[]).map(({ name }) => name),
      );
    }
    expect(shown).toEqual([['P0', 'P1'], ['P1']]);
  });

  it('with a copy: warm knows the holder, cold takes the older note', async () => {
    const vault = await people(['P0']);
    const text = vault.text(`${FOLDER}/P0.md`) as string;
    vault.host.external.write('Older.md', text, { ctime: 1 });
    await vault.engine.rescan();
    const host = await closed(vault);
    const holders: string[] = [];
    for (const cacheFiles of [host.image().cacheFiles, new Map<string, Uint8Array>()]) {
      const again = await onHost(host.reboot({ ...host.image(), cacheFiles }));
      const { rows } = await again.run('select_rows', { table: 'people' });
      holders.push(...(rows as { path: string }[]).map(({ path }) => path));
    }
    expect(holders).toEqual([`${FOLDER}/P0.md`, 'Older.md']);
  });
});
