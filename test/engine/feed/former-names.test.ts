/** Who asks for a table by a name that it had before gets its events. docs/feed.md#former-names; D29 */

import { describe, expect, it } from 'vitest';
import type { Caller, JsonObject } from '../../../src/engine/index';
import { PEOPLE, TASKS, type TestVault, openVault } from '../open-vault';
import { Receiver, URL_OF_HOOK, pass, settle } from '../webhooks/receiver';

const TASKS_NAME = 'main.default.tasks';
const BY_HAND = '00000000-0000-4000-8000-0000000000ff';
const WORK_NAME = 'main.default.work';

const insert = (vault: TestVault, table: string, title: string, status = 'todo'): Promise<JsonObject> =>
  vault.run('insert_row', { table, values: { title, status } });

/** A row of each of the three names: One, Two by hand and Three. */
async function renamedTwice(vault: TestVault): Promise<TestVault> {
  await vault.run('create_table', PEOPLE);
  await vault.run('create_table', TASKS);
  await insert(vault, 'tasks', 'One');
  await vault.run('alter_table', { table: 'tasks', name: 'jobs' });
  const text = `---\ntable: main.default.jobs\nid: ${BY_HAND}\ntitle: Two\nstatus: todo\n---\n`;
  vault.host.external.write('notedb/main/default/jobs/Two.md', text);
  await vault.engine.rescan();
  await vault.run('alter_table', { table: 'jobs', name: 'work' });
  await insert(vault, 'work', 'Three');
  return vault;
}

const titlesOf = ({ changes }: JsonObject): readonly unknown[] =>
  (changes as readonly { changes: { title: { after: unknown } } }[]).map((event) => event.changes.title.after);

const EVERY = ['One', 'Two', 'Three'];

describe('list_changes by a former name', () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ['the whole name', { tables: [TASKS_NAME] }, EVERY],
    ['its last part, as everywhere', { tables: ['tasks'] }, EVERY],
    ['a name in between', { tables: ['jobs'] }, EVERY.slice(1)],
    ['two of its names', { tables: ['jobs', 'work'] }, EVERY.slice(1)],
    ['a filter of values', { tables: [TASKS_NAME], where: { status: 'todo' } }, EVERY],
    ['a filter of other values', { tables: [TASKS_NAME], where: { status: 'done' } }, []],
  ])('tells the events since then, and the present name: %s', async (_, args, titles) => {
    const vault = await renamedTwice(await openVault());
    const told = await vault.run('list_changes', { ...args, ops: ['insert'] });
    expect(titlesOf(told)).toEqual(titles);
    const [asked] = args['tables'] as readonly string[];
    expect(told['renamed_to']).toEqual({ [asked as string]: WORK_NAME });
    const again = await vault.restart();
    expect(await again.run('list_changes', { ...args, ops: ['insert'] })).toMatchObject({ changes: told['changes'] });
  });

  it('tells them after the table is gone too', async () => {
    const vault = await renamedTwice(await openVault());
    await vault.run('drop_table', { table: 'work', mode: 'archive' });
    expect(titlesOf(await vault.run('list_changes', { tables: ['tasks'], ops: ['insert'] }))).toEqual(EVERY);
  });

  it('means the table that has the name now, and of two tables that had it neither', async () => {
    const vault = await renamedTwice(await openVault());
    await vault.run('create_table', TASKS);
    const now = await vault.run('list_changes', { tables: ['tasks'], ops: ['insert'] });
    expect(now).not.toHaveProperty('renamed_to');
    await vault.run('create_table', { ...TASKS, schema: 'home', name: 'chores' });
    await vault.run('create_table', { ...TASKS, schema: 'club', name: 'chores' });
    await vault.run('alter_table', { table: 'home.chores', name: 'duties' });
    await vault.run('alter_table', { table: 'club.chores', name: 'favours' });
    expect(await vault.refused('list_changes', { tables: ['chores'] })).toMatchObject({ code: 'not_found' });
    expect(await vault.run('list_changes', { tables: ['club.chores'], limit: 0 })).toMatchObject({
      renamed_to: { 'club.chores': 'main.club.favours' },
    });
  });

  it('refuses an unknown column as by the present name', async () => {
    const vault = await renamedTwice(await openVault());
    const refused = await vault.refused('list_changes', { tables: ['tasks'], where: { statsu: 'todo' } });
    expect(refused).toMatchObject({ code: 'bad_request', hint: expect.stringContaining('status') as string });
  });
});

it('an app that may not see the present name is told of no rename', async () => {
  const vault = await renamedTwice(await openVault());
  const app = (...tables: readonly string[]): Caller => ({
    ...{ kind: 'app', id: 'x', name: 'one', ask: false, actor: null },
    permissions: new Set(['read']),
    tables,
  });
  const ask = (caller: Caller): Promise<JsonObject> =>
    vault.engine.run('list_changes', { tables: [TASKS_NAME], ops: ['insert'] }, caller);
  const told = await ask(app(TASKS_NAME));
  expect(titlesOf(told)).toEqual(['One']);
  expect(told).not.toHaveProperty('renamed_to');
  expect(JSON.stringify(told)).not.toMatch(/jobs|work/);
  expect(await ask(app(TASKS_NAME, 'main.default.jobs', WORK_NAME))).toMatchObject({
    renamed_to: { [TASKS_NAME]: WORK_NAME },
  });
  await expect(ask(app(WORK_NAME))).rejects.toMatchObject({ code: 'forbidden' });
});

describe('a call that waits', () => {
  it('tells the events of a table that is renamed meanwhile, at once', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.run('create_table', TASKS);
    const { head } = await vault.run('list_changes', { limit: 0 });
    const args = { since: head as number, tables: ['tasks'], ops: ['insert'], wait_ms: 10_000 };
    const answers: JsonObject[] = [];
    void vault.run('list_changes', args).then((answer) => answers.push(answer));
    await settle();
    await vault.run('alter_table', { table: 'tasks', name: 'work' });
    await settle();
    await insert(vault, 'work', 'One');
    await settle();
    // The clock did not move.
    expect(answers.map(titlesOf)).toEqual([['One']]);
    expect(answers).toMatchObject([{ renamed_to: { tasks: WORK_NAME } }]);
  });

  it('passes no event of a table that is renamed while the time runs out', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.run('create_table', TASKS);
    const { head } = await vault.run('list_changes', { limit: 0 });
    const args = { since: head as number, tables: ['tasks'], ops: ['insert'], wait_ms: 10_000 };
    const waiting = vault.run('list_changes', args);
    await settle();
    const renaming = vault.run('alter_table', { table: 'tasks', name: 'work' });
    vault.host.advance(10_000);
    await renaming;
    await insert(vault, 'work', 'One');
    const first = await waiting;
    const next = await vault.run('list_changes', { ...args, since: first['last'] as number, wait_ms: 0 });
    expect([...titlesOf(first), ...titlesOf(next)]).toEqual(['One']);
  });
});

describe('a webhook by a former name', () => {
  const deliveredTitles = (receiver: Receiver): readonly unknown[] =>
    receiver.requests.flatMap(({ body }) => titlesOf({ changes: [...body.events] }));

  async function hooked(args: JsonObject): Promise<{ vault: TestVault; receiver: Receiver; hook: JsonObject }> {
    const receiver = new Receiver();
    const vault = await renamedTwice(await openVault({ network: receiver.network }));
    const hook = await vault.run('create_webhook', { url: URL_OF_HOOK, ops: ['insert'], ...args });
    receiver.secret = hook['secret'] as string;
    return { vault, receiver, hook };
  }

  it.each<[string, JsonObject]>([
    ['all', {}],
    ['with a filter of values', { where: { status: 'todo' } }],
  ])('is sent the events of the table, those under its former names too: %s', async (_, filter) => {
    const { vault, receiver, hook } = await hooked({ tables: ['tasks'], since: 0, ...filter });
    expect(hook).toMatchObject({ filter: { tables: [WORK_NAME] }, renamed_to: { tasks: WORK_NAME } });
    await insert(vault, 'work', 'Four');
    await pass(vault, 1000);
    expect(deliveredTitles(receiver)).toEqual([...EVERY, 'Four']);
  });

  it('is sent nothing of a new table that takes the name', async () => {
    const { vault, receiver } = await hooked({ tables: [TASKS_NAME] });
    await vault.run('create_table', TASKS);
    await insert(vault, 'tasks', 'Other');
    await insert(vault, 'work', 'Four');
    await pass(vault, 1000);
    expect(deliveredTitles(receiver)).toEqual(['Four']);
  });

  it('is told the present name in a dry run too', async () => {
    const vault = await renamedTwice(await openVault());
    const planned = await vault.run('create_webhook', { url: URL_OF_HOOK, tables: ['tasks'], dry_run: true });
    expect(planned).toMatchObject({ id: null, renamed_to: { tasks: WORK_NAME } });
  });
});
