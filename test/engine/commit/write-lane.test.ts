/** The lane: writes share syncs, keep their order, and a failure hits only those that it concerns. D7, docs/architecture.md. */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { NotedbError } from '../../../src/engine/index';
import { PEOPLE, TASKS, type TestVault, column, openVault } from '../open-vault';
import { hear } from './answers';
import { beforeCall, settle } from './before-call';

const FOLDER = 'notedb/main/default/people';

async function people(names: readonly string[] = []): Promise<TestVault> {
  const vault = await openVault();
  await vault.run('create_table', PEOPLE);
  for (const name of names) await vault.run('insert_row', { table: 'people', values: { name } });
  // The lane is at rest: what comes now begins a cycle of its own.
  await settle();
  return vault;
}

const insert = (vault: TestVault, name: string): Promise<JsonObject> =>
  vault.run('insert_row', { table: 'people', values: { name } });

const born = (vault: TestVault, name: string, date: string): Promise<JsonObject> =>
  vault.run('update_row', { table: 'people', path: `${FOLDER}/${name}.md`, set_values: { born: date } });

async function names(vault: TestVault): Promise<readonly unknown[]> {
  const { rows } = await vault.run('select_rows', { table: 'people', order_by: 'name', limit: 1000 });
  return (rows as JsonObject[]).map(({ name }) => name);
}

/** What became of each promise: the error, or null. */
async function outcomes(calls: readonly Promise<unknown>[]): Promise<readonly (NotedbError | null)[]> {
  return Promise.all(
    calls.map((call) =>
      call.then(
        () => null,
        (error: unknown) => {
          if (error instanceof NotedbError) return error;
          throw error;
        },
      ),
    ),
  );
}

const many = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `Person ${String(i).padStart(3, '0')}`);

describe('writes that wait', () => {
  it.each([
    [1, 1],
    [2, 2],
    [64, 2],
    [65, 2],
    [200, 5],
  ])('%i of them make %i syncs of the journal', async (count, syncs) => {
    const vault = await people();
    vault.host.calls.reset();
    await Promise.all(many(count).map((name) => insert(vault, name)));
    expect(vault.host.calls.count('privateStore.sync')).toBe(syncs);
    expect(await names(vault)).toHaveLength(count);
  });

  it('are recorded in the order in which they came, with rising time stamps', async () => {
    const vault = await people();
    await Promise.all(many(70).map((name) => insert(vault, name)));
    const { migrations } = await vault.run('list_migrations', { limit: 70 });
    const listed = (migrations as { summary: string; executed_at: string }[]).reverse();
    expect(listed.map(({ summary }) => summary)).toEqual(
      many(70).map((name) => expect.stringContaining(name) as string),
    );
    const stamps = listed.map(({ executed_at }) => Date.parse(executed_at));
    expect(stamps).toEqual([...stamps].sort((a, b) => a - b));
  });

  it('see what the ones before them leave, although it is not on the disk yet', async () => {
    const vault = await people(['Ada']);
    const calls = [
      insert(vault, 'Warm-up'),
      born(vault, 'Ada', '1815-12-10'),
      vault.run('update_row', {
        table: 'people',
        path: `${FOLDER}/Ada.md`,
        set_values: { name: 'Ada Lovelace' },
        expect: { born: '1815-12-10' },
      }),
      vault.run('update_row', { table: 'people', path: `${FOLDER}/Ada Lovelace.md`, body_append: 'Countess.\n' }),
      vault.run('delete_rows', { table: 'people', where: { name: 'Warm-up' }, mode: 'delete' }),
    ];
    expect(await outcomes(calls)).toEqual([null, null, null, null, null]);
    expect(vault.host.external.paths().filter((path) => path.startsWith(FOLDER))).toEqual([
      `${FOLDER}/Ada Lovelace.md`,
    ]);
    expect(vault.text(`${FOLDER}/Ada Lovelace.md`)).toContain('born: 1815-12-10\n---\nCountess.\n');
    expect(
      (await vault.refused('update_row', { table: 'people', path: `${FOLDER}/Ada.md`, set_values: {} })).code,
    ).toBe('conflict');
    // Neither path is taken any more.
    await Promise.all([insert(vault, 'Ada'), insert(vault, 'Warm-up')]);
    expect(await names(vault)).toEqual(['Ada', 'Ada Lovelace', 'Warm-up']);
  });

  it('may be refused or dry without touching their neighbours', async () => {
    const vault = await people();
    const calls = [
      insert(vault, 'A'),
      vault.run('insert_row', { table: 'people', values: {} }),
      vault.run('insert_row', { table: 'people', values: { name: 'Dry' }, dry_run: true }),
      insert(vault, 'B'),
    ];
    expect((await outcomes(calls)).map((error) => error?.code ?? null)).toEqual([null, 'refused', null, null]);
    expect(await names(vault)).toEqual(['A', 'B']);
    expect(vault.text(`${FOLDER}/Dry.md`)).toBeUndefined();
  });

  it('of which nothing is to be changed leave no migration', async () => {
    const vault = await people(['Ada']);
    await born(vault, 'Ada', '1815-12-10');
    vault.host.calls.reset();
    const { migrationId } = await born(vault, 'Ada', '1815-12-10');
    expect(migrationId).toBeNull();
    expect(vault.host.calls.count('privateStore.append')).toBe(0);
  });

  it('leave no path behind that one of them made and the next one moved on', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    const move = (from: string, to: string): Promise<JsonObject> =>
      vault.run('update_row', { table: 'people', path: `${FOLDER}/${from}.md`, set_values: { name: to } });
    await insert(vault, 'A');
    await Promise.all([insert(vault, 'Z'), move('A', 'B'), move('B', 'C'), move('C', 'D')]);
    const added = await Promise.all(['A', 'B', 'C'].map((name) => insert(vault, name)));
    expect(added.map((each) => (each['plannedCreates'] as string[])[0])).toEqual(
      ['A', 'B', 'C'].map((name) => `${FOLDER}/${name}.md`),
    );
  });
});

describe('a clash', () => {
  const edit = `---\ntable: main.default.people\nid: 00000000-0000-4000-8000-0000000000aa\nname: By hand\n---\n`;

  it('calls off its own write, and the later ones of the cycle are planned anew', async () => {
    const vault = await people(many(6));
    const before = vault.text(`${FOLDER}/Person 003.md`);
    beforeCall(vault.host, { name: 'privateStore.sync', nth: 2 }, () =>
      vault.host.external.write(`${FOLDER}/Person 002.md`, edit),
    );
    const calls = many(6).map((name) => born(vault, name, '1900-01-01'));
    const errors = await outcomes(calls);
    expect(errors.map((error) => error?.code ?? null)).toEqual([null, null, 'conflict', null, null, null]);
    expect(errors[2]?.conflicts).toMatchObject([{ path: `${FOLDER}/Person 002.md`, code: 'changed' }]);
    expect(vault.text(`${FOLDER}/Person 002.md`)).toBe(edit);
    expect(vault.text(`${FOLDER}/Person 003.md`)).not.toBe(before);
    expect(await names(vault)).toEqual(['By hand', ...many(6).filter((name) => name !== 'Person 002')]);
    const { rows } = await vault.run('select_rows', { table: 'people', where: { born: '1900-01-01' } });
    expect(rows).toHaveLength(5);
    const { migrations } = await vault.run('list_migrations', { limit: 100 });
    expect((migrations as { failed: boolean }[]).filter(({ failed }) => failed)).toHaveLength(4);
  });

  it('does not hide the edit: the next write goes on from it', async () => {
    const vault = await people(['Ada']);
    beforeCall(vault.host, { name: 'privateStore.sync' }, () => vault.host.external.write(`${FOLDER}/Ada.md`, edit));
    expect((await outcomes([born(vault, 'Ada', '1815-12-10')]))[0]?.code).toBe('conflict');
    await born(vault, 'Ada', '1815-12-10');
    expect(vault.text(`${FOLDER}/Ada.md`)).toBe(edit.replace('\n---\n', '\nborn: 1815-12-10\n---\n'));
  });

  it('with a note that was deleted meanwhile leaves the row to the watcher', async () => {
    const vault = await people(['Ada', 'Grace']);
    beforeCall(vault.host, { name: 'privateStore.sync' }, () => vault.host.external.remove(`${FOLDER}/Ada.md`));
    expect((await outcomes([born(vault, 'Ada', '1815-12-10')]))[0]?.code).toBe('conflict');
    await hear(vault, 200);
    expect(await names(vault)).toEqual(['Grace']);
  });

  it('with a file that someone else made takes back the folders too', async () => {
    const vault = await people();
    const place = 'deep/down/Ada.md';
    beforeCall(vault.host, { name: 'privateStore.sync' }, () => vault.host.external.write('deep', 'a file\n'));
    const [error] = await outcomes([
      vault.run('insert_row', { table: 'people', values: { name: 'Ada' }, path: place }),
    ]);
    expect(error?.code).toBe('conflict');
    expect(await names(vault)).toEqual([]);
    expect(vault.host.image().folders.has('deep/down')).toBe(false);
  });

  it('of several rows in one write puts back what was written already', async () => {
    const vault = await people(many(5));
    const before = vault.tree();
    beforeCall(vault.host, { name: 'vault.replace', nth: 4 }, () =>
      vault.host.external.write(`${FOLDER}/Person 003.md`, edit),
    );
    const error = await vault.refused('update_rows', { table: 'people', set_values: { born: '1900-01-01' } });
    expect(error.code).toBe('conflict');
    vault.host.external.write(
      `${FOLDER}/Person 003.md`,
      before.split(`Person 003.md\u0000`)[1]?.split('\u0001')[0] ?? '',
    );
    expect(vault.tree()).toBe(before);
  });

  it('on the metastore file does not hide the edit of the definitions', async () => {
    const vault = await people();
    const metastore = 'notedb/metastore.yaml';
    const edited = (vault.text(metastore) as string).replace('Somebody we know', 'Someone by hand');
    beforeCall(vault.host, { name: 'privateStore.sync' }, () => vault.host.external.write(metastore, edited));
    expect((await outcomes([vault.run('create_table', TASKS)]))[0]?.code).toBe('conflict');
    vault.host.advance(60);
    await vault.engine.rescan();
    expect(await vault.run('describe_table', { table: 'people' })).toMatchObject({ description: 'Someone by hand' });
    await vault.run('create_table', TASKS);
    expect(vault.text(metastore)).toContain('Someone by hand');
  });

  it('that repeats gives up on the writes that it sweeps along', async () => {
    const vault = await people(many(5));
    let edits = 0;
    vault.host.faults.failWhile((call) => {
      if (call.method !== 'sync' || call.port !== 'privateStore') return false;
      vault.host.external.write(`${FOLDER}/Person 00${edits}.md`, edit.replace('0000aa', `0000a${edits}`));
      edits += 1;
      return false;
    }, 'EIO');
    const errors = await outcomes([insert(vault, 'First'), ...many(5).map((name) => born(vault, name, '1900-01-01'))]);
    expect(errors[0]).toBeNull();
    expect(errors.slice(1).every((error) => error === null || error.code === 'conflict')).toBe(true);
    expect(errors.some((error) => error?.code === 'conflict')).toBe(true);
    vault.host.faults.clear();
    await vault.engine.rescan();
    await vault.run('update_rows', { table: 'people', where: { name: 'First' }, set_values: { born: '1950-01-01' } });
  });
});

describe('a disk that refuses', () => {
  it('to take the record: nothing is changed, the message says why, the next write works', async () => {
    const vault = await people(['Ada']);
    const before = vault.tree();
    vault.host.faults.failNext('privateStore.append', 'ENOSPC');
    const [first, second] = await outcomes([born(vault, 'Ada', '1815-12-10'), insert(vault, 'Grace')]);
    expect(first).toMatchObject({ code: 'unavailable' });
    expect(first?.message).toContain('ENOSPC');
    expect(first?.message).toContain('nothing was changed');
    expect(first?.hint).not.toBeNull();
    expect(second).toBeNull();
    expect(await names(vault)).toEqual(['Ada', 'Grace']);
    await vault.run('delete_rows', { table: 'people', where: { name: 'Grace' }, mode: 'delete' });
    expect(vault.tree()).toBe(before);
    const again = await vault.restart();
    expect(await names(again)).toEqual(['Ada']);
    expect(again.tree()).toBe(before);
  });

  it('to take the record of a whole cycle: all of it is refused, and the store is as it was', async () => {
    const vault = await people(['Ada']);
    const before = vault.tree();
    let appends = 0;
    // Record and mark of the first write, then the record of the others.
    vault.host.faults.failWhile((call) => call.method === 'append' && ++appends === 3, 'ENOSPC');
    const errors = await outcomes(['X', ...many(10)].map((name) => insert(vault, name)));
    expect(errors.map((error) => error?.code ?? null)).toEqual([null, ...many(10).map(() => 'unavailable')]);
    expect(await names(vault)).toEqual(['Ada', 'X']);
    await Promise.all(many(10).map((name) => insert(vault, name)));
    await vault.run('delete_rows', { table: 'people', where: { name: { ne: 'Ada' } }, mode: 'delete' });
    expect(vault.tree()).toBe(before);
  });

  it('to sync the record: read-only until the vault is opened again, and nothing acknowledged is lost', async () => {
    const vault = await people(['Ada']);
    vault.host.faults.failNext('privateStore.sync', 'EIO');
    const [first] = await outcomes([born(vault, 'Ada', '1815-12-10')]);
    expect(first).toMatchObject({ code: 'unavailable' });
    expect(first?.message).toContain('read-only');
    expect((await vault.refused('insert_row', { table: 'people', values: { name: 'Grace' } })).code).toBe(
      'unavailable',
    );
    expect(await names(vault)).toEqual(['Ada']);
    expect(await vault.run('insert_row', { table: 'people', values: { name: 'Dry' }, dry_run: true })).toMatchObject({
      dryRun: true,
    });
    const again = await vault.restart();
    expect(await names(again)).toEqual(['Ada']);
    await insert(again, 'Grace');
    expect(await names(again)).toEqual(['Ada', 'Grace']);
  });

  it('to sync and to call off: what is open is settled at the next opening', async () => {
    const vault = await people(['Ada']);
    vault.host.faults.failWhile((call) => call.port === 'privateStore' && call.method === 'sync', 'EIO');
    expect((await vault.refused('update_rows', { table: 'people', set_values: { born: '1900-01-01' } })).code).toBe(
      'unavailable',
    );
    vault.host.faults.clear();
    const again = await vault.restart();
    expect(await names(again)).toEqual(['Ada']);
    expect(await again.run('check_table', { table: 'people' })).toMatchObject({ ok: true });
  });

  it('to write a note: everything is put back, and the journal says that it failed', async () => {
    const vault = await people(many(5));
    const before = vault.tree();
    vault.host.faults.failNext('vault.replace', 'EACCES', `${FOLDER}/Person 003.md`);
    const error = await vault.refused('update_rows', { table: 'people', set_values: { born: '1900-01-01' } });
    expect(error).toMatchObject({ code: 'unavailable' });
    expect(error.message).toContain('EACCES');
    expect(vault.tree()).toBe(before);
    const { migrations } = await vault.run('list_migrations', { limit: 1 });
    expect(migrations).toMatchObject([{ op: 'update_rows', failed: true }]);
    await vault.run('update_rows', { table: 'people', set_values: { born: '1900-01-01' } });
    const again = await vault.restart();
    expect(await again.run('select_rows', { table: 'people', where: { born: '1900-01-01' } })).toMatchObject({
      total: 5,
    });
  });

  it('to write a note and then to put the others back: the next opening puts them back', async () => {
    const vault = await people(many(3));
    const before = vault.tree();
    let replaced = 0;
    vault.host.faults.failWhile((call) => call.method === 'replace' && ++replaced > 2, 'EIO');
    const error = await vault.refused('update_rows', { table: 'people', set_values: { born: '1900-01-01' } });
    expect(error.code).toBe('unavailable');
    expect(error.message).not.toContain('everything is as it was');
    expect((await vault.refused('insert_row', { table: 'people', values: { name: 'X' } })).code).toBe('unavailable');
    vault.host.faults.clear();
    const again = await vault.restart();
    expect(again.tree()).toBe(before);
    expect((await again.run('list_migrations', { limit: 1 }))['migrations']).toMatchObject([{ failed: true }]);
  });

  it('to take an abort: the caller does not hear that nothing happened', async () => {
    const vault = await people(many(2));
    beforeCall(vault.host, { name: 'vault.replace' }, () =>
      vault.host.faults.failWhile((call) => ['append', 'replace'].includes(call.method), 'ENOSPC'),
    );
    const error = await vault.refused('update_rows', { table: 'people', set_values: { born: '1900-01-01' } });
    expect(error.code).toBe('unavailable');
    expect(error.message).toContain('next opening');
    vault.host.faults.clear();
    const again = await vault.restart();
    const { total } = await again.run('select_rows', { table: 'people', where: { born: '1900-01-01' } });
    expect([0, 2]).toContain(total);
  });

  it('to remove a folder that became empty: the write counts', async () => {
    const vault = await people(['Ada']);
    vault.host.faults.failWhile((call) => call.method === 'removeFolder', 'EBUSY');
    const { migrations } = await vault.run('list_migrations', { limit: 1 });
    await vault.run('undo_migration', { migration_id: (migrations as JsonObject[])[0]?.['migration_id'] ?? '' });
    expect(await names(vault)).toEqual([]);
    await insert(vault, 'Grace');
  });

  it('to remember the definitions for a bad day: the write counts', async () => {
    const vault = await people();
    vault.host.faults.failWhile((call) => call.path.startsWith('definitions/'), 'ENOSPC');
    await vault.run('create_table', TASKS);
    await insert(vault, 'Ada');
    expect(await vault.run('list_tables')).toMatchObject({ tables: [{ name: 'people' }, { name: 'tasks' }] });
  });

  it('to take an applied mark: nobody notices', async () => {
    const vault = await people(['Ada']);
    beforeCall(vault.host, { name: 'vault.replace' }, () =>
      vault.host.faults.failNext('privateStore.append', 'ENOSPC'),
    );
    await born(vault, 'Ada', '1815-12-10');
    await insert(vault, 'Grace');
    const again = await vault.restart();
    expect(await names(again)).toEqual(['Ada', 'Grace']);
  });

  it('to make a checkpoint: it is made later', async () => {
    const vault = await people(['Ada']);
    vault.host.faults.failNext('vault.sync', 'EIO');
    vault.host.advance(11_000);
    await vault.engine.rescan();
    expect(vault.host.logger.entries.map(({ event }) => event)).toContain('checkpoint_failed');
    await born(vault, 'Ada', '1815-12-10');
    expect(await names(await vault.restart())).toEqual(['Ada']);
  });

  it('to read a note that a new table would have to look at: the table is made', async () => {
    const vault = await openVault({ files: { 'Ada.md': '---\ntable: main.default.people\nname: Ada\n---\n' } });
    vault.host.external.spoil('Ada.md', 'io');
    await vault.run('create_table', PEOPLE);
    expect(await vault.run('list_tables')).toMatchObject({ tables: [{ name: 'people' }] });
    await insert(vault, 'Grace');
  });
});

describe('closing', () => {
  it('lets the writes finish that wait', async () => {
    const vault = await people();
    const calls = many(150).map((name) => insert(vault, name));
    const closed = vault.engine.close();
    expect(await outcomes(calls)).toEqual(calls.map(() => null));
    await closed;
    const again = await vault.restart();
    expect(await names(again)).toHaveLength(150);
  });

  it('refuses writes and reads from then on', async () => {
    const vault = await people();
    const closed = vault.engine.close();
    await expect(insert(vault, 'Late')).rejects.toMatchObject({ code: 'unavailable' });
    await closed;
    await expect(vault.run('list_tables')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(vault.engine.close()).resolves.toBeUndefined();
  });

  it('leaves no timer behind and a journal that needs no recovery', async () => {
    const vault = await people(['Ada']);
    await vault.engine.close();
    expect(vault.host.scheduler.waiting()).toBe(0);
    const again = vault.host.reboot();
    again.calls.reset();
    await (await openAgain(again)).close();
    expect(again.calls.log.filter(({ port, mutates }) => port === 'vault' && mutates)).toEqual([]);
  });

  const openAgain = async (host: TestVault['host']): Promise<TestVault['engine']> =>
    (await import('../../../src/engine/index')).openEngine(host);
});

describe('the checkpoint', () => {
  it('comes after ten quiet seconds, and not before', async () => {
    const vault = await people(['Ada']);
    vault.host.calls.reset();
    vault.host.advance(9_000);
    await vault.engine.rescan();
    expect(vault.host.calls.count('vault.sync')).toBe(0);
    vault.host.advance(2_000);
    await vault.engine.rescan();
    expect(vault.host.calls.count('vault.sync')).toBe(1);
  });

  it('comes at once when a segment grows beyond its size', async () => {
    const vault = await openVault();
    await vault.run('create_table', { name: 'texts', description: 'Long ones', columns: [column('title', 'string')] });
    vault.host.calls.reset();
    for (let i = 0; i < 12 && vault.host.calls.count('vault.sync') === 0; i++) {
      await vault.run('insert_row', { table: 'texts', values: { title: `Long ${i}` }, body: noise(4_000_000, i + 1) });
      await settle();
    }
    expect(vault.host.calls.count('vault.sync')).toBe(1);
  }, 60_000);
});

/** A text that deflate can't shrink much. */
function noise(length: number, seed: number): string {
  const codes = new Uint16Array(length);
  let state = seed;
  for (let i = 0; i < length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    codes[i] = 0x4e00 + (state & 0x3fff);
  }
  return new TextDecoder('utf-16le').decode(codes);
}
