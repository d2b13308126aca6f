/** An undo that is done brings nothing wrong that was neither wrong when it was so nor is wrong now, whatever was defined since. D17 */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonObject, NotedbError } from '../../../src/engine/index';
import { times } from '../../deep';
import type { TestVault } from '../open-vault';
import { CALLS, type Call, anyCall, attempt, filledIn, start, vaultNotes } from './undo-calls';

/** What check_table finds in all tables, each as one text; a row may have been moved meanwhile. */
async function wrongThings(vault: TestVault): Promise<ReadonlySet<string>> {
  const { tables } = await vault.run('list_tables');
  const found = new Set<string>();
  for (const { name: table } of tables as { name: string }[]) {
    const { violations } = await vault.run('check_table', { table });
    for (const { path, id, column, code, value, severity } of violations as JsonObject[])
      if (severity !== 'warning') found.add(JSON.stringify([id ?? path, column, code, value ?? null]));
  }
  return found;
}

/** What changes rows and definitions more often than the rest. */
const redefiningCall = fc.oneof(
  { weight: 2, arbitrary: anyCall },
  {
    weight: 3,
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
  it('in any order breaks no rule that came since', { timeout: 600_000 }, async () => {
    const counts = { done: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(
        vaultNotes,
        fc.array(redefiningCall, { minLength: 3, maxLength: 9 }),
        fc.array(fc.nat(99), { minLength: 6, maxLength: 12 }),
        async (notes, calls, picks) => {
          const vault = await start(notes);
          const made: { migration: string; wrong: ReadonlySet<string> }[] = [];
          const log: unknown[] = [];
          for (const each of calls) {
            const wrong = await wrongThings(vault);
            const call = await filledIn(vault, each);
            const migration = call[0] === 'configure_database' ? null : await attempt(vault, call);
            if (migration !== null) made.push({ migration, wrong });
            log.push([migration, ...call]);
          }
          for (const pick of picks) {
            const undone = made[pick % made.length];
            if (undone === undefined) break;
            const [tree, wrong] = [vault.tree(), await wrongThings(vault)];
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
            const since = [...(await wrongThings(vault))].filter((each) => !wrong.has(each) && !undone.wrong.has(each));
            expect(since, JSON.stringify(log)).toEqual([]);
            const next = result['migrationId'] as string | null;
            if (next !== null) made.push({ migration: next, wrong });
          }
        },
      ),
      { numRuns: times(150, 6_000) },
    );
    for (const count of Object.values(counts)) expect(count, JSON.stringify(counts)).toBeGreaterThan(8);
  });
});
