/** What the answer to a select can change with, as explain tells it. spec: D15. */

import type { JsonObject } from '../../src/engine/index';
import { base, inherit } from './base-calls';
import type { Call, ConformanceCase } from './case';
import { PEOPLE, TASKS, column, tableOf } from './tables';

const GIVEN: readonly Call[] = [
  PEOPLE,
  TASKS,
  tableOf('areas', [column('name', 'string'), column('part_of', 'link', { hierarchy: true })]),
  tableOf('log', [column('day', 'date'), column('area', 'link', { ref: 'areas' })]),
  base('dated', [column('seen', 'date')]),
  inherit('log', 'dated'),
  ['create_view', { name: 'vw_open', query: { table: 'tasks', where: { due: { lte: '{today+7d}' } } } }],
  ['create_view', { name: 'vw_mine', query: { table: 'vw_open', where: { 'owner.name': '{this.name}' } } }],
  ['create_view', { name: 'vw_all', query: { union: [{ table: 'vw_open' }, { table: 'log' }] } }],
];

const named = (...names: readonly string[]): readonly string[] => names.map((name) => `main.default.${name}`);

const explains = (name: string, args: JsonObject, reads: JsonObject): ConformanceCase => ({
  name: `names ${name}`,
  spec: 'D15 (asks again when its answer can change)',
  given: GIVEN,
  call: ['select_rows', { ...args, limit: 0, explain: true }],
  result: { explain: { reads: { definitions: false, everything: false, tokens: [], ...reads } } },
});

export const SELECT_EXPLAIN: readonly ConformanceCase[] = [
  explains('the table', { table: 'tasks' }, { tables: named('tasks') }),
  explains(
    'the tables behind dotted keys',
    { table: 'tasks', order_by: '-owner.born' },
    { tables: named('people', 'tasks') },
  ),
  explains(
    'no table behind a link that is only compared',
    { table: 'tasks', where: { owner: 'Ada' } },
    { tables: named('tasks') },
  ),
  explains(
    'the hierarchy that within walks',
    { table: 'log', where: { area: { within: 'x' } } },
    { tables: named('areas', 'log') },
  ),
  explains(
    'the views in between and what they read, with every token',
    { table: 'vw_mine', where: { title: '<this.who>' } },
    { tables: named('people', 'tasks', 'vw_mine', 'vw_open'), tokens: ['<this.who>', '{this.name}', '{today+7d}'] },
  ),
  explains(
    'the parts of a union',
    { table: 'vw_all' },
    { tables: named('log', 'tasks', 'vw_all', 'vw_open'), tokens: ['{today+7d}'] },
  ),
  explains('the definitions for a base', { table: 'base:dated' }, { tables: named('log'), definitions: true }),
  explains(
    'everything where rows are counted',
    { table: 'system.information_schema.tables' },
    { tables: [], definitions: true, everything: true },
  ),
  explains(
    'everything where backlinks are counted',
    { table: 'people', columns: ['file_backlink_count'] },
    { tables: named('people'), everything: true },
  ),
];
