/** How links back are written, and what is looked at for them. Source: docs/operations.md#column-specs (inverse); D2, D6, D16 */

import { describe, expect, it } from 'vitest';
import { type JsonObject, openEngine } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';
import { column, openVault } from '../open-vault';
import { RELATIONS } from '../relations';

const at = (table: string, name: string): string => `notedb/main/default/${table}/${name}.md`;

const frontMatterOf = (text: string | undefined, key: string): string =>
  new RegExp(`^${key}:.*(?:\\n {2}-.*)*`, 'm').exec(text ?? '')?.[0] ?? '';

describe('links back', () => {
  it.each([
    ['shortest', '[[X]]'],
    ['absolute', '[[notedb/main/default/books/X]]'],
    ['relative', '[[../books/X]]'],
  ] as const)('are written as the vault asks: %s', async (newLinkFormat, link) => {
    const vault = await openVault({
      files: RELATIONS,
      linkSettings: { newLinkFormat, useMarkdownLinks: true },
    });
    await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
    await vault.run('insert_row', { table: 'books', values: { title: 'X', authors: ['Ada'], lent_to: 'Ada' } });
    expect(frontMatterOf(vault.text(at('people', 'Ada')), 'reads')).toBe(`reads: "${link}"`);
    expect(frontMatterOf(vault.text(at('people', 'Ada')), 'books')).toBe(`books:\n  - "${link}"`);
  });

  it('mean the row also where another note has its name', async () => {
    const vault = await openVault({ files: { ...RELATIONS, 'X.md': 'no row', 'people/X.md': 'no row' } });
    await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
    await vault.run('insert_row', { table: 'books', values: { title: 'X', lent_to: 'Ada' } });
    expect(frontMatterOf(vault.text(at('people', 'Ada')), 'reads')).toBe('reads: "[[notedb/main/default/books/X]]"');
    expect(await vault.run('check_table', { table: 'people' })).toMatchObject({ ok: true });
  });
});

const CHAPTERS: JsonObject = {
  format: 1,
  tables: {
    'main.default.books': {
      columns: [
        column('name', 'string', { required: true }),
        column('chapters', 'list', { items: { type: 'link', ref: 'main.default.chapters' } }),
      ],
    },
    'main.default.chapters': {
      filename: '{book} {number}',
      partition: '{book}',
      columns: [
        column('number', 'integer'),
        column('book', 'link', { ref: 'main.default.books', inverse: 'chapters' }),
        column('next', 'link', { ref: 'main.default.chapters' }),
      ],
    },
  },
};

describe('a row whose file name holds a link that came from the other side', () => {
  it('goes where the link says, and every link to it follows', async () => {
    const vault = await openVault({
      files: {
        'notedb/metastore.yaml': JSON.stringify(CHAPTERS),
        'Notes.md': 'See [[Old 1|first]], ![[Old 2#End]] and `[[Old 1]]`.\n',
      },
    });
    await vault.run('insert_row', { table: 'books', values: { name: 'Old' } });
    await vault.run('insert_row', { table: 'chapters', values: { number: 1, book: 'Old' } });
    await vault.run('insert_row', { table: 'chapters', values: { number: 2, book: 'Old', next: 'Old 1' } });
    // A chapter without a book has no file name.
    const refused = await vault.refused('update_row', {
      table: 'books',
      path: at('books', 'Old'),
      unset: ['chapters'],
    });
    expect(refused.violations.map(({ path, column: name, code }) => [path, name, code])).toEqual([
      [at('chapters/Old', 'Old 1'), 'book', 'path'],
      [at('chapters/Old', 'Old 2'), 'book', 'path'],
    ]);
    const state = vault.tree();
    const moved = await vault.run('insert_row', { table: 'books', values: { name: 'Other' } });
    const again = await vault.run('update_rows', { table: 'chapters', set_values: { book: 'Other' } });
    expect(again['planned_moves']).toEqual([
      { from: at('chapters/Old', 'Old 1'), to: at('chapters/Other', 'Other 1') },
      { from: at('chapters/Old', 'Old 2'), to: at('chapters/Other', 'Other 2') },
    ]);
    expect(vault.text('Notes.md')).toBe('See [[Other 1|first]], ![[Other 2#End]] and `[[Old 1]]`.\n');
    expect(frontMatterOf(vault.text(at('books', 'Other')), 'chapters')).toBe(
      'chapters:\n  - "[[Other 1]]"\n  - "[[Other 2]]"',
    );
    for (const { migrationId } of [again, moved])
      await vault.run('undo_migration', { migration_id: migrationId as string });
    expect(vault.tree()).toBe(state);
  });
});

describe('a row whose file name lists the links from the other side', () => {
  const SHELF: JsonObject = {
    format: 1,
    tables: {
      'main.default.books': {
        filename: '{title} {authors}',
        columns: [
          column('title', 'string', { required: true }),
          column('authors', 'list', { items: { type: 'link', ref: 'main.default.people', inverse: 'books' } }),
        ],
      },
      'main.default.people': {
        columns: [
          column('name', 'string', { required: true }),
          column('books', 'list', { items: { type: 'link', ref: 'main.default.books' } }),
          column('best', 'link', { ref: 'main.default.books' }),
        ],
      },
    },
  };

  it('is renamed when it is linked back from, and the new link to it follows', async () => {
    const vault = await openVault({
      files: { 'notedb/metastore.yaml': JSON.stringify(SHELF), 'Notes.md': 'See [[X Ada|it]], `[[X Ada]]`.\n' },
    });
    await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
    await vault.run('insert_row', { table: 'books', values: { title: 'X', authors: ['Ada'] } });
    const before = vault.tree();
    const { migrationId, planned_moves: moves } = await vault.run('insert_row', {
      table: 'people',
      values: { name: 'Bo', books: ['X Ada'], best: 'X Ada' },
      body: 'By [[X Ada]].\n',
    });
    expect(moves).toEqual([{ from: at('books', 'X Ada'), to: at('books', 'X Ada, Bo') }]);
    expect(frontMatterOf(vault.text(at('people', 'Bo')), 'books')).toBe('books:\n  - "[[X Ada, Bo]]"');
    expect(frontMatterOf(vault.text(at('people', 'Bo')), 'best')).toBe('best: "[[X Ada, Bo]]"');
    expect(frontMatterOf(vault.text(at('people', 'Ada')), 'books')).toBe('books:\n  - "[[X Ada, Bo]]"');
    expect(vault.text(at('people', 'Bo'))).toContain('By [[X Ada, Bo]].');
    expect(vault.text('Notes.md')).toBe('See [[X Ada, Bo|it]], `[[X Ada]]`.\n');
    expect(await vault.run('check_table', { table: 'books' })).toMatchObject({ ok: true });
    await vault.run('undo_migration', { migration_id: migrationId as string });
    expect(vault.tree()).toBe(before);
  });
});

describe('writing a row', () => {
  it('reads no notes but those that are linked', async () => {
    const files: Record<string, string> = { ...RELATIONS };
    for (let i = 0; i < 300; i++) {
      const id = `00000000-0000-4000-9000-${String(i).padStart(12, '0')}`;
      files[at('people', `P${i}`)] = `---\ntable: main.default.people\nid: ${id}\nname: P${i}\nowns:\n---\n`;
    }
    const host = createMemoryHost({ files });
    const read: string[] = [];
    const { vault } = host;
    const watched = Object.assign(Object.create(vault) as typeof vault, {
      read: (path: string) => {
        read.push(path);
        return vault.read(path);
      },
    });
    const engine = await openEngine(Object.assign(Object.create(host) as typeof host, { vault: watched }));
    read.length = 0;
    await engine.run('insert_row', { table: 'books', values: { title: 'X', authors: ['P7', 'P8'], owner: 'P9' } });
    const notes = new Set(read.filter((path) => path.includes('/people/')));
    expect([...notes].sort()).toEqual([at('people', 'P7'), at('people', 'P8'), at('people', 'P9')]);
  });
});

describe('links that are not linked back', () => {
  const row = (table: string, name: string, rest: string): string => {
    const key = table === 'books' ? 'title' : 'name';
    return `---\ntable: main.default.${table}\nid: id-${name}\n${key}: ${name}\n${rest}---\n`;
  };
  const files = {
    ...RELATIONS,
    [at('people', 'Bob')]: row('people', 'Bob', 'books: ["[[Y]]"]\n'),
    [at('people', 'Ada')]: row('people', 'Ada', ''),
    [at('books', 'X')]: row('books', 'X', 'authors:\n  - "[[Bob]]"\nlent_to: "[[Ada]]"\n'),
    [at('books', 'Y')]: row('books', 'Y', ''),
  };

  it.each(['people', 'books'])(
    'stay so when %s gets another name, and when that is undone and redone',
    async (table) => {
      const vault = await openVault({ files });
      const before = vault.tree();
      const renamed = await vault.run('alter_table', { table, name: 'others' });
      const after = vault.tree();
      expect(after).not.toContain('reads:');
      expect(after.match(/\[\[/g)).toHaveLength(3);
      const undone = await vault.run('undo_migration', { migration_id: renamed['migrationId'] as string });
      expect(vault.tree()).toBe(before);
      await vault.run('undo_migration', { migration_id: undone['migrationId'] as string });
      expect(vault.tree()).toBe(after);
    },
  );
});
