/** Views that are saved from the tables view. docs/views.md#saved-views-as-tables */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { typedRun } from '../../../../src/engine/index';
import type { OperationsClient } from '../../../../src/ui/client/operations-client';
import { tableColumns } from '../../../../src/ui/client/table-columns';
import { moved } from '../../../../src/ui/rows/moved';
import {
  type ViewPlace,
  deleteView,
  saveNewView,
  saveOverView,
  viewName,
} from '../../../../src/ui/screens/toolbar/save-view';
import { EMPTY_SPEC, type ViewSpec, withColumn } from '../../../../src/ui/rows/view-spec';
import { type TestVault, column, openVault } from '../../../engine/open-vault';

let vault: TestVault;
let client: OperationsClient;
let place: ViewPlace;
beforeEach(async () => {
  vault = await openVault();
  const { engine } = vault;
  client = { run: typedRun((name, args) => engine.run(name, args)), onChange: engine.onChange.bind(engine) };
  const columns = [column('title', 'string'), column('status', 'string'), column('hours', 'number')];
  await vault.run('create_table', { name: 'tasks', schema: 'work', description: 'Tasks', columns });
  const described = await client.run('describe_table', { table: 'tasks' });
  place = { client, table: 'main.work.tasks', columns: tableColumns(described.columns), spec: EMPTY_SPEC };
});
afterEach(() => vault.engine.close());

const spec: ViewSpec = {
  ...EMPTY_SPEC,
  where: { status: 'open' },
  sort: [{ column: 'title', isDescending: true }],
  limit: 9,
};

it.each([
  ['Due soon', 'vw_due_soon'],
  ['  Fällig: bald!  ', 'vw_fallig_bald'],
  ['明日', 'vw_view'],
  ['x'.repeat(99), `vw_${'x'.repeat(60)}`],
])('%j is called %s', (label, name) => {
  expect(viewName(label)).toBe(name);
});

describe('a new view', () => {
  it('stands beside its table, with what agents read as its query', async () => {
    const saved = await saveNewView({ ...place, spec }, ' Due soon ');
    expect(saved).toMatchObject({ kind: 'saved', view: 'main.work.vw_due_soon' });
    expect(await client.run('describe_table', { table: 'vw_due_soon' })).toMatchObject({
      query: { table: 'main.work.tasks', where: { status: 'open' }, order_by: ['-title'], limit: 9 },
      display: null,
    });
  });

  it('keeps the words that its name can’t hold, also when there are several', async () => {
    const names: string[] = [];
    for (const label of ['明日', '昨日']) {
      const saved = await saveNewView(place, label);
      if (saved.kind === 'saved') names.push(saved.view);
    }
    expect(names).toEqual(['main.work.vw_view', 'main.work.vw_view_2']);
    expect(await client.run('describe_table', { table: 'vw_view_2' })).toMatchObject({ display: { title: '昨日' } });
  });

  it('is refused in words without a name, and where the name is taken', async () => {
    await saveNewView(place, 'Open');
    const answers = [await saveNewView(place, ' '), await saveNewView({ ...place, spec }, 'open')];
    expect(answers).toEqual([
      { kind: 'problem', problem: { message: 'A view needs a name.', hint: null } },
      { kind: 'problem', problem: { message: 'There is a view called "Open" already.', hint: 'Take another name.' } },
    ]);
    expect(await client.run('describe_table', { table: 'vw_open' })).toMatchObject({
      query: { table: 'main.work.tasks' },
    });
  });
});

describe('a view that is saved anew', () => {
  it('keeps its description, other words, and the headings of what it shows', async () => {
    await client.run('create_view', {
      name: 'vw_open',
      schema: 'work',
      query: { table: 'tasks' },
      description: 'What is open',
      aliases: ['todo'],
      labels: { title: 'What', hours: 'Time' },
    });
    const narrower = withColumn(spec, place.columns, 'hours', { hidden: true });
    const saved = await saveOverView({ ...place, spec: narrower }, 'main.work.vw_open');
    expect(saved.kind).toBe('saved');
    expect(await client.run('describe_table', { table: 'vw_open' })).toMatchObject({
      description: 'What is open',
      aliases: ['todo'],
      labels: { title: 'What' },
      query: { columns: ['title', 'status'], where: { status: 'open' } },
    });
  });

  it('is refused in words when it is gone', async () => {
    const saved = await saveOverView(place, 'main.work.vw_gone');
    expect(saved).toMatchObject({
      kind: 'problem',
      problem: { message: expect.stringContaining('vw_gone') as string },
    });
  });
});

it('deletes a view, which its notice takes back', async () => {
  await saveNewView(place, 'Open');
  const notice = await deleteView(client, 'main.work.vw_open', 'Open');
  expect(notice).toMatchObject({ text: 'You deleted the view Open. Its rows stay.', isProblem: false });
  await client.run('undo_migration', { migration_id: notice.migrationId ?? '' });
  expect((await client.run('list_tables', {})).views).toHaveLength(1);
  expect(await deleteView(client, 'main.work.vw_x', 'X')).toMatchObject({ isProblem: true, migrationId: null });
});

it('moves an item of a list', () => {
  expect(
    [moved('abc'.split(''), 0, 2), moved('abc'.split(''), 2, -1), moved(['a'], 4, 0)].map((each) => each.join('')),
  ).toEqual(['bca', 'cab', 'a']);
});
