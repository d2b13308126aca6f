/** What an app is told of its writes, done or refused, comes from what it may see. docs/rights.md#writes; D13, D22 */

import { beforeEach, describe, expect, it } from 'vitest';
import { type App, type Engine, type JsonObject, NotedbError, openEngine } from '../../../src/engine/index';
import { type MemoryHost, createMemoryHost } from '../../memory-host/memory-host';
import { beforeCall, settle } from '../commit/before-call';

const ALL = ['read', 'notes', 'write', 'schema', 'history', 'webhooks'] as const;
const app = (permissions: readonly (typeof ALL)[number][] = ALL): App => ({
  kind: 'app',
  id: 'bot',
  name: 'Bot',
  permissions: new Set(permissions),
  tables: ['main.default.tasks'],
  ask: false,
  actor: null,
});
const APPS: readonly (readonly [string, App])[] = [
  ['with notes', app()],
  ['without notes', app(['read', 'write', 'schema', 'history'])],
  ['that only writes', app(['write'])],
];

const ID = (count: number): string => `11111111-1111-4111-8111-${String(count).padStart(12, '0')}`;
const column = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  type: 'string',
  description: name,
  ...more,
});

let host: MemoryHost;
let engine: Engine;
beforeEach(async () => {
  host = createMemoryHost();
  engine = await openEngine(host);
  const table = (name: string, columns: readonly JsonObject[]): Promise<JsonObject> =>
    engine.run('create_table', { name, description: name, filename: '{title}', columns });
  const title = column('title', { required: true });
  await table('secrets', [title, column('about', { type: 'link' })]);
  await table('gone', [title]);
  await engine.run('define_base', { name: 'base_secret', description: 'Secret', columns: [column('pin')] });
  await engine.run('set_table_bases', { table: 'secrets', bases: ['base_secret'] });
  await table('tasks', [
    title,
    column('status', { type: 'enum', values: ['todo', 'done'] }),
    column('secrets', { type: 'integer' }),
    column('code', { unique: true }),
  ]);
  await engine.run('insert_row', { table: 'tasks', values: { title: 'Plan', status: 'todo', code: 'a' } });
  await engine.run('insert_row', { table: 'tasks', values: { title: 'Other', code: 'b' } });
  const hidden = (title: string, table: string): void =>
    host.external.write(
      `Private/${title}.md`,
      `---\ntable: main.default.${table}\nid: ${ID(title.length)}\ntitle: ${title}\n---\n-password of [[Plan]]\n`,
    );
  hidden('Live', 'secrets');
  await engine.run('insert_row', { table: 'gone', values: { title: 'Dropped' }, body: 'key of [[Plan]]' });
  await engine.run('drop_table', { table: 'gone', mode: 'archive' });
  host.external.write(
    'notedb/main/default/secrets/_archive/Arch.md',
    `---\ntable: main.default.secrets\nid: ${ID(1)}\ntitle: Arch\n---\n-password of [[Plan]]\n`,
  );
  host.external.write('Private/Broken.md', `---\ntable: main.default.secrets\n\tbad: [\n---\n-password of [[Plan]]\n`);
  await settle(10);
  host.advance(50);
  await settle(2000);
});

const HIDDEN_PARTS = /password|key of|Private|Dropped|Arch|Broken|Live|secrets\/|main\.default\.(?:secrets|gone)/;

/** The answer or the refusal, as the app gets it. */
async function answer(operation: string, args: JsonObject, caller: App): Promise<string> {
  try {
    return JSON.stringify(await engine.run(operation, args, caller));
  } catch (error) {
    if (!(error instanceof NotedbError)) throw error;
    const { code, message, hint, violations, conflicts } = error;
    return JSON.stringify({ code, message, hint, violations, conflicts });
  }
}

const HIDDEN_FILES = ['Private/Live.md', 'Private/Broken.md', 'notedb/main/default/secrets/_archive/Arch.md'] as const;

const renamed = { table: 'tasks', where: { title: 'Plan' }, set_values: { title: 'Scheme' } };

describe.each(APPS)('an app %s', (_, caller) => {
  it.each<[string, JsonObject]>([
    ['update_rows', { ...renamed, dry_run: true }],
    ['batch', { operations: [{ op: 'update_rows', ...renamed }], dry_run: true }],
    ['alter_table', { table: 'tasks', filename: 'x {title}', dry_run: true }],
    ['delete_rows', { table: 'tasks', where: { title: 'Plan' }, on_referenced: 'restrict', dry_run: true }],
    ['delete_rows', { table: 'tasks', where: { title: 'Plan' }, on_referenced: 'set_null', dry_run: true }],
    ['update_rows', renamed],
  ])('is told nothing of hidden notes by %s %j', async (operation, args) => {
    expect(await answer(operation, args, caller)).not.toMatch(HIDDEN_PARTS);
  });

  it('is told nothing of them by the history and the undo of its own rename', async () => {
    await engine.run('update_rows', renamed, caller);
    const list = await answer('list_migrations', {}, caller);
    expect(list).not.toMatch(HIDDEN_PARTS);
    const { migrations } = await engine.run('list_migrations', { op: 'update_rows' });
    const id = (migrations as readonly JsonObject[])[0]?.['id'] as string;
    expect(await answer('undo_migration', { migration_id: id, dry_run: true }, caller)).not.toMatch(HIDDEN_PARTS);
    expect(await answer('undo_migration', { migration_id: id }, caller)).not.toMatch(HIDDEN_PARTS);
  });

  it('is told nothing of hidden notes that are gone by now', async () => {
    const told = JSON.parse(await answer('update_rows', renamed, caller)) as JsonObject;
    for (const path of [...HIDDEN_FILES, 'notedb/main/default/gone/_archive/Dropped.md']) {
      host.external.remove(path);
      await engine.rescan();
    }
    expect(await answer('list_migrations', {}, caller)).not.toMatch(HIDDEN_PARTS);
    for (const dry_run of [true, false]) {
      const undone = await answer('undo_migration', { migration_id: told['migrationId'] as string, dry_run }, caller);
      expect(undone).not.toMatch(HIDDEN_PARTS);
    }
  });

  it('is told of its refused undo what stands against it among what it sees', async () => {
    await engine.run('update_rows', { table: 'tasks', where: { title: 'Other' }, set_values: { code: '[[Plan]]' } });
    const told = JSON.parse(await answer('update_rows', renamed, caller)) as JsonObject;
    host.external.remove('notedb/main/default/tasks/Scheme.md');
    await engine.rescan();
    const undone = await answer('undo_migration', { migration_id: told['migrationId'] as string }, caller);
    expect(undone).not.toMatch(HIDDEN_PARTS);
  });

  it('undoes no part that it does not see', async () => {
    const told = JSON.parse(await answer('update_rows', renamed, caller)) as JsonObject;
    const undo = (path: string): Promise<string> =>
      answer('undo_migration', { migration_id: told['migrationId'] as string, paths: [path], dry_run: true }, caller);
    const unknown = (await undo('Private/Nope.md')).replaceAll('Private/Nope.md', '…');
    for (const path of [...HIDDEN_FILES, 'notedb/main/default/gone/_archive/Dropped.md'])
      expect((await undo(path)).replaceAll(path, '…')).toBe(unknown);
  });

  it('learns no name by quoting it: a refusal is the same for what there is and what there is not', async () => {
    const told = async (word: string): Promise<string> => {
      const calls: readonly [string, JsonObject][] = [
        ['insert_row', { table: 'tasks', values: { title: 'New', status: word }, dry_run: true }],
        ['insert_row', { table: 'tasks', values: { title: 'New', code: word, [word]: 1 }, dry_run: true }],
        ['update_rows', { table: 'tasks', where: { title: word }, set_values: { status: word }, dry_run: true }],
        ['adopt_rows', { table: 'tasks', paths: [word], dry_run: true }],
        ['set_table_bases', { table: 'tasks', bases: [word], dry_run: true }],
        [
          'batch',
          { operations: [{ op: 'insert_row', table: 'tasks', values: { title: 'New', status: word } }], dry_run: true },
        ],
      ];
      const answers = await Promise.all(calls.map(([operation, args]) => answer(operation, args, caller)));
      return answers.join('\n').replaceAll(word, '…');
    };
    for (const [there, not] of [
      ['gone', 'nope'],
      ['base_secret', 'base_nothing'],
      ['Private/Live.md', 'Private/Nope.md'],
      ['Private/Broken.md', 'Private/Nopeno.md'],
      ['notedb/main/default/secrets/_archive/Arch.md', 'notedb/main/default/secrets/_archive/Nope.md'],
    ] as const)
      expect(await told(there)).toBe(await told(not));
  });

  it('is told whole what is wrong with a column that is called as a hidden table', async () => {
    const told = await answer('insert_row', { table: 'tasks', values: { title: 'New', secrets: 'three' } }, caller);
    expect(JSON.parse(told)).toMatchObject({ code: 'refused', violations: [{ column: 'secrets', code: 'type' }] });
    expect(told).not.toContain('something outside');
  });
});

describe.each(HIDDEN_FILES)('the app is not told where %s', (path) => {
  const told = async (operation: string, args: JsonObject): Promise<JsonObject> => {
    const text = await answer(operation, args, app());
    expect(text).not.toMatch(HIDDEN_PARTS);
    return JSON.parse(text) as JsonObject;
  };
  const batch = { operations: [{ op: 'update_rows', ...renamed }] };

  it.each([true, false])("can't be read, dry_run %s", async (dry_run) => {
    host.faults.failWhile((call) => call.port === 'vault' && call.path === path, 'EACCES');
    const calls = [
      ['update_rows', { ...renamed, dry_run }],
      ['batch', { ...batch, dry_run }],
    ] as const;
    for (const [operation, args] of calls)
      expect(await told(operation, args)).toMatchObject({
        code: 'unavailable',
        hint: expect.stringMatching(/repeat/) as string,
      });
  });

  it("can't be written", async () => {
    host.faults.failWhile((call) => call.mutates && call.path === path, 'EIO');
    expect(await told('update_rows', renamed)).toMatchObject({ code: 'unavailable' });
  });

  it.each([
    ['is changed', () => host.external.write(path, 'anything else')],
    ['is removed', () => host.external.remove(path)],
  ])('%s while it is written', async (_, change) => {
    beforeCall(host, { name: 'vault.replace', path }, change);
    expect(await told('update_rows', renamed)).toMatchObject({
      code: 'conflict',
      conflicts: [{ path: null, code: 'changed' }],
      hint: expect.stringMatching(/repeat/) as string,
    });
  });
});

it('an app is told which of its own notes is changed while it is written', async () => {
  const path = 'notedb/main/default/tasks/Other.md';
  beforeCall(host, { name: 'vault.replace', path }, () => host.external.write(path, 'anything else'));
  const told = await answer(
    'update_rows',
    { table: 'tasks', where: { title: 'Other' }, set_values: { code: 'c' } },
    app(),
  );
  expect(JSON.parse(told)).toMatchObject({ code: 'conflict', conflicts: [{ path, code: 'changed' }] });
});

describe('warnings that are about something hidden', () => {
  const dropped = { op: 'drop_column', table: 'tasks', column: 'code' };

  it.each([true, false])('are not among those of a batch, dry_run %s', async (dry_run) => {
    await engine.run('create_view', { name: 'vw_secret', query: { table: 'tasks', columns: ['title', 'code'] } });
    const batch = { operations: [dropped, { op: 'insert_row', table: 'tasks', values: { title: 'New' } }], dry_run };
    const told = await answer('batch', batch, app());
    expect(JSON.parse(told)).toMatchObject({ warnings: [], dryRun: dry_run });
    expect(told).not.toContain('vw_secret');
  });

  it('do not keep the others from being told', async () => {
    const [secret, open] = ['vw_secret', 'vw_open'];
    for (const name of [secret, open])
      await engine.run('create_view', { name, query: { table: 'tasks', columns: ['title', 'code'] } });
    const caller = { ...app(), tables: ['main.default.tasks', `main.default.${open}`] };
    for (const [operation, args] of [
      ['batch', { operations: [dropped], dry_run: true }],
      ['drop_column', { table: 'tasks', column: 'code' }],
    ] as const) {
      const { warnings } = JSON.parse(await answer(operation, args, caller)) as { warnings: string[] };
      expect(warnings).toEqual([expect.stringContaining(`${open} can't be read`) as string]);
    }
  });
});

it('adopt_rows asks for notes before it plans', async () => {
  const [, caller] = APPS[1] ?? ['', app()];
  const told = await Promise.all(
    ['Private/Live.md', 'Private/Nope.md'].map((path) =>
      answer('adopt_rows', { table: 'tasks', paths: [path] }, caller),
    ),
  );
  expect(told.map((each) => (JSON.parse(each) as JsonObject)['code'])).toEqual(['forbidden', 'forbidden']);
});

describe('a base that only hidden tables use', () => {
  it('is unknown', async () => {
    const unknown = await answer('select_rows', { table: 'base:base_nothing' }, app());
    expect((await answer('select_rows', { table: 'base:base_secret' }, app())).replaceAll('base_secret', '…')).toBe(
      unknown.replaceAll('base_nothing', '…'),
    );
    expect(await answer('describe_database', {}, app())).not.toContain('base_secret');
  });

  it('is known with the rows of the own tables alone where these use it too', async () => {
    await engine.run('set_table_bases', { table: 'tasks', bases: ['base_secret'] });
    const { rows } = await engine.run('select_rows', { table: 'base:base_secret', columns: ['path'] }, app());
    expect((rows as readonly JsonObject[]).map(({ path }) => path)).toEqual([
      'notedb/main/default/tasks/Other.md',
      'notedb/main/default/tasks/Plan.md',
    ]);
  });
});

it('a header never hides the writes of an app under the name of another', async () => {
  const { head } = await engine.run('list_changes', { limit: 0 });
  const other: App = { ...app(), name: 'Other', actor: { harness: 'Bot', session: 'Bot' } };
  await engine.run('insert_row', { table: 'tasks', values: { title: 'By another' } }, other);
  const seen = async (exclude: string, caller: App): Promise<number> => {
    const { changes } = await engine.run('list_changes', { since: head as number, exclude_actor: exclude }, caller);
    return (changes as readonly JsonObject[]).length;
  };
  expect([await seen('Bot', app()), await seen('Other', app()), await seen('harness:Bot', app())]).toEqual([1, 0, 0]);
});

it('a refused change of definitions says why, as to the owner', async () => {
  const told = await answer('add_column', { table: 'tasks', column: column('code') }, app());
  expect(JSON.parse(told)).toMatchObject({ message: expect.stringContaining('code') as string });
  expect(told).not.toMatch(/metastore|something outside/);
  const rename = { table: 'tasks', column: 'status', changes: { values: ['done'] } };
  const refused = await answer('alter_column', rename, app());
  expect(refused).toContain('"todo\\" is not allowed');
});
