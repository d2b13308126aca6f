/** What others write is taken in: by hints, by rescans, and slowly where it is hard to believe. D7 */

import { describe, expect, it } from 'vitest';
import type { EngineChange, JsonObject } from '../../../src/engine/index';
import { PEOPLE, TASKS, type TestVault, onHost, openVault } from '../open-vault';
import { beforeCall, settle } from './before-call';

const FOLDER = 'notedb/main/default/people';
const METASTORE = 'notedb/metastore.yaml';
const ID = '11111111-1111-4111-8111-111111111111';

async function people(names: readonly string[] = ['Ada', 'Grace']): Promise<TestVault & { changes: EngineChange[] }> {
  const vault = await openVault();
  await vault.run('create_table', PEOPLE);
  for (const name of names) await vault.run('insert_row', { table: 'people', values: { name } });
  await settle();
  vault.host.advance(60);
  await settle();
  const changes: EngineChange[] = [];
  vault.engine.onChange((change) => changes.push(change));
  return { ...vault, changes };
}

const note = (name: string, id = ID): string => `---\ntable: main.default.people\nid: ${id}\nname: ${name}\n---\n`;

async function names(vault: TestVault): Promise<readonly unknown[]> {
  const { rows } = await vault.run('select_rows', { table: 'people', order_by: 'path', limit: 1000 });
  return (rows as JsonObject[]).map(({ name }) => name);
}

/** The watcher's hints are gathered for 50 ms. */
async function hinted(vault: TestVault): Promise<void> {
  await settle(10);
  vault.host.advance(50);
  await settle(2000);
}

const reads = (vault: TestVault): number =>
  vault.host.calls.count('vault.read') + vault.host.calls.count('vault.readMany');

const many = (count: number): string[] => Array.from({ length: count }, (_, i) => `P${String(i).padStart(3, '0')}`);

it('an edit while the vault is opened, after it was listed, is taken in', async () => {
  const { host, engine } = await people();
  await engine.close();
  const rebooted = host.reboot();
  beforeCall(rebooted, { name: 'cache.read' }, () => {
    rebooted.external.write('New.md', note('New'));
    rebooted.external.write(`${FOLDER}/Ada.md`, note('Countess', '22222222-2222-4222-8222-222222222222'));
    rebooted.external.remove(`${FOLDER}/Grace.md`);
  });
  const vault = await onHost(rebooted);
  await hinted(vault);
  expect(await names(vault)).toEqual(['New', 'Countess']);
});

describe('a hint', () => {
  it('of a new, a changed and a removed note is taken in, and told in one change', async () => {
    const vault = await people();
    vault.host.external.write('New.md', note('New'));
    vault.host.external.write(
      `${FOLDER}/Ada.md`,
      `${vault.text(`${FOLDER}/Ada.md`)?.replace('Ada', 'Countess') ?? ''}`,
    );
    vault.host.external.remove(`${FOLDER}/Grace.md`);
    expect(await names(vault)).toEqual(['Ada', 'Grace']);
    await hinted(vault);
    expect(await names(vault)).toEqual(['New', 'Countess']);
    expect(vault.changes).toMatchObject([{ source: 'external', tables: ['main.default.people'], migrationId: null }]);
    expect([...(vault.changes[0]?.paths ?? [])].sort()).toEqual(['New.md', `${FOLDER}/Ada.md`, `${FOLDER}/Grace.md`]);
  });

  it('of a move keeps the row, under its id', async () => {
    const vault = await people(['Ada']);
    const { rows } = await vault.run('select_rows', { table: 'people' });
    vault.host.external.rename(`${FOLDER}/Ada.md`, 'Elsewhere.md');
    await hinted(vault);
    expect((await vault.run('select_rows', { table: 'people' }))['rows']).toMatchObject([
      { id: (rows as JsonObject[])[0]?.['id'], path: 'Elsewhere.md' },
    ]);
    expect((await vault.run('check_table', { table: 'people' }))['ok']).toBe(true);
  });

  it('of what the engine wrote itself is dropped without reading', async () => {
    const vault = await people();
    vault.host.calls.reset();
    await vault.run('insert_row', { table: 'people', values: { name: 'Alan' } });
    await vault.run('update_rows', { table: 'people', set_values: { born: '1900-01-01' } });
    await vault.run('update_row', { table: 'people', path: `${FOLDER}/Ada.md`, set_values: { name: 'Countess' } });
    await vault.run('delete_rows', { table: 'people', where: { name: 'Grace' }, mode: 'delete' });
    const before = reads(vault);
    await hinted(vault);
    expect(reads(vault)).toBe(before);
    expect(vault.changes.every(({ source }) => source === 'engine')).toBe(true);
  });

  it('that came with many others reads each note once', async () => {
    const vault = await people();
    for (let i = 0; i < 5; i++) vault.host.external.write('New.md', note(`New ${i}`));
    vault.host.calls.reset();
    await hinted(vault);
    expect(reads(vault)).toBe(1);
    expect(vault.changes).toHaveLength(1);
  });

  it('while writes are under way waits for its turn', async () => {
    const vault = await people();
    const writes = many(100).map((name) => vault.run('insert_row', { table: 'people', values: { name } }));
    vault.host.external.write('New.md', note('New'));
    await hinted(vault);
    await Promise.all(writes);
    await vault.engine.rescan();
    expect(await names(vault)).toHaveLength(103);
  });

  it('of a file that is no note is no more than a file', async () => {
    const vault = await people();
    vault.host.calls.reset();
    vault.host.external.write('image.png', 'bytes');
    await hinted(vault);
    expect(reads(vault)).toBe(0);
    expect(vault.changes).toMatchObject([{ paths: ['image.png'], tables: [] }]);
  });

  it('that the disk can’t follow is followed later', async () => {
    const vault = await people();
    vault.host.external.write('New.md', note('New'));
    vault.host.faults.failNext('vault.stat', 'EIO', 'New.md');
    await hinted(vault);
    expect(await names(vault)).toEqual(['Ada', 'Grace']);
    expect(vault.host.logger.entries.map(({ event }) => event)).toContain('path_not_read');
    await vault.engine.rescan();
    expect(await names(vault)).toEqual(['New', 'Ada', 'Grace']);
  });

  it('that is to come finds the note listed as gone, or as unreadable, never as one that does not parse', async () => {
    const vault = await people();
    vault.host.external.remove(`${FOLDER}/Ada.md`);
    vault.host.external.spoil(`${FOLDER}/Grace.md`, 'not_utf8');
    const { violations } = await vault.run('check_table', { table: 'people' });
    expect((violations as JsonObject[]).map(({ message }) => message)).toEqual([
      `${FOLDER}/Ada.md is gone: it was deleted, renamed or moved a moment ago, and leaves the table within seconds`,
      `${FOLDER}/Grace.md can't be read: it is not UTF-8 text`,
    ]);
    vault.host.external.spoil(`${FOLDER}/Grace.md`, 'io');
    const again = await vault.run('check_table', { table: 'people' });
    expect(again['violations']).toMatchObject([{}, { message: `${FOLDER}/Grace.md can't be read: EIO` }]);
  });

  it('of a note that is no text any more leaves the last good values of its row, and refuses writes to it', async () => {
    const vault = await people();
    vault.host.external.spoil(`${FOLDER}/Ada.md`, 'not_utf8');
    await hinted(vault);
    expect(await names(vault)).toEqual(['Ada', 'Grace']);
    expect(await vault.run('check_table', { table: 'people' })).toMatchObject({
      violations: [{ path: `${FOLDER}/Ada.md`, message: `${FOLDER}/Ada.md can't be read: it is not UTF-8 text` }],
    });
    const set = { table: 'people', path: `${FOLDER}/Ada.md`, set_values: { email: 'a@x' } };
    expect(await vault.refused('update_row', set)).toMatchObject({ code: 'refused' });
    vault.host.external.write(`${FOLDER}/Ada.md`, note('Countess'));
    await hinted(vault);
    expect(await names(vault)).toEqual(['Countess', 'Grace']);
  });
});

describe('a rescan', () => {
  it('comes when the watcher lost track', async () => {
    const vault = await people();
    vault.host.external.write('New.md', note('New'));
    await hinted(vault);
    vault.host.calls.reset();
    vault.host.external.overflow();
    await hinted(vault);
    expect(vault.host.calls.count('vault.list')).toBe(1);
    expect(reads(vault)).toBe(0);
  });

  it('comes every minute', async () => {
    const vault = await openVault();
    vault.host.calls.reset();
    vault.host.advance(59_000);
    await settle();
    expect(vault.host.calls.count('vault.list')).toBe(0);
    for (let i = 1; i <= 3; i++) {
      vault.host.advance(60_000);
      await settle(500);
      expect(vault.host.calls.count('vault.list')).toBe(i);
    }
    await vault.engine.close();
    vault.host.advance(600_000);
    await settle(500);
    expect(vault.host.calls.count('vault.list')).toBe(3);
  });

  it('keeps no write waiting, and takes none for an edit by others', async () => {
    const vault = await people();
    const list = vault.host.vault.list.bind(vault.host.vault);
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    vault.host.vault.list = async () => {
      const stats = await list();
      await held;
      return stats;
    };
    const rescan = vault.engine.rescan();
    await vault.run('insert_row', { table: 'people', values: { name: 'Alan' } });
    await vault.run('delete_rows', { table: 'people', where: { name: 'Grace' }, mode: 'delete' });
    goOn();
    await rescan;
    expect(await names(vault)).toEqual(['Ada', 'Alan']);
    expect(vault.changes.map(({ source }) => source)).toEqual(['engine', 'engine']);
  });

  it('that is asked for while one is under way follows it, once for all who ask', async () => {
    const vault = await people();
    vault.host.calls.reset();
    const first = vault.engine.rescan();
    await settle(20);
    expect(vault.host.calls.count('vault.list')).toBe(1);
    vault.host.external.write('New.md', note('New'));
    await Promise.all([first, vault.engine.rescan(), vault.engine.rescan(), vault.engine.rescan()]);
    expect(vault.host.calls.count('vault.list')).toBe(2);
    expect(await names(vault)).toEqual(['New', 'Ada', 'Grace']);
  });

  it('finds an edit that keeps size and time stamp', async () => {
    const vault = await people();
    const path = `${FOLDER}/Ada.md`;
    const { mtime } = vault.host.image().files.get(path) as { mtime: number };
    vault.host.external.write(path, (vault.text(path) as string).replace('name: Ada', 'name: Eda'), { mtime });
    await vault.engine.rescan();
    expect(await names(vault)).toEqual(['Eda', 'Grace']);
  });

  it('that fails comes again', async () => {
    const vault = await people();
    vault.host.faults.failNext('vault.list', 'EIO');
    vault.host.advance(60_000);
    await settle(500);
    vault.host.calls.reset();
    vault.host.advance(60_000);
    await settle(500);
    expect(vault.host.calls.count('vault.list')).toBe(1);
  });

  it('finds what no hint told', async () => {
    const vault = await openVault({ echoes: false });
    await vault.run('create_table', PEOPLE);
    vault.host.external.write('New.md', note('New'));
    await vault.engine.rescan();
    expect(await names(vault)).toEqual(['New']);
  });

  it('of a vault in which nothing happened reads nothing and tells nobody', async () => {
    const vault = await people();
    vault.host.calls.reset();
    await vault.engine.rescan();
    expect(reads(vault)).toBe(0);
    expect(vault.changes).toEqual([]);
  });
});

describe('an edit of the metastore file', () => {
  const edited = (vault: TestVault): string =>
    (vault.text(METASTORE) as string).replace('Somebody we know', 'Someone by hand');

  it('that is good is in force at once', async () => {
    const vault = await people();
    vault.host.external.write(METASTORE, edited(vault));
    await hinted(vault);
    expect(await vault.run('describe_table', { table: 'people' })).toMatchObject({ description: 'Someone by hand' });
    expect(await names(vault)).toEqual(['Ada', 'Grace']);
    await vault.run('insert_row', { table: 'people', values: { name: 'Alan' } });
  });

  it('that is broken leaves the last good definitions in force and refuses writes, until it is mended', async () => {
    const vault = await people();
    const good = vault.text(METASTORE) as string;
    const broken = `${good}\n  : [\n`;
    vault.host.external.write(METASTORE, broken);
    await hinted(vault);
    expect(await names(vault)).toEqual(['Ada', 'Grace']);
    const error = await vault.refused('insert_row', { table: 'people', values: { name: 'Alan' } });
    expect(error.code).toBe('metastore_invalid');
    expect(error.message).toMatch(/metastore\.yaml, line \d+/);
    expect((await vault.refused('create_table', TASKS)).code).toBe('metastore_invalid');
    expect(vault.text(METASTORE)).toBe(broken);
    const again = await vault.restart();
    expect(await names(again)).toEqual(['Ada', 'Grace']);
    expect((await again.refused('create_table', TASKS)).code).toBe('metastore_invalid');
    again.host.external.write(
      METASTORE,
      edited(again)
        .replace(broken, good)
        .slice(0, good.length + 1)
        .trimEnd() + '\n',
    );
    await hinted(again);
    await again.run('insert_row', { table: 'people', values: { name: 'Alan' } });
    expect(await names(again)).toEqual(['Ada', 'Alan', 'Grace']);
  });

  it('that deletes it refuses writes until it is back', async () => {
    const vault = await people();
    const good = vault.text(METASTORE) as string;
    vault.host.external.remove(METASTORE);
    await hinted(vault);
    expect((await vault.refused('create_table', TASKS)).code).toBe('metastore_invalid');
    expect(await names(vault)).toEqual(['Ada', 'Grace']);
    vault.host.external.write(METASTORE, good);
    await hinted(vault);
    await vault.run('create_table', TASKS);
  });

  it('that makes the first one brings its tables with it', async () => {
    const model = await people([]);
    const vault = await openVault({ files: { 'Ada.md': note('Ada') } });
    vault.host.external.write(METASTORE, model.text(METASTORE) as string);
    await hinted(vault);
    expect(await names(vault)).toEqual(['Ada']);
  });

  it('that makes one deep down, as in a copy of another vault, is none of ours', async () => {
    const model = await people([]);
    const vault = await openVault({ files: { 'Ada.md': note('Ada') } });
    vault.host.external.write('Backup/old/vault/notedb/metastore.yaml', model.text(METASTORE) as string);
    await hinted(vault);
    expect((await vault.run('list_tables'))['tables']).toEqual([]);
  });

  it('keeps a row that has a copy', async () => {
    const vault = await people(['Ada']);
    vault.host.external.write('Copy.md', vault.text(`${FOLDER}/Ada.md`) as string);
    await hinted(vault);
    vault.host.external.write(METASTORE, edited(vault));
    await hinted(vault);
    expect(await names(vault)).toEqual(['Ada']);
    const { violations } = await vault.run('check_table', { table: 'people' });
    expect(violations).toMatchObject([{ path: 'Copy.md', code: 'duplicate_id' }]);
  });
});

describe('rows that vanish', () => {
  const check = async (vault: TestVault): Promise<Readonly<Record<string, unknown>>> =>
    (await vault.run('check_table', { table: 'people' }))['counts'] as JsonObject;

  const removeAll = (vault: TestVault, gone: readonly string[]): Readonly<Record<string, string>> => {
    const texts: Record<string, string> = {};
    for (const name of gone) {
      texts[name] = vault.text(`${FOLDER}/${name}.md`) as string;
      vault.host.external.remove(`${FOLDER}/${name}.md`);
    }
    return texts;
  };

  it.each([
    [60, 50, 0],
    [60, 51, 51],
    [300, 59, 0],
    [300, 61, 61],
  ])('of %i, %i at once: %i are suspect', async (all, gone, suspect) => {
    const vault = await people(many(all));
    removeAll(vault, many(gone));
    await vault.engine.rescan();
    expect(await names(vault)).toHaveLength(all - gone + suspect);
    expect((await check(vault))['suspect'] ?? 0).toBe(suspect);
  });

  it('stay suspect, however often one looks, also when some of them come back', async () => {
    const vault = await people(many(70));
    const texts = removeAll(vault, many(60));
    await vault.engine.rescan();
    for (const name of many(30)) vault.host.external.write(`${FOLDER}/${name}.md`, texts[name] as string);
    await hinted(vault);
    await vault.engine.rescan();
    await vault.engine.rescan();
    expect(await names(vault)).toHaveLength(70);
    expect((await check(vault))['suspect']).toBe(30);
    for (const name of many(60).slice(30)) vault.host.external.write(`${FOLDER}/${name}.md`, texts[name] as string);
    await vault.engine.rescan();
    expect(await check(vault)).toEqual({});
    expect((await vault.run('check_table', { table: 'people' }))['ok']).toBe(true);
  });

  it('and come back elsewhere are rows there', async () => {
    const vault = await people(many(70));
    const texts = removeAll(vault, many(60));
    await vault.engine.rescan();
    for (const name of many(60)) vault.host.external.write(`Elsewhere/${name}.md`, texts[name] as string);
    await vault.engine.rescan();
    const { rows } = await vault.run('select_rows', { table: 'people', limit: 100 });
    const places = (rows as { path: string }[]).map(({ path }) => path.startsWith('Elsewhere/'));
    expect([places.length, places.filter((isElsewhere) => isElsewhere).length]).toEqual([70, 60]);
    expect(await check(vault)).toEqual({});
  });

  it('can’t be written while they are suspect, and the others can', async () => {
    const vault = await people(many(70));
    removeAll(vault, many(60));
    await vault.engine.rescan();
    const error = await vault.refused('update_row', {
      table: 'people',
      path: `${FOLDER}/P000.md`,
      set_values: { born: '1900-01-01' },
    });
    expect(error.code).toBe('conflict');
    await vault.run('update_row', { table: 'people', path: `${FOLDER}/P069.md`, set_values: { born: '1900-01-01' } });
    const { warnings } = await vault.run('select_rows', { table: 'people', limit: 1 });
    expect(warnings).toMatchObject([
      expect.stringContaining(`the notes of 60 rows (${FOLDER}/P000.md and others) vanished together`),
    ]);
  });

  it('with the whole vault are suspect, however few: the sentinel is gone too', async () => {
    const vault = await people();
    await vault.host.privateStore.remove('vault-id');
    removeAll(vault, ['Ada']);
    await vault.engine.rescan();
    expect(await names(vault)).toEqual(['Ada', 'Grace']);
    expect((await check(vault))['suspect']).toBe(1);
  });

  it('because somebody moved all of them are believed', async () => {
    const vault = await people(many(70));
    for (const name of many(70)) vault.host.external.rename(`${FOLDER}/${name}.md`, `Moved/${name}.md`);
    await vault.engine.rescan();
    expect(await names(vault)).toHaveLength(70);
    expect(await check(vault)).toEqual({});
  });
});

describe('edits and the journal', () => {
  it('over a write that was not synced yet stay after a crash, and the rest of the write too', async () => {
    const vault = await people(['Ada', 'Grace']);
    await vault.run('update_rows', { table: 'people', set_values: { born: '1900-01-01' } });
    vault.host.external.write(`${FOLDER}/Ada.md`, note('By hand'));
    await hinted(vault);
    for (const image of vault.host.images()) {
      const rebooted = vault.host.reboot(image);
      const { openEngine } = await import('../../../src/engine/index');
      const engine = await openEngine(rebooted);
      expect(rebooted.external.text(`${FOLDER}/Ada.md`)).toBe(note('By hand'));
      expect(rebooted.external.text(`${FOLDER}/Grace.md`)).toContain('born: 1900-01-01');
      await engine.close();
    }
  });
});
