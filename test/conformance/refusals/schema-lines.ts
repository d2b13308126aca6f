/** Refusals of schema operations, one line each. spec: Errors; D5, D16, D17, D18 */

import { column } from '../tables';
import { type RefusalLine, line } from './line';
import { ADA } from './world';

const NAME = column('name', 'string');

// prettier-ignore
export const SCHEMA_LINES: readonly RefusalLine[] = [
  line('create_table: a description is missing', { name: 'new', columns: [{ name: 'a', type: 'string' }, { name: 'b', type: 'date' }] }, '422 refused', ['required - -', 'required a -', 'required b -'], 'give each a description: what a row records, what the column'),
  line('create_table: exists', { name: 'people', description: 'd', columns: [NAME] }, '422 refused', ['exists - -'], 'call describe_table, or take another name'),
  line('create_table: field', { name: 'new', description: 'd', columns: [NAME], fields: { name: 1 } }, '422 refused', ['field name -'], 'correct the definition, then repeat the call; nothing was'),
  line('create_table: enum without values', { name: 'new', description: 'd', columns: [column('kind', 'enum')] }, '422 refused', ['enum kind -'], 'correct the definition, then repeat the call; nothing was'),
  line('create_table: type of a default', { name: 'new', description: 'd', columns: [column('n', 'integer', { default: 'x' })] }, '422 refused', ['type n -'], 'correct the definition, then repeat the call; nothing was'),
  line('create_table: ref to no table', { name: 'new', description: 'd', columns: [column('n', 'link', { ref: 'nowhere' })] }, '422 refused', ['ref n -'], 'correct the definition, then repeat the call; nothing was'),
  line('create_table: unknown_column in a pattern', { name: 'new', description: 'd', columns: [NAME], filename: '{nope}' }, '422 refused', ['unknown_column nope -'], 'correct the definition, then repeat the call; nothing was'),
  line('create_table: inverse without partner', { name: 'new', description: 'd', columns: [column('n', 'link', { ref: 'people', inverse: 'nope' })] }, '422 refused', ['inverse n -'], 'declare the inverse on one side only'),
  line('create_table: generated in a circle', { name: 'new', description: 'd', columns: [column('a', 'string', { generated: '{b}' }), column('b', 'string', { generated: '{a}' })] }, '422 refused', ['generated a -', 'generated b -'], 'correct the definition, then repeat the call; nothing was'),
  line('drop_table: rows exist', { table: 'people' }, '422 conflict', ['rows - -'], 'use mode archive, or delete the rows first'),
  line('drop_table: a CHECK reads it', { table: 'teams', mode: 'archive' }, '422 conflict', [], ''),
  line('drop_table: a ref_where reads it', { table: 'tasks', mode: 'archive' }, '422 conflict', ['ref_where review -'], 'take these rules away first: drop_constraint, or alter_column'),
  line('drop_table: a ref_by reads it', { table: 'zones', mode: 'archive' }, '422 conflict', ['ref_by zone -'], 'take these rules away first: drop_constraint, or alter_column'),
  line('drop_table: a view', { table: 'vw_open' }, '422 refused', [], 'call drop_view'),
  line('alter_table: empty description', { table: 'people', description: '' }, '422 refused', ['required - -'], 'say what a row records, or leave the argument away'),
  line('alter_table: a row cannot fill a new pattern', { table: 'tasks', filename: '{due}' }, '422 refused', ['path due tasks/Tidy.md', 'path due tasks/Wash.md'], 'give these columns a value'),
  line('alter_table: rename while a CHECK reads it', { table: 'teams', name: 'squads' }, '422 conflict', [], ''),
  line('alter_table: move while a ref_where reads it', { table: 'tasks', schema: 'other' }, '422 conflict', ['ref_where review -'], 'take these rules away first: drop_constraint, or alter_column'),
  line('alter_table: exists', { table: 'people', name: 'tasks' }, '422 refused', ['exists - -'], 'call describe_table, or take another name'),
  line('clone_table: exists', { source: 'people', target: 'tasks' }, '422 refused', ['exists - -'], 'call describe_table, or take another name'),
  line('add_column: description missing', { table: 'people', column: { name: 'a', type: 'string' } }, '422 refused', ['required a -'], 'give each a description'),
  line('add_column: exists', { table: 'people', column: column('email', 'string') }, '422 refused', ['exists email -'], 'correct the definition'),
  line('add_column: required on rows without a default', { table: 'people', column: column('a', 'string', { required: true }) }, '422 refused', ['required a Twins/Ada.md', 'required a people/Ada.md', 'required a people/Bo.md'], 'correct the values that are listed'),
  line('rename_column: target column exists', { table: 'people', from_column: 'email', to_column: 'name' }, '422 refused', ['exists name -'], 'take another name; describe_table shows those that are there'),
  line('rename_column: stray key conflict', { table: 'topics', from_column: 'name', to_column: 'stray' }, '422 conflict', ['exists stray Stray.md'], 'remove the key stray from these notes, or take another name'),
  line('rename_column: no such column', { table: 'people', from_column: 'nope', to_column: 'a' }, '422 refused', ['unknown_column nope -'], 'did you mean name?'),
  line('drop_column: a CHECK reads it', { table: 'teams', column: 'lead' }, '422 conflict', ['partition - -'], 'take away what reads it first: drop_constraint, alter_column'),
  line('drop_column: a ref_where reads it', { table: 'tasks', column: 'status' }, '422 conflict', ['ref_where review -'], 'take away what reads it first: drop_constraint, alter_column'),
  line('drop_column: a ref_by reads it', { table: 'places', column: 'kind' }, '422 conflict', ['ref_by within -'], 'take away what reads it first: drop_constraint, alter_column'),
  line('drop_column: no such column', { table: 'people', column: 'nope' }, '422 refused', ['unknown_column nope -'], 'did you mean name?'),
  line('alter_column: existing values violate the new definition', { table: 'tasks', column: 'estimate', changes: { max: 1 } }, '422 refused', ['range estimate tasks/Tidy.md'], 'correct the values that are listed'),
  line('alter_column: null description', { table: 'people', column: 'email', changes: { description: null } }, '422 refused', ['required email -'], 'say what the column records'),
  line('alter_column: empty description', { table: 'people', column: 'email', changes: { description: '' } }, '422 refused', ['required email -'], 'say what the column records'),
  line('alter_column: an enum value that ref_by allows as a level', { table: 'places', column: 'kind', changes: { values: ['country', 'region'] } }, '422 conflict', ['ref_by within -'], 'rename the value with rename_value'),
  line('alter_column: an attribute that needs a new column', { table: 'tasks', column: 'owner', changes: { ref: 'teams' } }, '422 refused', ['type owner -'], 'add_column'),
  line('alter_column: no such column', { table: 'people', column: 'nope', changes: { label: 'x' } }, '422 refused', ['unknown_column nope -'], 'did you mean name?'),
  line('rename_value: to_value exists', { table: 'tasks', column: 'status', from_value: 'todo', to_value: 'done' }, '422 refused', ['exists status -'], 'take another name'),
  line('rename_value: no such value', { table: 'tasks', column: 'status', from_value: 'don', to_value: 'x' }, '422 refused', ['enum status -'], 'its values: todo, doing, done'),
  line('add_constraint: existing rows violate it', { table: 'people', name: 'not_ada', check: { name: { ne: 'Ada' } } }, '422 refused', [`check - ${ADA}`], ''),
  line('define_base: a dropped column is not listed', { name: 'dated', columns: [] }, '422 conflict', ['dropped made -'], 'drop_columns'),
  line('define_base: a read column is dropped', { name: 'dated', columns: [], drop_columns: ['made'] }, '422 conflict', ['ref_where deed -'], 'take away what reads these columns first: drop_constraint,'),
  line('set_table_bases: rows must fit', { table: 'topics', bases: ['strict'] }, '422 refused', ['required mark Stray.md', 'required mark topics/Fire.md', 'required mark topics/Water.md'], 'correct the values that are listed, then repeat the call;'),
  line('create_view: exists', { name: 'vw_open', query: { table: 'tasks' } }, '422 refused', ['exists - -'], 'give replace: true, or take another name'),
  line('create_view: the query must run', { name: 'vw_new', query: { table: 'tasks', where: { nope: 1 } } }, '400 bad_request', [], 'columns: title, status, owner, owners, due, estimate, labels,'),
  line('drop_view: a table', { view: 'people' }, '422 refused', [], 'call drop_table'),
  line('comment_on: an unknown catalog', { catalog: 'nope', description: 'd' }, '422 refused', [], 'name one of main'),
  line('comment_on: an unknown schema', { catalog: 'main', schema: 'nope', description: 'd' }, '422 refused', [], 'name one of default, one, other'),
  line('configure_database: an existing root folder', { root: 'Else' }, '422 refused', ['exists - Else'], 'give a folder that does not exist yet'),
];
