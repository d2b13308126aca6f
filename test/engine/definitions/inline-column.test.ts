/** A column that is also read and edited in the text of the notes. docs/inline-properties.md */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import type { MetadataPort } from '../../../src/engine/ports/metadata-port';
import { createMemoryHost } from '../../memory-host/memory-host';
import { type TestVault, column, onHost, openVault } from '../open-vault';

const FOLDER = 'notedb/main/default/books';

const BOOKS: JsonObject = {
  name: 'books',
  description: 'A book on the shelf',
  filename: '{title}',
  history: true,
  columns: [
    column('title', 'string', { required: true }),
    column('rating', 'integer', { key: 'my rating', inline: true, min: 1, max: 5 }),
    column('author', 'link', { ref: 'people', inline: true }),
    column('genres', 'list', { inline: true }),
    column('status', 'enum', { values: ['new', 'read'], inline: true, default: 'new' }),
  ],
};

const PEOPLE: JsonObject = {
  name: 'people',
  description: 'Somebody',
  filename: '{name}',
  columns: [column('name', 'string', { required: true }), column('born', 'integer')],
};

async function library(body = 'Text.\r\n\r\nmy rating:: 4\r\n- author:: [[Ada]]\r\n'): Promise<TestVault> {
  const vault = await openVault();
  await vault.run('create_table', PEOPLE);
  await vault.run('create_table', BOOKS);
  for (const name of ['Ada', 'Bob']) await vault.run('insert_row', { table: 'people', values: { name } });
  await vault.run('insert_row', {
    table: 'books',
    values: { title: 'A', ...(body.includes('status') ? {} : { status: null }) },
    body,
  });
  return vault;
}

const noteOf = (vault: TestVault, name = 'A'): string =>
  (vault.text(`${FOLDER}/${name}.md`) ?? '').replace(/^id: .*\n/m, '');
const bodyOf = (vault: TestVault, name = 'A'): string => noteOf(vault, name).replace(/^---\n[^]*?\n---\n/, '');

const rowsOf = async ({ run }: TestVault, more: JsonObject = {}, table = 'books'): Promise<readonly JsonObject[]> =>
  (await run('select_rows', { table, ...more }))['rows'] as readonly JsonObject[];

const edit = async (vault: TestVault, change: (text: string) => string): Promise<void> => {
  const path = `${FOLDER}/A.md`;
  vault.host.external.write(path, change(vault.text(path) ?? ''));
  await vault.engine.rescan();
};

const update = (vault: TestVault, set: JsonObject, more: JsonObject = {}): Promise<JsonObject> =>
  vault.run('update_row', { table: 'books', path: `${FOLDER}/A.md`, set_values: set, ...more });

const undo = ({ run }: TestVault, { migrationId }: JsonObject): Promise<JsonObject> =>
  run('undo_migration', { migration_id: migrationId as string });

const TEXT = 'Read it [my rating:: 4], by (author:: [[Ada]]).\ngenres:: "fantasy", "sci-fi"\nstatus:: read\n';

describe('an inline column', () => {
  it('is read in the text, and found by filters', async () => {
    const vault = await library(TEXT);
    const row = { title: 'A', rating: 4, author: '[[Ada]]', genres: ['fantasy', 'sci-fi'], status: 'read' };
    expect(noteOf(vault)).toBe(`---\ntable: main.default.books\ntitle: A\n---\n${TEXT}`);
    expect(await rowsOf(vault, { where: { rating: { gt: 3 }, genres: { contains: 'fantasy' } } })).toMatchObject([row]);
    expect(await rowsOf(vault, { where: { 'author.born': null }, columns: ['author'] })).toHaveLength(1);
    expect(await vault.run('check_table', { table: 'books' })).toMatchObject({ ok: true, violations: [] });
    const { columns } = await vault.run('describe_table', { table: 'books' });
    expect(columns).toContainEqual(expect.objectContaining({ name: 'rating', key: 'my rating', inline: true }));
    expect(await rowsOf(await vault.restart())).toMatchObject([row]);
  });

  it('is read where the host knows the front matter of the notes alone', async () => {
    const { host } = await library(TEXT);
    const known: MetadataPort = {
      note: (path) =>
        path.endsWith('/A.md') ? { frontMatter: { table: 'main.default.books', title: 'A' }, links: [] } : null,
    };
    const files = Object.fromEntries([...host.image().files].map(([path, { text }]) => [path, text]));
    const vault = await onHost(Object.assign(createMemoryHost({ files }), { metadata: known }));
    expect(await rowsOf(vault)).toMatchObject([{ title: 'A', rating: 4 }]);
  });

  it('is edited in place, and undo gives every byte back', async () => {
    const vault = await library(TEXT);
    const before = vault.tree();
    const written = await update(vault, { rating: 5, author: 'Bob', genres: ['fantasy', 'horror'], status: 'new' });
    expect(bodyOf(vault)).toBe(
      'Read it [my rating:: 5], by (author:: [[Bob]]).\ngenres:: "fantasy", "horror"\nstatus:: new\n',
    );
    await undo(vault, written);
    expect(vault.tree()).toBe(before);
  });

  it('keeps CRLF, and properties in code', async () => {
    const vault = await library('```\nstatus:: new\n```\n`my rating:: 1`\n\nmy rating:: 2\n');
    await edit(vault, (text) => text.replace(/\n/g, '\r\n'));
    expect(await rowsOf(vault)).toMatchObject([{ rating: 2 }]);
    await update(vault, { rating: 3, status: 'read' });
    expect(bodyOf(vault)).toContain(
      '```\r\nstatus:: new\r\n```\r\n`my rating:: 1`\r\n\r\nmy rating:: 3\r\nstatus:: read\r\n',
    );
  });

  it('gets a line at the end of a text without it, and loses it with its value', async () => {
    const vault = await library('Text\n');
    await update(vault, { rating: 3, genres: ['a', 'b'] });
    expect(bodyOf(vault)).toBe('Text\n\nmy rating:: 3\ngenres:: "a", "b"\n');
    await update(vault, { rating: null }, { unset: ['genres'] });
    expect(bodyOf(vault)).toBe('Text\n\n');
    expect((await rowsOf(vault))[0]).not.toMatchObject({ rating: 3 });
  });

  it('has the value of the front matter where both are there', async () => {
    const vault = await library('my rating:: 4\n');
    await edit(vault, (text) => text.replace('title: A', 'title: A\nmy rating: 2'));
    expect(await rowsOf(vault)).toMatchObject([{ rating: 2 }]);
    await update(vault, { rating: 1 });
    expect(noteOf(vault)).toContain('my rating: 1\n---\nmy rating:: 4\n');
    await update(vault, { rating: null });
    expect(noteOf(vault)).not.toContain('rating');
    expect((await rowsOf(vault))[0]?.['rating'] ?? null).toBeNull();
  });

  it('is written into a text that the same call gives', async () => {
    const vault = await library('my rating:: 4\n');
    await update(vault, { rating: 2 }, { body: 'New\n\nmy rating:: 5\n' });
    expect(bodyOf(vault)).toBe('New\n\nmy rating:: 2\n');
    await update(vault, { rating: 3 }, { body_append: 'More' });
    expect(bodyOf(vault)).toBe('New\n\nmy rating:: 3\nMore\n');
    expect(await rowsOf(vault)).toMatchObject([{ rating: 3 }]);
  });

  it('is filled in a template, and defaults go to the text', async () => {
    const vault = await library();
    await vault.run('alter_table', { table: 'books', row_template: '# {title}\n\nmy rating::\n' });
    await vault.run('insert_row', { table: 'books', values: { title: 'B', rating: 5 } });
    expect(noteOf(vault, 'B')).toBe(
      '---\ntable: main.default.books\ntitle: B\n---\n# B\n\nmy rating:: 5\nstatus:: new\n',
    );
  });

  it('is validated', async () => {
    const vault = await library(TEXT);
    expect(await vault.refused('update_row', { table: 'books', path: `${FOLDER}/A.md`, set_values: { rating: 9 } })).toMatchObject({ violations: [{ column: 'rating', code: 'range' }] }); // prettier-ignore
    expect(await vault.refused('insert_row', { table: 'books', values: { title: 'B' }, body: 'my rating:: x\n' })).toMatchObject({ violations: [{ column: 'rating', code: 'type' }] }); // prettier-ignore
    expect(await vault.refused('update_row', { table: 'books', path: `${FOLDER}/A.md`, set_values: { genres: ['a\nb'] } })).toMatchObject({ violations: [{ column: 'genres' }] }); // prettier-ignore
    await edit(vault, (text) => text.replace('rating:: 4', 'rating:: 8'));
    expect(await vault.run('check_table', { table: 'books' })).toMatchObject({
      violations: [{ column: 'rating', code: 'range', value: 8 }],
    });
  });

  it.each([
    ['generated', column('x', 'string', { inline: true, generated: '{title}' })],
    ['identity', column('x', 'string', { inline: true, identity: 'uuid' })],
    ['dense', column('x', 'string', { inline: true, dense: true })],
    ['inverse', column('x', 'link', { inline: true, ref: 'self', inverse: 'x' })],
    ['json', column('x', 'json', { inline: true })],
    ['a key with a colon', column('x', 'string', { inline: true, key: 'a: b' })],
  ])('is refused with %s', async (_, spec) => {
    const vault = await openVault();
    await vault.refused('create_table', { name: 't', description: 'T', columns: [column('title', 'string'), spec] });
  });
});

describe('other notes and definitions', () => {
  it('follow: a renamed row, a deleted row, a renamed value', async () => {
    const vault = await library(TEXT);
    await vault.run('rename_value', { table: 'books', column: 'status', from_value: 'read', to_value: 'done' });
    expect(bodyOf(vault)).toContain('status:: done\n');
    await vault.run('update_rows', { table: 'people', where: { name: 'Ada' }, set_values: { name: 'Ada King' } });
    expect(bodyOf(vault)).toContain('(author:: [[Ada King]])');
    await vault.run('delete_rows', { table: 'people', where: { name: 'Ada King' }, on_referenced: 'set_null' });
    expect(bodyOf(vault)).toContain('Read it [my rating:: 4], by.\n');
  });

  it('rename the key in the text', async () => {
    const vault = await library(TEXT);
    const before = vault.tree();
    const renamed = await vault.run('rename_column', { table: 'books', from_column: 'genres', to_column: 'kinds' });
    expect(bodyOf(vault)).toContain('\nkinds:: "fantasy", "sci-fi"\n');
    const altered = await vault.run('alter_column', { table: 'books', column: 'rating', changes: { key: null } });
    expect(bodyOf(vault)).toContain('[rating:: 4]');
    expect(await rowsOf(vault)).toMatchObject([{ rating: 4, kinds: ['fantasy', 'sci-fi'] }]);
    await undo(vault, altered);
    await undo(vault, renamed);
    expect(vault.tree()).toBe(before);
  });

  it('move the values to the front matter when inline goes, and read the text when it comes', async () => {
    const vault = await library(TEXT);
    const before = vault.tree();
    const altered = await vault.run('alter_column', { table: 'books', column: 'genres', changes: { inline: null } });
    expect(noteOf(vault)).toContain('genres:\n  - fantasy\n  - sci-fi\n---\n');
    expect(bodyOf(vault)).not.toContain('genres');
    await undo(vault, altered);
    expect(vault.tree()).toBe(before);
    await vault.run('drop_column', { table: 'books', column: 'genres' });
    expect(bodyOf(vault)).not.toContain('genres');
    await vault
      .run('add_column', { table: 'books', column: column('by', 'string', { key: 'author' }) })
      .catch(() => null);
    const { version } = await vault.run('describe_table', { table: 'books' });
    await vault.run('alter_column', { table: 'books', column: 'status', changes: { inline: false } });
    expect(await rowsOf(vault, { version: version as number })).toMatchObject([{ status: 'read' }]);
    await vault.run('alter_column', { table: 'books', column: 'status', changes: { inline: true } });
    expect(await rowsOf(vault)).toMatchObject([{ status: 'read' }]);
  });

  it('keep later values when inline is undone', async () => {
    const vault = await library(TEXT);
    await vault.run('alter_column', { table: 'books', column: 'rating', changes: { inline: null } });
    const altered = await vault.run('alter_column', { table: 'books', column: 'rating', changes: { inline: true } });
    await vault.run('insert_row', { table: 'books', values: { title: 'B', rating: 2 } });
    await vault.run('update_row', { table: 'books', path: `${FOLDER}/A.md`, body: 'my rating:: 1\n' });
    await undo(vault, altered);
    expect(noteOf(vault, 'B')).toContain('title: B\nmy rating: 2\n---\n');
    expect(await rowsOf(vault, { columns: ['rating'] })).toMatchObject([{ rating: 4 }, { rating: 2 }]);
  });

  it('stay in the text, with later values, when a new inline column is undone', async () => {
    const vault = await library('Text\n\n[pages:: 412] and (mood:: calm)\n');
    const [before] = await rowsOf(vault);
    await vault.run('add_column', { table: 'books', column: column('mood', 'string', { inline: true }) });
    const added = await vault.run('add_column', {
      table: 'books',
      column: column('pages', 'integer', { inline: true }),
    });
    expect(await rowsOf(vault)).toMatchObject([{ pages: 412, mood: 'calm' }]);
    await update(vault, { pages: 500 });
    await vault.run('insert_row', { table: 'books', values: { title: 'B', status: null, pages: 7 }, body: 'New\n' });
    await edit(vault, (text) => text.replace('Text', 'Texts'));
    await undo(vault, added);
    expect(bodyOf(vault)).toBe('Texts\n\n[pages:: 500] and (mood:: calm)\n');
    expect(bodyOf(vault, 'B')).toBe('New\n\npages:: 7\n');
    const [row] = await rowsOf(vault);
    expect(row).toMatchObject({ ...before, mood: 'calm' });
    expect(row).not.toHaveProperty('pages');
    // The values are there again for a column of that name.
    await vault.run('add_column', { table: 'books', column: column('pages', 'integer', { inline: true }) });
    expect(await rowsOf(vault, { columns: ['pages'] })).toMatchObject([{ pages: 500 }, { pages: 7 }]);
  });

  it('stay in the front matter, where an external edit wrote them, when a new inline column is undone', async () => {
    const vault = await library('Text\n');
    const added = await vault.run('add_column', {
      table: 'books',
      column: column('pages', 'integer', { inline: true }),
    });
    await edit(vault, (text) => text.replace('title: A', 'title: A\npages: 3'));
    await update(vault, { pages: 4 });
    await undo(vault, added);
    expect(noteOf(vault)).toContain('title: A\npages: 4\n---\n');
    expect(bodyOf(vault)).toBe('Text\n');
  });

  it('take rows along between tables that keep the value elsewhere', async () => {
    const vault = await library(TEXT);
    const columns = (BOOKS['columns'] as JsonObject[]).map((spec) =>
      spec['name'] === 'rating'
        ? { ...spec, key: 'stars' }
        : spec['name'] === 'genres'
          ? { ...spec, inline: false }
          : spec,
    );
    await vault.run('create_table', { ...BOOKS, name: 'others', columns });
    await vault.run('move_rows', { table: 'books', to_table: 'others', where: {} });
    const [row] = await rowsOf(vault, {}, 'others');
    expect(row).toMatchObject({ rating: 4, genres: ['fantasy', 'sci-fi'], status: 'read' });
    expect(vault.text(row?.['path'] as string)).toContain('[stars:: 4]');
  });
});

describe('a note that becomes a row', () => {
  it('has its properties read, and another spelling renamed', async () => {
    const vault = await library('Text');
    vault.host.external.write('In/B.md', 'Rating:: 3\n\n[status:: read]\n');
    await vault.run('adopt_rows', {
      table: 'books',
      paths: ['In/B.md'],
      rename: { Rating: 'rating' },
      set_values: { title: 'B' },
      relocate: false,
    });
    expect(vault.text('In/B.md')).toContain('---\nmy rating:: 3\n\n[status:: read]\n');
    expect(await rowsOf(vault, { where: { title: 'B' } })).toMatchObject([{ rating: 3, status: 'read' }]);
  });
});

describe('an external edit', () => {
  it('of the text is a change of the row', async () => {
    const vault = await library(TEXT);
    await edit(vault, (text) => text.replace('rating:: 4', 'rating:: 1'));
    expect(await rowsOf(vault)).toMatchObject([{ rating: 1 }]);
    const { changes } = await vault.run('list_changes', { tables: ['books'] });
    expect((changes as JsonObject[]).at(-1)).toMatchObject({
      changes: { rating: { before: 4, after: 1 } },
    });
  });
});
