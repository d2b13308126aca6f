/** Taking all parts of a write back, one by one in any allowed order, restores the bytes. docs/history.md: Undoing a part; D7, D20 */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotedbError, type JsonObject } from '../../../src/engine/index';
import { times, within } from '../../deep';
import { type TestVault, openVault } from '../open-vault';
import { RELATIONS } from '../relations';
import { CALLS, type Call, anyCall, attempt, filledIn, start, vaultNotes } from './undo-calls';

interface Counts {
  parts: number;
  refused: number;
  whole: number;
}

interface Listed {
  readonly files: readonly string[];
  readonly undone: boolean;
  readonly undonePaths: readonly string[];
}

async function listed(vault: TestVault, migration: string): Promise<Listed> {
  const { migrations } = await vault.run('list_migrations', { limit: 1000 });
  const found = (migrations as JsonObject[]).find(({ migration_id: id }) => id === migration);
  return found as unknown as Listed;
}

/** The migration of the undo; null: it was refused, and nothing changed. */
async function undo(vault: TestVault, migration: string, paths?: readonly string[]): Promise<string | null> {
  const before = vault.tree();
  try {
    const args = { migration_id: migration, ...(paths === undefined ? {} : { paths }) };
    return (await vault.run('undo_migration', args))['migrationId'] as string;
  } catch (error) {
    if (!(error instanceof NotedbError) || paths === undefined || !/^(conflict|refused)$/.test(error.code)) throw error;
    expect(vault.tree()).toBe(before);
    return null;
  }
}

/** Each pick chooses some of the notes that are left; what is left at the end is taken back as a whole. */
async function undoInParts(vault: TestVault, call: Call, picks: readonly number[], counts: Counts): Promise<void> {
  const before = vault.tree();
  const migration = await attempt(vault, call);
  if (migration === null) return;
  const undos: { id: string; tree: string }[] = [];
  const take = async (paths?: readonly string[]): Promise<void> => {
    const tree = vault.tree();
    const texts = vault.host.external.notes();
    const others = (await listed(vault, migration)).files.filter((path) => paths?.includes(path) === false);
    const id = await undo(vault, migration, paths);
    if (id === null) {
      counts.refused += 1;
      return;
    }
    counts[paths === undefined ? 'whole' : 'parts'] += 1;
    undos.push({ id, tree });
    const after = vault.host.external.notes();
    for (const path of others) expect(after[path], path).toBe(texts[path]);
  };
  for (const pick of picks) {
    const { files, undone, undonePaths } = await listed(vault, migration);
    if (undone) break;
    const left = [...new Set(files.filter((path) => !undonePaths.includes(path)))];
    const some = left.filter((_, i) => ((pick >> (i % 4)) & 1) === 1);
    await take(some.length === 0 ? left.slice(0, 1) : some);
  }
  if (!(await listed(vault, migration)).undone) await take();
  expect(vault.tree()).toBe(before);
  expect(await listed(vault, migration)).toMatchObject({ undone: true, undonePaths: [] });
  for (const { id, tree } of undos.reverse()) {
    await undo(vault, id);
    expect(vault.tree()).toBe(tree);
  }
  expect(await listed(vault, migration)).toMatchObject({ undone: false, undonePaths: [] });
}

const picks = fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 6 });

const ofSeveralNotes = fc.oneof(
  ...['update_rows', 'merge_rows', 'delete_rows', 'move_rows', 'batch', 'restore_table', 'recompute_columns'].map(
    (name) => CALLS[name] as fc.Arbitrary<Call>,
  ),
);

const NAMES = ['Ada', 'Bo', 'Cy'] as const;
const BOOKS = ['P', 'Q'] as const;
const at = (table: string, name: string): string => `notedb/main/default/${table}/${name}.md`;
const person = fc.constantFrom(...NAMES);
const book = fc.constantFrom(...BOOKS);

const step: fc.Arbitrary<JsonObject> = fc.oneof(
  fc
    .tuple(person, fc.constantFrom('spouse', 'parent'), fc.option(person, { freq: 3 }))
    .map(([name, column, other]) => ({
      op: 'update_row',
      table: 'people',
      path: at('people', name),
      set_values: { [column]: other },
    })),
  fc.tuple(book, fc.option(person, { freq: 3 })).map(([title, owner]) => ({
    op: 'update_row',
    table: 'books',
    path: at('books', title),
    set_values: { owner },
  })),
  fc.tuple(fc.uniqueArray(book, { minLength: 1 }), fc.uniqueArray(person)).map(([titles, authors]) => ({
    op: 'update_rows',
    table: 'books',
    where: { title: { in: titles } },
    set_values: { authors },
  })),
  fc.tuple(person, fc.constantFrom('Eve', 'Fay')).map(([name, other]) => ({
    op: 'insert_row',
    table: 'people',
    values: { name: other, spouse: name },
    path: at('people', other),
  })),
  fc
    .tuple(person, fc.constantFrom('archive', 'delete'), fc.constantFrom('set_null', 'ignore'))
    .map(([name, mode, on_referenced]) => ({
      op: 'delete_rows',
      table: 'people',
      where: { name },
      mode,
      on_referenced,
    })),
  fc.tuple(book, fc.constantFrom('R', 'S')).map(([title, to]) => ({
    op: 'update_row',
    table: 'books',
    path: at('books', title),
    set_values: { title: to },
  })),
);

const relationBatch = fc
  .array(step, { minLength: 2, maxLength: 4 })
  .map((operations): Call => ['batch', { operations }]);

describe('undoing the parts of a write', () => {
  it('restores the bytes, and their undos go forward again', { timeout: within(600_000) }, async () => {
    const counts: Counts = { parts: 0, refused: 0, whole: 0 };
    await fc.assert(
      fc.asyncProperty(
        vaultNotes,
        fc.array(anyCall, { maxLength: 4 }),
        fc.array(ofSeveralNotes, { minLength: 3, maxLength: 3 }),
        picks,
        async (notes, calls, lasts, chosen) => {
          const vault = await start(notes);
          for (const name of ['Grace Hopper', 'a.b', 'x'])
            await attempt(vault, ['insert_row', { table: 'people', values: { name } }]);
          for (const each of calls) await attempt(vault, await filledIn(vault, each));
          for (const each of lasts) await undoInParts(vault, await filledIn(vault, each), chosen, counts);
        },
      ),
      { numRuns: times(30, 3_000) },
    );
    for (const count of Object.values(counts)) expect(count, JSON.stringify(counts)).toBeGreaterThan(0);
  });

  it('restores both sides of inverses', { timeout: within(600_000) }, async () => {
    const counts: Counts = { parts: 0, refused: 0, whole: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(relationBatch, { minLength: 2, maxLength: 4 }), picks, async (batches, chosen) => {
        const vault = await openVault({ files: { ...RELATIONS, 'Diary.md': 'See [[P]], [[Ada]] and [[Eve]].\n' } });
        for (const name of NAMES)
          await vault.run('insert_row', { table: 'people', values: { name }, path: at('people', name) });
        for (const title of BOOKS)
          await vault.run('insert_row', { table: 'books', values: { title, owner: 'Ada' }, path: at('books', title) });
        for (const each of batches) await undoInParts(vault, each, chosen, counts);
      }),
      { numRuns: times(30, 3_000) },
    );
    for (const count of Object.values(counts)) expect(count, JSON.stringify(counts)).toBeGreaterThan(0);
  });
});
