/** Validating one row looks at no table as a whole: unique, links, words and hierarchies are found by name and by index. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { OverlaidTable } from '../../src/engine/storage/overlaid-table';
import { StoredTable } from '../../src/engine/storage/stored-table';
import { type TestVault, column, openVault } from './open-vault';

const PLACES: JsonObject = {
  name: 'places',
  description: 'Where things are',
  columns: [
    column('name', 'string', { required: true, unique: true }),
    column('part_of', 'link', { hierarchy: true }),
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
    ['changes words', 'update_row', { table: 'trips', path: 'notedb/main/default/trips/First.md', set_values: { kinds: ['Europe', 'World'] } }], // prettier-ignore
  ])('%s without a look at a whole table', async (_what, operation, args) => {
    await vault.run(operation, args);
    expect(scans).toBe(0);
  });

  it('is counted by this test where it does look', async () => {
    await vault.run('select_rows', { table: 'places' });
    expect(scans).toBe(1);
  });
});
