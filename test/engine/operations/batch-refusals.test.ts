/** The refusal of a batch lists the violations of every step, as data. docs/operations.md#batch; D5 */

import { describe, expect, it } from 'vitest';
import type { JsonObject, NotedbError } from '../../../src/engine/index';
import { PEOPLE, TASKS, type TestVault, openVault } from '../open-vault';

async function vault(): Promise<TestVault> {
  const opened = await openVault({});
  await opened.run('create_table', PEOPLE);
  await opened.run('create_table', TASKS);
  await opened.run('insert_row', { table: 'people', values: { name: 'Ada' } });
  return opened;
}

const task = (values: JsonObject): JsonObject => ({ op: 'insert_row', table: 'tasks', values });

/** `step code` of each violation and conflict. */
const listed = ({ violations, conflicts }: NotedbError): readonly string[] =>
  [...violations, ...conflicts].map(({ step, code }) => `${step} ${code}`);

describe('a batch with several bad steps', () => {
  const operations = [
    task({ title: 'One', status: 'tood' }),
    task({ title: 'Two' }),
    task({ title: 'Three', owner: '[[Adda]]' }),
    { op: 'update_row', table: 'tasks', path: 'Nowhere.md', set_values: { title: 'x' } },
    task({ title: 'Four', nope: 1 }),
  ];
  const all = ['0 enum', '2 broken_link', '4 unknown_column', '3 missing'];

  it.each([{}, { dry_run: true }])('is refused with the violations of all of them %j', async (more) => {
    const opened = await vault();
    const before = opened.tree();
    const error = await opened.refused('batch', { operations, ...more });
    expect(listed(error)).toEqual(all);
    expect(error.step).toEqual({ index: 0, rolledBack: [] });
    expect(error.message).toMatch(/^step 0 \(insert_row\): status/);
    expect(error.message).toContain('3 more steps are refused');
    expect(opened.tree()).toBe(before);
  });

  it('stages a step after a refused one on the state without it', async () => {
    const opened = await vault();
    const given = [
      task({ title: 'One', status: 'nope' }),
      // Only a row called One would stand in its way.
      task({ title: 'One' }),
      task({ title: 'Two', owner: 'Ghost' }),
      { op: 'update_rows', table: 'tasks', where: { title: 'One' }, set_values: { status: 'nope' }, expect_rows: 1 },
    ];
    expect(listed(await opened.refused('batch', { operations: given }))).toEqual(['0 enum', '2 broken_link', '3 enum']);
  });

  it('tells a step that was refused for no violation as a conflict', async () => {
    const opened = await vault();
    const error = await opened.refused('batch', {
      operations: [
        { op: 'create_table', ...PEOPLE, name: 'more', columns: [{ name: 'x', type: 'nope' }] },
        { op: 'insert_row', table: 'ghosts', values: {} },
        { op: 'insert_row', table: 'people', values: { name: 'Bo' } },
      ].slice(1),
    });
    expect([error.code, error.step?.index, listed(error)]).toEqual(['not_found', 0, ['0 not_found']]);
  });
});

describe('near names of a refusal', () => {
  it.each([
    ['a value of an enum', { title: 'T', status: 'tood' }, 'status', ['todo']],
    ['a column', { title: 'T', statsu: 'todo' }, 'statsu', ['status']],
    ['a row that a link means', { title: 'T', owner: '[[Adda]]' }, 'owner', ['Ada']],
  ])('are data: %s', async (_, values, column, near) => {
    const opened = await vault();
    const { violations } = await opened.refused('insert_row', { table: 'tasks', values });
    expect(violations.map((each) => [each.column, each.near])).toEqual([[column, near]]);
  });

  it('are absent where nothing is near', async () => {
    const opened = await vault();
    const { violations } = await opened.refused('insert_row', {
      table: 'tasks',
      values: { title: 'T', status: 'zzzzzz' },
    });
    expect(violations.map((each) => 'near' in each)).toEqual([false]);
  });
});
