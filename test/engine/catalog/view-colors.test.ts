/** What create_view says of color rules. docs/sources-and-views.md#colors */

import { describe, expect, it } from 'vitest';
import { colorProblems, newColorFilters } from '../../../src/engine/catalog/spec/view-colors';
import { column, openVault } from '../open-vault';

const messages = (...args: Parameters<typeof colorProblems>): readonly string[] =>
  colorProblems(...args).map(({ message }) => message);
const RULE = { where: { done: true }, color: 'green' };

it('finds nothing wrong with rules for rows and cells', () => {
  expect(messages({ colors: [RULE, { ...RULE, column: 'due' }, { ...RULE, column: null }] }, null)).toEqual([]);
  expect(messages({ colors: null }, null)).toEqual([]);
  expect(messages(null, null)).toEqual([]);
});

it.each([
  [{ colors: 'red' }, ['display: colors must be a list of rules']],
  [{ colors: ['red'] }, ['display: color rule 1 must be an object {where, color, column}']],
  [{ colors: [RULE, { color: 'red' }] }, ['display: color rule 2: where: a filter is missing']],
  [{ colors: [{ where: {} }] }, ['display: color rule 1: color: a color is missing']],
  [
    { colors: [{ ...RULE, color: 'mauve' }] },
    ['display: color rule 1: color must be one of blue, green, orange, purple, cyan, pink, yellow, red'],
  ],
  [{ colors: [{ ...RULE, colour: 'red' }] }, ['display: color rule 1: unknown key "colour"; did you mean "color"?']],
])('says what is wrong with %j', (display, said) => {
  expect(messages(display, null)).toEqual(said);
});

it('keeps what another version wrote, and judges what is new', () => {
  const before = { colors: [{ tint: 1 }] };
  expect(messages({ ...before, layout: 'list' }, before)).toEqual([]);
  expect(newColorFilters({ colors: [RULE] }, before)).toEqual([RULE.where]);
  expect(newColorFilters({ colors: [RULE] }, { colors: [RULE] })).toEqual([]);
});

describe('a rule of a stored view', () => {
  it('follows a renamed value and a renamed row', async () => {
    const vault = await openVault();
    await vault.run('create_table', {
      name: 'people',
      description: 'People',
      filename: '{name}',
      columns: [column('name', 'string', { required: true })],
    });
    await vault.run('create_table', {
      name: 'tasks',
      description: 'Tasks',
      columns: [column('state', 'enum', { values: ['open', 'done'] }), column('owner', 'link', { ref: 'people' })],
    });
    await vault.run('insert_row', { table: 'people', values: { name: 'Ann' } });
    const colors = [
      { where: { state: 'open' }, color: 'red' },
      { where: { owner: '[[Ann]]' }, color: 'blue', column: 'state' },
    ];
    await vault.run('create_view', { name: 'vw_x', query: { table: 'tasks' }, display: { colors } });
    await vault.run('rename_value', { table: 'tasks', column: 'state', from_value: 'open', to_value: 'todo' });
    await vault.run('update_rows', { table: 'people', where: { name: 'Ann' }, set_values: { name: 'Bea' } });
    const described = (await vault.run('describe_table', { table: 'vw_x' })) as { display: { colors: unknown } };
    expect(described.display.colors).toMatchObject([
      { where: { state: 'todo' } },
      { where: { owner: expect.stringContaining('Bea') as string } },
    ]);
    await vault.engine.close();
  });
});
