/** list_changes tells every change, with its values, by its number. Source: docs/feed.md; D10, D23 */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { hear } from '../commit/answers';
import { PEOPLE, type TestVault, onHost, openVault } from '../open-vault';

const FOLDER = 'notedb/main/default/people';
const ID = '11111111-1111-4111-8111-111111111111';

const note = (name: string, more = '', id = ID): string =>
  `---\ntable: main.default.people\nid: ${id}\nname: ${name}\n${more}---\n`;

type Event = JsonObject & { readonly seq: number; readonly op: string };

export async function feed(
  vault: TestVault,
  args: JsonObject = {},
): Promise<{ changes: readonly Event[]; last: number; head: number; gap: boolean }> {
  return (await vault.run('list_changes', args)) as never;
}

async function people(): Promise<TestVault> {
  const vault = await openVault();
  await vault.run('create_table', PEOPLE);
  for (const name of ['Ada', 'Grace']) await vault.run('insert_row', { table: 'people', values: { name } });
  return vault;
}

const ada = `${FOLDER}/Ada.md`;

const short = ({ op, table, path, from, mode, to, changes, body, rows }: Event): string =>
  JSON.stringify([
    op,
    table,
    path,
    ...(from === undefined ? [] : [{ from }]),
    ...(mode === undefined ? [] : [mode, to]),
    changes,
    ...(body === true ? ['body'] : []),
    ...(rows === undefined ? [] : [rows]),
  ])
    .replaceAll('main.default.', '')
    .replaceAll('notedb/main/default/', '');

const since = async (vault: TestVault, act: (vault: TestVault) => unknown): Promise<readonly Event[]> => {
  const { head } = await feed(vault, { limit: 0 });
  await act(vault);
  await vault.engine.rescan();
  return (await feed(vault, { since: head })).changes;
};

describe('a change tells its values, from memory and from the journal alike', () => {
  const CASES: readonly (readonly [string, (vault: TestVault) => unknown, readonly string[]])[] = [
    [
      'an insert',
      (v) => v.run('insert_row', { table: 'people', values: { name: 'Mo', born: '1990-01-02' } }),
      [
        '["insert","people","people/Mo.md",{"name":{"before":null,"after":"Mo"},"born":{"before":null,"after":"1990-01-02"}}]',
      ],
    ],
    [
      'an update',
      (v) => v.run('update_row', { table: 'people', path: ada, set_values: { email: 'a@b' } }),
      ['["update","people","people/Ada.md",{"email":{"before":null,"after":"a@b"}}]'],
    ],
    [
      'an update that renames',
      (v) => v.run('update_row', { table: 'people', path: ada, set_values: { name: 'Ida' } }),
      [
        '["update","people","people/Ida.md",{"path":{"before":"people/Ada.md","after":"people/Ida.md"},"name":{"before":"Ada","after":"Ida"}}]',
      ],
    ],
    [
      'a body',
      (v) => v.run('update_row', { table: 'people', path: ada, body: 'Hi' }),
      ['["update","people","people/Ada.md",{},"body"]'],
    ],
    [
      'a delete',
      (v) => v.run('delete_rows', { table: 'people', where: { name: 'Ada' }, mode: 'delete' }),
      ['["delete","people","people/Ada.md","delete",null,{"name":{"before":"Ada","after":null}}]'],
    ],
    [
      'archiving',
      (v) => v.run('delete_rows', { table: 'people', where: { name: 'Ada' } }),
      ['["delete","people","people/Ada.md","archive","people/_archive/Ada.md",{"name":{"before":"Ada","after":null}}]'],
    ],
    [
      'a table that is renamed',
      (v) => v.run('alter_table', { table: 'people', name: 'folk' }),
      [
        '["schema","folk",null,{"name":{"before":"people","after":"folk"}}]',
        '["move","folk","folk/Ada.md",{"path":{"before":"people/Ada.md","after":"folk/Ada.md"}}]',
        '["move","folk","folk/Grace.md",{"path":{"before":"people/Grace.md","after":"folk/Grace.md"}}]',
      ],
    ],
    [
      'a column that is renamed',
      (v) => v.run('rename_column', { table: 'people', from_column: 'name', to_column: 'called' }),
      [
        '["schema","people",null,{"column":{"before":"name","after":"called"}}]',
        '["update","people","people/Ada.md",{"name":{"before":"Ada","after":null},"called":{"before":null,"after":"Ada"}}]',
        '["update","people","people/Grace.md",{"name":{"before":"Grace","after":null},"called":{"before":null,"after":"Grace"}}]',
      ],
    ],
    [
      'a batch',
      (v) =>
        v.run('batch', {
          operations: [
            { op: 'insert_row', table: 'people', values: { name: 'Mo' } },
            { op: 'delete_rows', table: 'people', where: { name: 'Ada' }, mode: 'delete' },
          ],
        }),
      [
        '["delete","people","people/Ada.md","delete",null,{"name":{"before":"Ada","after":null}}]',
        '["insert","people","people/Mo.md",{"name":{"before":null,"after":"Mo"}}]',
      ],
    ],
    [
      'a view',
      (v) => v.run('create_view', { name: 'vw_all', description: 'All', query: { table: 'people' } }),
      ['["schema","vw_all",null,{"name":{"before":null,"after":"vw_all"}}]'],
    ],
    [
      'a comment on a catalog',
      (v) => v.run('comment_on', { catalog: 'main', description: 'Ours' }),
      ['["schema",null,null,{}]'],
    ],
    [
      'a hand edit',
      (v) => v.host.external.write(ada, (v.text(ada) ?? '').replace('name: Ada', 'name: Ida')),
      ['["update","people","people/Ada.md",{"name":{"before":"Ada","after":"Ida"}}]'],
    ],
    [
      'a body edited by hand',
      (v) => v.host.external.write(ada, `${v.text(ada) ?? ''}Hi\n`),
      ['["update","people","people/Ada.md",{},"body"]'],
    ],
    [
      'a note moved by hand',
      (v) => v.host.external.move(ada, 'Elsewhere.md'),
      ['["move","people","Elsewhere.md",{"path":{"before":"people/Ada.md","after":"Elsewhere.md"}}]'],
    ],
    [
      'a note archived by hand',
      (v) => v.host.external.move(ada, `${FOLDER}/_archive/Ada.md`),
      ['["delete","people","people/Ada.md","archive","people/_archive/Ada.md",{"name":{"before":"Ada","after":null}}]'],
    ],
    [
      'a note that is not a row any more',
      (v) => v.host.external.write(ada, (v.text(ada) ?? '').replace('table:', 'tabel:')),
      ['["delete","people","people/Ada.md","move","people/Ada.md",{"name":{"before":"Ada","after":null}}]'],
    ],
    [
      'a note deleted by hand',
      (v) => v.host.external.remove(ada),
      ['["delete","people","people/Ada.md","delete",null,{"name":{"before":"Ada","after":null}}]'],
    ],
    [
      'a note made by hand',
      (v) => v.host.external.write(`${FOLDER}/Mo.md`, note('Mo')),
      ['["insert","people","people/Mo.md",{"name":{"before":null,"after":"Mo"}}]'],
    ],
    [
      'a move to another table',
      async (v) => {
        await v.run('create_table', { ...PEOPLE, name: 'folk' });
        await v.run('move_rows', { table: 'people', to_table: 'folk', where: { name: 'Ada' }, relocate: true });
      },
      [
        '["schema","folk",null,{"name":{"before":null,"after":"folk"}}]',
        '["delete","people","people/Ada.md","move","folk/Ada.md",{"name":{"before":"Ada","after":null}}]',
        '["insert","folk","folk/Ada.md",{"from":"people/Ada.md"},{"name":{"before":null,"after":"Ada"}}]',
      ],
    ],
    [
      'another table key by hand',
      async (v) => {
        await v.run('create_table', { ...PEOPLE, name: 'folk' });
        v.host.external.write(ada, (v.text(ada) ?? '').replace('default.people', 'default.folk'));
      },
      [
        '["schema","folk",null,{"name":{"before":null,"after":"folk"}}]',
        '["delete","people","people/Ada.md","move","people/Ada.md",{"name":{"before":"Ada","after":null}}]',
        '["insert","folk","people/Ada.md",{"from":"people/Ada.md"},{"name":{"before":null,"after":"Ada"}}]',
      ],
    ],
  ];

  it.each(CASES)('%s', async (_, act, expected) => {
    const vault = await people();
    const changes = await since(vault, act);
    expect(changes.map(short)).toEqual(expected);
    const { changes: whole, gap } = await feed(vault);
    // A fresh process reads everything from the journal.
    vault.host.advance(5000);
    const restarted = await vault.restart();
    expect(await feed(restarted)).toMatchObject({ changes: whole, gap });
    expect(gap).toBe(false);
  });
});

describe('after a crash', () => {
  const write = (vault: TestVault, name: string): Promise<JsonObject> =>
    vault.run('insert_row', { table: 'people', values: { name } });

  it('has no gap, since the journal holds every change', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await write(vault, 'Ada');
    // Numbers are set aside for calls.
    await feed(vault, { ops: ['tool_call'] });
    const { head } = await feed(vault, { limit: 0 });
    const again = await onHost(vault.host.reboot());
    const page = await feed(again, { since: head });
    expect(page).toMatchObject({ changes: [], gap: false });
    expect(await feed(again)).toMatchObject({ gap: false });
    await write(again, 'Bo');
    expect((await feed(again, { since: page.last })).changes.map(({ op }) => op)).toEqual(['insert']);
  });

  it('tells edits of the time in between one by one', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    for (const name of ['Ada', 'Bo', 'Cy', 'Di']) await write(vault, name);
    const { head } = await feed(vault, { limit: 0 });
    // A checkpoint: notes that go from now on were taken away, and are not written again.
    await hear(vault, 11_000);
    const host = vault.host.reboot();
    const path = (name: string): string => `notedb/main/default/people/${name}.md`;
    host.external.write(path('Ada'), (host.external.text(path('Ada')) ?? '').replace('name: Ada', 'name: Ida'));
    host.external.write(path('Bo'), `${host.external.text(path('Bo')) ?? ''}by hand\n`);
    host.external.remove(path('Cy'));
    const again = await onHost(host);
    const page = await feed(again, { since: head });
    expect(page.gap).toBe(false);
    expect(page.changes.map(({ op, path: at, changes }) => [op, at, changes])).toMatchObject([
      ['delete', path('Cy'), {}],
      ['update', path('Ada'), { name: { before: 'Ada', after: 'Ida' } }],
      ['update', path('Bo'), {}],
    ]);
  });
});

describe('a copy that gets an id of its own', () => {
  const copy = `${FOLDER}/Ada 2.md`;

  it('comes with this id, and goes with it when that is undone, after a restart too', async () => {
    let vault = await people();
    vault.host.external.write(copy, vault.text(ada) ?? '');
    await hear(vault, 300);
    const { head } = await feed(vault, { limit: 0 });
    const { migrationId } = await vault.run('recompute_columns', { table: 'people', paths: [copy] });
    const { rows } = await vault.run('select_rows', { table: 'people', where: { path: copy } });
    const [{ id }] = rows as [JsonObject];
    await vault.run('undo_migration', { migration_id: migrationId as string });
    for (let time = 0; time < 2; time += 1) {
      const { changes } = await feed(vault, { since: head });
      expect(changes.map((event) => [event.op, event['path'], event['id']])).toEqual([
        ['insert', copy, id],
        ['delete', copy, id],
      ]);
      vault = await vault.restart();
    }
  });
});
