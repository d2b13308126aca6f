/** A link that a call gives means the same row whichever row of the call comes first, also where the call makes, renames or moves it. docs/links.md */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import type { LinkSettings } from '../../../src/engine/ports/host';
import { type TestVault, column, openVault } from '../open-vault';

const at = (place: string): string => `notedb/main/default/people/${place}.md`;
const linkTo = (place: string): string => `[[${at(place).slice(0, -3)}]]`;

/** People in the folders of their cities; Ada, Cleo and Dan have namesakes elsewhere, so that links to them are paths. */
async function people(linkSettings?: LinkSettings): Promise<TestVault> {
  const files = { 'Ada.md': 'no row', 'Cleo.md': 'no row', 'Dan.md': 'no row' };
  const vault = await openVault(linkSettings === undefined ? { files } : { files, linkSettings });
  const columns = [
    column('key', 'integer', { unique: true }),
    column('name', 'string', { required: true }),
    column('city', 'string'),
    column('friend', 'link', { ref: 'self' }),
    column('friends', 'list', { items: { type: 'link', ref: 'self' } }),
    column('about', 'link'),
  ];
  await vault.run('create_table', { name: 'people', description: 'Somebody', partition: '{city}', columns });
  const insert = (key: number, name: string, city: string): Promise<JsonObject> =>
    vault.run('insert_row', { table: 'people', values: { key, name, city } });
  await insert(1, 'Ada', 'Ulm');
  await insert(2, 'Bob', 'Ulm');
  await insert(3, 'Cleo', 'Ulm');
  return vault;
}

/** Makes the call, with the dry run before it; all links are whole, and undo brings back each byte. */
async function made(vault: TestVault, name: string, args: JsonObject): Promise<void> {
  const before = vault.tree();
  const planned = await vault.run(name, { ...args, dry_run: true });
  const done = await vault.run(name, args);
  expect(planned['planned_moves']).toEqual(done['planned_moves']);
  expect(await vault.run('check_table', { table: 'people' })).toMatchObject({ ok: true });
  const after = vault.tree();
  const undone = await vault.run('undo_migration', { migration_id: done['migrationId'] as string });
  expect(vault.tree()).toBe(before);
  await vault.run('undo_migration', { migration_id: undone['migrationId'] as string });
  expect(vault.tree()).toBe(after);
}

const merged = (rows: readonly JsonObject[]): JsonObject => ({ table: 'people', on: ['key'], rows });

/** The same rows in both orders. */
const bothWays = (rows: readonly JsonObject[]): readonly (readonly JsonObject[])[] => [rows, [...rows].reverse()];

async function friendOf(vault: TestVault, place: string, key = 'friend'): Promise<unknown> {
  const { front_matter: values } = await vault.run('read_note', { path: at(place) });
  return (values as JsonObject)[key];
}

describe('a link that a call gives', () => {
  it('means a new row of a new name, also after that row was written once more for its own links', async () => {
    const vault = await people();
    const rows = Array.from({ length: 40 }, (_, i) => ({
      key: 100 + i,
      name: `New ${i}`,
      city: i === 39 ? 'Ulm' : 'Bonn',
      // By its path, which is written as the name alone; the last one by its name.
      friend: i < 30 ? linkTo(`Bonn/New ${(i + 17) % 39}`) : `[[New ${i - 30}]]`,
    }));
    await made(vault, 'merge_rows', merged(rows));
    expect(await friendOf(vault, 'Bonn/New 0')).toBe('[[New 17]]');
    expect(await friendOf(vault, 'Ulm/New 39')).toBe('[[New 9]]');
  });

  it.each(
    bothWays([
      { key: 9, name: 'Zoe', city: 'Ulm', friend: linkTo('Ulm/Ada') },
      { key: 1, city: 'Bonn' },
    ]),
  )('follows the row that the call moves, by its path (%#)', async (...rows) => {
    const vault = await people();
    await made(vault, 'merge_rows', merged(rows));
    expect(await friendOf(vault, 'Ulm/Zoe')).toBe(linkTo('Bonn/Ada'));
  });

  it.each(
    bothWays([
      { key: 9, name: 'Zoe', city: 'Ulm', friend: '[[Ada]]' },
      { key: 1, city: 'Bonn' },
    ]),
  )('follows the row that the call moves, by its name (%#)', async (...rows) => {
    const vault = await people();
    await made(vault, 'merge_rows', merged(rows));
    expect(await friendOf(vault, 'Ulm/Zoe')).toBe(linkTo('Bonn/Ada'));
  });

  it.each(
    bothWays([
      { key: 9, name: 'Zoe', city: 'Ulm', friend: 'Bob' },
      { key: 2, name: 'Rob' },
    ]),
  )('follows the row that the call renames (%#)', async (...rows) => {
    const vault = await people();
    await made(vault, 'merge_rows', merged(rows));
    expect(await friendOf(vault, 'Ulm/Zoe')).toBe('[[Rob]]');
  });

  it.each(
    bothWays([
      { key: 9, name: 'Zoe', city: 'Ulm', friend: '[[Dan|D]]' },
      { key: 8, name: 'Dan', city: 'Ulm' },
    ]),
  )('means the row that the call makes (%#)', async (...rows) => {
    const vault = await people();
    await made(vault, 'merge_rows', merged(rows));
    expect(await friendOf(vault, 'Ulm/Zoe')).toBe(`${linkTo('Ulm/Dan').slice(0, -2)}|D]]`);
  });

  const named = { key: 9, name: 'Zoe', city: 'Ulm', friend: '[[Bob]]' };
  const renames = [
    { key: 2, name: 'Rob' },
    { key: 3, name: 'Bob' },
  ];
  it.each([[[named, ...renames]], [[...renames, named]]])(
    'by a name means the row that has it afterwards (%#)',
    async (rows) => {
      const vault = await people();
      await made(vault, 'merge_rows', merged(rows));
      expect(await friendOf(vault, 'Ulm/Zoe')).toBe('[[Bob]]');
      expect(vault.text(at('Ulm/Bob'))).toContain('key: 3');
    },
  );

  it.each(
    bothWays([
      { key: 9, name: 'Zoe', city: 'Ulm', friend: linkTo('Ulm/Bob') },
      { key: 2, name: 'Rob' },
      { key: 3, name: 'Bob' },
    ]),
  )('by a path means the row that lay there before (%#)', async (...rows) => {
    const vault = await people();
    await made(vault, 'merge_rows', merged(rows));
    expect(await friendOf(vault, 'Ulm/Zoe')).toBe('[[Rob]]');
  });

  it.each(
    bothWays([
      { key: 9, name: 'Zoe', city: 'Ulm', friend: '[[Bob]]' },
      { key: 8, name: 'Bob', city: 'Bonn' },
    ]),
  )('is refused when the call makes another row of its name (%#)', async (...rows) => {
    const vault = await people();
    const error = await vault.refused('merge_rows', merged(rows));
    expect(error.violations).toMatchObject([{ path: at('Ulm/Zoe'), column: 'friend', code: 'ref' }]);
    expect(error.violations[0]?.message).toContain(`write ${linkTo('Bonn/Bob')} or ${linkTo('Ulm/Bob')}`);
  });

  it.each(
    bothWays([
      { key: 9, name: 'Zoe', city: 'Ulm', about: '[[Bob]]' },
      { key: 2, city: 'Bonn' },
    ]),
  )('follows in a column that takes any note (%#)', async (...rows) => {
    const vault = await people();
    await made(vault, 'merge_rows', merged([...rows, { key: 7, name: 'Ada', city: 'Rom' }]));
    expect(await friendOf(vault, 'Ulm/Zoe', 'about')).toBe('[[Bob]]');
  });

  it('stays as it is written in a list, whatever else the list gets', async () => {
    const vault = await people();
    await vault.run('insert_row', {
      table: 'people',
      values: { key: 9, name: 'Zoe', city: 'Ulm', friends: [linkTo('Ulm/Ada'), 'Bob'] },
    });
    const path = at('Ulm/Zoe');
    vault.host.external.write(path, (vault.text(path) ?? '').replace('"[[Bob]]"', "'[[Bob|b]]' # him"));
    await vault.engine.rescan();
    const rows = [
      { key: 9, friends: [linkTo('Ulm/Cleo'), linkTo('Ulm/Ada'), '[[Bob|b]]'] },
      { key: 1, city: 'Bonn' },
      { key: 3, city: 'Rom' },
    ];
    await made(vault, 'merge_rows', merged(rows));
    expect(await friendOf(vault, 'Ulm/Zoe', 'friends')).toEqual([linkTo('Rom/Cleo'), linkTo('Bonn/Ada'), '[[Bob|b]]']);
    expect(vault.text(path)).toContain("- '[[Bob|b]]' # him");
  });

  it('means what it says where two rows change places', async () => {
    const vault = await people();
    await vault.run('update_row', { table: 'people', path: at('Ulm/Cleo'), set_values: { city: 'Bonn', name: 'Ada' } });
    await vault.run('insert_row', {
      table: 'people',
      values: { key: 9, name: 'Zoe', city: 'Ulm', friends: [linkTo('Ulm/Ada')] },
    });
    const swap = [
      { key: 9, friends: [linkTo('Ulm/Ada'), linkTo('Bonn/Ada')], friend: linkTo('Bonn/Ada') },
      { key: 1, city: 'Rom' },
      { key: 3, city: 'Ulm' },
    ];
    await made(vault, 'merge_rows', merged(swap));
    expect(await friendOf(vault, 'Ulm/Zoe')).toBe(linkTo('Ulm/Ada'));
    expect(await friendOf(vault, 'Ulm/Zoe', 'friends')).toEqual([linkTo('Rom/Ada'), linkTo('Ulm/Ada')]);
  });

  it('may be the link of a row to one of those that update_rows moves with it', async () => {
    const vault = await people();
    const where = { key: { in: [2, 3] } };
    await made(vault, 'update_rows', {
      table: 'people',
      where,
      set_values: { city: 'Bonn', friend: linkTo('Ulm/Ada') },
    });
    await made(vault, 'update_rows', {
      table: 'people',
      where: { name: { in: ['Ada', 'Bob'] } },
      set_values: { city: 'Rom', about: linkTo('Bonn/Cleo') },
    });
    expect(await friendOf(vault, 'Rom/Bob')).toBe(linkTo('Rom/Ada'));
    expect(await friendOf(vault, 'Rom/Ada', 'about')).toBe(linkTo('Bonn/Cleo'));
  });

  it.each([
    ['shortest', 'Bob', 'Bob'],
    ['absolute', 'notedb/main/default/people/Ulm/Bob', 'notedb/main/default/people/Ulm/Bob'],
    ['relative', 'Bob', '../Ulm/Bob'],
  ] as const)('is written in each of many rows as the vault asks: %s', async (newLinkFormat, inUlm, inBonn) => {
    const vault = await people({ newLinkFormat, useMarkdownLinks: false });
    await made(
      vault,
      'merge_rows',
      merged([
        { key: 11, name: 'Xi', city: 'Ulm', about: '[[Bob]]' },
        { key: 12, name: 'Yo', city: 'Bonn', about: '[[Bob]]', friends: ['Bob', '[[Bob#Work|the boss]]'] },
        { key: 13, name: 'Zoe', city: 'Ulm', about: 'Bob', friend: '[[people/Ulm/Bob]]' },
      ]),
    );
    expect(await friendOf(vault, 'Ulm/Xi', 'about')).toBe(`[[${inUlm}]]`);
    expect(await friendOf(vault, 'Bonn/Yo', 'about')).toBe(`[[${inBonn}]]`);
    expect(await friendOf(vault, 'Bonn/Yo', 'friends')).toEqual([`[[${inBonn}]]`, `[[${inBonn}#Work|the boss]]`]);
    expect(await friendOf(vault, 'Ulm/Zoe', 'about')).toBe(`[[${inUlm}]]`);
    expect(await friendOf(vault, 'Ulm/Zoe')).toBe(`[[${inUlm}]]`);
  });

  it('follows the note that adopt_rows brings along', async () => {
    const vault = await people();
    vault.host.external.write('Inbox/Ada.md', '');
    vault.host.external.write('Inbox/Eve.md', '');
    await vault.engine.rescan();
    await made(vault, 'adopt_rows', {
      table: 'people',
      paths: ['Inbox/Ada.md', 'Inbox/Eve.md'],
      set_values: { city: 'Rom' },
      per_row: {
        'Inbox/Ada.md': { name: 'Ada', friend: 'Eve' },
        'Inbox/Eve.md': { name: 'Eve', friend: '[[Inbox/Ada]]' },
      },
      relocate: true,
    });
    expect(await friendOf(vault, 'Rom/Eve')).toBe(linkTo('Rom/Ada'));
    expect(await friendOf(vault, 'Rom/Ada')).toBe('[[Eve]]');
  });
});
