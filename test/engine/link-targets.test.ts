/** list_link_targets while somebody types: the tables are read once for each state of them. D17 */

import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import type * as columnModule from '../../src/engine/storage/columns/stored-column';
import { frozenValue } from '../../src/engine/storage/columns/stored-column';
import type * as snapshotRows from '../../src/engine/storage/columns/snapshot-row';
import { snapshotRow } from '../../src/engine/storage/columns/snapshot-row';
import { type TestVault, column, openVault } from './open-vault';

vi.mock('../../src/engine/storage/columns/snapshot-row', async (original) => {
  const actual = await original<typeof snapshotRows>();
  return { ...actual, snapshotRow: vi.fn(actual.snapshotRow) };
});
vi.mock('../../src/engine/storage/columns/stored-column', async (original) => {
  const actual = await original<typeof columnModule>();
  return { ...actual, frozenValue: vi.fn(actual.frozenValue) };
});

const at = (table: string, name: string): string => `notedb/main/default/${table}/${name}.md`;

const KINDS = ['country', 'region'];

const PLACES: JsonObject = {
  name: 'places',
  description: 'Where things are',
  columns: [
    column('name', 'string'),
    column('kind', 'enum', { values: KINDS }),
    column('owner', 'link', { ref: 'people' }),
    column('part_of', 'link', { hierarchy: true }),
  ],
};

const TRIPS: JsonObject = {
  name: 'trips',
  description: 'Journeys',
  columns: [
    column('name', 'string'),
    column('size', 'enum', { values: ['far', 'near'] }),
    column('to', 'link', {
      ref: 'places',
      ref_where: { 'owner.kind': 'guide' },
      ref_by: { column: 'size', map: { far: ['country'], near: ['region'] }, target_column: 'kind' },
    }),
  ],
};

const PEOPLE: JsonObject = {
  name: 'people',
  description: 'Somebody we know',
  columns: [column('name', 'string'), column('kind', 'string')],
};

const ROWS = 40;

describe('list_link_targets', () => {
  let vault: TestVault;
  beforeEach(async () => {
    vault = await openVault();
    for (const table of [PEOPLE, PLACES, TRIPS]) await vault.run('create_table', table);
    await vault.run('insert_row', { table: 'people', values: { name: 'Ada', kind: 'guide' } });
    for (let n = 0; n < ROWS; n++) {
      const values = { name: `Place ${n}`, kind: KINDS[n % 2] as string, owner: '[[Ada]]' };
      await vault.run('insert_row', { table: 'places', values });
    }
  });

  const trips = (more: JsonObject = {}): JsonObject => ({
    table: 'trips',
    column: 'to',
    values: { size: 'far' },
    ...more,
  });

  async function counted(args: JsonObject): Promise<{ rows: number; values: number; total: unknown }> {
    vi.mocked(snapshotRow).mockClear();
    vi.mocked(frozenValue).mockClear();
    const { total } = await vault.run('list_link_targets', args);
    return { rows: vi.mocked(snapshotRow).mock.calls.length, values: vi.mocked(frozenValue).mock.calls.length, total };
  }

  it('reads each row once for the first letter, and none for the next', async () => {
    const first = await counted(trips({ search: '1' }));
    // With each the row that ref_where reads through its link; of the rows that are shown, their titles.
    expect(first.rows).toBe(ROWS + 5);
    expect(await counted(trips({ search: '10' }))).toMatchObject({ rows: 1, total: 1 });
    expect(await counted(trips({ search: 'place 1', limit: 0 }))).toEqual({ rows: 0, values: 0, total: 5 });
  });

  it('walks a hierarchy once for all rows of it', async () => {
    for (let n = 1; n < 5; n++) {
      const set_values = { part_of: `[[Place ${n - 1}]]` };
      await vault.run('update_row', { table: 'places', path: at('places', `Place ${n}`), set_values });
    }
    const parents = (row: string): JsonObject => ({ table: 'places', column: 'part_of', row, limit: 0 });
    expect(await counted(parents('Place 0'))).toMatchObject({ total: ROWS - 5 });
    // The row that it is asked for, and no other.
    expect(await counted(parents('Place 3'))).toMatchObject({ rows: 1, total: ROWS - 2 });
    await vault.run('update_row', { table: 'places', path: at('places', 'Place 1'), unset: ['part_of'] });
    expect(await counted(parents('Place 0'))).toMatchObject({ total: ROWS - 1 });
  });

  it('sees what a write changes: a target, a row that the filter reads, a level', async () => {
    expect(await counted(trips())).toMatchObject({ total: ROWS / 2 });
    await vault.run('insert_row', { table: 'places', values: { name: 'New', kind: 'country', owner: '[[Ada]]' } });
    expect(await counted(trips())).toMatchObject({ total: ROWS / 2 + 1 });
    expect(await counted(trips({ values: { size: 'near' } }))).toMatchObject({ total: ROWS / 2 });
    await vault.run('update_row', { table: 'people', path: at('people', 'Ada'), set_values: { kind: 'guest' } });
    expect(await counted(trips())).toMatchObject({ total: 0 });
  });

  it('sees that a new note takes a link over', async () => {
    await vault.run('list_link_targets', trips());
    vault.host.external.write('Ada.md', 'another\n');
    await vault.engine.rescan();
    expect(await counted(trips())).toMatchObject({ total: 0 });
  });

  it('lists just the rows that a write may link', async () => {
    await vault.run('update_row', { table: 'places', path: at('places', 'Place 4'), unset: ['owner'] });
    await vault.run('insert_row', { table: 'trips', values: { name: 'Trip', size: 'far', to: '[[Place 0]]' } });
    const { rows } = await vault.run('list_link_targets', { table: 'trips', column: 'to', row: 'Trip' });
    const listed = (rows as readonly { name: string; link: string }[]).map(({ link }) => link);
    const taken: string[] = [];
    for (let n = 0; n < ROWS; n++) {
      const set_values = { to: `[[Place ${n}]]` };
      const write = { table: 'trips', path: at('trips', 'Trip'), set_values, dry_run: true };
      const isTaken = await vault.run('update_row', write).then(
        () => true,
        () => false,
      );
      if (isTaken) taken.push(set_values.to);
    }
    expect(listed).toEqual(taken);
    expect(taken).toHaveLength(ROWS / 2 - 1);
  });

  it('begins the day anew in another time zone', async () => {
    await vault.run('configure_database', { timezone: 'UTC' });
    await vault.run('create_table', {
      name: 'visits',
      description: 'Who came',
      columns: [
        column('name', 'string'),
        column('came', 'datetime'),
        column('after', 'link', { ref: 'self', ref_where: { came: { lt: '2026-03-01' } } }),
      ],
    });
    await vault.run('insert_row', { table: 'visits', values: { name: 'A', came: '2026-02-28T20:00:00Z' } });
    const visits = { table: 'visits', column: 'after' };
    expect(await counted(visits)).toMatchObject({ total: 1 });
    await vault.run('configure_database', { timezone: 'Asia/Tokyo' });
    expect(await counted(visits)).toMatchObject({ total: 0 });
  });

  it('forgets a rule that was changed', async () => {
    expect(await counted(trips())).toMatchObject({ total: ROWS / 2 });
    await vault.run('alter_column', { table: 'trips', column: 'to', changes: { ref_where: { name: 'Place 2' } } });
    expect(await counted(trips())).toMatchObject({ total: 1 });
  });

  it('has the rows in the order of their names after every write', async () => {
    const names = async (operation: string, args: JsonObject): Promise<unknown> =>
      ((await vault.run(operation, args))['rows'] as { path: string }[]).map(({ path }) => path);
    const column = { table: 'places', column: 'owner' };
    const all = { table: 'people', order_by: 'file_name', limit: 1000 };
    const insert = (name: string) => vault.run('insert_row', { table: 'people', values: { name } });
    for (const name of ['Zoë', 'bo', 'Æsa', 'Person 10', 'Person 9', 'ada 2']) await insert(name);
    expect(await names('list_link_targets', column)).toEqual(await names('select_rows', all));
    const writes: readonly (readonly [string, JsonObject])[] = [
      ['update_row', { table: 'people', path: at('people', 'bo'), set_values: { name: 'Zz' } }],
      ['delete_rows', { table: 'people', where: { name: 'Æsa' } }],
      ['insert_row', { table: 'people', values: { name: 'Aa' } }],
      ['update_rows', { table: 'people', set_values: { kind: 'none' } }],
      ['alter_table', { table: 'people', filename: '{kind} {name}' }],
      ['delete_rows', { table: 'people', on_referenced: 'ignore' }],
      ['insert_row', { table: 'people', values: { name: 'Only', kind: 'x' } }],
    ];
    for (const [operation, args] of writes) {
      await vault.run(operation, args);
      const listed = await names('list_link_targets', column);
      expect(listed, operation).toEqual(await names('select_rows', all));
    }
  });
});
