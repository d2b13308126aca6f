/** Refusals of history, one line each: describe_history, table_changes, restore_table, vacuum_table, and reads of what was. Source: docs/http.md#errors; D8, D17, D18 */

import type { Call } from '../case';
import { column, tableOf } from '../tables';
import { type RefusalLine, line } from './line';

const GONE_WORLD = 'main.default.attic';

/** Diary has the versions 0 to 4, of which 0 and 1 are taken away; attic was dropped at version 1; folk was called clan until version 1. */
export const HISTORY_WORLD: readonly Call[] = [
  tableOf('diary', [column('name', 'string', { required: true }), column('mood', 'string')], { history: true }),
  ['insert_row', { table: 'diary', values: { name: 'Monday' } }],
  ['update_rows', { table: 'diary', set_values: { mood: 'calm' } }],
  ['insert_row', { table: 'diary', values: { name: 'Tuesday' } }],
  ['insert_row', { table: 'diary', values: { name: 'Wednesday' } }],
  ['vacuum_table', { table: 'diary', retain_from_version: 2, dry_run: false }],
  tableOf('visits', [column('name', 'string', { required: true }), column('day', 'link', { ref: 'diary' })]),
  ['insert_row', { table: 'visits', values: { name: 'Tea', day: '[[Wednesday]]' } }],
  tableOf('attic', [column('name', 'string')], { history: true }),
  ['drop_table', { table: 'attic' }],
  tableOf('clan', [column('name', 'string', { required: true })], { history: true }),
  ['alter_table', { table: 'clan', name: 'folk' }],
  ['create_view', { name: 'vw_days', query: { table: 'diary' } }],
  tableOf('crowd', [column('name', 'string', { required: true })], { history: true }),
  ['insert_row', { table: 'crowd', values: { name: 'Xen' } }],
  tableOf('others', [column('name', 'string', { required: true })], { history: true }),
  ['move_rows', { table: 'crowd', to_table: 'others' }],
  tableOf('shelf', [column('name', 'string', { required: true })], { history: true }),
  ['insert_row', { table: 'shelf', values: { name: 'Yew' }, path: 'Found/Yew.md' }],
  ['delete_rows', { table: 'shelf', mode: 'delete' }],
  tableOf('stock', [column('name', 'string', { required: true })], { history: true }),
  ['insert_row', { table: 'stock', values: { name: 'Found/Yew' }, path: 'Found/Yew.md' }],
  tableOf('ranks', [column('name', 'string', { required: true }), column('level', 'integer')], { history: true }),
  ['insert_row', { table: 'ranks', values: { name: 'Major' } }],
  ['update_rows', { table: 'ranks', set_values: { level: 3 } }],
  tableOf('guards', [column('name', 'string', { required: true }), column('rank', 'link', { ref: 'ranks' })]),
  ['insert_row', { table: 'guards', values: { name: 'Gil', rank: '[[Major]]' } }],
  ['add_constraint', { table: 'guards', name: 'ranked', check: { and: [{ 'rank.level': { exists: true } }] } }],
];

const NO_LOG = 'alter_table with history true';

/** Of operations that take a moment, and go without. */
const NO_PAST = `leave version and timestamp away for the present rows; ${NO_LOG}`;

const VERSIONS = 'describe_history lists the versions';

const EARLY = '2026-03-04';

const LATE = '2027-01-01';

// prettier-ignore
export const HISTORY_LINES: readonly RefusalLine[] = [
  line('describe_history: unknown table', { table: 'dairy' }, '404 not_found', [], 'did you mean main.default.diary?'),
  line('describe_history: a name of several tables', { table: 'twice' }, '400 bad_request', [], 'write the full name, like main.one.twice'),
  line('describe_history: a view', { table: 'vw_days' }, '422 refused', [], 'ask for the tables that it reads'),
  line('describe_history: no history', { table: 'topics' }, '422 refused', ['history - -'], NO_LOG, 'main.default.topics keeps no history'),
  line('describe_history: a limit above 1000', { table: 'diary', limit: 1001 }, '400 bad_request', [], 'arguments of describe_history'),
  line('describe_history: a limit below 0', { table: 'diary', limit: -1 }, '400 bad_request', [], 'arguments of describe_history'),
  line('table_changes: unknown table', { table: 'dairy', start_version: 0 }, '404 not_found', [], 'did you mean main.default.diary?'),
  line('table_changes: a name of several tables', { table: 'twice', start_version: 0 }, '400 bad_request', [], 'write the full name'),
  line('table_changes: a view', { table: 'vw_days', start_version: 0 }, '422 refused', [], 'ask for the tables that it reads'),
  line('table_changes: no history', { table: 'topics', start_version: 0 }, '422 refused', ['history - -'], NO_LOG),
  line('table_changes: no start', { table: 'diary' }, '400 bad_request', [], 'arguments of table_changes'),
  line('table_changes: an end before the start', { table: 'diary', start_version: 3, end_version: 2 }, '400 bad_request', [], 'exchange them'),
  line('table_changes: a start that was taken away', { table: 'diary', start_version: 1 }, '422 refused', ['version - -'], VERSIONS, 'the versions 2 to 4'),
  line('select_rows: a version that was taken away', { table: 'diary', version: 1 }, '422 refused', ['version - -'], VERSIONS, 'the versions 2 to 4'),
  line('select_rows: a version that is not there yet', { table: 'diary', version: 5 }, '422 refused', ['version - -'], VERSIONS, 'the versions 2 to 4'),
  line('select_rows: a version below 0', { table: 'diary', version: -1 }, '400 bad_request', [], 'arguments of select_rows'),
  line('select_rows: a moment before the oldest version', { table: 'diary', timestamp: EARLY }, '422 refused', ['version - -'], VERSIONS, 'the first of 2026-03-05T'),
  line('select_rows: a moment to come', { table: 'diary', timestamp: LATE }, '400 bad_request', [], 'leave it away for the present', 'later than now'),
  line('select_rows: a moment that is none', { table: 'diary', timestamp: 'soon' }, '400 bad_request', [], 'write 2026-11-21 or 2026-11-21T09:30:00+01:00'),
  line('select_rows: version and timestamp', { table: 'diary', version: 3, timestamp: EARLY }, '400 bad_request', [], 'name the moment by one of them'),
  line('select_rows: a version without history', { table: 'topics', version: 0 }, '422 refused', ['history - -'], NO_PAST),
  line('select_rows: a moment of tables without history', { table: 'topics', timestamp: EARLY, join: { table: 'people', on: { name: 'name' } } }, '422 refused', ['history - -', 'history - -'], NO_PAST, 'main.default.people, main.default.topics keep'),
  line('select_rows: a version of a view', { table: 'vw_days', version: 3 }, '422 refused', ['version - -'], 'give timestamp instead'),
  line('select_rows: version where several tables are read', { table: 'diary', version: 3, join: { table: 'folk', on: { name: 'name' } } }, '422 refused', ['version - -'], 'give timestamp instead'),
  line('select_rows: a version of a base', { table: 'base:dated', version: 1 }, '422 refused', ['version - -'], 'give timestamp instead'),
  line('select_rows: a moment of information_schema', { table: 'system.information_schema.tables', timestamp: EARLY }, '400 bad_request', [], 'leave version and timestamp away'),
  line('restore_table: unknown table', { table: 'dairy', version: 2 }, '404 not_found', [], 'did you mean main.default.diary?'),
  line('restore_table: a name of several tables', { table: 'twice', version: 2 }, '400 bad_request', [], 'write the full name'),
  line('restore_table: a view', { table: 'vw_days', version: 2 }, '422 refused', [], 'ask for the tables that it reads'),
  line('restore_table: no history', { table: 'topics', version: 0 }, '422 refused', ['history - -'], NO_LOG),
  line('restore_table: no moment', { table: 'diary' }, '400 bad_request', [], VERSIONS, 'neither version nor timestamp'),
  line('restore_table: two moments', { table: 'diary', version: 2, timestamp: EARLY }, '400 bad_request', [], 'name the moment by one of them'),
  line('restore_table: a version that is not there yet', { table: 'diary', version: 9 }, '422 refused', ['version - -'], VERSIONS),
  line('restore_table: a version that was taken away', { table: 'diary', version: 0 }, '422 refused', ['version - -'], VERSIONS, 'the versions 2 to 4'),
  line('restore_table: a moment before the oldest version', { table: 'diary', timestamp: EARLY }, '422 refused', ['version - -'], VERSIONS),
  line('restore_table: a moment to come', { table: 'diary', timestamp: LATE }, '400 bad_request', [], 'leave it away for the present'),
  line('restore_table: a version at which the table was dropped', { table: GONE_WORLD, version: 1 }, '422 conflict', ['definition - -'], 'name an earlier version'),
  line('restore_table: another name', { table: 'folk', version: 0 }, '422 conflict', ['definition - -'], 'give it that name again with alter_table'),
  line('restore_table: a row of another table', { table: 'crowd', version: 1 }, '422 conflict', ['other_table - crowd/Xen.md'], 'undo what moved the rows'),
  line('restore_table: a place that is taken', { table: 'shelf', version: 1 }, '422 conflict', ['exists - Found/Yew.md'], 'move these notes out of the way'),
  line('restore_table: a CHECK of a row that links to it', { table: 'ranks', version: 1 }, '422 refused', ['check rank guards/Gil.md'], ''),
  line('restore_table: a row that goes is linked', { table: 'diary', version: 3 }, '422 conflict', ['restrict - visits/Tea.md'], 'delete_rows'),
  line('vacuum_table: unknown table', { table: 'dairy', dry_run: false }, '404 not_found', [], 'did you mean main.default.diary?'),
  line('vacuum_table: a name of several tables', { table: 'twice', dry_run: false }, '400 bad_request', [], 'write the full name'),
  line('vacuum_table: a view', { table: 'vw_days', dry_run: false }, '422 refused', [], 'ask for the tables that it reads'),
  line('vacuum_table: no history', { table: 'topics', dry_run: false }, '422 refused', ['history - -'], NO_LOG),
  line('vacuum_table: a version that is not there yet', { table: 'diary', retain_from_version: 5, dry_run: false }, '422 refused', ['version - -'], VERSIONS, 'the versions 2 to 4'),
  line('vacuum_table: a version below 0', { table: 'diary', retain_from_version: -1, dry_run: false }, '400 bad_request', [], 'arguments of vacuum_table'),
  line('clone_table: a version that was taken away', { source: 'diary', target: 'copy', version: 1 }, '422 refused', ['version - -'], VERSIONS, 'the versions 2 to 4'),
  line('clone_table: a version that is not there yet', { source: 'diary', target: 'copy', version: 9 }, '422 refused', ['version - -'], VERSIONS),
  line('clone_table: a moment before the oldest version', { source: 'diary', target: 'copy', timestamp: EARLY }, '422 refused', ['version - -'], VERSIONS),
  line('clone_table: a moment to come', { source: 'diary', target: 'copy', timestamp: LATE }, '400 bad_request', [], 'leave it away for the present'),
  line('clone_table: two moments', { source: 'diary', target: 'copy', version: 3, timestamp: EARLY }, '400 bad_request', [], 'name the moment by one of them'),
  line('clone_table: a version without history', { source: 'topics', target: 'copy', version: 0 }, '422 refused', ['history - -'], NO_PAST),
  line('clone_table: a version at which the table was dropped', { source: GONE_WORLD, target: 'copy', version: 1 }, '404 not_found', [], ''),
  line('create_webhook: a url that is none', { url: 'hooks.example/in' }, '400 bad_request', [], 'https://', 'is not an address'),
  line('create_webhook: another scheme', { url: 'file:///etc/hosts' }, '400 bad_request', [], 'https://', 'is not an address'),
  line('create_webhook: a user in the url', { url: 'https://me:word@hooks.example/' }, '400 bad_request', [], 'leave them out', 'list_webhooks'),
  line('create_webhook: a metadata address', { url: 'http://0xa9fea9fe/' }, '422 refused', [], 'give the address of a receiver', '169.254.169.254 is link-local'),
  line('create_webhook: since beyond the newest change', { url: 'https://hooks.example/', since: 10_000_000 }, '400 bad_request', [], 'give a number up to', 'not there yet'),
  line('create_webhook: unknown table', { url: 'https://hooks.example/', tables: ['dairy'] }, '404 not_found', [], 'did you mean main.default.diary?'),
  line('create_webhook: a view', { url: 'https://hooks.example/', tables: ['vw_days'] }, '422 refused', [], 'name the tables that the view reads'),
  line('create_webhook: an empty list', { url: 'https://hooks.example/', ops: [] }, '400 bad_request', [], 'leave ops away'),
  line('create_webhook: unknown column', { url: 'https://hooks.example/', tables: ['diary'], columns: ['moood'] }, '400 bad_request', [], 'mood'),
  line('delete_webhook: unknown webhook', { id: '5' }, '404 not_found', [], 'list_webhooks lists them'),
];
