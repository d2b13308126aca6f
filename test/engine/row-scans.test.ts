/** Validating one row looks at no table as a whole: unique, links, words and hierarchies are found by name and by index. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { OverlaidTable } from '../../src/engine/storage/transaction/overlaid-table';
import { StoredTable } from '../../src/engine/storage/store/store';
import { type TestVault, column, openVault } from './open-vault';

const PLACES: JsonObject = {
  name: 'places',
  description: 'Where things are',
  columns: [
    column('name', 'string', { required: true, unique: true }),
    column('part_of', 'link', { hierarchy: true }),
    column('mood', 'string'),
    column('label', 'string', { generated: '{name}, {part_of}', unique: true }),
    column('file', 'string', { identity: 'filename' }),
    column('uid', 'string', { identity: 'uuid', unique: true }),
  ],
};

const TRIPS: JsonObject = {
  name: 'trips',
  description: 'Journeys',
  columns: [
    column('name', 'string', { unique: true }),
    column('to', 'link', { ref: 'places' }),
    column('kinds', 'list', { items: { type: 'string', vocabulary: 'places' } }),
  ],
};

/** Rules that read other rows through links, one and two away, and below a place. */
const STAYS: JsonObject = {
  name: 'stays',
  description: 'Nights away',
  columns: [
    column('name', 'string', { required: true }),
    column('level', 'string'),
    column('trip', 'link', { ref: 'trips', ref_where: { 'to.name': { ne: 'Nowhere' } } }),
    column('at', 'link', {
      ref: 'places',
      ref_by: { column: 'level', map: { name: ['World'] }, target_column: 'name' },
    }),
    column('all', 'list', { items: { type: 'link', ref: 'places' } }),
  ],
};

const CHECKS: readonly [string, string, JsonObject][] = [
  ['stays', 'far', { 'trip.to.mood': { ne: 'bad' } }],
  ['stays', 'each', { 'all.mood': { ne: 'bad' } }],
  ['stays', 'real', { or: [{ 'trip.name': { exists: true } }, { not: { 'at.part_of.name': 'Nowhere' } }] }],
  ['trips', 'below', { 'to.part_of': { within: 'World' } }],
];

const at = (table: string, name: string): string => `notedb/main/default/${table}/${name}.md`;

describe('a write of one row', () => {
  let vault: TestVault;
  let scans = 0;
  beforeEach(async () => {
    vault = await openVault();
    await vault.run('create_table', PLACES);
    await vault.run('create_table', TRIPS);
    await vault.run('insert_row', { table: 'places', values: { name: 'World' } });
    await vault.run('insert_row', { table: 'places', values: { name: 'Europe', part_of: 'World' } });
    await vault.run('insert_row', { table: 'trips', values: { name: 'First', to: 'Europe', kinds: ['World'] } });
    await vault.run('create_table', STAYS);
    for (const [table, name, check] of CHECKS) await vault.run('add_constraint', { table, name, check });
    const stay = { name: 'Night', level: 'name', trip: 'First', at: 'World', all: ['World', 'Europe'] };
    await vault.run('insert_row', { table: 'stays', values: stay });
    scans = 0;
    for (const table of [StoredTable.prototype, OverlaidTable.prototype]) {
      const scan = Object.getOwnPropertyDescriptor(table, 'scan')?.value as () => never;
      vi.spyOn(table, 'scan').mockImplementation(function (this: StoredTable & OverlaidTable) {
        scans++;
        return scan.call(this);
      });
    }
  });
  afterEach(() => void vi.restoreAllMocks());

  it.each<[string, string, JsonObject]>([
    ['inserts into a hierarchy', 'insert_row', { table: 'places', values: { name: 'France', part_of: 'Europe' } }],
    ['inserts words and links', 'insert_row', { table: 'trips', values: { name: 'Next', to: 'World', kinds: ['Europe'] } }], // prettier-ignore
    ['moves a row in a hierarchy', 'update_row', { table: 'places', path: 'notedb/main/default/places/Europe.md', unset: ['part_of'] }], // prettier-ignore
    ['checks through links, ref_where and ref_by', 'insert_row', { table: 'stays', values: { name: 'Next', level: 'name', trip: 'First', at: 'World', all: ['Europe'] } }], // prettier-ignore
    ['checks the rows that link to a changed one', 'update_row', { table: 'trips', path: at('trips', 'First'), set_values: { to: 'World' } }], // prettier-ignore
    ['checks the rows that link to one that links to a changed one', 'update_row', { table: 'places', path: at('places', 'Europe'), set_values: { mood: 'good' } }], // prettier-ignore
    ['checks what lies below a changed place', 'update_row', { table: 'places', path: at('places', 'Europe'), unset: ['part_of'] }], // prettier-ignore
    ['archives a row that rules read', 'delete_rows', { table: 'stays', where: { path: at('stays', 'Night') } }],
    ['changes words', 'update_row', { table: 'trips', path: 'notedb/main/default/trips/First.md', set_values: { kinds: ['Europe', 'World'] } }], // prettier-ignore
  ])('%s without a look at a whole table', async (_what, operation, args) => {
    await vault.run(operation, args);
    expect(scans).toBe(0);
  });

  it('renames a row whose name is a word without a look at a whole table', async () => {
    await vault.run('insert_row', { table: 'places', values: { name: 'Home' } });
    await vault.run('insert_row', { table: 'trips', values: { name: 'Back', kinds: ['World', 'Home'] } });
    scans = 0;
    await vault.run('update_row', { table: 'places', path: at('places', 'Home'), set_values: { name: 'House' } });
    expect(scans).toBe(0);
    expect((await vault.run('select_rows', { table: 'trips', where: { name: 'Back' } }))['rows']).toMatchObject([
      { kinds: ['World', 'House'] },
    ]);
  });

  it('finds the words of a name that goes without a look at a whole table', async () => {
    await vault.run('insert_row', { table: 'places', values: { name: 'Home' } });
    await vault.run('insert_row', { table: 'trips', values: { name: 'Back', kinds: ['World', 'Home'] } });
    const where = { path: at('places', 'Home') };
    scans = 0;
    const error = await vault.refused('delete_rows', { table: 'places', where });
    expect(error.conflicts).toMatchObject([{ code: 'restrict', path: at('trips', 'Back'), actual: 'Home' }]);
    await vault.run('delete_rows', { table: 'places', where, on_referenced: 'set_null' });
    expect(scans).toBe(0);
    expect((await vault.run('select_rows', { table: 'trips', where: { name: 'Back' } }))['rows']).toMatchObject([
      { kinds: ['World'] },
    ]);
  });

  it('is refused for the rows that link to what it changes without a look at a whole table', async () => {
    await vault.run('insert_row', { table: 'places', values: { name: 'Home', part_of: 'World' } });
    scans = 0;
    const path = at('places', 'Europe');
    const error = await vault.refused('update_row', { table: 'places', path, set_values: { mood: 'bad' } });
    expect(error.violations.map((each) => [each.path, each.code])).toEqual([
      [at('stays', 'Night'), 'check'],
      [at('stays', 'Night'), 'check'],
    ]);
    expect(scans).toBe(0);
  });

  it('is counted by this test where it does look', async () => {
    await vault.run('update_rows', { table: 'places', where: { mood: 'good' }, set_values: { mood: 'bad' } });
    expect(scans).toBeGreaterThan(0);
  });
});
