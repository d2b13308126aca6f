/** An undo that is done brings nothing wrong that was neither wrong when it was so nor is wrong now, whatever was defined since. D17 */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonObject, NotedbError } from '../../../src/engine/index';
import { times, within } from '../../deep';
import { TASKS, type TestVault, column } from '../open-vault';
import { CALLS, type Call, anyCall, attempt, filledIn, start, vaultNotes } from './undo-calls';

interface Wrong {
  readonly path: string;
  readonly code: string;
  /** The same by the row's id and by its path: it may have been moved meanwhile, or got another id. */
  readonly keys: readonly string[];
}

/** What check_table finds in all tables. */
async function wrongThings(vault: TestVault): Promise<readonly Wrong[]> {
  const { tables } = await vault.run('list_tables');
  const found: Wrong[] = [];
  for (const { name: table } of tables as { name: string }[]) {
    const { violations } = await vault.run('check_table', { table });
    for (const { path, id, column, code, value, severity } of violations as JsonObject[]) {
      if (severity === 'warning') continue;
      // A column that lacks a link back lacks it whatever else it holds.
      const what = code === 'inverse' ? null : (value ?? null);
      const keys = [id, path].map((row) => JSON.stringify([row, code, column, what]));
      found.push({ path: path as string, code: code as string, keys });
    }
  }
  return found;
}

/** Tasks that come, change and go, and what is asked of them. */
const taskCall: fc.Arbitrary<Call> = fc.constantFrom<Call>(
  ['insert_row', { table: 'tasks', values: { title: 'A', owner: '[[Ada]]', status: 'doing', estimate: 90 } }],
  ['insert_row', { table: 'tasks', values: { title: 'B', due: '2026-01-01', tags_used: ['x'] } }],
  ['update_rows', { table: 'tasks', set_values: { status: 'done', estimate: 1, owner: null } }],
  ['update_rows', { table: 'tasks', set_values: { owner: '[[Ada]]', due: null } }],
  ['delete_rows', { table: 'tasks', mode: 'delete' }],
  ['delete_rows', { table: 'tasks', mode: 'archive' }],
  ['alter_column', { table: 'tasks', column: 'status', changes: { values: ['todo', 'done'] } }],
  ['alter_column', { table: 'tasks', column: 'estimate', changes: { max: 50 } }],
  ['alter_column', { table: 'tasks', column: 'estimate', changes: { type: 'integer', required: true } }],
  ['alter_column', { table: 'tasks', column: 'owner', changes: { unique: true } }],
  ['alter_column', { table: 'tasks', column: 'owner', changes: { ref_where: { born: { exists: true } } } }],
  ['drop_column', { table: 'tasks', column: 'tags_used' }],
  ['rename_column', { table: 'tasks', from_column: 'due', to_column: 'until' }],
  ['alter_table', { table: 'tasks', fields: { f: 1 } }],
  ['alter_table', { table: 'tasks', name: 'jobs' }],
  ['drop_table', { table: 'tasks', mode: 'archive' }],
  ['create_table', TASKS],
  ['add_constraint', { table: 'tasks', name: 'held', check: { status: { ne: 'doing' } } }],
  ['drop_constraint', { table: 'tasks', name: 'held' }],
  [
    'add_column',
    {
      table: 'people',
      column: column('jobs', 'list', { items: { type: 'link', ref: 'tasks', inverse: 'owner' } }),
    },
  ],
);

/** Somebody writes into every row; the first text is a regular expression. */
const editCall: fc.Arbitrary<Call> = fc
  .constantFrom(
    ['status: .*', 'status: wrong'],
    ['^(title|name): .*\n', ''],
    ['^(id: .*)$(?![^]*^odd)', '$1\nodd: 1'],
    ['Ada', 'Nobody'],
  )
  .map(([old, text]): Call => ['edit', { old: old ?? '', text: text ?? '' }]);

async function edit(vault: TestVault, { old, text }: JsonObject): Promise<null> {
  for (const [path, note] of Object.entries(vault.host.external.notes()))
    if (/^table: /m.test(note))
      vault.host.external.write(path, note.replace(new RegExp(old as string, 'gm'), text as string));
  await vault.engine.rescan();
  return null;
}

/** The migration; null when there is none to undo. */
async function done(vault: TestVault, call: Call): Promise<string | null> {
  if (call[0] === 'edit') return edit(vault, call[1]);
  const migration = await attempt(vault, call);
  return call[0] === 'configure_database' ? null : migration;
}

/** What changes rows and definitions more often than the rest. */
const redefiningCall = fc.oneof(
  { weight: 1, arbitrary: anyCall },
  { weight: 4, arbitrary: taskCall },
  { weight: 1, arbitrary: editCall },
  {
    weight: 2,
    arbitrary: fc.oneof(
      ...[
        'insert_row',
        'update_row',
        'delete_rows',
        'delete_rows',
        'alter_column',
        'alter_column',
        'alter_table',
        'add_column',
        'rename_column',
        'drop_column',
        'rename_value',
        'define_base',
        'set_table_bases',
        'add_constraint',
      ].map((name) => CALLS[name] as fc.Arbitrary<Call>),
    ),
  },
);

describe('undo', () => {
  it('in any order breaks no rule that came since', { timeout: within(600_000) }, async () => {
    const counts = { done: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(
        vaultNotes,
        fc.array(redefiningCall, { minLength: 3, maxLength: 9 }),
        fc.array(fc.nat(99), { minLength: 6, maxLength: 12 }),
        async (notes, calls, picks) => {
          const vault = await start(notes);
          const made: { migration: string; wrong: readonly Wrong[] }[] = [];
          const log: unknown[] = [];
          for (const each of calls) {
            const wrong = await wrongThings(vault);
            const call = await filledIn(vault, each);
            const migration = await done(vault, call);
            if (migration !== null) made.push({ migration, wrong });
            log.push([migration, ...call]);
          }
          for (const pick of picks) {
            const undone = made[pick % made.length];
            if (undone === undefined) break;
            const [tree, texts, wrong] = [vault.tree(), vault.host.external.notes(), await wrongThings(vault)];
            const result = await vault
              .run('undo_migration', { migration_id: undone.migration })
              .catch((error) => error as NotedbError);
            if (result instanceof NotedbError) {
              expect(result.code).toMatch(/^(conflict|refused)$/);
              expect(vault.tree()).toBe(tree);
              counts.refused += 1;
              continue;
            }
            counts.done += 1;
            log.push(['undone', undone.migration, result['migrationId']]);
            const after = vault.host.external.notes();
            // What was out of step once waits for align_relations, though the row or the column was away for a while. docs/history.md
            const earlier = made.slice(0, made.indexOf(undone)).flatMap((each) => each.wrong);
            const before = [...wrong, ...undone.wrong, ...earlier.filter(({ code }) => code === 'inverse')];
            const known = new Set(before.flatMap(({ keys }) => keys));
            // Of a note that was no row because another had its id, nothing else was looked at.
            const hidden = new Set(before.flatMap(({ path, code }) => (code === 'duplicate_id' ? [path] : [])));
            const since = (await wrongThings(vault)).filter(({ path, code, keys }) => {
              // A table that goes again leaves links to it behind, as with drop_table.
              const isLeft = texts[path] === after[path] && code === 'ref';
              return !isLeft && !hidden.has(path) && !keys.some((key) => known.has(key));
            });
            expect(since, JSON.stringify(log)).toEqual([]);
            const next = result['migrationId'] as string | null;
            if (next !== null) made.push({ migration: next, wrong });
          }
        },
      ),
      { numRuns: times(40, 2_000) },
    );
    for (const count of Object.values(counts)) expect(count, JSON.stringify(counts)).toBeGreaterThan(8);
  });
});
