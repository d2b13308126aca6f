/** One vault with a column of every kind of rule, for the table of refusals: what is refused leaves it as it is. */

import type { JsonObject } from '../../../src/engine/index';
import type { Call } from '../case';
import type { Subject } from '../run-case';
import { at, column, handRow, id, note, tableOf } from '../tables';

export const ADA = at('people', 'Ada');
export const BO = at('people', 'Bo');
export const TIDY = at('tasks', 'Tidy');
export const WASH = at('tasks', 'Wash');

/** Ids of rows that notes of the world bear. */
export const HAND_ID = id(1);

export const WORLD_FILES: Readonly<Record<string, string>> = {
  'Loose.md': note(['title: Loose', 'status: later', 'colour: red']),
  'Stray.md': handRow('topics', 2, ['name: Stray', 'stray: x']),
  'Good.md': note(['name: Good']),
  'Broken.md': note(['name: [']),
  'Else/Ada.md': 'no row\n',
  'Twins/Flo.md': handRow('crew', 3, ['name: Flo']),
  'Twins/Ada.md': handRow('people', 1, ['name: Ada of the twins']),
};

const insert = (table: string, values: Record<string, string | number | string[]>): Call => [
  'insert_row',
  { table, values },
];

export const WORLD: readonly Call[] = [
  ['define_base', { name: 'dated', description: 'What has a day', columns: [column('made', 'date')] }],
  [
    'define_base',
    { name: 'strict', description: 'What has a mark', columns: [column('mark', 'string', { required: true })] },
  ],
  tableOf('people', [
    column('name', 'string', { required: true }),
    column('email', 'string', { unique: true }),
    column('born', 'date'),
  ]),
  tableOf(
    'tasks',
    [
      column('title', 'string', { required: true }),
      column('status', 'enum', { values: ['todo', 'doing', 'done'], default: 'todo' }),
      column('owner', 'link', { ref: 'people' }),
      column('owners', 'list', { items: { type: 'link', ref: 'people' } }),
      column('due', 'date'),
      column('estimate', 'number', { min: 0, max: 100, step: 0.5 }),
      column('labels', 'list', { items: 'string' }),
      column('parent', 'link', { hierarchy: true }),
    ],
    { filename: '{title}', fields: { extra: null } },
  ),
  tableOf('stamps', [
    column('name', 'string', { required: true }),
    column('slug', 'string', { generated: '{name}!' }),
    column('code', 'string', { identity: 'uuid' }),
  ]),
  tableOf('labels', [column('name', 'string', { required: true }), column('file', 'string', { identity: 'filename' })]),
  tableOf('topics', [column('name', 'string', { required: true })]),
  tableOf('books', [
    column('name', 'string', { required: true }),
    column('topic', 'string', { vocabulary: 'topics' }),
    column('review', 'link', { ref: 'tasks', ref_where: { status: 'done' } }),
  ]),
  tableOf('places', [
    column('name', 'string', { required: true }),
    column('kind', 'enum', { values: ['country', 'region', 'city'] }),
    column('within', 'link', { ref: 'self', ref_by: { column: 'kind', levels: ['country', 'region', 'city'] } }),
  ]),
  tableOf('zones', [column('name', 'string'), column('size', 'enum', { values: ['small', 'large'] })]),
  tableOf('signs', [
    column('name', 'string', { required: true }),
    column('kind', 'enum', { values: ['post', 'board'] }),
    column('zone', 'link', {
      ref: 'zones',
      ref_by: { column: 'kind', map: { post: null, board: ['large'] }, target_column: 'size' },
    }),
  ]),
  tableOf('teams', [
    column('name', 'string', { required: true }),
    column('lead', 'link', { ref: 'people', required: true }),
  ]),
  tableOf('players', [column('name', 'string', { required: true }), column('team', 'link', { ref: 'teams' })]),
  tableOf('crew', [
    column('name', 'string', { required: true }),
    column('boss', 'link', { ref: 'self', inverse: 'reports' }),
    column('reports', 'list', { items: { type: 'link', ref: 'self', inverse: 'boss' } }),
  ]),
  tableOf('chores', [
    column('name', 'string', { required: true }),
    column('due', 'date', { recurs: { rule: 'repeats', done: 'done' } }),
    column('repeats', 'string'),
    column('done', 'boolean'),
  ]),
  tableOf('deeds', [column('name', 'string', { required: true })]),
  ['set_table_bases', { table: 'deeds', bases: ['dated'] }],
  tableOf('thanks', [
    column('name', 'string', { required: true }),
    column('deed', 'link', { ref: 'deeds', ref_where: { made: { exists: true } } }),
  ]),
  tableOf('log', [column('day', 'date'), column('kind', 'string')], { time_column: 'day', partition: '{kind}' }),
  ['add_constraint', { table: 'log', name: 'not_never', check: { kind: { ne: 'never' } } }],
  ['add_constraint', { table: 'log', name: 'no_extra', check: { kind: 'extra' }, at_most: 0 }],
  ['add_constraint', { table: 'players', name: 'led', check: { 'team.lead': { exists: true } } }],
  insert('people', { name: 'Ada', email: 'a@x', born: '2000-01-01' }),
  insert('people', { name: 'Bo', email: 'b@x', born: '2000-01-01' }),
  insert('tasks', { title: 'Tidy', owner: ADA, estimate: 2 }),
  insert('tasks', { title: 'Wash', owner: BO, parent: '[[Tidy]]', status: 'done' }),
  insert('labels', { name: 'One' }),
  insert('labels', { name: 'Two' }),
  insert('topics', { name: 'Water' }),
  insert('books', { name: 'Rain', topic: 'Water', review: '[[Wash]]' }),
  insert('places', { name: 'Ruritania', kind: 'country' }),
  insert('teams', { name: 'Reds', lead: BO }),
  insert('players', { name: 'Cy', team: '[[Reds]]' }),
  insert('crew', { name: 'Di' }),
  insert('crew', { name: 'Ed', boss: '[[Di]]' }),
  insert('crew', { name: 'Flo' }),
  ['create_view', { name: 'vw_open', query: { table: 'tasks', where: { status: 'todo' } } }],
  tableOf('twice', [column('name', 'string')], { schema: 'one' }),
  tableOf('twice', [column('name', 'string')], { schema: 'other' }),
  insert('log', { day: '2026-03-01', kind: 'rain' }),
];

/** One migration whose note somebody changed since, and one that is undone already: their ids, by the names that lines use. */
export async function disturb(subject: Subject): Promise<Readonly<Record<string, string>>> {
  const write = async (operation: string, args: JsonObject): Promise<string> => {
    const answer = await subject.call(operation, args);
    if ('error' in answer) throw new Error(answer.error.message);
    return answer.result['migrationId'] as string;
  };
  const changed = await write('insert_row', { table: 'topics', values: { name: 'Fire' } });
  await subject.edit({ [at('topics', 'Fire')]: handRow('topics', 9, ['name: Fire', 'more: x']) });
  // Ed has another boss: links that are out of step.
  await subject.edit({ [at('crew', 'Gus')]: handRow('crew', 990, ['name: Gus', 'reports:', '  - "[[Ed]]"']) });
  const undone = await write('insert_row', { table: 'topics', values: { name: 'Ice' } });
  await write('undo_migration', { migration_id: undone });
  return { $changed: changed, $undone: undone };
}
