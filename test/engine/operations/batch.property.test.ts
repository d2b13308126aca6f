/** A batch leaves what its steps leave when they are called one by one; refused, it leaves no trace. Source: docs/operations.md#batch; D17. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotedbError, type JsonObject } from '../../../src/engine/index';
import { times, within } from '../../deep';
import { checkPlannedNotes } from '../../planned-notes';
import { PEOPLE, TASKS, type TestVault, column, openVault } from '../open-vault';

interface Step extends JsonObject {
  readonly op: string;
}

const NAMES = ['Ada', 'Bo', 'Cy', 'Di'] as const;
const name = fc.constantFrom(...NAMES);
const title = fc.constantFrom('A', 'B', 'C');
const people = (who: string): string => `notedb/main/default/people/${who}.md`;

const step: fc.Arbitrary<Step> = fc.oneof(
  name.map((who): Step => ({ op: 'insert_row', table: 'people', values: { name: who }, body: 'See [[Ada]].\n' })),
  fc
    .tuple(title, name)
    .map(([what, owner]): Step => ({ op: 'insert_row', table: 'tasks', values: { title: what, owner } })),
  fc
    .tuple(name, name)
    .map(([from, to]): Step => ({ op: 'update_row', table: 'people', path: people(from), set_values: { name: to } })),
  fc.tuple(title, title).map(([from, to]): Step => ({
    op: 'update_rows',
    table: 'tasks',
    where: { title: from },
    set_values: { title: to },
  })),
  fc.tuple(name, name, fc.constantFrom('a', 'b', null)).map(([first, second, email]): Step => ({
    op: 'merge_rows',
    table: 'people',
    on: ['name'],
    rows: [{ name: first, email }, ...(first === second ? [] : [{ name: second, born: '1900-01-01' }])],
  })),
  fc
    .record({
      table: fc.constantFrom('people', 'tasks', 'others'),
      where: fc.oneof(
        name.map((who) => ({ file_name: who })),
        title.map((what) => ({ file_name: what })),
      ),
      mode: fc.constantFrom('archive', 'delete'),
      on_referenced: fc.constantFrom('restrict', 'set_null', 'ignore'),
    })
    .map((args): Step => ({ op: 'delete_rows', ...args })),
  fc
    .tuple(fc.constantFrom(['people', 'others'], ['others', 'people']), name, fc.boolean())
    .map(([[table = '', to = ''], who, relocate]): Step => ({
      op: 'move_rows',
      table,
      to_table: to,
      where: { name: who },
      drop: ['email', 'born'],
      relocate,
    })),
  fc.constant<Step>({ op: 'create_table', name: 'others', description: 'Others', columns: [column('name', 'string')] }),
  fc.constantFrom('others', 'tasks').map((table): Step => ({ op: 'drop_table', table, mode: 'archive' })),
  fc.constantFrom<Step>(
    { op: 'rename_column', table: 'people', from_column: 'born', to_column: 'birthday' },
    { op: 'rename_column', table: 'people', from_column: 'birthday', to_column: 'born' },
    { op: 'drop_column', table: 'people', column: 'email' },
    { op: 'add_column', table: 'people', column: column('greeting', 'string', { generated: 'Hi {name}' }) },
    { op: 'alter_column', table: 'people', column: 'born', changes: { default: '2000-01-01', dense: true } },
    { op: 'rename_value', table: 'tasks', column: 'status', from_value: 'todo', to_value: 'open' },
    { op: 'recompute_columns', table: 'people' },
    { op: 'alter_table', table: 'tasks', name: 'others' },
    { op: 'alter_table', table: 'people', partition: '{name}' },
    { op: 'alter_table', table: 'people', partition: '', fields: { more: 1 } },
    { op: 'clone_table', source: 'people', target: 'others' },
    { op: 'comment_on', catalog: 'main', description: 'Main' },
    { op: 'create_view', name: 'vw_people', query: { table: 'people' }, replace: true },
    { op: 'drop_view', view: 'vw_people' },
  ),
);

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Files and what every table holds, ids aside. */
async function stateOf(vault: TestVault): Promise<string> {
  const { tables } = await vault.run('list_tables');
  const rows = await Promise.all(
    (tables as JsonObject[]).map(({ qualified }) => vault.run('select_rows', { table: qualified as string })),
  );
  return `${vault.tree()}\n${JSON.stringify(rows)}`.replace(UUID, '<uuid>');
}

async function vaultWithRows(): Promise<TestVault> {
  const vault = await openVault({ files: { 'See.md': '[[Ada]], [[Bo]] and [[A]]\n' } });
  await vault.run('create_table', PEOPLE);
  await vault.run('create_table', TASKS);
  for (const who of ['Ada', 'Bo']) await vault.run('insert_row', { table: 'people', values: { name: who } });
  await vault.run('insert_row', { table: 'tasks', values: { title: 'A', owner: 'Ada' } });
  return vault;
}

/** The steps that are accepted one by one, in a vault that they leave as they do. */
async function accepted(vault: TestVault, steps: readonly Step[]): Promise<readonly Step[]> {
  const taken: Step[] = [];
  for (const { op, ...args } of steps) {
    try {
      await vault.run(op, args);
      taken.push({ op, ...args });
    } catch (error) {
      if (!(error instanceof NotedbError)) throw error;
    }
  }
  return taken;
}

/** Null where the data of now stand against a step, though the batch would not be refused. */
async function dryRun(vault: TestVault, operations: readonly Step[]): Promise<JsonObject | null> {
  try {
    return await vault.run('batch', { operations, dry_run: true });
  } catch (error) {
    expect((error as NotedbError).hint).toContain('the batch itself would not be refused');
    return null;
  }
}

/** What the whole leaves, as both runs say it. */
const planOf = ({ steps: _steps, migrationId: _id, dryRun: _dryRun, notes: _notes, ...plan }: JsonObject): string =>
  JSON.stringify(plan).replace(UUID, '<uuid>');

const REFUSED: Step = { op: 'update_row', table: 'people', path: 'Nobody.md', set_values: {} };

describe('a batch', () => {
  it('leaves what its steps leave one by one, and is undone as one', { timeout: within(240_000) }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const [single, batched] = [await vaultWithRows(), await vaultWithRows()];
        const taken = await accepted(single, steps);
        const [before, tree] = [await stateOf(batched), batched.tree()];
        const error = await batched.refused('batch', { operations: [...taken, REFUSED] });
        expect(error.step).toEqual({ index: taken.length, rolledBack: taken.map((_, i) => i) });
        expect(await stateOf(batched)).toBe(before);
        const notes = batched.host.external.notes();
        const tried = await dryRun(batched, taken);
        expect(await stateOf(batched)).toBe(before);
        const done = await batched.run('batch', { operations: taken });
        if (tried !== null) {
          expect(planOf(tried)).toEqual(planOf(done));
          checkPlannedNotes(tried, done, { before: notes, after: batched.host.external.notes() });
        }
        const { migrationId } = done;
        const after = await stateOf(batched);
        expect(after).toBe(await stateOf(single));
        const opened = await batched.restart();
        expect(await stateOf(opened)).toBe(after);
        if (migrationId === null) return;
        const undo = await opened.run('undo_migration', { migration_id: migrationId as string });
        expect(opened.tree()).toBe(tree);
        await opened.run('undo_migration', { migration_id: undo['migrationId'] as string });
        expect(await stateOf(opened)).toBe(after);
      }),
      { numRuns: times(25, 1_000) },
    );
  });
});
