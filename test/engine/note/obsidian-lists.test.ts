/** Tags, aliases and classes have one reader, whichever operation asks. docs/decisions.md#d30-tags */

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/engine/index';
import { type TestVault, column, openVault } from '../open-vault';

/** Front matter, and the tags that it means. */
const TAGS: readonly (readonly [string, readonly string[]])[] = [
  ['tags: foo, bar', ['foo', 'bar']],
  ['tags: foo bar,baz', ['foo', 'bar', 'baz']],
  ['tags: "#foo #bar"', ['foo', 'bar']],
  ['tags: ["#foo", project/x]', ['foo', 'project/x']],
  ['Tags: [foo]', ['foo']],
  ['TAG: foo', ['foo']],
  ['tag:\n  - foo\n  - FOO\n  - 2024', ['foo', '2024']],
  ['tags: [foo]\ntag: bar', ['foo', 'bar']],
  ['tags:', []],
  ['tags: ~', []],
];

const NOTES = 'notes';
const definition = {
  name: NOTES,
  description: 'Notes.',
  filename: '{title}',
  columns: [column('title', 'string', { required: true }), column('n', 'integer')],
};

/** A row with this front matter. */
async function vaultWith(frontMatter: string): Promise<TestVault> {
  const vault = await openVault({ files: { 'a.md': `---\ntitle: a\n${frontMatter}\n---\nBody.\n` } });
  await vault.run('create_table', definition);
  await vault.run('adopt_rows', { table: NOTES, paths: ['a.md'], relocate: false });
  return vault;
}

const rowsOf = async (vault: TestVault, args: JsonObject = {}): Promise<readonly JsonObject[]> =>
  (await vault.run('select_rows', { table: NOTES, ...args }))['rows'] as readonly JsonObject[];

const valueOf = async (vault: TestVault, name: string): Promise<Json> =>
  (await rowsOf(vault, { columns: [name] }))[0]?.[name] ?? null;

describe('tags', () => {
  it.each(TAGS)('of %j', async (frontMatter, tags) => {
    const vault = await vaultWith(frontMatter);
    expect(await vault.run('read_note', { path: 'a.md' })).toMatchObject({ tags });
    expect(await valueOf(vault, 'tags')).toEqual(tags.length === 0 ? null : tags);
    for (const tag of tags) expect(await rowsOf(vault, { where: { tags: { contains: tag } } })).toHaveLength(1);
    const groups = await rowsOf(vault, { group_by: ['tags'], aggregates: { n: 'count' } });
    expect(groups.map((group) => group['tags'])).toEqual(tags.length === 0 ? [null] : [...tags].sort());
    expect(await vault.run('check_table', { table: NOTES })).toMatchObject({ violations: [] });
  });

  it('are found by the tag that they lie below, in any letter case', async () => {
    const vault = await vaultWith('tags: [Project/X/y, projects]');
    const found = async (tag: string): Promise<number> =>
      (await rowsOf(vault, { where: { tags: { contains: tag } } })).length;
    for (const tag of ['project', '#project', 'PROJECT/x', 'project/x/y', 'projects'])
      expect([tag, await found(tag)]).toEqual([tag, 1]);
    for (const tag of ['pro', 'x', 'project/x/y/z', 'project/']) expect([tag, await found(tag)]).toEqual([tag, 0]);
  });

  it('of the text and of the front matter are told once by read_note', async () => {
    const vault = await openVault({ files: { 'a.md': '---\nTag: Foo\n---\n#foo and #bar/x\n' } });
    expect(await vault.run('read_note', { path: 'a.md' })).toMatchObject({ tags: ['Foo', 'bar/x'] });
  });

  it('read the same after a restart', async () => {
    const vault = await (await vaultWith('Tags: foo, bar')).restart();
    expect(await valueOf(vault, 'tags')).toEqual(['foo', 'bar']);
  });
});

describe('aliases and classes', () => {
  it.each([
    ['aliases: Ann Lee, AL', 'aliases', ['Ann Lee', 'AL']],
    ['Alias: Ann Lee', 'aliases', ['Ann Lee']],
    ['Aliases:\n  - "Lee, Ann"', 'aliases', ['Lee, Ann']],
    ['cssclass: wide dark', 'cssclasses', ['wide', 'dark']],
    ['cssClasses: [wide]', 'cssclasses', ['wide']],
  ])('of %j', async (frontMatter, name, items) => {
    const vault = await vaultWith(frontMatter);
    expect(await valueOf(vault, name)).toEqual(items);
  });

  it('find a note by each of its aliases', async () => {
    const vault = await openVault({ files: { 'a.md': '---\nALIAS: Ann Lee, Queen\n---\n' } });
    await vault.run('search_notes', { query: 'queen' });
    const found = await vault.engine.findNames({ query: 'queen' });
    expect(found).toMatchObject({ names: [{ field: 'aliases', text: 'Queen' }] });
  });
});

describe('a write of a list', () => {
  it.each([
    ['Tags: [foo]', ['foo', 'bar'], 'Tags: [foo, bar]'],
    ['tag: foo', ['foo', 'bar'], 'tag:\n  - foo\n  - bar'],
    ['tags: "#foo"', ['foo'], 'tags: "#foo"'],
    ['tags: [a]\nTag: b', ['c'], 'tags:\n  - c'],
    ['n: 1', ['#foo'], 'tags:\n  - foo'],
  ])('to %j', async (before, tags, after) => {
    const vault = await vaultWith(before);
    await vault.run('update_row', { table: NOTES, path: 'a.md', set_values: { tags } });
    expect(vault.text('a.md')).toContain(`\n${after}\n`);
    expect(await valueOf(vault, 'tags')).toEqual(tags.map((tag) => tag.replace('#', '')));
  });

  it('takes all its keys away when it is emptied', async () => {
    const vault = await vaultWith('Tags: [a]\ntag: b');
    await vault.run('update_row', { table: NOTES, path: 'a.md', unset: ['tags'] });
    expect(vault.text('a.md')).not.toMatch(/tag/i);
  });

  it('keeps an old name of a renamed note under the key that the note has', async () => {
    const vault = await vaultWith('Alias: Ann, AL');
    await vault.run('alter_table', { table: NOTES, filename: 'x {title}' });
    expect(vault.text('x a.md')).toContain('\nAlias:\n  - Ann\n  - AL\n  - a\n');
  });
});

describe('infer_table', () => {
  it('proposes none of them, however they are spelt', async () => {
    const files = Object.fromEntries(
      ['tags: a', 'Tags: [a]', 'Aliases: [b]', 'alias: b', 'cssclass: c'].map((line, i) => [
        `In/${i}.md`,
        `---\nn: ${i}\n${line}\n---\n`,
      ]),
    );
    const vault = await openVault({ files });
    const { columns } = await vault.run('infer_table', { folder: 'In' });
    expect((columns as readonly JsonObject[]).map(({ name }) => name)).toEqual(['n']);
  });
});

describe('one table of inputs', () => {
  /** Front matter and text; the tags of the front matter, and those of both. */
  const NOTES_OF: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ...TAGS.map(([lines, tags]) => [`---\ntitle: a\n${lines}\n---\nBody\n`, tags, tags] as const),
    ['---\nTags: foo\n---\n#Foo #bar `#code`\n', ['foo'], ['foo', 'bar']],
    ['---\ntag: "#foo"\n---\n%% #c %% [x #d](e.md) <!-- #f -->\n', ['foo'], ['foo', 'c', 'd']],
    ['---\ntags: [project/x, Project/X]\n---\n#1984 #y1984\n', ['project/x'], ['project/x', 'y1984']],
  ];

  it.each(NOTES_OF)('means the same to every operation: %j', async (text, own, all) => {
    const plain = await openVault({ files: { 'In/a.md': text } });
    expect(await plain.run('read_note', { path: 'In/a.md' })).toMatchObject({ tags: all });
    const inferred = async (where: JsonObject | null): Promise<unknown> =>
      (await plain.run('infer_table', { folder: 'In', where }))['columns'];
    expect((await inferred(null)) as readonly JsonObject[]).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ name: expect.stringMatching(/^tags?$/i) as unknown })]),
    );
    const vault = await openVault({ files: { 'a.md': text } });
    await vault.run('create_table', { ...definition, columns: [column('title', 'string'), column('n', 'integer')] });
    await vault.run('adopt_rows', { table: NOTES, paths: ['a.md'], relocate: false });
    const [row] = await rowsOf(vault, { columns: ['tags', 'file_tags'] });
    expect([row?.['tags'] ?? [], row?.['file_tags'] ?? []]).toEqual([own, all]);
    for (const tag of own) {
      const where = { tags: { contains: tag } };
      expect((await plain.run('infer_table', { folder: 'In', where }))['adopt']).toMatchObject({ paths: ['In/a.md'] });
      expect(await rowsOf(vault, { where })).toHaveLength(1);
    }
    for (const tag of all) expect(await rowsOf(vault, { where: { file_tags: { contains: tag } } })).toHaveLength(1);
    expect(await rowsOf(vault, { where: { file_tags: { contains: 'code' } } })).toHaveLength(0);
  });
});
