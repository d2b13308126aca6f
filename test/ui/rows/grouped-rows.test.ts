/** Rows under headings, over a real engine. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Json, type JsonObject, typedRun } from '../../../src/engine/index';
import { type GroupedQuestion, GroupedRows } from '../../../src/ui/rows/grouped-rows';
import { groupKey } from '../../../src/ui/rows/row-lanes';
import { asText } from '../../../src/ui/client/operations-client';
import { isGroup } from '../../../src/ui/components/grid/row-source';
import { type TestVault, column, openVault } from '../../engine/open-vault';
import { eventually } from '../../eventually';

let vault: TestVault;
let rows: GroupedRows;

beforeEach(async () => {
  vault = await openVault();
  await vault.run('create_table', {
    name: 'tasks',
    description: 'Tasks',
    columns: [
      column('title', 'string'),
      column('status', 'enum', { values: ['todo', 'doing', 'done'], ordered: true }),
      column('hours', 'number'),
    ],
  });
  for (const [title, status, hours] of [
    ['A', 'done', 1],
    ['B', 'todo', 2],
    ['C', null, 3],
    ['D', 'todo', 4],
    ['E', 'doing', null],
  ] as const) {
    await vault.run('insert_row', { table: 'tasks', values: { title, status, hours } });
  }
});
afterEach(async () => {
  rows.stop();
  await vault.engine.close();
});

async function open(more: Partial<GroupedQuestion> = {}): Promise<void> {
  const { engine } = vault;
  const client = { run: typedRun((name, args) => engine.run(name, args)), onChange: engine.onChange.bind(engine) };
  const question: GroupedQuestion = {
    table: 'main.default.tasks',
    columns: null,
    orderBy: ['title'],
    limit: null,
    filter: () => Promise.resolve({ where: null, warnings: [] }),
    keyed: (given) => given,
    group: { column: 'status', isDescending: false },
    summaries: { hours: 'sum' },
    isCollapsed: () => false,
    ...more,
  };
  rows = new GroupedRows(client, question, ({ tables }) => tables.includes('main.default.tasks'));
  await eventually(() => expect(rows.isReady.value).toBe(true));
  rows.need(0, 20);
}

const told = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? '-').replaceAll('"', '');

/** Headings as `todo 2 6`, rows by their titles, `?` for what is not read. */
function lines(): readonly string[] {
  return Array.from({ length: rows.length }, (_, line) => {
    const there = rows.at(line);
    if (there === null) return '?';
    if (!isGroup(there)) return asText(there.values['title']) ?? '';
    return [there.isCollapsed ? '>' : '', told(there.value), told(there.count), told(there.summaries['hours']?.value)]
      .join(' ')
      .trim();
  });
}

const shows = (...expected: string[]): Promise<void> => eventually(() => expect(lines()).toEqual(expected));
const update = (title: string, set_values: JsonObject): Promise<unknown> =>
  vault.run('update_rows', { table: 'tasks', where: { title }, set_values });

it('puts rows under headings with their numbers and sums, the ones without a value last', async () => {
  await open();
  await shows('todo 2 6', 'B', 'D', 'doing 1 -', 'E', 'done 1 1', 'A', '- 1 3', 'C');
  expect(rows.rowCount).toBe(5);
  const key = groupKey('done');
  expect(rows.lineOf(key)).toBe(5);
  expect(rows.lineOf(rows.at(6)?.key ?? '')).toBe(6);
  expect(rows.lineOf('nothing')).toBe(-1);
});

it.each([
  ['median', ['todo 2 3', 'doing 1 -', 'done 1 1', '- 1 3']],
  ['unique', ['todo 2 2', 'doing 1 0', 'done 1 1', '- 1 1']],
  ['share', ['todo 2 40', 'doing 1 20', 'done 1 20', '- 1 20']],
  ['empty', ['todo 2 0', 'doing 1 1', 'done 1 0', '- 1 0']],
] as const)('has the %s of each group', async (kind, expected) => {
  await open({ summaries: { hours: kind }, isCollapsed: () => true });
  await shows(...expected.map((line) => `> ${line}`));
});

it('orders the headings the other way round, and filters before it groups', async () => {
  await open({
    group: { column: 'status', isDescending: true },
    filter: () => Promise.resolve({ where: { title: { in: ['A', 'B', 'C'] } }, warnings: ['a warning'] }),
  });
  await shows('done 1 1', 'A', 'todo 1 2', 'B', '- 1 3', 'C');
  expect(rows.warnings).toEqual(['a warning']);
});

it.each([
  [false, ['urgent', 'B', 'low', 'A', 'D', 'other', 'E', '-', 'C']],
  [true, ['low', 'A', 'D', 'urgent', 'B', 'other', 'E', '-', 'C']],
])(
  'orders the headings of choices without a rank as they are listed, descending: %s',
  async (isDescending, expected) => {
    await vault.run('add_column', { table: 'tasks', column: column('mood', 'string') });
    for (const [title, mood] of Object.entries({ A: 'low', B: 'urgent', D: 'low', E: 'other' }))
      await update(title, { mood });
    await open({ group: { column: 'mood', isDescending }, choices: ['urgent', 'low', 'idle'] });
    await eventually(() => expect(lines().map((line) => line.split(' ')[0])).toEqual(expected));
  },
);

it('folds and unfolds groups without asking anew', async () => {
  await open({ isCollapsed: (key) => key === groupKey('todo') });
  await shows('> todo 2 6', 'doing 1 -', 'E', 'done 1 1', 'A', '- 1 3', 'C');
  rows.fold((key) => key !== groupKey('todo'));
  rows.need(0, 20);
  await shows('todo 2 6', 'B', 'D', '> doing 1 -', '> done 1 1', '> - 1 3');
});

it('follows changes: rows go to other groups, headings come and go', async () => {
  await open();
  await shows('todo 2 6', 'B', 'D', 'doing 1 -', 'E', 'done 1 1', 'A', '- 1 3', 'C');
  await update('E', { status: 'todo' });
  rows.need(0, 20);
  await shows('todo 3 6', 'B', 'D', 'E', 'done 1 1', 'A', '- 1 3', 'C');
});

it('keeps rows under their headings while somebody edits, shows none twice, and moves them afterwards', async () => {
  await open();
  await shows('todo 2 6', 'B', 'D', 'doing 1 -', 'E', 'done 1 1', 'A', '- 1 3', 'C');
  rows.hold();
  await update('B', { status: 'done' });
  await eventually(() => expect(rows.at(1)).toMatchObject({ values: { status: 'done' } }));
  await eventually(() => expect(rows.moved).toBe(1));
  expect(lines().filter((line) => line === 'B')).toHaveLength(1);
  rows.settle(false);
  expect(rows.isHeld).toBe(true);
  await rows.release();
  rows.need(0, 20);
  await shows('todo 1 4', 'D', 'doing 1 -', 'E', 'done 2 3', 'A', 'B', '- 1 3', 'C');
});

it('says why there are no groups', async () => {
  const { engine } = vault;
  const client = { run: typedRun((name, args) => engine.run(name, args)), onChange: engine.onChange.bind(engine) };
  rows = new GroupedRows(
    client,
    {
      table: 'main.default.tasks',
      columns: null,
      orderBy: [],
      limit: null,
      filter: () => Promise.resolve({ where: { nothing: 1 }, warnings: [] }),
      keyed: (given) => given,
      group: { column: 'status', isDescending: false },
      summaries: {},
      isCollapsed: () => false,
    },
    () => false,
  );
  await eventually(() => expect(rows.problem.value?.message).toContain('nothing'));
});
