/** Enums with meanings and in an order. Source: docs/operations.md#column-specs (value_descriptions, ordered), D6, D16. */

import type { ConformanceCase } from './case';
import { column, handRow, tableOf } from './tables';

const MEANINGS = { low: 'when there is time', high: 'before anything else' };

const JOBS = tableOf('jobs', [
  column('n', 'integer'),
  column('urgency', 'enum', { values: ['low', 'mid', 'high'], ordered: true, value_descriptions: MEANINGS }),
  column('steps', 'list', { items: { type: 'enum', values: ['plan', 'do', 'check'], ordered: true } }),
  column('mood', 'enum', { values: ['sad', 'glad'] }),
]);

/** By text the order would be high, low, mid. Row 4 has none, and row 5 what only a hand leaves. */
const NOTES = {
  'j/1.md': handRow('jobs', 1, ['n: 1', 'urgency: mid', 'steps: [do]']),
  'j/2.md': handRow('jobs', 2, ['n: 2', 'urgency: high', 'steps: [plan, check]']),
  'j/3.md': handRow('jobs', 3, ['n: 3', 'urgency: low', 'steps: [plan]']),
  'j/4.md': handRow('jobs', 4, ['n: 4']),
  'j/5.md': handRow('jobs', 5, ['n: 5', 'urgency: dire']),
};

const finds = (args: ConformanceCase['call'][1], ...rows: readonly number[]): ConformanceCase => ({
  name: `an ordered enum: ${JSON.stringify(args)}`,
  spec: 'docs/queries.md#where-sql-differs; D16',
  files: NOTES,
  given: [JOBS],
  call: ['select_rows', { table: 'jobs', columns: ['n'], ...args }],
  result: { total: rows.length, rows: rows.map((n) => ({ n })) },
});

export const ENUMS: readonly ConformanceCase[] = [
  finds({ where: { urgency: { gt: 'low' } } }, 1, 2),
  finds({ where: { urgency: { gte: 'mid' } } }, 1, 2),
  finds({ where: { urgency: { lt: 'high' } } }, 1, 3),
  finds({ where: { urgency: { lte: 'low' } } }, 3),
  finds({ where: { not: { urgency: { gt: 'low' } } } }, 3, 4, 5),
  finds({ order_by: 'urgency' }, 3, 1, 2, 5, 4),
  finds({ order_by: '-urgency' }, 5, 2, 1, 3, 4),
  finds({ order_by: 'steps' }, 3, 2, 1, 4, 5),
  {
    name: 'an ordered enum is not compared with what is none of its values',
    spec: 'D6',
    given: [JOBS],
    call: ['select_rows', { table: 'jobs', where: { urgency: { gt: 'dire' } } }],
    error: { code: 'bad_request', message: '"dire"', hint: 'low, mid, high' },
  },
  {
    name: 'an unordered enum has no order',
    spec: 'D16: gt/lt on an unordered enum is a 400',
    given: [JOBS],
    call: ['select_rows', { table: 'jobs', where: { mood: { lt: 'glad' } } }],
    error: { code: 'bad_request', message: 'mood', hint: 'ordered' },
  },
  {
    name: 'what the values of an enum mean',
    spec: 'docs/operations.md#column-specs (value_descriptions: shown by describe_table)',
    given: [JOBS],
    call: ['describe_table', { table: 'jobs' }],
    result: {
      columns: [{ name: 'id' }, { name: 'n' }, { value_descriptions: MEANINGS, ordered: true }, { name: 'steps' }, {}],
    },
  },
  {
    name: 'lists the allowed values of an enum with their meanings',
    spec: 'docs/operations.md#column-specs (value_descriptions: listed in a refused-value message)',
    given: [JOBS],
    call: ['insert_row', { table: 'jobs', values: { urgency: 'dire' } }],
    error: {
      code: 'refused',
      violations: ['urgency enum'],
      message: '(low: when there is time, mid, high: before anything else)',
    },
  },
];
