/** A column may keep another front matter key in the notes. docs/decisions.md#d27-tables-from-notes */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { type TestVault, column, openVault } from '../open-vault';

const BOOKS: JsonObject = {
  name: 'books',
  description: 'A book on the shelf',
  filename: '{title}',
  history: true,
  columns: [
    column('title', 'string', { key: 'Titel', required: true }),
    column('written_by', 'link', { key: 'written by', ref: 'people' }),
    column('status', 'enum', { key: '书', values: ['new', 'read'], dense: true }),
    column('pages', 'integer', { key: 'page-count', unique: true }),
    column('summary', 'string', { key: 'zusammenfassung', generated: '{title} ({pages})' }),
  ],
};

const PEOPLE: JsonObject = {
  name: 'people',
  description: 'Somebody who writes',
  columns: [column('name', 'string', { key: 'Name' }), column('books', 'list', { items: 'link' })],
};

const FOLDER = 'notedb/main/default/books';

async function library(files: Readonly<Record<string, string>> = {}): Promise<TestVault> {
  const vault = await openVault({ files });
  await vault.run('create_table', PEOPLE);
  await vault.run('create_table', BOOKS);
  await vault.run('insert_row', { table: 'people', values: { name: 'Ada' }, path: 'Ada' });
  await vault.run('insert_row', { table: 'books', values: { title: 'A', written_by: 'Ada', pages: 7 } });
  return vault;
}

const frontMatterOf = (vault: TestVault, name: string): string =>
  (vault.text(`${FOLDER}/${name}.md`) ?? '').replace(/^id: .*\n/m, '');

const valuesOf = async ({ run }: TestVault, table = 'books', more: JsonObject = {}): Promise<readonly JsonObject[]> =>
  (await run('select_rows', { table, ...more }))['rows'] as readonly JsonObject[];

/** The migration of the last write. */
const undo = async ({ run }: TestVault, { migrationId }: JsonObject): Promise<JsonObject> =>
  run('undo_migration', { migration_id: migrationId as string });

describe('a column with a key', () => {
  it('keeps the key in the notes and the name in the answers', async () => {
    const vault = await library();
    expect(frontMatterOf(vault, 'A')).toBe(
      '---\ntable: main.default.books\nTitel: A\nwritten by: "[[Ada]]"\n书:\npage-count: 7\nzusammenfassung: A (7)\n---\n',
    );
    expect(await valuesOf(vault, 'books', { where: { pages: { gt: 6 } } })).toMatchObject([
      { title: 'A', written_by: '[[Ada]]', pages: 7, summary: 'A (7)' },
    ]);
    expect(await vault.run('check_table', { table: 'books' })).toMatchObject({ ok: true, violations: [] });
    const restarted = await vault.restart();
    expect(await valuesOf(restarted)).toMatchObject([{ title: 'A', pages: 7 }]);
  });

  it('is written, computed, emptied and merged by its name', async () => {
    const vault = await library();
    const path = `${FOLDER}/A.md`;
    await vault.run('update_row', { table: 'books', path, set_values: { status: 'new', pages: 8 } });
    expect(frontMatterOf(vault, 'A')).toContain('书: new\npage-count: 8\nzusammenfassung: A (8)\n');
    await vault.run('update_row', { table: 'books', path, unset: ['status', 'written_by'] });
    expect(frontMatterOf(vault, 'A')).toContain('Titel: A\n书:\npage-count: 8\n');
    await vault.run('merge_rows', { table: 'books', on: ['title'], rows: [{ title: 'A', pages: 9 }, { title: 'B' }] });
    expect(frontMatterOf(vault, 'A')).toContain('page-count: 9\n');
    await vault.run('rename_value', { table: 'books', column: 'status', from_value: 'new', to_value: 'unread' });
    const violations = [{ column: 'pages', code: 'unique' }];
    const twice = { table: 'books', path: `${FOLDER}/B.md`, set_values: { pages: 9 } };
    expect(await vault.refused('update_row', twice)).toMatchObject({ violations });
  });

  it('names the column for a key that is given as one', async () => {
    const vault = await library();
    const given = { table: 'books', path: `${FOLDER}/A.md`, set_values: { 'page-count': 1 } };
    expect(await vault.refused('update_row', given)).toMatchObject({
      violations: [{ code: 'unknown_column', near: ['pages'] }],
    });
  });

  it('lists the name as an unknown key of a note', async () => {
    const vault = await library();
    const path = `${FOLDER}/A.md`;
    vault.host.external.write(path, (vault.text(path) ?? '').replace('page-count: 7', 'pages: 7'));
    expect(await vault.run('check_table', { table: 'books' })).toMatchObject({
      violations: expect.arrayContaining([
        expect.objectContaining({ column: 'pages', code: 'unknown_column' }),
      ]) as unknown,
    });
  });

  it.each([
    ['two columns with one key', [column('a', 'string', { key: 'x' }), column('b', 'string', { key: 'x' })]],
    ['the name of another column', [column('a', 'string'), column('b', 'string', { key: 'a' })]],
    ['a key of the engine', [column('a', 'string', { key: 'id' })]],
    ['a list of Obsidian', [column('a', 'string', { key: 'Tags' })]],
    ['no key', [column('a', 'string', { key: ' ' })]],
  ])('refuses %s', async (_, columns) => {
    const vault = await openVault();
    await vault.refused('create_table', { name: 't', description: 'T', columns });
  });

  it('refuses a key that is taken in an existing table', async () => {
    const vault = await library();
    const spec = column('other', 'string', { key: 'Titel' });
    await vault.refused('add_column', { table: 'books', column: spec });
    await vault.refused('add_column', { table: 'books', column: column('titel', 'string', { key: '书' }) });
    await vault.refused('alter_column', { table: 'books', column: 'pages', changes: { key: 'Titel' } });
    await vault.refused('alter_table', { table: 'books', fields: { 'page-count': 1 } });
    await vault.refused('rename_column', { table: 'people', from_column: 'books', to_column: 'name' });
  });

  it('is described', async () => {
    const vault = await library();
    const { columns } = await vault.run('describe_table', { table: 'books' });
    expect(columns).toContainEqual(expect.objectContaining({ name: 'pages', key: 'page-count' }));
    const where = { table_name: 'books', column_name: 'pages' };
    expect(await valuesOf(vault, 'system.information_schema.columns', { where })).toMatchObject([
      { note_key: 'page-count' },
    ]);
  });
});

describe('a change of the key', () => {
  it('rewrites the notes, and undo gives every byte back', async () => {
    const vault = await library();
    const before = vault.tree();
    const written = await vault.run('alter_column', { table: 'books', column: 'pages', changes: { key: 'Seiten' } });
    expect(frontMatterOf(vault, 'A')).toContain('\nSeiten: 7\n');
    expect(await valuesOf(vault)).toMatchObject([{ pages: 7 }]);
    await undo(vault, written);
    expect(vault.tree()).toBe(before);
  });

  it('is followed by a row that came later when it is undone', async () => {
    const vault = await library();
    const written = await vault.run('alter_column', { table: 'books', column: 'pages', changes: { key: null } });
    await vault.run('insert_row', { table: 'books', values: { title: 'C', pages: 3 } });
    expect(frontMatterOf(vault, 'C')).toContain('\npages: 3\n');
    await undo(vault, written);
    expect(frontMatterOf(vault, 'C')).toContain('\npage-count: 3\n');
    expect(await valuesOf(vault)).toMatchObject([{ pages: 7 }, { pages: 3 }]);
    expect(await vault.run('check_table', { table: 'books' })).toMatchObject({ violations: [] });
  });

  it('leaves earlier versions readable', async () => {
    const vault = await library();
    const { version } = await vault.run('describe_table', { table: 'books' });
    await vault.run('alter_column', { table: 'books', column: 'pages', changes: { key: 'Seiten' } });
    await vault.run('update_rows', { table: 'books', where: {}, set_values: { pages: 1 } });
    expect(await valuesOf(vault, 'books', { version: version as number })).toMatchObject([{ pages: 7 }]);
    await vault.run('restore_table', { table: 'books', version: version as number });
    expect(frontMatterOf(vault, 'A')).toContain('\npage-count: 7\n');
    expect(await valuesOf(vault)).toMatchObject([{ pages: 7 }]);
  });

  it('is refused where the note has the new key with another value', async () => {
    const vault = await library();
    const path = `${FOLDER}/A.md`;
    vault.host.external.write(path, (vault.text(path) ?? '').replace('page-count: 7', 'page-count: 7\nSeiten: 8'));
    await vault.refused('alter_column', { table: 'books', column: 'pages', changes: { key: 'Seiten' } });
  });

  it('is taken from an edit of the metastore file', async () => {
    const vault = await library();
    const metastore = 'notedb/metastore.yaml';
    const path = [...vault.host.image().files.keys()].find((file) => file.includes('metastore')) ?? metastore;
    vault.host.external.write(path, (vault.text(path) ?? '').replace('page-count', 'Seiten'));
    vault.host.external.write(`${FOLDER}/A.md`, (vault.text(`${FOLDER}/A.md`) ?? '').replace('page-count', 'Seiten'));
    expect(await valuesOf(vault)).toMatchObject([{ pages: 7 }]);
  });
});

describe('a new name of the column', () => {
  it('leaves the notes alone where the column has a key', async () => {
    const vault = await library();
    const note = vault.text(`${FOLDER}/A.md`);
    const renamed = { table: 'books', from_column: 'pages', to_column: 'length' };
    const written = await vault.run('rename_column', renamed);
    expect(vault.text(`${FOLDER}/A.md`)).toBe(note);
    expect(await valuesOf(vault)).toMatchObject([{ length: 7 }]);
    await undo(vault, written);
    expect(await valuesOf(vault)).toMatchObject([{ pages: 7 }]);
  });
});

describe('a note that becomes a row', () => {
  it('keeps its key, and a spelling of it is renamed to the key', async () => {
    const vault = await library({ 'In/Z.md': '---\nTitel: Z\npages: 3\n---\nText\n' });
    await vault.run('adopt_rows', { table: 'books', folder: 'In', rename: { pages: 'pages' }, relocate: false });
    expect(vault.text('In/Z.md')).toContain('Titel: Z\npage-count: 3\n');
  });

  it('takes the keys of the table that it moves to', async () => {
    const vault = await library();
    const columns = [...(BOOKS['columns'] as JsonObject[])].map(({ key: _, ...spec }) => spec);
    await vault.run('create_table', { ...BOOKS, name: 'others', columns });
    await vault.run('move_rows', { table: 'books', to_table: 'others', where: {} });
    expect(frontMatterOf(vault, 'A')).toContain('\ntitle: A\nwritten_by: "[[Ada]]"\nstatus:\npages: 7\n');
    expect(await vault.run('check_table', { table: 'others' })).toMatchObject({ violations: [] });
  });

  it('is copied with its keys', async () => {
    const vault = await library();
    await vault.run('clone_table', { source: 'books', target: 'copies' });
    expect(vault.text('notedb/main/default/copies/A.md')).toContain('page-count: 7');
    expect(await valuesOf(vault, 'copies')).toMatchObject([{ pages: 7 }]);
  });
});

describe('the key of a base', () => {
  const base = (key: string): JsonObject => ({
    name: 'dated',
    description: 'With a day',
    columns: [column('day', 'date', { key }), column('mood', 'string', { key: 'Laune' })],
  });

  it('is the key of its heirs, and a change of it rewrites their notes', async () => {
    const vault = await openVault();
    await vault.run('define_base', base('Datum'));
    const days = { name: 'days', description: 'D', columns: [column('name', 'string')] };
    await vault.run('create_table', days);
    await vault.run('set_table_bases', { table: 'days', bases: ['dated'] });
    await vault.run('insert_row', { table: 'days', values: { name: 'x', day: '2026-01-02', mood: 'ok' }, path: 'x' });
    expect(vault.text('x.md')).toContain('Datum: 2026-01-02\nLaune: ok\n');
    const before = vault.tree();
    const written = await vault.run('define_base', {
      ...base('am'),
      columns: [column('date', 'date', { key: 'am' }), column('mood', 'string')],
      rename_columns: { day: 'date' },
    });
    expect(vault.text('x.md')).toContain('am: 2026-01-02\nmood: ok\n');
    expect(await valuesOf(vault, 'days')).toMatchObject([{ date: '2026-01-02', mood: 'ok' }]);
    await undo(vault, written);
    expect(vault.tree()).toBe(before);
    const other = { ...days, name: 'other', columns: [column('written', 'string', { key: 'Datum' })] };
    await vault.run('create_table', other);
    await vault.refused('set_table_bases', { table: 'other', bases: ['dated'] });
  });
});

describe('the words of a vocabulary', () => {
  it('follow a renamed row under the key', async () => {
    const vault = await openVault();
    await vault.run('create_table', {
      name: 'words',
      description: 'W',
      filename: '{word}',
      columns: [column('word', 'string', { key: 'Wort' })],
    });
    await vault.run('create_table', {
      name: 'uses',
      description: 'U',
      columns: [column('of', 'string', { key: 'von', vocabulary: 'words' })],
    });
    await vault.run('insert_row', { table: 'words', values: { word: 'old' } });
    await vault.run('insert_row', { table: 'uses', values: { of: 'old' }, path: 'use' });
    await vault.run('update_rows', { table: 'words', where: {}, set_values: { word: 'new' } });
    expect(vault.text('use.md')).toContain('\nvon: new\n');
    expect(await valuesOf(vault, 'uses')).toMatchObject([{ of: 'new' }]);
  });
});

describe('a column that is added', () => {
  it('takes its key from notes that have it, and fills the others', async () => {
    const vault = await library({ 'B.md': '---\nTitel: B\n---\n' });
    await vault.run('adopt_rows', { table: 'books', paths: ['B.md'], relocate: false });
    vault.host.external.write('B.md', (vault.text('B.md') ?? '').replace('Titel: B', 'Titel: B\nSterne: 5'));
    const spec = column('stars', 'integer', { key: 'Sterne', required: true, default: 1 });
    await vault.run('add_column', { table: 'books', column: spec });
    expect(await valuesOf(vault, 'books', { order_by: 'title' })).toMatchObject([{ stars: 1 }, { stars: 5 }]);
    expect(frontMatterOf(vault, 'A')).toContain('\nSterne: 1\n');
    await vault.run('drop_column', { table: 'books', column: 'stars' });
    expect(vault.text('B.md')).not.toContain('Sterne');
  });
});
