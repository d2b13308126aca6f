/** Notes whose file name or folder is made of a link or of a computed column go where that leads, whichever operation changes it. D6 (rename), D16 (generated) */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { type TestVault, column, openVault } from '../open-vault';

const at = (table: string, name: string): string => `notedb/main/default/${table}/${name}.md`;

const METASTORE: JsonObject = {
  format: 1,
  tables: {
    'main.default.books': { columns: [column('name', 'string', { required: true })] },
    'main.default.chapters': {
      filename: '{book} {number}',
      partition: '{book}',
      columns: [column('number', 'integer'), column('book', 'link', { ref: 'main.default.books' })],
    },
    'main.default.remarks': {
      columns: [
        column('about', 'link', { ref: 'main.default.chapters' }),
        column('name', 'string', { generated: 'on {about}' }),
      ],
    },
    'main.default.shelves': {
      filename: '{label}',
      columns: [
        column('room', 'string', { required: true }),
        column('books', 'list', { items: { type: 'link', ref: 'main.default.books' } }),
        column('label', 'string', { generated: '{room} {books}' }),
      ],
    },
  },
};

const NOTES = 'See [[Old 1|first]], ![[Old 2#End]], [[on Old 1]], [m](<Hall Old, Other.md>) and `[[Old 1]]`.\n';

async function library(): Promise<TestVault> {
  const vault = await openVault({ files: { 'notedb/metastore.yaml': JSON.stringify(METASTORE), 'Notes.md': NOTES } });
  const insert = (table: string, values: JsonObject): Promise<JsonObject> => vault.run('insert_row', { table, values });
  await insert('books', { name: 'Old' });
  await insert('books', { name: 'Other' });
  await insert('chapters', { number: 1, book: 'Old' });
  await insert('chapters', { number: 2, book: 'Old' });
  await insert('remarks', { about: 'Old 1' });
  await insert('shelves', { room: 'Hall', books: ['Old', 'Other'] });
  return vault;
}

/** The moves of a call, as `from -> to` below the schema's folder; the links of the vault are whole afterwards, and undo brings back each byte. */
async function movesOf(vault: TestVault, name: string, args: JsonObject): Promise<readonly string[]> {
  const before = vault.tree();
  const planned = await vault.run(name, { ...args, dry_run: true });
  const done = await vault.run(name, args);
  expect(planned['planned_moves']).toEqual(done['planned_moves']);
  for (const table of ['books', 'chapters', 'remarks', 'shelves']) {
    expect(await vault.run('check_table', { table })).toMatchObject({ ok: true });
  }
  const after = vault.tree();
  const undone = await vault.run('undo_migration', { migration_id: done['migrationId'] as string });
  expect(vault.tree()).toBe(before);
  await vault.run('undo_migration', { migration_id: undone['migrationId'] as string });
  expect(vault.tree()).toBe(after);
  const short = (path: string): string => path.replace('notedb/main/default/', '').replace('.md', '');
  return (done['planned_moves'] as { from: string; to: string }[])
    .map(({ from, to }) => `${short(from)} -> ${short(to)}`)
    .sort();
}

describe('a note that is named by a link', () => {
  const MOVES = [
    'books/Old -> books/New',
    'chapters/Old/Old 1 -> chapters/New/New 1',
    'chapters/Old/Old 2 -> chapters/New/New 2',
    'remarks/on Old 1 -> remarks/on New 1',
    'shelves/Hall Old, Other -> shelves/Hall New, Other',
  ];
  const FOLLOWED = 'See [[New 1|first]], ![[New 2#End]], [[on New 1]], [m](<Hall New, Other.md>) and `[[Old 1]]`.\n';

  it.each<[string, JsonObject]>([
    ['update_row', { table: 'books', path: at('books', 'Old'), set_values: { name: 'New' } }],
    ['update_rows', { table: 'books', where: { name: 'Old' }, set_values: { name: 'New' } }],
    [
      'batch',
      { operations: [{ op: 'update_rows', table: 'books', where: { name: 'Old' }, set_values: { name: 'New' } }] },
    ],
  ])('goes with the note that it links to: %s', async (name, args) => {
    const vault = await library();
    const moves = name === 'batch' ? null : await movesOf(vault, name, args);
    if (moves === null) await vault.run(name, args);
    else expect(moves).toEqual(MOVES);
    expect(vault.text('Notes.md')).toBe(FOLLOWED);
    expect(vault.text(at('shelves', 'Hall New, Other'))).toContain('label: Hall New, Other');
  });

  it('goes with it when its table names its rows otherwise', async () => {
    const vault = await library();
    expect(await movesOf(vault, 'alter_table', { table: 'books', filename: 'B {name}' })).toEqual([
      'books/Old -> books/B Old',
      'books/Other -> books/B Other',
      'chapters/Old/Old 1 -> chapters/B Old/B Old 1',
      'chapters/Old/Old 2 -> chapters/B Old/B Old 2',
      'remarks/on Old 1 -> remarks/on B Old 1',
      'shelves/Hall Old, Other -> shelves/Hall B Old, B Other',
    ]);
  });

  it('stays where somebody named it by hand', async () => {
    const vault = await library();
    const text = vault.text(at('chapters/Old', 'Old 2')) ?? '';
    vault.host.external.remove(at('chapters/Old', 'Old 2'));
    vault.host.external.write('Mine.md', text);
    await vault.engine.rescan();
    await vault.run('update_row', { table: 'books', path: at('books', 'Old'), set_values: { name: 'New' } });
    expect(vault.text('Mine.md')).toBe(text.replace('[[Old]]', '[[New]]'));
  });

  it('goes on without the links that delete_rows takes away', async () => {
    const vault = await library();
    const args = { table: 'books', where: { name: 'Other' }, on_referenced: 'set_null' };
    expect(await movesOf(vault, 'delete_rows', args)).toEqual([
      'books/Other -> books/_archive/Other',
      'shelves/Hall Old, Other -> shelves/Hall Old',
    ]);
    expect(vault.text('Notes.md')).toContain('[m](<Hall Old.md>)');
  });

  it('holds the link that it can not do without', async () => {
    const vault = await library();
    const error = await vault.refused('delete_rows', {
      table: 'books',
      where: { name: 'Old' },
      on_referenced: 'set_null',
    });
    expect(error.violations.map(({ path, column: name, code }) => [path, name, code])).toEqual([
      [at('chapters/Old', 'Old 1'), 'book', 'path'],
      [at('chapters/Old', 'Old 2'), 'book', 'path'],
    ]);
  });
});

describe('a note that is named by a computed column', () => {
  it('is renamed when recompute_columns refreshes the column', async () => {
    const vault = await library();
    const path = at('shelves', 'Hall Old, Other');
    vault.host.external.write(path, (vault.text(path) ?? '').replace('room: Hall', 'room: Attic'));
    await vault.engine.rescan();
    expect(await movesOf(vault, 'recompute_columns', { table: 'shelves' })).toEqual([
      'shelves/Hall Old, Other -> shelves/Attic Old, Other',
    ]);
    expect(vault.text('Notes.md')).toContain('[m](<Attic Old, Other.md>)');
  });

  it('is renamed by any other write that refreshes the column', async () => {
    const vault = await library();
    const path = at('shelves', 'Hall Old, Other');
    vault.host.external.write(path, (vault.text(path) ?? '').replace('room: Hall', 'room: Attic'));
    await vault.engine.rescan();
    expect(await movesOf(vault, 'update_row', { table: 'shelves', path, body: 'x' })).toEqual([
      'shelves/Hall Old, Other -> shelves/Attic Old, Other',
    ]);
  });
});
