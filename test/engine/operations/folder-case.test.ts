import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { type TestVault, column, openVault } from '../open-vault';

const AT = 'notedb/main/default';

/** A table with a folder for each city. */
const PLACES: JsonObject = {
  name: 'places',
  description: 'Where we were',
  partition: '{city}',
  filename: '{name}',
  columns: [
    column('name', 'string', { required: true }),
    column('city', 'string'),
    column('size', 'enum', { values: ['small', 'large'] }),
    column('next', 'link', { ref: 'self' }),
  ],
};

const TRIPS: JsonObject = { ...PLACES, name: 'trips', description: 'Where we go' };

const folders = (vault: TestVault): string[] =>
  [...vault.host.image().folders].filter((path) => !path.startsWith('.')).sort();

const state = (vault: TestVault): readonly unknown[] => [vault.tree(), folders(vault)];

const planned = ({ plannedCreates, plannedDeletes, planned_moves: moves, plannedUpdates, summary }: JsonObject) => ({
  plannedCreates,
  plannedDeletes,
  moves,
  plannedUpdates,
  summary,
});

/** A write that does what its dry run says, and that undo takes back and brings again. */
async function write(vault: TestVault, name: string, args: JsonObject): Promise<JsonObject> {
  const before = state(vault);
  const rehearsed = await vault.run(name, { ...args, dry_run: true });
  const done = await vault.run(name, args);
  expect(planned(done)).toEqual(planned(rehearsed));
  const after = state(vault);
  const undo = { migration_id: done['migrationId'] as string };
  const undone = planned(await vault.run('undo_migration', { ...undo, dry_run: true }));
  const { migrationId: redo, ...rest } = await vault.run('undo_migration', undo);
  expect(planned(rest)).toEqual(undone);
  expect(state(vault)).toEqual(before);
  await vault.run('undo_migration', { migration_id: redo as string });
  expect(state(vault)).toEqual(after);
  return done;
}

/** Name -> path below the tables' folders. */
async function rows(vault: TestVault, table: string): Promise<Record<string, string>> {
  const { rows: found } = await vault.run('select_rows', { table, order_by: 'name' });
  return Object.fromEntries(
    (found as { name: string; path: string }[]).map(({ name, path }) => [name, path.replace(`${AT}/`, '')]),
  );
}

/** What is wrong with the rows of the table, and how many a second look would still write. */
async function restless(vault: TestVault, table: string): Promise<unknown[]> {
  const { violations } = await vault.run('check_table', { table });
  const left: unknown[] = [(violations as { code: string }[]).filter(({ code }) => code !== 'not_a_row')];
  for (const name of ['recompute_columns', 'align_relations']) {
    left.push((await vault.run(name, { table }))['changed']);
  }
  return left;
}

async function withPlaces(...places: readonly (readonly [name: string, city: string])[]): Promise<TestVault> {
  const vault = await openVault();
  await vault.run('create_table', PLACES);
  await vault.run('create_table', TRIPS);
  for (const [name, city] of places) await vault.run('insert_row', { table: 'places', values: { name, city } });
  return vault;
}

/** Ways in which a folder `berlin` of the table can be there. */
const BERLIN: Readonly<Record<string, () => Promise<TestVault>>> = {
  'with a row': () => withPlaces(['Zoo', 'berlin']),
  'with a note that is not a row': async () => {
    const vault = await withPlaces();
    vault.host.external.write(`${AT}/places/berlin/About.md`, 'A city\n');
    await vault.engine.rescan();
    return vault;
  },
  'without a note': async () => {
    const vault = await withPlaces(['Zoo', 'berlin']);
    await vault.run('delete_rows', { table: 'places', mode: 'delete' });
    return vault;
  },
  'without a note since before it was opened': async () => (await BERLIN['without a note']!()).restart(),
};

describe.each(Object.entries(BERLIN))('a folder of another case %s', (_what, open) => {
  it('takes a new row', async () => {
    const vault = await open();
    const { row } = await write(vault, 'insert_row', { table: 'places', values: { name: 'Gate', city: 'Berlin' } });
    expect(row).toMatchObject({ path: `${AT}/places/berlin/Gate.md`, city: 'Berlin' });
    expect(await restless(vault, 'places')).toEqual([[], 0, 0]);
  });

  it('takes a new row whose path is given', async () => {
    const vault = await open();
    await write(vault, 'insert_row', {
      table: 'places',
      values: { name: 'Gate' },
      path: `${AT}/places/BERLIN/East/Gate`,
    });
    expect(await rows(vault, 'places')).toMatchObject({ Gate: 'places/berlin/East/Gate.md' });
  });

  it('takes merged rows', async () => {
    const vault = await open();
    const names = ['Gate', 'Wall', 'Zoo'];
    await write(vault, 'merge_rows', {
      table: 'places',
      on: ['name'],
      rows: names.map((name, i) => ({ name, city: i === 0 ? 'BERLIN' : 'Berlin' })),
    });
    expect(await rows(vault, 'places')).toEqual(
      Object.fromEntries(names.map((name) => [name, `places/berlin/${name}.md`])),
    );
    expect(await restless(vault, 'places')).toEqual([[], 0, 0]);
  });

  it('takes a row that comes from another folder, and lets it go again', async () => {
    const vault = await open();
    await vault.run('insert_row', { table: 'places', values: { name: 'Tower', city: 'Paris' } });
    const tower = { table: 'places', where: { name: 'Tower' } };
    await write(vault, 'update_rows', { ...tower, set_values: { city: 'Berlin' } });
    expect(await rows(vault, 'places')).toMatchObject({ Tower: 'places/berlin/Tower.md' });
    await write(vault, 'update_rows', { ...tower, set_values: { name: 'Mast' } });
    await write(vault, 'update_rows', { table: 'places', where: { name: 'Mast' }, set_values: { city: 'Rome' } });
    expect(await rows(vault, 'places')).toMatchObject({ Mast: 'places/Rome/Mast.md' });
  });

  it('takes rows of other tables and adopted notes', async () => {
    const vault = await open();
    await vault.run('insert_row', { table: 'trips', values: { name: 'Museum', city: 'BERLIN' } });
    await write(vault, 'move_rows', { table: 'trips', to_table: 'places', relocate: true });
    vault.host.external.write('Inbox/Park.md', '---\ncity: Berlin\nname: Park\n---\n');
    await vault.engine.rescan();
    await write(vault, 'adopt_rows', { table: 'places', paths: ['Inbox/Park.md'], relocate: true });
    expect(await rows(vault, 'places')).toMatchObject({
      Museum: 'places/berlin/Museum.md',
      Park: 'places/berlin/Park.md',
    });
    expect(await restless(vault, 'places')).toEqual([[], 0, 0]);
  });

  it('takes rows that a batch brings, each step as it was told', async () => {
    const vault = await open();
    await write(vault, 'batch', {
      operations: [
        { op: 'insert_row', table: 'places', values: { name: 'Gate', city: 'Berlin' } },
        { op: 'insert_row', table: 'places', values: { name: 'Wall', city: 'BERLIN' } },
      ],
    });
    expect(await rows(vault, 'places')).toMatchObject({ Gate: 'places/berlin/Gate.md', Wall: 'places/berlin/Wall.md' });
  });
});

describe('a folder of another case', () => {
  it('is one that two rows of a call make together, as the first one spells it', async () => {
    const vault = await withPlaces();
    const merged = ['Berlin', 'berlin', 'BERLIN'].map((city, i) => ({ name: `Row ${i}`, city }));
    await write(vault, 'merge_rows', { table: 'places', on: ['name'], rows: merged });
    await write(vault, 'batch', {
      operations: ['Oslo', 'OSLO'].map((city, i) => ({
        op: 'insert_row',
        table: 'places',
        values: { name: `Step ${i}`, city },
      })),
    });
    expect(await rows(vault, 'places')).toEqual({
      'Row 0': 'places/Berlin/Row 0.md',
      'Row 1': 'places/Berlin/Row 1.md',
      'Row 2': 'places/Berlin/Row 2.md',
      'Step 0': 'places/Oslo/Step 0.md',
      'Step 1': 'places/Oslo/Step 1.md',
    });
  });

  it('is one that calls make at once, though it is empty between them', async () => {
    const vault = await withPlaces();
    const insert = (name: string, city: string): Promise<JsonObject> =>
      vault.run('insert_row', { table: 'places', values: { name, city } });
    await Promise.all([
      insert('Zoo', 'Berlin'),
      insert('Gate', 'berlin'),
      insert('Forum', 'Rome'),
      vault.run('delete_rows', { table: 'places', where: { name: 'Forum' }, mode: 'delete' }),
      insert('Arch', 'rome'),
    ]);
    expect(await rows(vault, 'places')).toEqual({
      Arch: 'places/Rome/Arch.md',
      Gate: 'places/Berlin/Gate.md',
      Zoo: 'places/Berlin/Zoo.md',
    });
  });

  it('is one that is empty on the disk, also for a step that finds there what one before it made', async () => {
    const vault = await withPlaces();
    await vault.host.vault.createFolder(`${AT}/places`);
    await vault.host.vault.createFolder(`${AT}/places/berlin`);
    const operations = [
      { op: 'insert_row', table: 'places', values: { name: 'Zoo', city: 'Berlin' } },
      { op: 'update_row', table: 'places', path: `${AT}/places/berlin/Zoo.md`, set_values: { size: 'large' } },
    ];
    await vault.run('batch', { operations });
    expect(await rows(vault, 'places')).toEqual({ Zoo: 'places/berlin/Zoo.md' });
    const nobody = { op: 'update_row', table: 'places', path: `${AT}/places/berlin/Nobody.md`, set_values: {} };
    const error = await vault.refused('batch', { operations: [...operations.slice(1), nobody] });
    expect(error.message).toContain('step 1 (update_row): places has no row at');
  });

  it('is no other folder: a row whose value changes in case alone stays', async () => {
    const vault = await withPlaces(['Zoo', 'berlin'], ['Gate', 'Berlin']);
    await write(vault, 'update_rows', { table: 'places', set_values: { city: 'BERLIN' } });
    expect(await rows(vault, 'places')).toEqual({ Zoo: 'places/berlin/Zoo.md', Gate: 'places/berlin/Gate.md' });
    await vault.run('update_rows', { table: 'places', set_values: { size: 'large' } });
    await vault.run('alter_table', { table: 'places', partition: '{size}' });
    await write(vault, 'rename_value', { table: 'places', column: 'size', from_value: 'large', to_value: 'Large' });
    expect(await rows(vault, 'places')).toEqual({ Zoo: 'places/large/Zoo.md', Gate: 'places/large/Gate.md' });
    expect(await restless(vault, 'places')).toEqual([[], 0, 0]);
    await write(vault, 'rename_value', { table: 'places', column: 'size', from_value: 'Large', to_value: 'Huge' });
    expect(await rows(vault, 'places')).toEqual({ Zoo: 'places/Huge/Zoo.md', Gate: 'places/Huge/Gate.md' });
  });

  it('takes the rows of a new pattern', async () => {
    const vault = await openVault({ files: { [`${AT}/places/BERLIN/About.md`]: 'A city\n' } });
    await vault.run('create_table', { ...PLACES, partition: '' });
    for (const [name, city] of Object.entries({ Gate: 'Berlin', Wall: 'berlin', Bridge: 'rome', Forum: 'Rome' })) {
      await vault.run('insert_row', { table: 'places', values: { name, city } });
    }
    await write(vault, 'alter_table', { table: 'places', partition: '{city}' });
    const placed = {
      Bridge: 'places/rome/Bridge.md',
      Forum: 'places/rome/Forum.md',
      Gate: 'places/BERLIN/Gate.md',
      Wall: 'places/BERLIN/Wall.md',
    };
    expect(await rows(vault, 'places')).toEqual(placed);
    await write(vault, 'rename_column', { table: 'places', from_column: 'city', to_column: 'town' });
    expect(await rows(vault, 'places')).toEqual(placed);
  });

  it('is one also in another Unicode form', async () => {
    const vault = await withPlaces();
    vault.host.external.write(`${AT}/places/${'zürich'.normalize('NFD')}/About.md`, 'A city\n');
    await vault.engine.rescan();
    await write(vault, 'insert_row', { table: 'places', values: { name: 'Lake', city: 'Zürich' } });
    expect(await rows(vault, 'places')).toEqual({ Lake: `places/${'zürich'.normalize('NFD')}/Lake.md` });
  });

  it('stays apart where the disk has both: a row lies in the one of its own spelling, and stays where it is', async () => {
    const vault = await withPlaces(['Zoo', 'berlin']);
    vault.host.external.write(`${AT}/places/Berlin/About.md`, 'A city\n');
    await vault.engine.rescan();
    await write(vault, 'insert_row', { table: 'places', values: { name: 'Gate', city: 'Berlin' } });
    await write(vault, 'update_rows', { table: 'places', where: { name: 'Zoo' }, set_values: { city: 'Berlin' } });
    expect(await rows(vault, 'places')).toEqual({ Zoo: 'places/berlin/Zoo.md', Gate: 'places/Berlin/Gate.md' });
  });

  it('takes archived rows, and what lies in it is archived', async () => {
    const vault = await openVault({ files: { [`${AT}/places/a/About.md`]: 'An archive of old\n' } });
    await vault.run('create_table', { ...PLACES, archive: 'A' });
    await vault.run('insert_row', { table: 'places', values: { name: 'Zoo', city: 'berlin' } });
    await vault.run('insert_row', { table: 'places', values: { name: 'Gate', city: 'Rome' } });
    await write(vault, 'delete_rows', { table: 'places', where: { name: 'Zoo' } });
    expect(vault.text(`${AT}/places/a/berlin/Zoo.md`)).toContain('Zoo');
    expect(await rows(vault, 'places')).toEqual({ Gate: 'places/Rome/Gate.md' });
    await write(vault, 'alter_table', { table: 'places', name: 'sights' });
    expect(vault.text(`${AT}/sights/A/berlin/Zoo.md`)).toContain('Zoo');
    await write(vault, 'drop_table', { table: 'sights', mode: 'archive' });
    expect(folders(vault).filter((folder) => folder.startsWith(`${AT}/sights/`))).toEqual([
      `${AT}/sights/A`,
      `${AT}/sights/A/Rome`,
      `${AT}/sights/A/berlin`,
    ]);
  });

  it.each([
    ['insert_row', { table: 'places', values: { name: 'Gate', city: 'A' } }],
    ['merge_rows', { table: 'places', on: ['name'], rows: [{ name: 'Gate', city: 'A' }] }],
    ['update_rows', { table: 'places', set_values: { city: 'A' } }],
    ['rename_value', { table: 'ranks', column: 'size', from_value: 'small', to_value: 'A' }],
    ['move_rows', { table: 'trips', to_table: 'places', relocate: true }],
    ['adopt_rows', { table: 'places', paths: ['Inbox/Park'], relocate: true }],
    ['clone_table', { source: 'trips', target: 'sights' }],
  ])('is the archive for %s too, where a note would be no row', async (name, args) => {
    const vault = await openVault({ files: { 'Inbox/Park.md': '---\nname: Park\ncity: A\n---\n' } });
    await vault.run('create_table', { ...PLACES, archive: 'a' });
    await vault.run('create_table', { ...PLACES, name: 'ranks', archive: 'a', partition: '{size}' });
    await vault.run('create_table', TRIPS);
    for (const [table, city] of Object.entries({ places: 'Rome', ranks: 'Rome', trips: 'A' })) {
      await vault.run('insert_row', { table, values: { name: 'Zoo', city, size: 'small' } });
    }
    // A row outside its table's folder lies where it is, but its copy where its values say.
    await vault.run('insert_row', { table: 'trips', values: { name: 'Far', city: '_ARCHIVE' }, path: 'Far' });
    const before = state(vault);
    for (const dryRun of [true, false]) {
      const { violations } = await vault.refused(name, { ...args, dry_run: dryRun });
      expect(violations).toMatchObject([
        { code: 'path', message: expect.stringContaining('in the archive of') as string },
      ]);
    }
    expect(state(vault)).toEqual(before);
  });

  it('is excluded like the one that is named', async () => {
    const vault = await withPlaces(['Zoo', 'berlin'], ['Gate', 'Rome']);
    const done = await write(vault, 'alter_table', { table: 'places', exclude: [`${AT}/Places/BERLIN`] });
    expect(done['warnings']).toEqual([expect.stringMatching(/^1 row lies in an excluded folder/)]);
    expect(await rows(vault, 'places')).toEqual({ Gate: 'places/Rome/Gate.md' });
  });

  it('takes copies of a table', async () => {
    const vault = await openVault({ files: { [`${AT}/sights/BERLIN/About.md`]: 'A city\n' } });
    await vault.run('create_table', PLACES);
    await vault.run('insert_row', { table: 'places', values: { name: 'Zoo', city: 'berlin' } });
    await write(vault, 'clone_table', { source: 'places', target: 'sights' });
    expect(await rows(vault, 'sights')).toEqual({ Zoo: 'sights/BERLIN/Zoo.md' });
  });

  it('may be the folder of the table itself, or of its schema', async () => {
    const vault = await openVault({
      files: { 'notedb/Main/default/Places/Berlin/Zoo.md': 'Lions\n', 'notedb/Main/default/Places/A.md': 'Plain\n' },
    });
    await vault.run('create_table', PLACES);
    await write(vault, 'insert_row', { table: 'places', values: { name: 'Gate', city: 'berlin' } });
    expect(await rows(vault, 'places')).toEqual({ Gate: 'notedb/Main/default/Places/Berlin/Gate.md' });
    await write(vault, 'update_rows', { table: 'places', set_values: { city: 'Rome' } });
    expect(await rows(vault, 'places')).toEqual({ Gate: 'notedb/Main/default/Places/Rome/Gate.md' });
    const { violations } = await vault.run('check_table', { table: 'places' });
    expect((violations as { code: string }[]).map(({ code }) => code)).toEqual(['not_a_row', 'not_a_row']);
    await write(vault, 'delete_rows', { table: 'places' });
    expect(await rows(vault, 'places')).toEqual({});
    expect(vault.text('notedb/Main/default/Places/_archive/Rome/Gate.md')).toContain('Gate');
  });

  it('is taken where an earlier state of the table comes back', async () => {
    const vault = await withPlaces();
    await vault.run('alter_table', { table: 'places', history: true });
    await vault.run('insert_row', { table: 'places', values: { name: 'Zoo', city: 'berlin' } });
    const { version } = await vault.run('describe_table', { table: 'places' });
    const { migrationId } = await vault.run('update_rows', { table: 'places', set_values: { city: 'Rome' } });
    vault.host.external.write(`${AT}/places/BERLIN/About.md`, 'A city\n');
    await vault.host.vault.removeFolder(`${AT}/places/berlin`);
    await vault.engine.rescan();
    const undo = await vault.run('undo_migration', { migration_id: migrationId as string, dry_run: true });
    const back = { from: `${AT}/places/Rome/Zoo.md`, to: `${AT}/places/BERLIN/Zoo.md` };
    expect(undo['planned_moves']).toEqual([back]);
    await write(vault, 'restore_table', { table: 'places', version: version as number });
    expect(await rows(vault, 'places')).toEqual({ Zoo: 'places/BERLIN/Zoo.md' });
    await write(vault, 'restore_table', { table: 'places', version: (version as number) + 1 });
    expect(await rows(vault, 'places')).toEqual({ Zoo: 'places/Rome/Zoo.md' });
  });

  it('can not become the root', async () => {
    const vault = await withPlaces(['Zoo', 'berlin']);
    for (const dryRun of [true, false]) {
      const error = await vault.refused('configure_database', { root: 'NoteDB', dry_run: dryRun });
      expect(error.message).toBe('root: there is a folder or file notedb already');
    }
  });

  it('is refused like its dry run where a file has the place', async () => {
    const vault = await openVault({ files: { [`${AT}/places/berlin.md`]: 'A city\n' } });
    await vault.run('create_table', PLACES);
    for (const dryRun of [true, false]) {
      const values = { name: 'Gate', city: 'Berlin.md' };
      const error = await vault.refused('insert_row', { table: 'places', values, dry_run: dryRun });
      expect(error.conflicts).toMatchObject([{ code: 'exists', path: `${AT}/places/Berlin.md` }]);
    }
  });
});
