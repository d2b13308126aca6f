/** Who may write notes: a permission of its own, within the tables of the app, with the owner's yes where it asks. docs/rights.md#permissions */

import { beforeEach, describe, expect, it } from 'vitest';
import {
  type App,
  type Engine,
  type JsonObject,
  type NotedbError,
  type Permission,
  openEngine,
} from '../../../src/engine/index';
import { treeOf } from '../commit/crash-loop';
import { MemoryApprovals } from '../../memory-host/memory-approvals';
import { type MemoryHost, createMemoryHost } from '../../memory-host/memory-host';
import { column } from '../open-vault';

const app = (permissions: readonly Permission[], more: Partial<App> = {}): App => ({
  kind: 'app',
  id: 'bot',
  name: 'Bot',
  permissions: new Set(permissions),
  tables: null,
  ask: false,
  actor: null,
  ...more,
});

const OPEN = ['main.open.*'];
const narrow = app(['read', 'notes', 'notes_write', 'write', 'history'], { tables: OPEN });
const HIDDEN_ROW = 'notedb/main/closed/people/Anna.md';
const ARCHIVED = 'notedb/main/closed/people/_archive/Bob.md';
const OWN_ROW = 'notedb/main/open/tasks/First.md';

let approvals: MemoryApprovals;
let host: MemoryHost;
let engine: Engine;
beforeEach(async () => {
  approvals = new MemoryApprovals();
  host = createMemoryHost({ approvals, files: { 'Plain.md': '# Log\nSee [[Anna]].\n' } });
  engine = await openEngine(host, { apps: () => app(['notes', 'notes_write'], { ask: true }) });
  for (const [schema, name] of [
    ['closed', 'people'],
    ['open', 'tasks'],
  ] as const) {
    const columns = [column('name', 'string', { required: true })];
    await engine.run('create_table', { schema, name, description: name, filename: '{name}', columns });
  }
  for (const name of ['Anna', 'Bob']) await engine.run('insert_row', { table: 'people', values: { name } });
  await engine.run('delete_rows', { table: 'people', where: { name: 'Bob' } });
  await engine.run('insert_row', { table: 'tasks', values: { name: 'First' }, body: 'text' });
});

const outcome = (name: string, args: JsonObject, caller: App): Promise<string> =>
  engine.run(name, args, caller).then(
    () => 'done',
    (error: unknown) => (error as NotedbError).code,
  );
const patch = (path: string): [string, JsonObject] => [
  'patch_note',
  { path, heading: [], operation: 'append', content: 'x' },
];
const write = (path: string, content = 'x'): [string, JsonObject] => ['write_note', { path, content }];
const move = (path: string, to = 'Moved.md'): [string, JsonObject] => ['move_note', { path, to }];

describe('the permission notes_write', () => {
  const others: readonly Permission[] = ['read', 'notes', 'write', 'schema', 'history', 'webhooks', 'admin'];

  it.each([write('New.md'), patch('Plain.md'), move('Plain.md')])('is needed for %s', async (name, args) => {
    expect(await outcome(name, args, app(others))).toBe('forbidden');
    expect(await outcome(name, args, app(['notes_write']))).toBe('forbidden');
    expect(await outcome(name, args, app(['notes', 'notes_write']))).toBe('done');
  });

  it('is not enough for a note that is a row: that needs write as well', async () => {
    for (const [name, args] of [patch(OWN_ROW), move(OWN_ROW), write(OWN_ROW)]) {
      expect(await outcome(name, args, app(['read', 'notes', 'notes_write']))).toBe('forbidden');
    }
    expect(await outcome(...patch(OWN_ROW), app(['notes', 'notes_write', 'write']))).toBe('done');
  });

  it('gives no other right', async () => {
    const only = app(['notes_write']);
    expect(await outcome('read_note', { path: 'Plain.md' }, only)).toBe('forbidden');
    expect(await outcome('insert_row', { table: 'tasks', values: { name: 'x' } }, only)).toBe('forbidden');
    await expect(engine.files(only)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('an app with some tables', () => {
  it.each<[string, [string, JsonObject], string]>([
    ['patches a hidden row', patch(HIDDEN_ROW), 'not_found'],
    ['moves a hidden row', move(HIDDEN_ROW), 'not_found'],
    ['patches an archived note of a hidden table', patch(ARCHIVED), 'not_found'],
    ['moves an archived note of a hidden table', move(ARCHIVED), 'not_found'],
    ['writes in its place', write(ARCHIVED), 'refused'],
    ['moves a note onto a hidden row', move('Plain.md', HIDDEN_ROW), 'conflict'],
    ['names a hidden table in a note', write('New.md', '---\ntable: main.closed.people\n---\n'), 'forbidden'],
    ['names a table that there is not', write('New.md', '---\ntable: main.closed.nothing\n---\n'), 'forbidden'],
  ])('%s: as if it were not there', async (_what, [name, args], code) => {
    const before = treeOf(host.image());
    const error: NotedbError = await engine.run(name, args, narrow).then(
      () => {
        throw new Error('it was done');
      },
      (thrown: NotedbError) => thrown,
    );
    expect(error.code).toBe(code);
    expect(treeOf(host.image())).toBe(before);
    const told = JSON.stringify([error.message, error.hint, error.conflicts, error.violations]);
    const given = JSON.stringify(args);
    for (const word of ['Anna', 'Bob', 'people']) if (!given.includes(word)) expect(told).not.toContain(word);
  });

  it('is told the same of a hidden note and of none', async () => {
    const told = async (path: string): Promise<string> =>
      engine.run(...patch(path), narrow).then(
        () => 'done',
        ({ code, message, hint }: NotedbError) => JSON.stringify([code, message.replace(path, '…'), hint]),
      );
    const missing = await told('notedb/main/closed/people/Nobody.md');
    expect(await told(HIDDEN_ROW)).toBe(missing);
    expect(await told(ARCHIVED)).toBe(missing);
  });

  it('never writes over a hidden row', async () => {
    const before = treeOf(host.image());
    expect(await outcome(...write(HIDDEN_ROW), narrow)).toMatch(/^(forbidden|conflict|refused)$/);
    expect(treeOf(host.image())).toBe(before);
  });

  it('writes plain notes and rows of its own, and takes them back', async () => {
    const before = treeOf(host.image());
    for (const [name, args] of [write('New.md'), patch('Plain.md'), move('Plain.md'), patch(OWN_ROW)]) {
      const { migrationId } = await engine.run(name, args, narrow);
      await engine.run('undo_migration', { migration_id: migrationId as string }, narrow);
      expect(treeOf(host.image())).toBe(before);
    }
  });
});

it('an app that asks first writes a note when the owner allows it', async () => {
  const asking = app(['notes', 'notes_write'], { ask: true });
  const before = treeOf(host.image());
  const ask = async (isAllowed: boolean): Promise<string> => {
    const done = outcome(...patch('Plain.md'), asking);
    while (approvals.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    expect(approvals.requests[0]).toMatchObject({
      operation: 'patch_note',
      summary: 'changed Plain.md',
      changed: 1,
      notes: [{ kind: 'update', path: 'Plain.md', values: { body: expect.anything() as unknown } }],
    });
    approvals.answer(isAllowed);
    return done;
  };
  expect(await ask(false)).toBe('forbidden');
  expect(treeOf(host.image())).toBe(before);
  expect(await ask(true)).toBe('done');
  expect(await host.vault.read('Plain.md')).toBe('# Log\nSee [[Anna]].\nx\n');
});
