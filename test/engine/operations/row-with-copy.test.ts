/** A row and the copies of its note: the one keeps the id, the others are listed. D7 */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import type { DiskImage } from '../../memory-host/disk-image';
import { size } from '../../deep';
import { PEOPLE, type TestVault, onHost, openVault } from '../open-vault';

const ID = '10000000-0000-4000-8000-000000000001';

/** As the memory host draws them: it counts. */
const DRAWN = '00000000-0000-4000-8000-000000001000';

const ada = `---\ntable: main.default.people\nid: ${ID}\nname: Ada\n---\n`;

const [ROW, COPY] = ['notedb/main/default/people/Ada.md', 'notedb/main/default/people/Copy of Ada.md'];
const SECOND_COPY = 'notedb/main/default/people/Copy 2 of Ada.md';

const rows = { table: 'people', columns: ['id'] };

async function withCopies(paths: readonly string[] = [COPY], more: JsonObject = {}): Promise<TestVault> {
  const vault = await openVault({ files: { [ROW]: ada } });
  await vault.run('create_table', { ...PEOPLE, ...more });
  for (const path of paths) {
    vault.host.external.write(path, ada);
    await vault.engine.rescan();
  }
  return vault;
}

/** The row, and the notes that check_table lists as copies of it. */
async function holders(vault: TestVault): Promise<JsonObject> {
  const { violations } = await vault.run('check_table', { table: 'people' });
  const copies = (violations as JsonObject[]).filter(({ code }) => code === 'duplicate_id').map(({ path }) => path);
  return { rows: (await vault.run('select_rows', rows))['rows'] ?? null, copies: copies.sort() as string[] };
}

describe('a row that has a copy', () => {
  it.each([
    ['update_row', { table: 'people', path: ROW, set_values: { name: 'Bo' } }, 'notedb/main/default/people/Bo.md'],
    ['alter_table', { table: 'people', filename: 'P {name}' }, 'notedb/main/default/people/P Ada.md'],
    ['alter_table', { table: 'people', schema: 'x', filename: 'P {name}' }, 'notedb/main/x/people/P Ada.md'],
  ])('stays the row when %s renames its note', async (name, args, path) => {
    const vault = await withCopies();
    const { migrationId } = await vault.run(name, args);
    expect((await vault.run('select_rows', rows))['rows']).toEqual([{ path, id: ID }]);
    await vault.run('undo_migration', { migration_id: migrationId as string });
    expect((await vault.run('select_rows', rows))['rows']).toEqual([{ path: ROW, id: ID }]);
  });

  it('leaves its place to the copy when it is archived', async () => {
    const vault = await withCopies();
    await vault.run('delete_rows', { table: 'people' });
    expect((await vault.run('select_rows', rows))['rows']).toEqual([{ path: COPY, id: ID }]);
  });

  it.each([
    ['is archived', 'delete_rows', { table: 'people' }],
    ['is deleted', 'delete_rows', { table: 'people', mode: 'delete' }],
    ['gets another id', 'recompute_columns', { table: 'people', paths: [ROW], new_ids: true }],
    ['and its copy get other ids', 'recompute_columns', { table: 'people', paths: [ROW, COPY], new_ids: true }],
    ['is archived with its table', 'drop_table', { table: 'people', mode: 'archive' }],
  ] as const)('is the row again, and the copy a copy, when it %s and that is undone', async (_how, name, args) => {
    for (const copies of [[COPY], [COPY, SECOND_COPY]]) {
      const vault = await withCopies(copies);
      const before = await holders(vault);
      expect(before).toEqual({ rows: [{ path: ROW, id: ID }], copies: [...copies].sort() });
      let migration = (await vault.run(name, args))['migrationId'] as string;
      const after = name === 'drop_table' ? null : await holders(vault);
      const tree = vault.tree();
      for (let round = 0; round < 2; round++) {
        const undone = await vault.run('undo_migration', { migration_id: migration });
        expect(await holders(vault)).toEqual(before);
        migration = (await vault.run('undo_migration', { migration_id: undone['migrationId'] as string }))[
          'migrationId'
        ] as string;
        if (after !== null) expect(await holders(vault)).toEqual(after);
        expect(vault.tree()).toBe(tree);
      }
      await vault.run('undo_migration', { migration_id: migration });
      expect(await holders(await vault.restart())).toEqual(before);
    }
  });

  it('and the copy stand in every version as they stood', async () => {
    const vault = await withCopies([COPY], { history: true });
    const at = async (version: number): Promise<unknown> =>
      (await vault.run('select_rows', { ...rows, version }))['rows'];
    const { migrationId } = await vault.run('delete_rows', { table: 'people' });
    await vault.run('undo_migration', { migration_id: migrationId as string });
    const { history } = await vault.run('describe_history', { table: 'people' });
    const versions = (history as JsonObject[]).map(({ version, operation }) => [version, operation]);
    expect(versions).toEqual([
      [2, 'UNDO'],
      [1, 'DELETE'],
      [0, 'CREATE TABLE'],
    ]);
    expect(await at(0)).toEqual([{ path: ROW, id: ID }]);
    expect(await at(1)).toEqual([{ path: COPY, id: ID }]);
    expect(await at(2)).toEqual([{ path: ROW, id: ID }]);
    const again = await vault.restart();
    await again.engine.rescan();
    expect((await again.run('describe_history', { table: 'people' }))['history']).toHaveLength(3);
    expect(await holders(again)).toEqual({ rows: [{ path: ROW, id: ID }], copies: [COPY] });
  });

  it('takes its place back also in the eyes of a write that waits behind the undo', async () => {
    const vault = await withCopies();
    const { migrationId } = await vault.run('delete_rows', { table: 'people' });
    const undo = vault.run('undo_migration', { migration_id: migrationId as string });
    const next = vault.run('update_row', { table: 'people', id: ID, set_values: { email: 'a@x' } });
    await undo;
    expect(await next).toMatchObject({ row: { path: ROW, email: 'a@x' } });
  });

  it('leaves the copy where it is when the undo clashes with somebody’s note', async () => {
    for (let call = 1, clashes = 0; ; call++) {
      const vault = await withCopies();
      const { migrationId } = await vault.run('delete_rows', { table: 'people', mode: 'delete' });
      vault.host.calls.reset();
      vault.host.calls.actAt(call, () => vault.host.external.write(ROW, 'mine\n'));
      const undone = await vault.run('undo_migration', { migration_id: migrationId as string }).catch(() => null);
      if (vault.host.calls.count() < call) return expect(clashes).toBeGreaterThan(0);
      if (undone !== null) continue;
      clashes += 1;
      await vault.engine.rescan();
      expect(await holders(vault)).toEqual({ rows: [{ path: COPY, id: ID }], copies: [] });
      expect(vault.text(ROW)).toBe('mine\n');
    }
  });

  it.each([
    ['deleted', { table: 'people', mode: 'delete' }],
    ['archived', { table: 'people' }],
  ])('has its id again, or the copy has it, wherever the program stops while it comes back: %s', async (_how, args) => {
    const stage = await withCopies();
    const { migrationId } = await stage.run('delete_rows', args);
    const image = await closed(stage);
    let whole = 0;
    // Each call when deep, every third otherwise.
    for (let call = 1; ; call += size(3, 1)) {
      for (const moment of ['before', 'torn', 'after'] as const) {
        const host = stage.host.reboot(image);
        const vault = await onHost(host);
        host.calls.reset();
        host.crashAt(call, moment);
        await vault.run('undo_migration', { migration_id: migrationId as string }).catch(() => null);
        await vault.engine.close().catch(() => null);
        if (!host.calls.crashed) return expect(whole).toBeGreaterThan(0);
        for (const left of [host.image(), ...host.images()]) {
          const again = await onHost(host.reboot(left));
          const isBack = again.text(ROW) !== undefined;
          const expected = isBack
            ? { rows: [{ path: ROW, id: ID }], copies: [COPY] }
            : { rows: [{ path: COPY, id: ID }], copies: [] };
          expect(await holders(again), `call ${call} ${moment}, ${left.label}`).toEqual(expected);
          if (isBack) whole += 1;
          // What the warm-start file remembers of it holds.
          expect(await holders(await again.restart())).toEqual(expected);
        }
      }
    }
  });
});

describe('an id that is drawn for a new row', () => {
  it.each([
    ['insert_row', { table: 'people', values: { name: 'Bo' } }],
    ['merge_rows', { table: 'people', on: ['name'], rows: [{ name: 'Bo' }] }],
  ])('and is a row’s already is refused (%s)', async (name, args) => {
    const vault = await openVault({
      files: { [ROW]: `---\ntable: main.default.people\nid: ${DRAWN}\nname: Ada\n---\n` },
    });
    await vault.run('create_table', PEOPLE);
    const before = vault.tree();
    vault.host.ids.given = Number.parseInt(DRAWN.slice(-12), 16) - 1;
    const { violations } = await vault.refused(name, args);
    const path = 'notedb/main/default/people/Bo.md';
    expect(violations).toMatchObject([{ path, column: 'id', code: 'duplicate_id', value: DRAWN }]);
    expect(vault.tree()).toEqual(before);
  });

  it('and for another row of the same write is refused', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    const before = vault.tree();
    vault.host.ids.uuid = () => DRAWN;
    const { violations } = await vault.refused('merge_rows', {
      table: 'people',
      on: ['name'],
      rows: [{ name: 'Ada' }, { name: 'Bo' }],
    });
    const path = 'notedb/main/default/people/Bo.md';
    expect(violations).toMatchObject([{ path, column: 'id', code: 'duplicate_id', value: DRAWN }]);
    expect(vault.tree()).toEqual(before);
  });
});

async function closed(vault: TestVault): Promise<DiskImage> {
  await vault.engine.close();
  return vault.host.image();
}
