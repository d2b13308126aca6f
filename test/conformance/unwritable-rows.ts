/** Rows that may be lost, and rows whose front matter does not parse: every operation that would have to write one is refused. D7 */

import { DATED, base } from './base-calls';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { ALL_GONE, MANY, PEOPLE, column, handRow, tableOf } from './tables';

const OTHER = tableOf('other', [column('name', 'string'), column('email', 'string'), column('born', 'date')]);
const dense = column('n', 'integer', { dense: true });

/** What would write the rows, and how it goes on. */
const CALLS: readonly (readonly [how: string, call: Call])[] = [
  ['with new ids', ['recompute_columns', { table: 'people', new_ids: true }]],
  ['a dense column', ['add_column', { table: 'people', column: dense }]],
  ['another key', ['rename_column', { table: 'people', from_column: 'name', to_column: 'called' }]],
  ['a key that goes', ['drop_column', { table: 'people', column: 'name' }]],
  ['a column that becomes dense', ['alter_column', { table: 'people', column: 'born', changes: { dense: true } }]],
  ['another name', ['alter_table', { table: 'people', name: 'humans' }]],
  ['other file names', ['alter_table', { table: 'people', filename: 'P {name}' }]],
  ['a field', ['alter_table', { table: 'people', fields: { f: 1 } }]],
  ['with its rows', ['clone_table', { source: 'people', target: 'copies' }]],
  ['a base', ['set_table_bases', { table: 'people', bases: ['rated'] }]],
  ['another table', ['move_rows', { table: 'people', to_table: 'other' }]],
];

const refused = (
  what: string,
  more: Partial<ConformanceCase>,
  error: ExpectedError,
  calls: typeof CALLS,
): readonly ConformanceCase[] =>
  calls.map(([how, call]) => ({
    name: `refuses rows that ${what}: ${how}`,
    spec: 'D7 (a write to a suspect row is a conflict; an unparsable one is never rewritten)',
    given: [PEOPLE, OTHER, DATED, base('rated', [dense])],
    call,
    error,
    ...more,
  }));

const LOST = { files: MANY, edits: ALL_GONE };

const GOOD = handRow('people', 1, ['name: A']);
const BROKEN = {
  files: { 'a.md': GOOD, 'b.md': handRow('people', 2, ['name: B']) },
  edits: { 'a.md': GOOD.replace('name: A', 'name: [') },
};

export const UNWRITABLE_ROWS: readonly ConformanceCase[] = [
  ...refused(
    'may be lost',
    LOST,
    { code: 'conflict', message: 'vanished together', conflicts: Object.keys(MANY).map((path) => `suspect ${path}`) },
    [...CALLS, ['into the archive', ['drop_table', { table: 'people', mode: 'archive' }]]],
  ),
  ...refused('do not parse', BROKEN, { code: 'refused', violations: ['unparsable'], message: 'a.md' }, CALLS),
  {
    name: 'says what is wrong with a note that never parsed, where its row is asked for',
    spec: 'D5, D7 (after a cold start it is in no result), docs/operations.md#update_row',
    files: { 'a.md': BROKEN.edits['a.md'] },
    given: [PEOPLE],
    call: ['update_row', { table: 'people', path: 'a.md', set_values: { name: 'B' } }],
    error: { code: 'refused', violations: ['unparsable'], message: 'does not parse', hint: 'by hand' },
  },
  {
    name: 'archives a note that does not parse with its table, as it is',
    spec: 'D7 (never rewritten), docs/operations.md#drop_table',
    ...BROKEN,
    given: [PEOPLE],
    call: ['drop_table', { table: 'people', mode: 'archive' }],
    result: { changed: 2 },
    tree: { 'notedb/main/default/people/_archive/a.md': BROKEN.edits['a.md'].replace(/id: .*/, 'id: <uuid>') },
  },
  {
    name: 'archives a note that does not parse, as it is',
    spec: 'D7 (never rewritten), docs/operations.md#delete_rows',
    ...BROKEN,
    given: [PEOPLE],
    call: ['delete_rows', { table: 'people', where: { name: 'A' } }],
    result: { changed: 1 },
    tree: { 'notedb/main/default/people/_archive/a.md': BROKEN.edits['a.md'].replace(/id: .*/, 'id: <uuid>') },
  },
];
