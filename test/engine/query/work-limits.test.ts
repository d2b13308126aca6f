/** No query hangs: what is too large to answer is refused and says so, everything else is answered soon. Source: docs/operations.md#select_rows; docs/queries.md. */

import { NO_FILE_FACTS } from './no-file-facts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject, NotedbError } from '../../../src/engine/index';
import { ALWAYS } from '../../../src/engine/query/where/predicate';
import { type SelectPlan, runSelect } from '../../../src/engine/query/run-select';
import { type QuerySource, rowOfValues, rowsSource } from '../../../src/engine/query/source/query-source';
import { SubjectResolver } from '../../../src/engine/query/where/subject-resolver';
import { size, within } from '../../deep';
import { PEOPLE, TASKS, type TestVault, column, openVault } from '../open-vault';

const ROWS = 100_000;

const facts = {
  ...NO_FILE_FACTS,
  backlinkCount: () => 0,
  linkTo: (path: string) => path,
  formatTime: String,
  tags: null,
};

/** As many rows as asked for, all with the same `same`, each with its own `own`. */
const sourceOf = (name: string, count: number): QuerySource =>
  rowsSource(
    {
      name,
      qualified: name,
      areNotes: false,
      columns: [
        { name: 'same', type: 'string' },
        { name: 'own', type: 'integer' },
      ],
      fields: {},
    },
    () => Promise.resolve(Array.from({ length: count }, (_, own) => rowOfValues({ same: 'x', own }))),
  );

let pauses = 0;

const context = {
  zone: 'UTC',
  links: { resolve: () => null, candidates: () => [], meansOne: () => false },
  scheduler: {
    pause: () => {
      pauses++;
      return Promise.resolve();
    },
    after: () => () => undefined,
  },
};

function joinOn(key: string, isGrouped: boolean): SelectPlan {
  const [left, right] = [sourceOf('left', ROWS), sourceOf('right', ROWS)];
  const subject = (source: QuerySource, name: string) => new SubjectResolver(source, facts).get(name);
  const everything = { columns: null, expansion: null };
  const count = { name: 'count', kind: 'count', subject: null, side: 'left' } as const;
  return {
    source: left,
    where: ALWAYS,
    order: [],
    projection: everything,
    join: {
      source: right,
      where: ALWAYS,
      pairs: [{ left: subject(left, key), right: subject(right, key) }],
      keepsUnmatched: false,
      as: 'right',
      projection: everything,
    },
    groups: isGrouped ? { keys: [], aggregates: [count], order: [], shown: ['count'] } : null,
    limit: 100,
    offset: 0,
  };
}

describe('a join of two tables of 100,000 rows', () => {
  it.each([
    ['in a group', true, 'the join makes 10,000,000,000 pairs of rows'],
    ['that is shown', false, 'the join makes 10,000,000 pairs of rows'],
  ])('without a usable key is refused %s', async (_what, isGrouped, message) => {
    const error = await runSelect(joinOn('same', isGrouped), context).catch((thrown: unknown) => thrown as NotedbError);
    expect(error).toMatchObject({ code: 'refused', hint: expect.stringContaining('narrow both sides') as string });
    expect((error as NotedbError).message).toContain(message);
  });

  it('on a key is answered, with pauses', async () => {
    pauses = 0;
    expect(await runSelect(joinOn('own', true), context)).toEqual({ total: 1, rows: [{ count: ROWS }] });
    expect(pauses).toBeGreaterThan(ROWS / 4096);
    pauses = 0;
    const { total, rows } = await runSelect(joinOn('own', false), context);
    // Both sides are made, numbered and matched, the page is selected and its rows are found again.
    expect(pauses).toBeGreaterThan((10 * ROWS) / 4096);
    expect({ total, first: rows[0] }).toEqual({
      total: ROWS,
      first: { same: 'x', own: 0, right: [{ same: 'x', own: 0 }] },
    });
  });
});

describe('a join of two large tables by select_rows', () => {
  const SIZE = size(4000, ROWS);
  let vault: TestVault;
  beforeAll(async () => {
    const files: Record<string, string> = {};
    for (const table of ['left', 'right'])
      for (let i = 0; i < SIZE; i++)
        files[`notedb/main/default/${table}/${table} ${i}.md`] =
          `---\ntable: main.default.${table}\nid: 00000000-0000-4000-8000-${table.length}${String(i).padStart(11, '0')}\nsame: x\nown: ${i}\n---\n`;
    vault = await openVault({ files });
    const columns = [column('same', 'string'), column('own', 'integer')];
    for (const name of ['left', 'right']) await vault.run('create_table', { name, description: 'Rows', columns });
  }, within(600_000));

  it.each<[string, JsonObject, RegExp]>([
    ['that is shown', { limit: 1000 }, /the join makes [\d,]+ pairs of rows/],
    ['in groups', { group_by: 'right.same' }, /the join makes [\d,]+ pairs of rows/],
  ])(
    'without a usable key is refused %s, soon',
    async (_what, more, message) => {
      const join = { table: 'right', on: { same: 'same' } };
      const before = vault.host.scheduler.pauses;
      const error = await vault.refused('select_rows', { table: 'left', join, ...more });
      // The pairs are counted, not made.
      expect(vault.host.scheduler.pauses - before).toBeLessThan(SIZE / 40);
      expect(error).toMatchObject({ code: 'refused', hint: expect.stringContaining('narrow both sides') as string });
      expect(error.message).toMatch(message);
    },
    within(120_000),
  );

  it(
    'on a key is answered',
    async () => {
      const join = { table: 'right', on: { own: 'own' } };
      const { total, rows } = await vault.run('select_rows', { table: 'left', join, order_by: '-own', limit: 1 });
      expect({ total, first: (rows as JsonObject[])[0] }).toMatchObject({
        total: SIZE,
        first: { own: SIZE - 1, right: [{ own: SIZE - 1 }] },
      });
    },
    within(120_000),
  );
});

describe('groups of 100,000 rows', () => {
  const source = sourceOf('left', ROWS);
  const key = { name: 'own', subject: new SubjectResolver(source, facts).get('own'), side: 'left' } as const;
  const most = {
    name: 'most',
    kind: 'max',
    subject: new SubjectResolver(source, facts).get('same'),
    side: 'left',
  } as const;
  const plan = (descending: boolean, limit: number): SelectPlan => ({
    source,
    where: ALWAYS,
    order: [],
    projection: { columns: null, expansion: null },
    join: null,
    groups: { keys: [key], aggregates: [most], order: [{ name: 'own', descending }], shown: ['own', 'most'] },
    limit,
    offset: 0,
  });

  it.each([
    ['few of them', 10, 9],
    ['many of them', 1000, 10],
  ])('are made, ordered and paged with pauses, %s', async (_what, limit, loops) => {
    pauses = 0;
    const { total, rows } = await runSelect(plan(true, limit), context);
    expect({ total, first: rows[0], shown: rows.length }).toEqual({
      total: ROWS,
      first: { own: ROWS - 1, most: 'x' },
      shown: limit,
    });
    expect(pauses).toBeGreaterThan((loops * ROWS) / 4096 - ROWS / 4096);
  });
});

describe('bad input', () => {
  let vault: TestVault;
  beforeAll(async () => {
    vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.run('create_table', TASKS);
    await vault.run('insert_row', { table: 'tasks', values: { title: 'One' } });
  });

  const nested = (depth: number): JsonObject => {
    let filter: JsonObject = { title: 'x' };
    for (let i = 0; i < depth; i++) filter = { not: filter };
    return filter;
  };

  const many = (count: number): string[] => Array.from({ length: count }, (_, i) => `value ${i}`);

  it.each<[string, JsonObject]>([
    ['a filter nested 1,000 deep', { where: nested(1_000) }],
    ['a filter nested 100,000 deep', { where: nested(100_000) }],
    ['an unknown column', { where: { titel: 'x' } }],
    ['an unknown operator', { where: { title: { like: 'x' } } }],
    ['a value of the wrong type', { where: { title: { in: [1] } } }],
    ['an unknown aggregate', { aggregates: { x: 'median:title' } }],
    ['an unknown function', { group_by: 'lower(title)' }],
    ['a limit of -1', { limit: -1 }],
    ['a limit of 1001', { limit: 1001 }],
  ])('%s is a 400', async (_what, args) => {
    expect(await vault.refused('select_rows', { table: 'tasks', ...args })).toMatchObject({ code: 'bad_request' });
  });

  it.each<[string, JsonObject, number, number]>([
    ['a limit of 0', { limit: 0 }, 1, 0],
    ['an offset beyond the end', { offset: 1_000_000_000 }, 1, 0],
    ['10,000 values in a list', { where: { title: { in: [...many(10_000), 'One'] } } }, 1, 1],
    ['10,000 links in a list', { where: { owner: { in: many(10_000) } } }, 0, 0],
    ['a filter of 10,000 parts', { where: { or: many(10_000).map((title) => ({ title })) } }, 0, 0],
  ])('%s is answered', async (_what, args, total, rows) => {
    const answer = await vault.run('select_rows', { table: 'tasks', ...args });
    expect([answer['total'], (answer['rows'] as unknown[]).length]).toEqual([total, rows]);
  });

  it('knows no table that there is not', async () => {
    expect(await vault.refused('select_rows', { table: 'nope' })).toMatchObject({ code: 'not_found' });
  });
});
