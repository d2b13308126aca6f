/** A view as a table of Markdown between two comments of a note. docs/publish.md#a-table-in-a-note */

import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { PEOPLE, TASKS, type TestVault, column, openVault } from '../open-vault';

const NOTE = 'Home.md';
const START = '<!-- notedb: view vw_open -->';
const END = '<!-- /notedb -->';
const MISSING = 'there is no view vw_open: its table is not renewed';

let vault: TestVault;
beforeEach(async () => {
  vault = await openVault();
  await vault.run('create_table', PEOPLE);
  await vault.run('create_table', TASKS);
  await vault.run('create_view', {
    name: 'vw_open',
    query: { table: 'tasks', where: { status: 'todo' }, order_by: 'title', columns: ['title', 'owner', 'estimate'] },
  });
  await insert('tasks', { title: 'Pay | rent', estimate: 2 });
});

const insert = (table: string, values: JsonObject): Promise<JsonObject> => vault.run('insert_row', { table, values });
const text = (path = NOTE): string => vault.text(path) ?? '';
const migrations = async (): Promise<JsonObject[]> =>
  (await vault.run('list_migrations', { limit: 100 }))['migrations'] as unknown as JsonObject[];

/** Time passes until nothing is to be renewed any more. */
async function settle(seconds = 8): Promise<void> {
  for (let i = 0; i < seconds * 4; i++) {
    vault.host.advance(250);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  }
}

async function edit(content: string, path = NOTE): Promise<void> {
  vault.host.external.write(path, content);
  await vault.engine.rescan();
}

const tableOf = (...rows: readonly string[]): string =>
  ['| title | owner | estimate |', '| --- | --- | ---: |', ...rows].join('\n');
const PAY = '| Pay \\| rent |  | 2 |';
const filled = (...rows: readonly string[]): string => `${START}\n\n${tableOf(...rows)}\n\n${END}`;

describe('a view between two comments', () => {
  it('is filled, follows its rows, and leaves every other byte', async () => {
    const [before, behind] = ['\ufeff---\ntags: [home]   # mine\n---\nSoon:\t \n\n', '\n\nlast line without a break'];
    await edit(`${before}${START}\n${END}${behind}`);
    await settle();
    expect(text()).toBe(`${before}${filled(PAY)}${behind}`);
    await insert('people', { name: 'Ada' });
    await insert('tasks', { title: 'Buy milk', owner: '[[Ada]]' });
    await settle(2);
    expect(text()).toBe(`${before}${filled('| Buy milk | [[Ada]] |  |', PAY)}${behind}`);
  });

  it('keeps the line breaks of Windows', async () => {
    await edit(`a\r\n${START}\r\nold\r\n${END}\r\nb`);
    await settle();
    expect(text()).toBe(`a\r\n${filled(PAY).replaceAll('\n', '\r\n')}\r\nb`);
  });

  it('is a write of its own in the history, once, and is undone to the byte', async () => {
    const written = `${START}\n${END}\n`;
    await edit(written);
    const count = (await migrations()).length;
    await settle();
    const [last, ...others] = await migrations();
    expect(others).toHaveLength(count);
    expect(last).toMatchObject({ op: 'write_note', actor: { harness: 'NoteDB table in a note' } });
    await vault.run('undo_migration', { migration_id: last?.['migration_id'] as string });
    await settle();
    expect(text()).toBe(written);
    // The next change renews it again.
    await insert('tasks', { title: 'Read' });
    await settle(2);
    expect(text()).toContain('| Read |');
  });

  it('follows what changed while nothing ran', async () => {
    await edit(`${START}\n${END}\n`);
    await settle();
    await vault.engine.close();
    const path = 'notedb/main/default/tasks/Pay - rent.md';
    const row = text(path).replace('estimate: 2', 'estimate: 5');
    vault.host.external.write(path, row);
    vault = await vault.restart();
    await settle();
    expect(text()).toBe(`${filled('| Pay \\| rent |  | 5 |')}\n`);
  });

  it('may stand in a row of its own table', async () => {
    const path = 'notedb/main/default/tasks/Mine.md';
    await vault.run('insert_row', {
      table: 'tasks',
      values: { title: 'Mine' },
      body: `${START}\n${END}\n`,
    });
    await settle();
    expect(text(path)).toContain(`\n${filled('| Mine |  |  |', PAY)}\n`);
    await vault.run('update_row', { table: 'tasks', path, set_values: { estimate: 3 } });
    await settle();
    expect(text(path)).toContain(`\n${filled('| Mine |  | 3 |', PAY)}\n`);
  });

  it('follows a table that is called otherwise, and its columns', async () => {
    await edit(`<!-- notedb: view people -->\n${END}\n<!--notedb:  view  main.default.people-->\n${END}\n`);
    await insert('people', { name: 'Ada' });
    await settle();
    await vault.run('alter_table', { table: 'people', name: 'friends' });
    await vault.run('rename_column', { table: 'friends', from_column: 'born', to_column: 'birthday' });
    await settle(2);
    const table = '\n\n| name | email | birthday |\n| --- | --- | --- |\n| Ada |  |  |\n\n';
    expect(text()).toBe(
      `<!-- notedb: view friends -->${table}${END}\n<!--notedb:  view  main.default.friends-->${table}${END}\n`,
    );
  });

  it('has labels, leaves hidden columns out, and shows at most 200 rows', async () => {
    await vault.run('create_view', {
      name: 'vw_open',
      query: { table: 'tasks', order_by: 'estimate', columns: ['title', 'estimate'] },
      display: {
        columns: [
          { name: 'title', label: 'What' },
          { name: 'estimate', hidden: true },
        ],
      },
      replace: true,
    });
    const rows = Array.from({ length: 202 }, (_, i) => ({ title: `T${i}` }));
    await vault.run('merge_rows', { table: 'tasks', on: ['title'], rows });
    await edit(`${START}\n${END}\n`);
    await settle();
    expect(text().split('\n').slice(2, 5)).toEqual(['| What |', '| --- |', '| Pay \\| rent |']);
    expect(text()).toContain(`|\n\n… and 3 more rows\n\n${END}\n`);
  });

  it('means from its note what links mean in theirs, and begins no comment and no property', async () => {
    await insert('people', { name: 'Ada' });
    await edit('somebody else', 'Other/Ada.md');
    await vault.run('add_column', { table: 'tasks', column: column('about', 'link') });
    await insert('tasks', { title: '<!-- x [a:: 1]', status: 'todo', owner: '[[notedb/main/default/people/Ada]]' });
    await edit(`${START}\n${END}\n`, 'Other/Home.md');
    await settle();
    expect(text('Other/Home.md')).toContain('| &lt;!-- x [a:&#58; 1] | [[notedb/main/default/people/Ada]] |  |');
  });
});

describe('left alone is', () => {
  it.each([
    ['a comment without the second one', `${START}\nmine\n`],
    ['a comment in code', `\`\`\`\n${START}\n${END}\n\`\`\`\n    ${START}\n    ${END}\n`],
    ['a comment within a line', `see ${START}\n${END}\n`],
    ['a view that is not there', `<!-- notedb: view vw_none -->\nmine\n${END}\n`],
    ['the front matter', `---\nx: |\n  ${START}\n${START}\n${END}\n---\nbody\n`],
  ])('%s', async (_what, content) => {
    await edit(content);
    await settle();
    expect(text()).toBe(content);
  });

  it('a note that somebody edits meanwhile: their text stays, with the table in it', async () => {
    await edit(`${START}\n${END}\n`);
    await settle();
    const theirs = `${text()}\nmine\n`;
    await insert('tasks', { title: 'Later' });
    vault.host.external.withhold();
    vault.host.external.write(NOTE, theirs);
    await settle(2);
    expect(text()).toContain('mine\n');
    await vault.engine.rescan();
    await settle(2);
    expect(text()).toBe(`${filled('| Later |  |  |', PAY)}\n\nmine\n`);
  });

  it('a view that is gone: its last rows stay, and the log says so once', async () => {
    await edit(`${START}\n${END}\n`);
    await settle();
    const last = text();
    await vault.run('drop_view', { view: 'vw_open' });
    await insert('tasks', { title: 'Later' });
    await settle();
    await insert('tasks', { title: 'Later still' });
    await settle();
    expect(text()).toBe(last);
    const said = vault.host.logger.entries.filter(({ event }) => event === 'table_in_note_not_renewed');
    expect(said.map(({ data }) => data)).toEqual([{ path: NOTE, detail: MISSING }]);
    expect((await vault.run('check_table'))['keptTables']).toEqual([{ path: NOTE, message: MISSING }]);
  });

  it('a missing second comment: check_table names the note, to those who may see it', async () => {
    await edit(`${START}\n\n| mine |\n`);
    await settle();
    const message = 'the table of vw_open has no second comment <!-- /notedb --> and is not renewed';
    expect(await vault.run('check_table')).toMatchObject({ ok: true, keptTables: [{ path: NOTE, message }] });
    expect(await vault.run('check_table', { table: 'tasks' })).not.toHaveProperty('keptTables');
    const app = { kind: 'app', id: 'a', name: 'Bot', tables: null, ask: false, actor: null } as const;
    const seen = await vault.engine.run('check_table', {}, { ...app, permissions: new Set(['read']) });
    expect(seen['keptTables']).toEqual([]);
    await edit('mine\n');
    await settle();
    expect((await vault.run('check_table'))['keptTables']).toEqual([]);
  });

  it('every note of a vault without such comments: none is read for them', async () => {
    await edit('plain text\n', 'Plain.md');
    await settle();
    vault.host.calls.reset();
    await insert('tasks', { title: 'New' });
    await settle();
    const reads = vault.host.calls.log.filter(({ port, method }) => port === 'vault' && method.startsWith('read'));
    // The text index reads what is new.
    expect(reads.map(({ method }) => method)).toEqual(['readMany']);
  });
});
