/** Bad input of select_rows: one status each, soon, by the engine and over HTTP; what is only large is answered. Source: docs/operations.md#select_rows, docs/http.md#errors; D17, D18; docs/queries.md (What a call may cost). */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { times } from '../deep';
import { STATUSES } from './http-subject';
import type { Subject } from './run-case';
import { TASKS, PEOPLE, column, handRow, person, tableOf, task } from './tables';
import { SUBJECTS } from './subjects';

/** Of each of the two large tables: more pairs than a join may make, all with the same `same` and each with its own `own`. */
const ROWS = times(3_000, 100_000);

/** No answer takes longer, also on a busy machine. */
const SOON_MS = times(10_000, 120_000);

const LARGE = Object.fromEntries(
  ['left_rows', 'right_rows'].flatMap((table, side) =>
    Array.from({ length: ROWS }, (_, n): [string, string] => [
      `${table}/${n}.md`,
      handRow(table, 1_000_000 + side * ROWS + n, ['same: x', `own: ${n}`]),
    ]),
  ),
);

const largeTable = (name: string) => tableOf(name, [column('same', 'string'), column('own', 'integer')]);

/** Views that a hand made read each other, or themselves; one has groups. */
const CIRCLE = `  main.default.vw_a:
    query: {table: main.default.vw_b}
  main.default.vw_b:
    query: {table: main.default.vw_a}
  main.default.vw_own:
    query: {table: main.default.people, rollup: {n: {table: main.default.vw_own, by: owner, value: count}}}
  main.default.vw_rolls:
    query: {table: main.default.people, rollup: {n: {table: main.default.vw_rolled, by: owner, value: count}}}
  main.default.vw_rolled:
    query: {table: main.default.tasks, rollup: {m: {table: main.default.vw_rolls, by: boss, value: count}}}
  main.default.vw_counts:
    query: {table: main.default.tasks, group_by: [owner]}
`;

const METASTORE = 'notedb/metastore.yaml';

function nested(depth: number): JsonObject {
  let filter: JsonObject = { title: 'x' };
  for (let i = 0; i < depth; i++) filter = { not: filter };
  return filter;
}

const many = (count: number): string[] => Array.from({ length: count }, (_, i) => `value ${i}`);

const joined = (more: JsonObject): JsonObject => ({ table: 'left_rows', join: { table: 'right_rows', ...more } });

const ROLLUP: JsonObject = { table: 'tasks', by: 'owner', value: 'count' };

const rolled = (more: JsonObject): JsonObject => ({ table: 'people', rollup: { r: { ...ROLLUP, ...more } } });

/** What is asked, its status, and a part of the message, or the total and the number of rows. */
const LINES: readonly (readonly [what: string, args: JsonObject, status: number, says: string | readonly number[]])[] =
  [
    ['an unknown column', { where: { titel: 'x' } }, 400, 'no column "titel"'],
    ['an unknown operator', { where: { title: { like: 'x' } } }, 400, 'unknown operator "like"'],
    [
      'a column of another type to compare with',
      { where: { due: { lt: { column: 'owner' } } } },
      400,
      'due is date, owner is link',
    ],
    ['an unknown column to compare with', { where: { due: { lt: { column: 'duee' } } } }, 400, 'no column "duee"'],
    ['a column compared with itself', { where: { due: { lt: { column: 'due' } } } }, 400, 'compared with itself'],
    ['an order of links', { where: { owner: { lt: { column: 'owner.name' } } } }, 400, "can't compare them"],
    ['a list compared with one value', { where: { labels: { eq: { column: 'title' } } } }, 400, 'labels is list'],
    ['within a column', { where: { owner: { within: { column: 'title' } } } }, 400, 'within takes no column'],
    ['between with one value', { where: { estimate: { between: [1] } } }, 400, 'between takes two values'],
    ['between with nothing', { where: { estimate: { between: [1, null] } } }, 400, 'null is not an operand'],
    ['empty with a text', { where: { title: { empty: 'yes' } } }, 400, 'empty takes true or false'],
    ['the length of a number', { where: { estimate: { length: 3 } } }, 400, 'length counts characters and items'],
    ['a length that is a text', { where: { title: { length: 'long' } } }, 400, 'title: length is integer'],
    ['the start of a number', { where: { estimate: { starts_with: '1' } } }, 400, 'starts_with looks into texts'],
    ['a column that nothing linked has', { where: { 'file_backlinks.nope': 1 } }, 400, 'no column "nope"'],
    ['a link behind the links of a note', { where: { 'file_links.owner.name': 'x' } }, 400, 'no further link'],
    ['an unknown table', { table: 'tsks' }, 404, 'tsks'],
    ['an unknown view', { table: 'vw_nope' }, 404, 'vw_nope'],
    ['an unknown base', { table: 'base:nope' }, 404, 'nope'],
    ['an unknown aggregate', { aggregates: { m: 'mode:title' } }, 400, 'no aggregate "mode"'],
    ['an unknown function', { group_by: 'lower(title)' }, 400, 'no function lower'],
    ['an unknown argument', { filter: {} }, 400, 'filter'],
    ['a value of the wrong type', { where: { estimate: 'much' } }, 400, 'estimate is number'],
    ['a number for a text', { where: { title: { in: [1] } } }, 400, 'title is string'],
    ['an argument of the wrong type', { columns: 'title' }, 400, 'columns'],
    ['an operand of the wrong type', { where: { title: { exists: 'yes' } } }, 400, 'exists takes true or false'],
    ['null in an operator', { where: { title: { gt: null } } }, 400, 'null'],
    ['and of no list', { where: { and: { title: 'x' } } }, 400, 'takes a list of filters'],
    ['a circle of views', { table: 'vw_a' }, 422, 'circle'],
    ['a rollup of a view over the view itself', { table: 'vw_own' }, 422, 'circle'],
    ['rollups of views in a circle', { table: 'vw_rolls' }, 422, 'circle'],
    ['a rollup over an unknown table', rolled({ table: 'nope', by: 'owner' }), 404, 'nope'],
    ['a rollup over an unknown view', rolled({ table: 'vw_nope', by: 'owner' }), 404, 'vw_nope'],
    ['a rollup that filters by itself', rolled({ where: { r: 1 } }), 400, 'rollup.r.where'],
    ['a rollup that adds up itself', rolled({ value: 'sum:r' }), 400, 'rollup.r.value'],
    ['a rollup of a share', rolled({ value: 'share' }), 400, 'rollup.r.value: a rollup has no share'],
    ['a rollup of a median of texts', rolled({ value: 'median:title' }), 400, 'title is string, it has no median'],
    ['a rollup with a deep filter', rolled({ where: nested(65) }), 400, 'nested'],
    ['a rollup in the order of nothing', rolled({ value: 'first:title', order_rows_by: 'nope' }), 400, 'nope'],
    [
      'a rollup of groups',
      { ...rolled({ table: 'vw_counts', by: 'owner', value: 'sum:count' }), where: { r: null } },
      200,
      [1, 1],
    ],
    ['rollup and compute of one name', { ...rolled({}), compute: { r: '1' } }, 400, 'has a column "r" already'],
    ['a rollup of the name of a column', { table: 'people', rollup: { name: ROLLUP } }, 400, 'column "name" already'],
    ['a median of texts', { aggregates: { m: 'median:title' } }, 400, 'title is string, it has no median'],
    ['a share of a column', { aggregates: { m: 'share:title' } }, 400, 'share takes no column'],
    ['an order of rows by an unknown name', { aggregates: { m: 'first:title' }, order_rows_by: 'nope' }, 400, 'nope'],
    ['having an unknown name', { group_by: 'status', having: { n: 1 } }, 400, 'no column "n"'],
    ['having without groups', { having: { title: 'x' } }, 400, 'having filters groups'],
    ['having nested 65 deep', { group_by: 'title', having: nested(65) }, 400, 'nested'],
    ['a function of an unknown column', { group_by: 'month(duee)' }, 400, 'no column "duee"'],
    ['a function of a text', { order_by: 'week(title)' }, 400, 'title is string, it holds no dates'],
    ['a function of a function', { group_by: 'month(date(due))' }, 400, 'month() takes a column'],
    ['days added to a month', { group_by: 'month(due)+1' }, 400, 'not to month()'],
    ['days beyond all dates', { group_by: 'date(due)+4000001' }, 400, 'too many'],
    ['10,000 brackets of a function', { group_by: `month${'('.repeat(10_000)}due${')'.repeat(10_000)}` }, 400, 'month'],
    ['a date that is none', { where: { due: '2026-02-30' } }, 400, 'due is date'],
    [
      'a range to a date that is none',
      { where: { due: { between: ['2026-02-01', '2026-02-30'] } } },
      400,
      'due is date',
    ],
    ['a formula of a date that is none', { compute: { v: 'due == "2026-02-30"' } }, 400, '"2026-02-30" is not a date'],
    [
      'a formula of an unknown name',
      { compute: { v: 'tilte' } },
      400,
      'compute.v, column 1: there is no column "tilte"',
    ],
    ['a formula of an unknown function', { compute: { v: 'title.uper()' } }, 400, 'compute.v, column 7'],
    ['a formula of a wrong type', { compute: { v: 'estimate * title' } }, 400, 'compute.v, column 12'],
    ['formulas in a circle', { compute: { v: 'w', w: 'v' } }, 400, 'circle'],
    ['10,000 brackets of a formula', { compute: { v: `${'('.repeat(10_000)}1` } }, 400, 'at most 4000 characters'],
    ['a formula nested 65 deep', { compute: { v: `${'('.repeat(65)}1${')'.repeat(65)}` } }, 400, '64 levels'],
    ['a formula that is a number', { compute: { v: 3 } }, 400, 'compute'],
    ['a division by zero', { compute: { v: '1 / 0' }, where: { v: { exists: true } } }, 200, [0, 0]],
    ['a rest of a division by zero', { compute: { v: '(0 / 0).isEmpty()' }, where: { v: true } }, 200, [1, 1]],
    ['a past before there was a table', { timestamp: '2001-01-01T00:00:00Z' }, 422, 'history'],
    ['a limit of -1', { limit: -1 }, 400, 'limit'],
    ['a limit of 1001', { limit: 1001 }, 400, 'limit'],
    ['a limit of 1.5', { limit: 1.5 }, 400, 'limit'],
    ['an offset of -1', { offset: -1 }, 400, 'offset'],
    ['a filter nested 65 deep', { where: nested(65) }, 400, 'nested'],
    ['a filter nested 1,000 deep', { where: nested(1_000) }, 400, 'nested'],
    ['a join on nothing', joined({ on: {} }), 400, 'join.on is empty'],
    ['a join of types that are never equal', joined({ on: { same: 'own' } }), 400, 'never equal'],
    ['a join without a usable key', joined({ on: { same: 'same' } }), 422, 'pairs of rows, more than'],
    [
      'a group of such a join',
      { ...joined({ on: { same: 'same' } }), group_by: 'same' },
      422,
      'pairs of rows, more than',
    ],
    ['a join of large tables on a key', { ...joined({ on: { own: 'own' } }), limit: 1 }, 200, [ROWS, 1]],
    ['a limit of 0', { limit: 0 }, 200, [1, 0]],
    ['an offset beyond the end', { offset: 1_000_000_000 }, 200, [1, 0]],
    ['10,000 values in a list', { where: { title: { in: [...many(10_000), 'One'] } } }, 200, [1, 1]],
    ['10,000 links in a list', { where: { owner: { in: many(10_000) } } }, 200, [0, 0]],
    [
      '10,000 values in a list of lists',
      { where: { labels: { in: many(10_000).map((each) => [each]) } } },
      200,
      [0, 0],
    ],
    ['a filter of 10,000 parts', { where: { or: many(10_000).map((title) => ({ title })) } }, 200, [0, 0]],
  ];

describe.each(SUBJECTS)('%s answers', (_name, open) => {
  let subject: Subject & { close(): Promise<void> };
  beforeAll(async () => {
    subject = await open({ files: LARGE });
    const calls = [PEOPLE, TASKS, largeTable('left_rows'), largeTable('right_rows'), person('Ada'), task('One')];
    for (const [operation, args = {}] of calls) {
      const answer = await subject.call(operation, args);
      if ('error' in answer) throw new Error(answer.error.message);
    }
    const metastore = (await subject.files()).get(METASTORE) as string;
    await subject.edit({ [METASTORE]: `${metastore}views:\n${CIRCLE}` });
  }, 300_000);
  afterAll(() => subject.close());

  it.each(LINES)(
    '%s',
    async (_what, args, status, says) => {
      const answer = await subject.call('select_rows', { table: 'tasks', ...args });
      if ('error' in answer) {
        expect([STATUSES[answer.error.code], answer.error.message]).toEqual([
          status,
          expect.stringContaining(String(says)),
        ]);
        expect(answer.error.message).not.toBe('');
        return;
      }
      const { total, rows } = answer.result;
      expect([200, total, (rows as unknown[]).length]).toEqual([status, ...says]);
    },
    SOON_MS,
  );
});
