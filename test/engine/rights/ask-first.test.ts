/** An app that asks first writes when the owner allows it, and only what the owner was shown. docs/rights.md#ask-first; D12 */

import { beforeEach, describe, expect, it } from 'vitest';
import { type App, type Engine, type JsonObject, NotedbError, openEngine } from '../../../src/engine/index';
import { MemoryApprovals } from '../../memory-host/memory-approvals';
import { type MemoryHost, createMemoryHost } from '../../memory-host/memory-host';
import { checkedAnswer } from '../../answer-schemas';
import { PEOPLE, TASKS } from '../open-vault';

const asking = (more: Partial<App> = {}): App => ({
  kind: 'app',
  id: 'bot',
  name: 'Bot',
  permissions: new Set(['read', 'notes', 'write', 'schema', 'history', 'webhooks', 'admin']),
  tables: null,
  ask: true,
  actor: { harness: 'shell', model: 'm1' },
  ...more,
});

let approvals: MemoryApprovals;
let host: MemoryHost;
let engine: Engine;
/** What the app may do by the time that the owner has answered. */
let appNow: App | null;

beforeEach(async () => {
  approvals = new MemoryApprovals();
  host = createMemoryHost({ approvals });
  appNow = asking();
  engine = await openEngine(host, { apps: () => appNow });
  await engine.run('create_table', PEOPLE);
  await engine.run('create_table', { ...TASKS, history: true });
  await engine.run('insert_row', { table: 'tasks', values: { title: 'One' } });
  await engine.run('insert_row', { table: 'tasks', values: { title: 'Two' } });
});

/** The settled call; `questions` are there to be answered. */
async function call(name: string, args: JsonObject, caller = asking(), questions = 1): Promise<Outcome> {
  const before = approvals.requests.length;
  const outcome: Outcome = { value: null, error: null, done: Promise.resolve() };
  outcome.done = engine.run(name, args, caller).then(
    (value) => void (outcome.value = checkedAnswer(name, value)),
    (error: unknown) => {
      if (!(error instanceof NotedbError)) throw error;
      outcome.error = error;
    },
  );
  while (approvals.requests.length < before + questions && outcome.value === null && outcome.error === null) {
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return outcome;
}

interface Outcome {
  value: JsonObject | null;
  error: NotedbError | null;
  done: Promise<void>;
}

const titles = async (): Promise<readonly unknown[]> => {
  const { rows } = await engine.run('select_rows', {
    table: 'tasks',
    columns: ['title', 'status'],
    order_by: ['title'],
  });
  return (rows as readonly JsonObject[]).map((row) => [row['title'], row['status']]);
};

const setDone: JsonObject = { table: 'tasks', where: { title: 'One' }, set_values: { status: 'done' } };

describe('the question', () => {
  it('says who asks, what for, and shows the change', async () => {
    const asked = await call('update_rows', setDone);
    expect(approvals.requests).toEqual([
      {
        app: 'Bot',
        onBehalf: { harness: 'shell', model: 'm1', session: null },
        operation: 'update_rows',
        summary: expect.stringContaining('1') as string,
        steps: [],
        tables: ['main.default.tasks'],
        changed: 1,
        notes: [
          {
            kind: 'update',
            path: 'notedb/main/default/tasks/One.md',
            from: null,
            values: { status: { before: 'todo', after: 'done' } },
          },
        ],
        arguments: null,
        warnings: [],
        patience: 45_000,
      },
    ]);
    expect(await titles()).toEqual([
      ['One', 'todo'],
      ['Two', 'todo'],
    ]);
    approvals.answer(true);
    await asked.done;
    expect(asked.value).toMatchObject({ changed: 1, dryRun: false, migrationId: expect.any(String) as string });
    expect(await titles()).toEqual([
      ['One', 'done'],
      ['Two', 'todo'],
    ]);
    const { migrations } = await engine.run('list_migrations', { limit: 1 });
    expect(migrations).toMatchObject([{ actor: { app: 'Bot', harness: 'shell' } }]);
  });

  it.each<[string, JsonObject, JsonObject[]]>([
    [
      'insert_row',
      { table: 'tasks', values: { title: 'New' }, body: 'Some text' },
      [
        {
          kind: 'create',
          path: 'notedb/main/default/tasks/New.md',
          from: null,
          values: {
            title: { before: null, after: 'New' },
            status: { before: null, after: 'todo' },
            body: { before: null, after: 'Some text' },
          },
        },
      ],
    ],
    [
      'delete_rows',
      { table: 'tasks', where: { title: 'Two' } },
      [
        {
          kind: 'archive',
          path: 'notedb/main/default/tasks/_archive/Two.md',
          from: 'notedb/main/default/tasks/Two.md',
          values: {},
        },
      ],
    ],
    [
      'delete_rows',
      { table: 'tasks', where: { title: 'Two' }, mode: 'delete' },
      [{ kind: 'delete', path: 'notedb/main/default/tasks/Two.md', from: null, values: {} }],
    ],
    [
      'update_row',
      { table: 'tasks', path: 'notedb/main/default/tasks/Two.md', set_values: { title: 'Three' } },
      [
        {
          kind: 'move',
          path: 'notedb/main/default/tasks/Three.md',
          from: 'notedb/main/default/tasks/Two.md',
          values: { title: { before: 'Two', after: 'Three' } },
        },
      ],
    ],
  ])('shows what %s does', async (operation, args, notes) => {
    const asked = await call(operation, args);
    expect(approvals.requests[0]?.notes).toEqual(notes);
    approvals.answer(true);
    await asked.done;
    expect(asked.error).toBeNull();
  });

  it('shows five of many notes, and cuts the text of a new one', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => ({ title: `Row ${i}` }));
    await call('merge_rows', { table: 'tasks', rows, on: ['title'] });
    expect(approvals.requests[0]).toMatchObject({ changed: 12 });
    expect(approvals.requests[0]?.notes).toHaveLength(5);
    await call('insert_row', { table: 'tasks', values: { title: 'Long' }, body: 'x'.repeat(5000) });
    expect(JSON.stringify(approvals.requests[1]?.notes).length).toBeLessThan(1500);
  });

  it('shows the owner values that the app may not read, and rows that it may not see', async () => {
    await engine.run('update_rows', { ...setDone, set_values: { estimate: 5 } });
    const asked = await call('update_rows', setDone, asking({ permissions: new Set(['write']) }));
    expect(approvals.requests[0]?.notes[0]?.values).toEqual({ status: { before: 'todo', after: 'done' } });
    appNow = asking({ permissions: new Set(['write']) });
    approvals.answer(true);
    await asked.done;
    expect(asked.value).toMatchObject({ plannedUpdates: [{ changes: {} }] });
  });
});

describe('the answer', () => {
  const refused = 'nothing was written';

  it('no is a 403 with a hint', async () => {
    const asked = await call('update_rows', setDone);
    approvals.answer(false);
    await asked.done;
    expect(asked.error).toMatchObject({ code: 'forbidden', hint: expect.stringContaining('owner') as string });
    expect(asked.error?.message).toContain(refused);
    expect(await titles()).toContainEqual(['One', 'todo']);
  });

  it('none within 45 s is a 403, and the question is withdrawn', async () => {
    const asked = await call('update_rows', setDone);
    host.advance(44_999);
    await Promise.resolve();
    expect(approvals.requests).toHaveLength(1);
    host.advance(1);
    await asked.done;
    expect(asked.error).toMatchObject({ code: 'forbidden' });
    expect(asked.error?.message).toContain('within 45 s');
    expect([approvals.requests.length, approvals.withdrawn]).toEqual([0, 1]);
  });

  it('closing the vault denies what is asked, and closes at once', async () => {
    const asked = [await call('update_rows', setDone), await call('delete_rows', { table: 'tasks', where: {} })];
    await engine.close();
    await Promise.all(asked.map(({ done }) => done));
    expect(asked.map(({ error }) => error?.code)).toEqual(['forbidden', 'forbidden']);
    expect([approvals.requests.length, approvals.withdrawn]).toEqual([0, 2]);
  });

  it('a server that ends denies what is asked', async () => {
    const asked = await call('update_rows', setDone);
    engine.endWaits();
    await asked.done;
    expect(asked.error?.code).toBe('forbidden');
    expect(await titles()).toContainEqual(['One', 'todo']);
  });

  it('several questions are answered in any order, each for its own write', async () => {
    const first = await call('update_rows', setDone);
    const second = await call('insert_row', { table: 'tasks', values: { title: 'Three' } });
    approvals.answer(true, 1);
    await second.done;
    approvals.answer(false);
    await first.done;
    expect([first.error?.code, second.error]).toEqual(['forbidden', null]);
    expect(await titles()).toEqual([
      ['One', 'todo'],
      ['Three', 'todo'],
      ['Two', 'todo'],
    ]);
  });

  it('yes counts for nothing once the token is revoked', async () => {
    const asked = await call('update_rows', setDone);
    appNow = null;
    approvals.answer(true);
    await asked.done;
    expect(asked.error).toMatchObject({ code: 'forbidden' });
    expect(asked.error?.message).toContain('revoked');
    expect(await titles()).toContainEqual(['One', 'todo']);
  });

  it.each<[string, Partial<App>]>([
    ['a permission', { permissions: new Set(['read']) }],
    ['the table', { tables: ['main.default.people'] }],
  ])('yes counts for nothing once the app lost %s', async (_, lost) => {
    const asked = await call('update_rows', setDone);
    appNow = asking(lost);
    approvals.answer(true);
    await asked.done;
    expect(asked.error?.code).toBe('forbidden');
    expect(await titles()).toContainEqual(['One', 'todo']);
  });
});

describe('a question', () => {
  const insert = (title: string): JsonObject => ({ table: 'tasks', values: { title } });
  const asked = async (count: number): Promise<void> => {
    while (approvals.requests.length < count) await new Promise((resolve) => setTimeout(resolve, 0));
  };

  it.each<[string, JsonObject]>([
    ['insert_row', insert('Three')],
    ['vacuum_table', { table: 'tasks', dry_run: false }],
    ['create_webhook', { url: 'https://hook.example/' }],
  ])('about %s is withdrawn when its caller goes away, and nothing is written', async (operation, args) => {
    let leave: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => (leave = resolve));
    const { files } = host.image();
    const done = engine.run(operation, args, asking(), gone);
    await asked(1);
    leave();
    await expect(done).rejects.toMatchObject({ code: 'forbidden' });
    expect([approvals.requests, approvals.withdrawn]).toEqual([[], 1]);
    expect(host.image().files).toEqual(files);
  });

  it('is one of three of its token; the next is refused at once, another token asks', async () => {
    const calls = ['A', 'B', 'C'].map((title) => engine.run('insert_row', insert(title), asking()));
    await asked(3);
    const fourth = engine.run('insert_row', insert('D'), asking());
    await expect(fourth).rejects.toMatchObject({
      code: 'too_many_requests',
      hint: expect.stringContaining('batch') as string,
    });
    const other = engine.run('insert_row', insert('E'), asking({ id: 'other', name: 'Other' }));
    await asked(4);
    for (let open = 4; open > 0; open -= 1) approvals.answer(false);
    for (const each of [...calls, other]) await expect(each).rejects.toMatchObject({ code: 'forbidden' });
    const again = engine.run('insert_row', insert('D'), asking());
    await asked(1);
    approvals.answer(false);
    await expect(again).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('while the owner is asked', () => {
  it('reads and writes of others go on', async () => {
    const asked = await call('update_rows', setDone);
    await engine.run('insert_row', { table: 'tasks', values: { title: 'Other' } });
    expect(await engine.run('select_rows', { table: 'tasks' }, asking())).toMatchObject({ total: 3 });
    approvals.answer(true);
    await asked.done;
    expect(asked.error).toBeNull();
    expect(await titles()).toContainEqual(['One', 'done']);
  });

  it.each<[string, string, JsonObject]>([
    ['one of its notes', 'update_rows', { ...setDone, set_values: { estimate: 3 } }],
    ['which notes it touches', 'insert_row', { table: 'tasks', values: { title: 'Three', estimate: 1 } }],
    ['the definitions', 'add_column', { table: 'tasks', column: { name: 'more', type: 'string', description: 'd' } }],
  ])('a change of %s refuses the write that was allowed', async (_, operation, args) => {
    const asked = await call('update_rows', { table: 'tasks', where: {}, set_values: { status: 'done' } });
    await engine.run(operation, args);
    approvals.answer(true);
    await asked.done;
    expect(asked.error).toMatchObject({ code: 'refused', hint: expect.stringContaining('call it again') as string });
    expect(await titles()).toContainEqual(['One', 'todo']);
  });

  it('an edit by hand of one of its notes refuses it too', async () => {
    const asked = await call('update_rows', setDone);
    host.external.write(
      'notedb/main/default/tasks/One.md',
      '---\ntable: main.default.tasks\nid: x\ntitle: One\nstatus: doing\n---\n',
    );
    await engine.rescan();
    approvals.answer(true);
    await asked.done;
    expect(asked.error?.code).toBe('refused');
    expect(await titles()).toContainEqual(['One', 'doing']);
  });

  it('the first of two writes to one note stands against the second', async () => {
    const first = await call('update_rows', setDone);
    const second = await call('update_rows', { ...setDone, set_values: { status: 'doing' } });
    approvals.answer(true);
    approvals.answer(true);
    await Promise.all([first.done, second.done]);
    expect([first.error, second.error?.code]).toEqual([null, 'refused']);
  });
});

describe('nobody is asked', () => {
  it.each<[string, string, JsonObject]>([
    ['a dry run', 'update_rows', { ...setDone, dry_run: true }],
    ['a write that changes nothing', 'update_rows', { ...setDone, set_values: { status: 'todo' } }],
    ['a read', 'select_rows', { table: 'tasks' }],
    ['a dry run of upkeep', 'vacuum_table', { table: 'tasks' }],
    ['a dry run of a command', 'create_webhook', { url: 'https://hook.example/', dry_run: true }],
    ['the state of an index', 'sync_semantic_index', {}],
  ])('about %s', async (_, operation, args) => {
    const outcome = await call(operation, args);
    expect(outcome.error).toBeNull();
    expect(approvals.requests).toEqual([]);
  });

  it.each<[string, string, JsonObject, string]>([
    ['is refused anyway', 'update_rows', { ...setDone, set_values: { status: 'nope' } }, 'refused'],
    ['has bad arguments', 'update_rows', { table: 'tasks', rows: 1 }, 'bad_request'],
    ['names no table', 'update_rows', { ...setDone, table: 'nothing' }, 'not_found'],
    ['is a webhook to a bad address', 'create_webhook', { url: 'https://169.254.169.254/' }, 'refused'],
  ])('about a call that %s', async (_, operation, args, code) => {
    const outcome = await call(operation, args);
    await outcome.done;
    expect(outcome.error?.code).toBe(code);
    expect(approvals.requests).toEqual([]);
  });

  it('about what the token does not allow', async () => {
    const outcome = await call('update_rows', setDone, asking({ permissions: new Set(['read']) }));
    expect(outcome.error?.code).toBe('forbidden');
    const semantic = await call(
      'sync_semantic_index',
      { action: 'rebuild' },
      asking({ permissions: new Set(['read']) }),
    );
    expect(semantic.error?.code).toBe('forbidden');
    expect(approvals.requests).toEqual([]);
  });

  it('where nobody can be: that is a 403 at once', async () => {
    const alone = await openEngine(createMemoryHost());
    await alone.run('create_table', PEOPLE);
    const insert = alone.run('insert_row', { table: 'people', values: { name: 'A' } }, asking());
    await expect(insert).rejects.toMatchObject({
      code: 'forbidden',
      hint: expect.stringContaining('dry_run') as string,
    });
  });
});

describe('everything that writes asks', () => {
  const column = { name: 'note', type: 'string', description: 'd' };
  it.each<[string, JsonObject]>([
    ['create_table', { ...PEOPLE, name: 'others' }],
    ['add_column', { table: 'tasks', column }],
    ['batch', { operations: [{ op: 'insert_row', table: 'tasks', values: { title: 'B' } }] }],
    ['undo_migration', {}],
    ['restore_table', { table: 'tasks', version: 1 }],
    ['vacuum_table', { table: 'tasks', dry_run: false }],
    ['create_webhook', { url: 'https://hook.example/' }],
    ['configure_database', { timezone: 'Europe/Zurich' }],
  ])('%s', async (operation, args) => {
    let given = args;
    if (operation === 'undo_migration') {
      const { migrationId } = await engine.run('insert_row', { table: 'tasks', values: { title: 'Three' } });
      given = { migration_id: migrationId as string };
    }
    const tree = host.image().files;
    const denied = await call(operation, given);
    expect(approvals.requests).toHaveLength(1);
    approvals.answer(false);
    await denied.done;
    expect(denied.error?.code).toBe('forbidden');
    expect(host.image().files).toEqual(tree);
    const allowed = await call(operation, given);
    approvals.answer(true);
    await allowed.done;
    expect(allowed.error).toBeNull();
  });

  it('a call of the older interface', async () => {
    const done = engine.runOlder('insert_row', { table: 'tasks', values: { title: 'Old' } }, asking());
    while (approvals.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    approvals.answer(false);
    await expect(done).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('a batch, with its steps', async () => {
    const row = { op: 'insert_row', table: 'tasks', values: { title: 'B' } };
    const change = { op: 'update_rows', table: 'tasks', where: { title: 'B' }, set_values: { status: 'done' } };
    await call('batch', { operations: [row, change], summary: 'nothing to see' });
    expect(approvals.requests[0]).toMatchObject({ steps: ['insert_row', 'update_rows'], changed: 1 });
  });

  it('a webhook, with its address', async () => {
    await call('create_webhook', { url: 'https://hook.example/', tables: ['tasks'] });
    expect(approvals.requests[0]?.arguments).toMatchObject({ url: 'https://hook.example/', tables: ['tasks'] });
  });
});
