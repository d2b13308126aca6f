/** What is wrong with a filter names the argument that it came in. D5, D25 */

import type { JsonObject } from '../../src/engine/index';
import type { ConformanceCase } from './case';
import { PEOPLE, TASKS, column, person, tableOf, task } from './tables';

const refuses = (operation: string, args: JsonObject, message: string): ConformanceCase => ({
  name: `names the argument of a filter: ${message}`,
  spec: 'D25',
  given: [PEOPLE, TASKS, person('Ada'), task('Tidy')],
  call: [operation, args],
  error: { code: 'bad_request', message },
});

const BAD = { estimate: 'much' };

const IS_NUMBER = 'estimate is number: "much" can\'t be compared with it';

export const NAMED_FILTERS: readonly ConformanceCase[] = [
  refuses('select_rows', { table: 'tasks', where: BAD }, `where: ${IS_NUMBER}`),
  refuses('select_rows', { table: 'tasks', where: { and: [{ nope: 1 }] } }, 'where: tasks has no column "nope"'),
  refuses('select_rows', { table: 'tasks', where: { due: { after: 1 } } }, 'where: due: unknown operator "after"'),
  refuses(
    'select_rows',
    { table: 'people', join: { table: 'tasks', on: { id: 'owner' }, where: BAD } },
    `join.where: ${IS_NUMBER}`,
  ),
  refuses('update_rows', { table: 'tasks', where: BAD, set_values: {} }, `where: ${IS_NUMBER}`),
  refuses('delete_rows', { table: 'tasks', where: BAD }, `where: ${IS_NUMBER}`),
  refuses('move_rows', { table: 'tasks', to_table: 'people', where: BAD }, `where: ${IS_NUMBER}`),
  refuses('add_constraint', { table: 'tasks', name: 'small', check: BAD }, `check of small: ${IS_NUMBER}`),
  refuses(
    'create_view',
    { name: 'vw_x', description: 'x', query: { table: 'tasks', where: BAD } },
    `where: ${IS_NUMBER}`,
  ),
  refuses(
    'create_table',
    tableOf('more', [column('task', 'link', { ref: 'tasks', ref_where: BAD })])[1] as JsonObject,
    `ref_where of task: ${IS_NUMBER}`,
  ),
];
