/** What infer_table proposes is cautious, and adopt_rows takes it as it is. docs/decisions.md#d27-tables-from-notes */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { type TestVault, openVault } from '../open-vault';

const note = (...lines: readonly string[]): string => `---\n${lines.map((line) => `${line}\n`).join('')}---\nText\n`;

interface Proposal {
  readonly columns: readonly JsonObject[];
  readonly proposal: { readonly name: string; readonly description: string; readonly columns: readonly JsonObject[] };
  readonly adopt: JsonObject & { readonly paths: readonly string[] };
  readonly groups?: readonly { readonly where: JsonObject; readonly notes: number }[];
  readonly notes: readonly string[];
}

async function proposed(
  files: Readonly<Record<string, string>>,
  args: JsonObject = { folder: 'In' },
): Promise<{ readonly vault: TestVault; readonly inferred: Proposal }> {
  const vault = await openVault({ files });
  return { vault, inferred: (await vault.run('infer_table', args)) as unknown as Proposal };
}

async function adopt(vault: TestVault, { proposal, adopt: notes }: Proposal): Promise<void> {
  await vault.run('create_table', proposal);
  await vault.run('adopt_rows', notes);
  expect(await vault.run('check_table', { table: proposal.name })).toMatchObject({ ok: true, violations: [] });
}

const numbered = (count: number, line: (n: number) => string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`In/${n}.md`, note(line(n))]));

describe('the keys of notes', () => {
  it('stay as they are, and the column is called by the nearest name', async () => {
    const { vault, inferred } = await proposed({
      'In/甲.md': note('书名: 甲', 'imdbId: tt1'),
      'In/乙.md': note('书名: 乙', 'imdbId: tt2'),
    });
    expect(inferred.proposal.columns).toMatchObject([
      { name: 'column', key: '书名', label: '书名', required: true, unique: true },
      { name: 'imdb_id', key: 'imdbId', label: 'imdbId', type: 'string' },
    ]);
    await adopt(vault, inferred);
    expect(vault.text('In/甲.md')).toContain('书名: 甲\nimdbId: tt1\n');
  });

  it('are joined where one property is spelled in several ways', async () => {
    const { vault, inferred } = await proposed({
      'In/1.md': note('Author: Ann', 'a-b: 1'),
      'In/2.md': note('Author: Bo', 'a_b: 2'),
      'In/3.md': note('author: Cy'),
    });
    expect(inferred.proposal.columns).toMatchObject([
      { name: 'author', key: 'Author', label: 'Author' },
      { name: 'a_b', key: 'a-b' },
    ]);
    expect(inferred.adopt).toMatchObject({ rename: { author: 'author', a_b: 'a_b' } });
    await adopt(vault, inferred);
    expect(vault.text('In/3.md')).toContain('Author: Cy\n');
    expect(vault.text('In/2.md')).toContain('a-b: 2\n');
  });

  it('are columns of their own where a note has several', async () => {
    const { vault, inferred } = await proposed({ 'In/1.md': note('Date: 2026-01-01', 'date: 2026-01-02') });
    expect(inferred.proposal.columns).toMatchObject([{ name: 'date_2', key: 'Date' }, { name: 'date' }]);
    await adopt(vault, inferred);
  });

  it('of other plugins are no columns, and stay', async () => {
    const { vault, inferred } = await proposed({ 'In/1.md': note('x: 1', 'publish: true', 'dg-home: true') });
    expect(inferred.proposal.columns).toMatchObject([{ name: 'x' }]);
    expect(inferred.proposal.columns).toHaveLength(1);
    await adopt(vault, inferred);
    expect(vault.text('In/1.md')).toContain('publish: true\ndg-home: true\n');
  });
});

describe('notes that are left out', () => {
  it('belong to another plugin', async () => {
    const { inferred } = await proposed({
      'In/1.md': note('x: 1'),
      'In/board.md': note('kanban-plugin: board'),
      'In/drawing.md': note('excalidraw-plugin: parsed'),
      'In/list.md': note('database-plugin: basic'),
    });
    expect(inferred.adopt.paths).toEqual(['In/1.md']);
    expect(inferred.notes).toEqual([
      'In/board.md: its key kanban-plugin says that it belongs to the plugin Kanban; left out',
      'In/drawing.md: its key excalidraw-plugin says that it belongs to the plugin Excalidraw; left out',
      'In/list.md: its key database-plugin says that it belongs to the plugin DB Folder; left out',
    ]);
  });

  it.each(['made: <% tp.date.now() %>', 'made: "{{date}}"'])('are templates: %s', async (line) => {
    const { inferred } = await proposed({ 'In/1.md': note('made: 2026-01-01'), 'In/new.md': note(line) });
    expect(inferred.adopt.paths).toEqual(['In/1.md']);
    expect(inferred.proposal.columns).toMatchObject([{ name: 'made', type: 'date' }]);
    expect(inferred.notes).toContain('In/new.md: it is a template; left out');
  });

  it('lie in a template folder, unless it is named', async () => {
    const files = { 'A.md': note('x: 1'), 'Templates/T.md': note('x: 2') };
    const vault = await openVault({ files, templateFolders: ['Templates'] });
    expect(await vault.run('infer_table')).toMatchObject({
      adopt: { paths: ['A.md'] },
      notes: expect.arrayContaining(['1 note in a template folder, left out: Templates/T.md']) as unknown,
    });
    expect(await vault.run('infer_table', { folder: 'Templates' })).toMatchObject({
      adopt: { paths: ['Templates/T.md'] },
      in_templates: true,
    });
  });

  it('hold another type than nine of ten', async () => {
    const files = numbered(20, (n) => (n === 7 ? 'year: "1967?"' : `year: ${1950 + n}`));
    const { vault, inferred } = await proposed(files);
    expect(inferred.columns).toMatchObject([{ name: 'year', type: 'string' }]);
    expect(inferred.proposal.columns).toMatchObject([{ name: 'year', type: 'integer' }]);
    expect(inferred.adopt.paths).not.toContain('In/7.md');
    expect(inferred.notes).toContain('year: most values are of type integer; left out: "1967?" in In/7.md');
    await adopt(vault, inferred);
  });
});

describe('groups', () => {
  it('are of notes that share a link or a choice, with the filter that finds them', async () => {
    const { vault, inferred } = await proposed({
      'In/a.md': note('categories: ["[[Books]]", "[[Art]]"]', 'state: read', 'n: 1'),
      'In/b.md': note('categories: ["[[books|Books]]"]', 'state: read', 'n: 1'),
      'In/c.md': note('Categories: ["[[Films]]"]', 'state: open', 'n: 1'),
      'In/d.md': note('categories: ["[[Films]]"]', 'state: read', 'n: 1'),
      'In/e.md': note('categories: ["[[Films]]"]', 'state: read', 'n: 1'),
    });
    expect(inferred.groups).toEqual([
      { property: 'state', value: 'read', notes: 4, where: { state: 'read' } },
      { property: 'categories', value: '[[Films]]', notes: 3, where: { categories: { contains: '[[Films]]' } } },
      { property: 'categories', value: '[[Books]]', notes: 2, where: { categories: { contains: '[[Books]]' } } },
    ]);
    for (const { where, notes } of inferred.groups ?? []) {
      const { adopt: found, proposal } = (await vault.run('infer_table', { where })) as unknown as Proposal;
      expect(proposal.description).toMatch(/^Notes of the vault with (state|categories) \w+ \(/);
      expect(found.paths).toHaveLength(notes);
    }
  });

  it('are not proposed where every note is one, or each another', async () => {
    const { inferred } = await proposed(numbered(4, (n) => `kind: "[[All]]"\nof: "[[${n}]]"`));
    expect(inferred.groups).toBeUndefined();
  });
});

describe('links without quotes', () => {
  it('are named, and adopt_rows writes their quotes', async () => {
    const { vault, inferred } = await proposed({
      'In/1.md': note('director: "[[D1]]"', 'cast: ["[[A]]"]'),
      'In/2.md': note('director: [[D2]]', 'cast:', '  - [[B]]', '  - "[[C]]"'),
    });
    expect(inferred.proposal.columns).toMatchObject([{ type: 'link' }, { type: 'list', items: { type: 'link' } }]);
    expect(inferred.notes).toContain('director: links without quotes; adopt_rows writes "[[D2]]" in In/2.md');
    await adopt(vault, inferred);
    expect(vault.text('In/2.md')).toContain('director: "[[D2]]"\ncast:\n  - "[[B]]"\n  - "[[C]]"\n');
  });
});

describe('a proposal', () => {
  it('is an enum only where values repeat, and asks for nothing that notes happen to have', async () => {
    const { inferred } = await proposed(
      Object.fromEntries(
        Array.from({ length: 6 }, (_, n) => [`In/${n}.md`, note(`kind: ${n % 2 === 0 ? 'a' : 'b'}`, `slug: s${n}`)]),
      ),
    );
    expect(inferred.columns).toMatchObject([{ required: true }, { type: 'enum', required: true, unique: true }]);
    expect(inferred.proposal.columns).toEqual([
      { name: 'kind', type: 'enum', values: ['a', 'b'], description: 'found in 6 of 6 notes', dense: true },
      { name: 'slug', type: 'string', description: 'found in 6 of 6 notes', dense: true },
    ]);
  });

  it('has a column of the name where most notes have no front matter', async () => {
    const { vault, inferred } = await proposed({ 'In/A.md': 'Text\n', 'In/B.md': 'Text\n', 'In/C.md': note('x: 1') });
    expect(inferred.proposal.columns).toMatchObject([{ name: 'name', identity: 'filename' }, { name: 'x' }]);
    expect(inferred.adopt.paths).toEqual(['In/A.md', 'In/B.md', 'In/C.md']);
    await adopt(vault, inferred);
    expect(await vault.run('select_rows', { table: 'in' })).toMatchObject({
      rows: [{ name: 'A' }, { name: 'B' }, { name: 'C', x: 1 }],
    });
  });
});

describe('notes by a property', () => {
  const files = {
    'Refs/Dune.md': note('Categories: ["[[Books]]"]', 'pages: 412', 'tags: sci-fi'),
    'Refs/Emma.md': note('categories: ["[[Books|books]]", "[[Classics]]"]', 'pages: 474'),
    'Refs/Alien.md': note('categories: [[Movies]]', 'year: 1979'),
    'Clippings/Ulysses.md': note('categories: ["[[Books]]"]', 'pages: 730'),
    'Templates/Book.md': note('categories: ["[[Books]]"]', 'pages:'),
    'Books.md': 'Text\n',
  };
  const where = { categories: { contains: '[[Books]]' } };

  it('are a table, wherever they lie', async () => {
    const vault = await openVault({ files, templateFolders: ['Templates'] });
    const inferred = (await vault.run('infer_table', { where })) as unknown as Proposal;
    expect(inferred.proposal).toMatchObject({
      name: 'books',
      columns: [
        { name: 'categories', type: 'list', items: { type: 'link' } },
        { name: 'pages', type: 'integer' },
      ],
    });
    expect(inferred.adopt.paths).toEqual(['Clippings/Ulysses.md', 'Refs/Dune.md', 'Refs/Emma.md']);
    await adopt(vault, inferred);
  });

  it('are adopted from a folder', async () => {
    const vault = await openVault({ files, templateFolders: ['Templates'] });
    const { proposal } = (await vault.run('infer_table', { where })) as unknown as Proposal;
    await vault.run('create_table', proposal);
    const call = { table: 'books', folder: '', relocate: false, where: { and: [where, { pages: { gt: 450 } }] } };
    expect(await vault.run('adopt_rows', { ...call, dry_run: true })).toMatchObject({ changed: 2 });
    await vault.run('adopt_rows', call);
    expect(await vault.run('select_rows', { table: 'books' })).toMatchObject({
      rows: [{ path: 'Clippings/Ulysses.md' }, { path: 'Refs/Emma.md' }],
    });
  });

  it.each([
    [{ tags: { contains: 'sci-fi' } }, ['Refs/Dune.md']],
    [{ file_name: { contains: 'l' }, year: { lt: 2000 } }, ['Refs/Alien.md']],
    [{ not: { pages: null } }, ['Clippings/Ulysses.md', 'Refs/Dune.md', 'Refs/Emma.md']],
    [{ file_tags: { contains: 'sci-fi' } }, ['Refs/Dune.md']],
    [{ file_size: { gt: 0 }, file_tags: { contains: 'sci-fi' } }, ['Refs/Dune.md']],
  ])('match %j', async (filter, paths) => {
    const vault = await openVault({ files });
    expect(await vault.run('infer_table', { where: filter })).toMatchObject({ adopt: { paths } });
  });

  it('have the property', async () => {
    const vault = await openVault({ files });
    expect(await vault.refused('infer_table', { where: { page: 1 } })).toMatchObject({ code: 'bad_request' });
  });
});

describe('properties in texts', () => {
  const files = {
    'In/a.md': '---\npages: 3\n---\nRating:: 4\nTags [genre:: "x", "y"] std::vector\n',
    'In/b.md': 'rating:: 5\r\n`rating:: 6`\r\n[genre:: z]\r\n',
    'In/c.md': '---\nrating: 3\n---\nlone:: 1\n',
    'In/d.md': 'Text\n',
  };

  it('are proposed as inline columns, which read all notes', async () => {
    const vault = await openVault({ files });
    const { columns, proposal, adopt } = await vault.run('infer_table', { folder: 'In', name: 'books' });
    expect(columns).toEqual([
      expect.objectContaining({ name: 'pages' }),
      expect.objectContaining({ name: 'rating', type: 'integer', inline: true }),
      expect.objectContaining({ name: 'genre', type: 'list', inline: true }),
    ]);
    await vault.run('create_table', proposal as JsonObject);
    await vault.run('adopt_rows', adopt as JsonObject);
    const { rows } = await vault.run('select_rows', { table: 'books', columns: ['rating', 'genre'] });
    expect(rows).toMatchObject([{ rating: 4, genre: ['x', 'y'] }, { rating: 5, genre: ['z'] }, { rating: 3 }]);
    expect(vault.text('In/a.md')).toContain('---\nrating:: 4\nTags [genre:: "x", "y"] std::vector\n');
    expect(vault.text('In/b.md')).toContain('---\r\nrating:: 5\r\n`rating:: 6`\r\n[genre:: z]\r\n');
  });
});
