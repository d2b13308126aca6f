/** Names that a refusal proposes are data too: `near` of the error, of its violations and conflicts. docs/http.md#errors */

import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject, NotedbError } from '../../../src/engine/index';
import { PEOPLE, TASKS, type TestVault, column, openVault } from '../open-vault';

let vault: TestVault;
let write: string;

beforeAll(async () => {
  vault = await openVault();
  await vault.run('define_base', {
    name: 'dated',
    description: 'Something on a day',
    columns: [column('day', 'date')],
  });
  await vault.run('create_table', PEOPLE);
  await vault.run('create_table', TASKS);
  await vault.run('insert_row', { table: 'people', values: { name: 'Ada Lovelace' } });
  await vault.run('create_view', {
    name: 'vw_open',
    description: 'To be done',
    query: { table: 'tasks', columns: ['title'] },
  });
  await vault.run('add_constraint', {
    table: 'people',
    name: 'named',

    check: { name: { exists: true } },
  });
  const { migrationId } = await vault.run('insert_row', {
    table: 'tasks',
    values: { title: 'One', owner: '[[Ada Lovelace]]' },
  });
  write = migrationId as string;
});

const select = (more: JsonObject): JsonObject => ({ table: 'people', ...more });
const table = (...columns: readonly JsonObject[]): JsonObject => ({
  name: 'more',
  description: 'More',
  columns: [column('name', 'string'), ...columns],
});
const batchOf = (...operations: readonly JsonObject[]): JsonObject => ({ operations: [...operations] });

type Case = readonly [what: string, operation: string, args: JsonObject | (() => JsonObject), near: readonly string[]];

const CASES: readonly Case[] = [
  ['operation', 'select_row', {}, ['select_rows', 'delete_rows', 'insert_row']],
  ['argument', 'select_rows', select({ ordr_by: 'name' }), ['order_by']],
  ['two arguments', 'select_rows', select({ ordr_by: 'name', limt: 1 }), ['order_by', 'limit']],
  ['older argument', 'update_rows', { table: 'people', where: {}, set: { name: 'x' } }, ['set_values']],
  ['key in an argument', 'select_rows', select({ join: { table: 'tasks', onn: { name: 'title' } } }), ['on']],
  ['value of an argument', 'delete_rows', { table: 'people', where: {}, mode: 'archiv' }, ['archive']],
  ['table', 'select_rows', { table: 'peple' }, ['main.default.people']],
  ['table of a write', 'insert_row', { table: 'peple', values: {} }, ['main.default.people']],
  ['view', 'drop_view', { view: 'vw_opne' }, ['main.default.vw_open']],
  ['base of a table', 'set_table_bases', { table: 'people', bases: ['datd'] }, ['dated']],
  ['base as a source', 'select_rows', { table: 'base:datd' }, ['base:dated']],
  [
    'definitions as a source',
    'select_rows',
    { table: 'system.information_schema.tabels' },
    ['tables', 'views', 'catalogs'].map((name) => `system.information_schema.${name}`),
  ],
  ['column of a filter', 'select_rows', select({ where: { nmae: 'x' } }), ['name']],
  ['column of columns', 'select_rows', select({ columns: ['nmae'] }), ['name']],
  ['column of a view', 'select_rows', { table: 'vw_open', columns: ['titel'] }, ['title']],
  ['link of a dotted key', 'select_rows', { table: 'tasks', where: { 'ownr.name': 'x' } }, ['owner']],
  ['operator', 'select_rows', select({ where: { name: { contain: 'x' } } }), ['contains', 'icontains']],
  ['value of an enum in a filter', 'select_rows', { table: 'tasks', where: { status: 'tood' } }, ['todo']],
  ['function', 'select_rows', select({ group_by: ['dat(born)'], aggregates: { n: 'count' } }), ['date', 'day']],
  ['aggregate', 'select_rows', select({ aggregates: { n: 'coun' } }), ['count']],
  [
    'column of a group',
    'select_rows',
    select({ group_by: ['name'], aggregates: { many: 'count' }, order_by: 'manny' }),
    ['many'],
  ],
  [
    'edge',
    'graph_neighbors',
    { from_nodes: { paths: ['notedb/main/default/people/Ada Lovelace.md'] }, edges: ['ownr'] },
    ['owner'],
  ],
  ['column to drop', 'drop_column', { table: 'people', column: 'nmae' }, ['name']],
  ['constraint', 'drop_constraint', { table: 'people', name: 'namd' }, ['named']],
  ['table of a ref', 'create_table', table(column('whose', 'link', { ref: 'peple' })), ['main.default.people']],
  ['column type', 'create_table', table(column('age', 'integr')), ['integer']],
  ['attribute', 'create_table', table(column('age', 'integer', { requird: true })), ['required']],
  ['attribute to alter', 'alter_column', { table: 'people', column: 'name', changes: { requird: true } }, ['required']],
  ['source of a computed column', 'create_table', table(column('shown', 'string', { generated: '{nmae}' })), ['name']],
  [
    'inverse',
    'add_column',
    { table: 'people', column: column('chores', 'list', { items: { type: 'link', ref: 'tasks', inverse: 'ownr' } }) },
    ['owner'],
  ],
  ['column of a CHECK', 'add_constraint', { table: 'people', name: 'more', check: { nmae: 'x' } }, ['name']],
  [
    'operator of a CHECK',
    'add_constraint',
    { table: 'people', name: 'more', check: { name: { contain: 'x' } } },
    ['contains', 'icontains'],
  ],
  [
    'label of a view',
    'create_view',
    { name: 'vw_more', description: 'x', query: { table: 'people' }, labels: { nmae: 'Name' } },
    ['name'],
  ],
  ['column of a row', 'insert_row', { table: 'people', values: { name: 'B', emial: 'x' } }, ['email']],
  ['value of an enum', 'insert_row', { table: 'tasks', values: { title: 'Two', status: 'tood' } }, ['todo']],
  ['link', 'insert_row', { table: 'tasks', values: { title: 'Two', owner: '[[Ada Lovelce]]' } }, ['Ada Lovelace']],
  [
    'note of a write',
    'undo_migration',
    () => ({ migration_id: write, paths: ['notedb/main/default/tasks/Onee.md'] }),
    ['notedb/main/default/tasks/One.md'],
  ],
  ['operation of a step', 'batch', batchOf({ op: 'insert_rwo' }), ['insert_row']],
  ['argument of a step', 'batch', batchOf({ op: 'insert_row', tabel: 'people', values: {} }), ['table']],
  [
    'arguments of several steps',
    'batch',
    batchOf({ op: 'insert_row', table: 'people', values: {}, bdy: 'x' }, { op: 'insert_rwo' }),
    ['body', 'insert_row'],
  ],
  ['table of a step', 'batch', batchOf({ op: 'insert_row', table: 'peple', values: {} }), ['main.default.people']],
];

/** Of every "did you mean …?" in the texts of an error. */
function proposed({ message, hint, violations, conflicts }: NotedbError): ReadonlySet<string> {
  const texts = [message, hint ?? '', ...[...violations, ...conflicts].map((each) => each.message)];
  const questions = texts.flatMap((text) =>
    [...text.matchAll(/did you mean ([^?]+)\?/gi)].map((match) => match[1] ?? ''),
  );
  return new Set(questions.flatMap((names) => names.split(/ or |, /)).map((name) => name.replaceAll('"', '')));
}

const given = ({ near, violations, conflicts }: NotedbError): ReadonlySet<string> =>
  new Set([near, ...[...violations, ...conflicts].map((each) => each.near ?? [])].flat());

describe('the names that a refusal proposes', () => {
  it.each(CASES)('%s', async (_what, operation, args, near) => {
    const error = await vault.refused(operation, typeof args === 'function' ? args() : args);
    expect([...given(error)], `${error.message} ${error.hint}`).toEqual(near);
    expect(near).toEqual(expect.arrayContaining([...proposed(error)]));
    expect(error.near.length + error.violations.length).toBeGreaterThan(0);
  });

  it('are in the conflict of each step that has neither violations nor conflicts', async () => {
    const steps = [{ table: 'peple' }, { table: 'tsks' }].map((each) => ({ op: 'insert_row', ...each, values: {} }));
    const error = await vault.refused('batch', batchOf(...steps));
    expect(error.near).toEqual(['main.default.people']);
    expect(error.conflicts).toEqual([
      expect.objectContaining({ step: 0, code: 'not_found', near: ['main.default.people'] }),
      expect.objectContaining({ step: 1, code: 'not_found', near: ['main.default.tasks'] }),
    ]);
  });

  it('are not there where nothing is near', async () => {
    const error = await vault.refused('select_rows', { table: 'zzz' });
    expect([error.near, error.hint]).toEqual([[], 'list_tables names them all']);
  });
});
