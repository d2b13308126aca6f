/** Undo where rows have no id, since somebody wrote them by hand: they are found by the way that their notes took. Source: docs/history.md#undo_migration; D7, D17. */

import type { Call, ConformanceCase } from './case';
import { at, column, note, tableOf } from './tables';

const OLD = at('things', 'Old');
const LINES = ['table: main.default.things', 'name: Old'];
const files = { [OLD]: note(LINES) };

const undo = (n: number): Call => ['undo_migration', { migration_id: `$${n}.migrationId` }];
const THINGS = tableOf('things', [column('name', 'string')]);
const archived: Call = ['delete_rows', { table: 'things' }];
const added = (more: object): Call => [
  'add_column',
  { table: 'things', column: { ...column('x', 'string'), ...more } },
];

const SPEC = 'D17: the result is validated like any write; D2 (a row without id)';

export const UNDO_WITHOUT_ID: readonly ConformanceCase[] = [
  {
    name: 'writes a column that comes back into a row without id that came back out of the archive',
    spec: SPEC,
    files,
    given: [THINGS, archived, added({ identity: 'filename' }), undo(2), undo(1)],
    call: undo(3),
    tree: { [OLD]: note([...LINES, 'x: Old']) },
  },
  {
    name: 'writes a field that comes back into a row without id that came back out of the archive',
    spec: SPEC,
    files,
    given: [THINGS, archived, ['alter_table', { table: 'things', fields: { f: 1 } }], undo(2), undo(1)],
    call: undo(3),
    tree: { [OLD]: note([...LINES, 'f: 1']) },
  },
  {
    name: 'leaves a row without id alone that was there before and lay in the archive meanwhile',
    spec: SPEC,
    files,
    given: [THINGS, added({ dense: true }), undo(1), archived, undo(3)],
    call: undo(2),
    tree: { [OLD]: note([...LINES, 'x:']) },
  },
  {
    name: 'refuses to take a column away that a row without id got a value in since, though its note has another name',
    spec: SPEC,
    files: { [OLD]: note([...LINES, 'n: 1']) },
    given: [
      tableOf('things', [column('name', 'string'), column('n', 'integer')], { filename: '{name}' }),
      added({}),
      ['update_row', { table: 'things', path: OLD, set_values: { x: 'y' } }],
      ['update_row', { table: 'things', path: OLD, set_values: { name: 'New' } }],
    ],
    call: undo(1),
    error: { code: 'refused', violations: ['x unknown_column'], message: 'undo that write first' },
  },
];
