/** Notes that are no rows, and rows as notes: written, changed in part, moved, and undone to the byte. docs/http.md#writing-notes */

import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { PEOPLE, TASKS, type TestVault, column, openVault } from '../open-vault';

const README = '---\r\ntitle: Home\r\n# kept\r\ntags: [a]\r\n---\r\n# Log\r\n\r\nfirst\r\n\r\n# End\r\n';
const FILES = {
  'Readme.md': README,
  'Index.md': 'See [[Readme]] and [[Readme#Log|log]].\n',
  'Broken.md': '---\na: [\n---\ntext\n',
  'photo.png': 'x',
};
const ROW = 'notedb/main/default/tasks/One.md';

let vault: TestVault;
beforeEach(async () => {
  vault = await openVault({ files: FILES });
  await vault.run('create_table', {
    ...TASKS,
    columns: (TASKS['columns'] as readonly JsonObject[]).filter(({ name }) => name !== 'owner'),
  });
  await vault.run('insert_row', { table: 'tasks', values: { title: 'One' }, body: '# Plan\nx\n' });
});

const text = (path: string): string | undefined => vault.text(path);

/** Runs the write, and checks that its dry run changes nothing and that its undo restores every byte. */
async function undone(name: string, args: JsonObject, look: (answer: JsonObject) => void): Promise<void> {
  const before = vault.tree();
  const dry = await vault.run(name, { ...args, dry_run: true });
  expect([dry['dryRun'], dry['migrationId'], vault.tree()]).toEqual([true, null, before]);
  const answer = await vault.run(name, args);
  look(answer);
  expect(dry['note']).toEqual(answer['note']);
  await vault.run('undo_migration', { migration_id: answer['migrationId'] as string });
  expect(vault.tree()).toBe(before);
}

describe('a note', () => {
  it.each<[string, string, JsonObject, Readonly<Record<string, string | undefined>>]>([
    ['is made, with its folders', 'write_note', { path: 'A/B/New', content: 'x' }, { 'A/B/New.md': 'x' }],
    [
      'is replaced byte for byte',
      'write_note',
      { path: 'Readme.md', content: '\uFEFFa\r\nb' },
      { 'Readme.md': '\uFEFFa\r\nb' },
    ],
    [
      'gets text at its end',
      'write_note',
      { path: 'Readme.md', content: 'y\nz', mode: 'append' },
      { 'Readme.md': `${README}y\r\nz\r\n` },
    ],
    ['is made by appending', 'write_note', { path: 'New.md', content: 'y', mode: 'append' }, { 'New.md': 'y' }],
    [
      'gets a line in a section, in the line breaks of the note',
      'patch_note',
      { path: 'Readme.md', heading: 'Log', operation: 'append', content: 'second' },
      { 'Readme.md': README.replace('first\r\n', 'first\r\nsecond\r\n') },
    ],
    [
      'gets a property, and keeps its comments',
      'patch_note',
      { path: 'Readme.md', property: 'due', operation: 'replace', value: '2026-12-01', create: true },
      { 'Readme.md': README.replace('tags: [a]\r\n', 'tags: [a]\r\ndue: 2026-12-01\r\n') },
    ],
    [
      'gets an item in a list',
      'patch_note',
      { path: 'Readme.md', property: 'tags', operation: 'append', value: 'b' },
      { 'Readme.md': README.replace('[a]', '[a, b]') },
    ],
    [
      'loses a property',
      'patch_note',
      { path: 'Readme.md', property: 'tags', operation: 'delete' },
      { 'Readme.md': README.replace('tags: [a]\r\n', '') },
    ],
    [
      'moves, and links follow',
      'move_note',
      { path: 'Readme.md', to: 'Start/Home.md' },
      { 'Readme.md': undefined, 'Start/Home.md': README, 'Index.md': 'See [[Home]] and [[Home#Log|log]].\n' },
    ],
    [
      'changes the case of its name',
      'move_note',
      { path: 'Readme.md', to: 'README.md' },
      { 'Readme.md': undefined, 'README.md': README },
    ],
    ['goes to the trash', 'move_note', { path: 'Readme.md' }, { 'Readme.md': undefined }],
    [
      'with broken front matter gets text',
      'write_note',
      { path: 'Broken.md', content: 'y', mode: 'append' },
      { 'Broken.md': `${FILES['Broken.md']}y\n` },
    ],
  ])('%s, and undo restores every byte', async (_what, name, args, after) => {
    await undone(name, args, () => {
      for (const [path, expected] of Object.entries(after)) expect([path, text(path)]).toEqual([path, expected]);
    });
  });

  it('says what it did as data', async () => {
    const path = 'New.md';
    const made = await vault.run('write_note', { path, content: 'x' });
    expect(made).toMatchObject({ deed: { verb: 'insert', object: 'note' }, summary: 'created New.md', table: null });
    const moved = await vault.run('move_note', { path, to: 'Old.md' });
    expect(moved).toMatchObject({ summary: 'moved New.md to Old.md', planned_moves: [{ from: path, to: 'Old.md' }] });
    const gone = await vault.run('move_note', { path: 'Old.md' });
    expect(gone).toMatchObject({ summary: 'deleted Old.md', plannedDeletes: ['Old.md'], note: null });
    const { migrations } = await vault.run('list_migrations', { limit: 3 });
    expect((migrations as readonly JsonObject[]).map(({ op }) => op)).toEqual(['move_note', 'move_note', 'write_note']);
  });

  it('is written only while it has the revision that was read', async () => {
    const { note } = await vault.run('write_note', { path: 'New.md', content: 'x' });
    const { revision } = note as { readonly revision: string };
    await vault.run('write_note', { path: 'New.md', content: 'y', if_revision: revision });
    for (const [name, args] of [
      ['write_note', { content: 'z' }],
      ['patch_note', { heading: [], operation: 'append', content: 'z' }],
      ['move_note', { to: 'Old.md' }],
    ] as const) {
      const error = await vault.refused(name, { path: 'New.md', ...args, if_revision: revision });
      expect([error.code, error.conflicts[0]?.code]).toEqual(['conflict', 'revision']);
    }
    const gone = await vault.refused('write_note', { path: 'None.md', content: 'z', if_revision: '*' });
    expect(gone.conflicts[0]?.message).toBe('the note is not there any more');
    expect(text('New.md')).toBe('y');
  });

  it.each<[string, string, JsonObject, string]>([
    ['that leaves the vault', 'write_note', { path: '../x.md', content: '' }, 'bad_request'],
    ['that is hidden', 'write_note', { path: '.obsidian/x.md', content: '' }, 'bad_request'],
    ['in the private state', 'write_note', { path: '.notedb/x.md', content: '' }, 'bad_request'],
    ['with a colon', 'write_note', { path: 'a:b.md', content: '' }, 'bad_request'],
    ['that is no Markdown', 'write_note', { path: 'photo.png', content: '' }, 'bad_request'],
    ['below a note', 'write_note', { path: 'Readme.md/x.md', content: '' }, 'bad_request'],
    ['in another case', 'write_note', { path: 'readme.md', content: '' }, 'conflict'],
    ['that is there', 'write_note', { path: 'Readme.md', content: '', mode: 'create' }, 'conflict'],
    ['with broken front matter', 'write_note', { path: 'Readme.md', content: '---\na: [\n---\n' }, 'refused'],
    [
      'that becomes a row',
      'write_note',
      { path: 'New.md', content: '---\ntable: main.default.tasks\n---\n' },
      'conflict',
    ],
    ['with half a surrogate pair', 'write_note', { path: 'New.md', content: '\uD800' }, 'bad_request'],
    [
      'that is not there',
      'patch_note',
      { path: 'None.md', heading: 'A', operation: 'append', content: 'x' },
      'not_found',
    ],
    [
      'without the heading',
      'patch_note',
      { path: 'Readme.md', heading: 'A', operation: 'append', content: 'x' },
      'refused',
    ],
    [
      'without the property',
      'patch_note',
      { path: 'Readme.md', property: 'x', operation: 'replace', value: 1 },
      'refused',
    ],
    [
      'with a text that is no list',
      'patch_note',
      { path: 'Readme.md', property: 'title', operation: 'append', value: 1 },
      'refused',
    ],
    [
      'whose front matter is broken',
      'patch_note',
      { path: 'Broken.md', property: 'a', operation: 'replace', value: 1 },
      'refused',
    ],
    ['without a target', 'patch_note', { path: 'Readme.md', operation: 'append', content: 'x' }, 'bad_request'],
    [
      'with two targets',
      'patch_note',
      { path: 'Readme.md', heading: 'Log', block: 'x', operation: 'append', content: 'x' },
      'bad_request',
    ],
    ['without content', 'patch_note', { path: 'Readme.md', heading: 'Log', operation: 'append' }, 'bad_request'],
    ['onto another', 'move_note', { path: 'Readme.md', to: 'Index.md' }, 'conflict'],
    ['out of the vault', 'move_note', { path: 'Readme.md', to: '../Index.md' }, 'bad_request'],
    ['of another kind', 'move_note', { path: 'Readme.md', to: 'Readme.txt' }, 'bad_request'],
    ['that was never there', 'move_note', { path: 'None.md', to: 'Some.md' }, 'not_found'],
  ])('%s is refused, and nothing changes', async (_what, name, args, code) => {
    const before = vault.tree();
    expect((await vault.refused(name, args)).code).toBe(code);
    expect(vault.tree()).toBe(before);
  });
});

describe('a row', () => {
  it('is changed as a note, and undone', async () => {
    await undone('patch_note', { path: ROW, heading: 'Plan', operation: 'append', content: 'y' }, () =>
      expect(text(ROW)).toContain('# Plan\nx\ny\n'),
    );
    await undone(
      'patch_note',
      { path: ROW, property: 'due', operation: 'replace', value: '2026-12-01', create: true },
      () => expect(text(ROW)).toContain('due: 2026-12-01\n'),
    );
  });

  it('is called as its values ask, as by update_row', async () => {
    const args = { path: ROW, content: (text(ROW) ?? '').replace('title: One', 'title: Two') };
    await undone('write_note', args, ({ note }) => {
      expect(note).toMatchObject({ path: 'notedb/main/default/tasks/Two.md' });
      expect(text('notedb/main/default/tasks/Two.md')).toContain('title: Two');
    });
  });

  it('moves and stays a row', async () => {
    await undone('move_note', { path: ROW, to: 'Elsewhere/One.md' }, () =>
      expect(text('Elsewhere/One.md')).toContain('One'),
    );
  });

  it('of a table with links stays where it is moved to', async () => {
    await vault.run('create_table', PEOPLE);
    await vault.run('add_column', { table: 'people', column: column('friend', 'link', { ref: 'people' }) });
    await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
    const ada = 'notedb/main/default/people/Ada.md';
    await undone('move_note', { path: ada, to: 'Elsewhere/Countess.md' }, ({ note }) => {
      expect(note).toMatchObject({ path: 'Elsewhere/Countess.md' });
      expect(text('Elsewhere/Countess.md')).toContain('name: Ada');
    });
  });

  const withText = (from: string | RegExp, to: string) => (): JsonObject => ({
    path: ROW,
    content: (text(ROW) ?? '').replace(from, to),
  });
  it.each<[string, string, () => JsonObject, string]>([
    ['an invalid value', 'write_note', withText(/status: .*/, 'status: don'), 'enum'],
    [
      'an invalid property',
      'patch_note',
      () => ({ path: ROW, property: 'estimate', operation: 'replace', value: 'many', create: true }),
      'type',
    ],
    ['a missing value', 'patch_note', () => ({ path: ROW, property: 'title', operation: 'delete' }), 'path'],
    ['an unknown key', 'write_note', withText('title:', 'more: 1\ntitle:'), 'unknown_column'],
    ['broken front matter', 'write_note', withText('title: One', 'title: ['), 'unparsable'],
    ['no id', 'write_note', withText(/id: .*\n/, ''), 'row'],
    ['no table', 'write_note', () => ({ path: ROW, content: 'x' }), 'row'],
    [
      'a place in its archive',
      'move_note',
      () => ({ path: ROW, to: 'notedb/main/default/tasks/_archive/One.md' }),
      'bad_request',
    ],
  ])('with %s is refused', async (_what, name, args, code) => {
    const before = vault.tree();
    const { violations, conflicts, ...error } = await vault.refused(name, args());
    expect([...violations, ...conflicts].map((each) => each.code).concat(error.code)).toContain(code);
    expect(vault.tree()).toBe(before);
  });

  it('that others link to does not go to the trash', async () => {
    await vault.run('write_note', { path: 'Index.md', content: 'See [[One]].' });
    const error = await vault.refused('move_note', { path: ROW });
    expect([error.code, error.conflicts[0]?.code]).toEqual(['conflict', 'restrict']);
  });
});

describe('read_note', () => {
  it('reads one section or one block', async () => {
    const section = (name: string): Promise<JsonObject> => vault.run('read_note', { path: 'Readme', section: name });
    expect(await section('Log')).toMatchObject({ content: '\r\nfirst\r\n\r\n', front_matter: { title: 'Home' } });
    const error = await vault.refused('read_note', { path: 'Readme', section: 'Nothing' });
    expect([error.code, error.hint]).toEqual(['not_found', "the note's headings: Log, End"]);
  });
});
