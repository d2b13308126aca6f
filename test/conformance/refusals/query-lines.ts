/** Refusals of reads, and what no operation takes, one line each. spec: Errors; D3, D6, D12, D17, D18 */

import type { JsonObject } from '../../../src/engine/index';
import { column } from '../tables';
import { type RefusalLine, line } from './line';

const PROTOTYPE = JSON.parse('{"__proto__": {"admin": true}}') as JsonObject;

// prettier-ignore
export const QUERY_LINES: readonly RefusalLine[] = [
  line('read_note: missing file', { path: 'Nowhere.md' }, '404 not_found', [], 'call list_folder to see what there is'),
  line('read_note: a hidden file', { path: '.notedb/x' }, '404 not_found', [], 'call list_folder to see what there is'),
  line('list_folder: missing folder', { folder: 'Nowhere' }, '404 not_found', [], 'call list_folder without folder for the root'),
  line('list_link_targets: name shared by rows in different folders', { table: 'crew', column: 'boss', row: 'Flo' }, '422 refused', [], 'give the path of the one that is meant', '2 rows of crew are called Flo: Twins/Flo.md, '),
  line('list_link_targets: no such row', { table: 'players', column: 'team', row: 'Nobody' }, '404 not_found', [], 'call select_rows to find it, or leave row away for one that is'),
  line('list_link_targets: unknown column', { table: 'tasks', column: 'ownr' }, '422 refused', ['unknown_column ownr -'], 'link columns of tasks: owner, owners, parent', 'did you mean owner'),
  line('list_link_targets: no link with ref', { table: 'topics', column: 'name' }, '422 refused', ['type name -'], 'topics has no link column with ref'),
  line('list_link_targets: values that do not fit', { table: 'tasks', column: 'owner', values: { status: 'late', nope: 1 } }, '422 refused', ['enum status -', 'unknown_column nope -'], 'correct the values that are listed; describe_table shows the'),
  line('list_link_targets: unknown table', { table: 'peple', column: 'owner' }, '404 not_found', [], 'did you mean main.default.people?'),
  line('list_link_targets: a limit above 1000', { table: 'tasks', column: 'owner', limit: 1001 }, '400 bad_request', [], 'arguments of list_link_targets'),
  line('list_link_targets: a path that leaves the vault', { table: 'tasks', column: 'owner', row: '../Ada.md' }, '400 bad_request', [], 'a path'),
  line('select_rows: unknown table', { table: 'peple' }, '404 not_found', [], 'did you mean main.default.people?'),
  line('describe_table: unknown table', { table: 'nope' }, '404 not_found', [], 'list_tables names them all'),
  line('drop_view: unknown view', { view: 'vw_nope' }, '404 not_found', [], 'did you mean main.default.vw_open?'),
  line('undo_migration: unknown migration', { migration_id: 'nope' }, '404 not_found', [], 'call list_migrations; entries older than 90 days are gone'),
  line('drop_constraint: unknown constraint', { table: 'log', name: 'nope' }, '404 not_found', [], 'its constraints: not_never'),
  line('set_table_bases: unknown base', { table: 'people', bases: ['nope'] }, '404 not_found', [], 'bases: dated, strict'),
  line('drop_tables: unknown operation', {}, '404 not_found', [], 'did you mean drop_table or list_tables?'),
  line('insert_row: an unknown argument', { table: 'people', values: {}, set: {} }, '400 bad_request', [], 'arguments of insert_row'),
  line('update_row: an older argument', { table: 'people', path: 'x', set: {} }, '400 bad_request', [], 'arguments of update_row', 'did you mean "set_values"?'),
  line('update_row: neither id nor path', { table: 'people', set_values: { name: 'x' } }, '400 bad_request', [], 'call select_rows for either'),
  line('update_row: a column both set and unset', { table: 'people', path: 'x', set_values: { name: 'x' }, unset: ['name'] }, '400 bad_request', [], 'name each column in one of them'),
  line('insert_row: arguments of the wrong type', { table: 7, values: [], dry_run: 'yes' }, '400 bad_request', [], 'arguments of insert_row'),
  line('insert_row: a key that reaches into a prototype', { table: 'people', values: PROTOTYPE }, '400 bad_request', [], 'use another name'),
  line('insert_row: half a pair in a body', { table: 'people', values: { name: 'x' }, body: '\ud800' }, '400 bad_request', [], 'send well-formed Unicode'),
  line('select_rows: an unknown column in a filter', { table: 'people', where: { nmae: 'x' } }, '400 bad_request', [], 'did you mean name?', 'nmae'),
  line('select_rows: an unknown operator', { table: 'people', where: { name: { like: 'x' } } }, '400 bad_request', [], 'operators:'),
  line('select_rows: a value that no such column can have', { table: 'people', where: { born: 'soon' } }, '400 bad_request', [], 'write 2026-11-21, 2026-11-21T09:30:00+01:00 or {today-7d}'),
  line('select_rows: gt on an enum without order', { table: 'tasks', where: { status: { gt: 'todo' } } }, '400 bad_request', [], 'alter_column with ordered: true gives its values an order'),
  line('select_rows: null in an operator', { table: 'people', where: { name: { in: [null] } } }, '400 bad_request', [], 'use {"exists": false} for empty values'),
  line('select_rows: a limit above 1000', { table: 'people', limit: 1001 }, '400 bad_request', [], 'arguments of select_rows'),
  line('select_rows: a limit below 0', { table: 'people', limit: -1 }, '400 bad_request', [], 'arguments of select_rows'),
  line('select_rows: a filter by body', { table: 'people', where: { body: 'x' } }, '400 bad_request', [], 'search_notes looks into texts; include_body of select_rows'),
  line('select_rows: an unknown column in an order', { table: 'people', order_by: '-nope' }, '400 bad_request', [], 'did you mean name?'),
  line('select_rows: an unknown column', { table: 'people', columns: ['nope'] }, '400 bad_request', [], 'did you mean name?'),
  line('select_rows: a name of several tables', { table: 'twice' }, '400 bad_request', [], 'write the full name, like main.one.twice'),
  line('create_table: a name that is none', { name: 'Bad Name', description: 'd', columns: [column('a', 'string')] }, '400 bad_request', ['type - -'], 'correct the definition, then repeat the call; nothing was', 'bad_name'),
  line('create_table: a reserved column', { name: 'new', description: 'd', columns: [column('path', 'string')] }, '400 bad_request', ['type path -'], 'correct the definition, then repeat the call; nothing was'),
  line('create_table: an unknown type', { name: 'new', description: 'd', columns: [column('a', 'text')] }, '400 bad_request', ['type a -'], 'correct the definition, then repeat the call; nothing was'),
  line('create_table: an unknown attribute', { name: 'new', description: 'd', columns: [column('a', 'string', { requird: true })] }, '400 bad_request', ['type a -'], 'correct the definition, then repeat the call; nothing was'),
  line('create_table: a view by name', { name: 'vw_new', description: 'd', columns: [column('a', 'string')] }, '400 bad_request', ['type - -'], 'correct the definition, then repeat the call; nothing was'),
  line('create_view: a name without vw_', { name: 'open', query: { table: 'tasks' } }, '400 bad_request', ['type - -'], 'correct the definition, then repeat the call; nothing was'),
  line('add_constraint: this in a check', { table: 'people', name: 'c', check: { name: '{this.name}' } }, '400 bad_request', ['check name -'], 'write the value itself'),
  line('delete_rows: an unknown mode', { table: 'people', mode: 'shred' }, '400 bad_request', [], 'arguments of delete_rows'),
  line('list_migrations: a limit above 1000', { limit: 1001 }, '400 bad_request', [], 'arguments of list_migrations'),
  line('batch: an operation that a batch does not take', { operations: [{ op: 'undo_migration', migration_id: 'x' }] }, '400 bad_request', [], 'steps may be'),
  line('batch: a batch inside', { operations: [{ op: 'batch', operations: [] }] }, '400 bad_request', [], 'steps may be'),
];
