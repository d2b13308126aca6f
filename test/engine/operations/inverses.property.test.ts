/** Random writes over tables with inverses leave both sides in step, and undo takes every byte back. Source: docs/operations.md#column-specs (inverse); D7, D16 */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotedbError, type JsonObject } from '../../../src/engine/index';
import { times, within } from '../../deep';
import { type TestVault, openVault } from '../open-vault';
import { RELATIONS } from '../relations';

const PEOPLE = ['Ada', 'Bo', 'Cy', 'Di'] as const;
const BOOKS = ['P', 'Q', 'R'] as const;

const person = fc.constantFrom(...PEOPLE);
const book = fc.constantFrom(...BOOKS);
const personOrNone = fc.option(person, { freq: 2 });
const bookOrNone = fc.option(book, { freq: 2 });

const one = <T>(key: string, value: fc.Arbitrary<T>): fc.Arbitrary<JsonObject> =>
  value.map((each) => ({ [key]: each }) as JsonObject);

/** Mostly one column at a time: many links at once are mostly refused. */
const some = (columns: readonly fc.Arbitrary<JsonObject>[]): fc.Arbitrary<JsonObject> =>
  fc
    .array(fc.oneof(...columns), { minLength: 1, maxLength: 2 })
    .map((values) => Object.assign({}, ...values) as JsonObject);

const peopleValues = some([
  one('spouse', personOrNone),
  one('parent', personOrNone),
  one('children', fc.uniqueArray(person, { maxLength: 2 })),
  one('books', fc.uniqueArray(book, { maxLength: 3 })),
  one('owns', fc.uniqueArray(book, { maxLength: 2 })),
  one('reads', bookOrNone),
]);
const bookValues = some([
  one('authors', fc.uniqueArray(person, { maxLength: 3 })),
  one('owner', personOrNone),
  one('lent_to', personOrNone),
]);

type Call = readonly [operation: string, args: JsonObject];

const at = (table: string, name: string): string => `notedb/main/default/${table}/${name}.md`;

const deletion = fc.record({
  mode: fc.constantFrom('archive', 'delete'),
  on_referenced: fc.constantFrom('restrict', 'set_null', 'ignore'),
});

const CALLS: Readonly<Record<string, fc.Arbitrary<Call>>> = {
  insert_person: fc
    .tuple(person, peopleValues)
    .map(([name, values]) => [
      'insert_row',
      { table: 'people', values: { name, ...values }, path: at('people', name) },
    ]),
  insert_book: fc
    .tuple(book, bookValues)
    .map(([title, values]) => [
      'insert_row',
      { table: 'books', values: { title, ...values }, path: at('books', title) },
    ]),
  update_person: fc
    .tuple(person, peopleValues)
    .map(([name, values]) => ['update_row', { table: 'people', path: at('people', name), set_values: values }]),
  update_book: fc
    .tuple(book, bookValues)
    .map(([title, values]) => ['update_row', { table: 'books', path: at('books', title), set_values: values }]),
  rename: fc
    .tuple(person, person)
    .map(([name, to]) => ['update_row', { table: 'people', path: at('people', name), set_values: { name: to } }]),
  update_books: fc
    .tuple(fc.uniqueArray(book, { minLength: 1 }), bookValues)
    .map(([titles, values]) => [
      'update_rows',
      { table: 'books', where: { title: { in: titles } }, set_values: values },
    ]),
  update_people: fc
    .tuple(fc.uniqueArray(person, { minLength: 1 }), peopleValues)
    .map(([names, values]) => ['update_rows', { table: 'people', where: { name: { in: names } }, set_values: values }]),
  delete_people: fc
    .tuple(fc.uniqueArray(person, { minLength: 1, maxLength: 2 }), deletion)
    .map(([names, how]) => ['delete_rows', { table: 'people', where: { name: { in: names } }, ...how }]),
  delete_book: fc
    .tuple(book, deletion)
    .map(([title, how]) => ['delete_rows', { table: 'books', where: { title }, ...how }]),
  adopt: fc
    .tuple(fc.constantFrom('Inbox/Ada.md', 'Inbox/Eve.md'), fc.boolean(), peopleValues)
    .map(([path, relocate, values]) => [
      'adopt_rows',
      { table: 'people', paths: [path], relocate, set_values: { name: 'Eve', ...values } },
    ]),
  align: fc.constantFrom('people', 'books').map((table) => ['align_relations', { table }]),
};

const anyCall = fc.oneof(...Object.values(CALLS));

const INBOX = {
  'Inbox/Ada.md': '---\nspouse: "[[Bo]]" # by hand\n---\nSee [[P]]\n',
  'Inbox/Eve.md': '\uFEFF---\r\nbooks: ["[[Q]]"]\r\n---\r\nEve',
};

/** Rows that somebody wrote: links without a link back, lists as scalars, names without brackets, links to nothing. */
const byHand = fc
  .record({
    ada: fc.subarray(['spouse: Bo', 'children: "[[Bo]]"', 'books:\n- "[[P|a book]]"', 'reads: "[[Gone]]"']),
    bo: fc.subarray(['spouse: "[[Cy]]"', 'parent:', 'owns: [\'[[P]]\', "[[Q]]"] # two', 'reads: "[[P]]"']),
    p: fc.subarray(['authors: [ "[[Bo]]" ]', 'owner: "[[people/Ada]]"', 'lent_to: "[[Ada]]"']),
  })
  .map(({ ada, bo, p }) => ({
    [at('people', 'Ada')]: handRow('people', 1, ['name: Ada', ...ada]),
    [at('people', 'Bo')]: handRow('people', 2, ['name: Bo', ...bo]),
    [at('books', 'P')]: handRow('books', 3, ['title: P', ...p]),
  }));

const handRow = (table: string, n: number, lines: readonly string[]): string =>
  ['---', `table: main.default.${table}`, `id: 10000000-0000-4000-8000-00000000000${n}`, ...lines, '---', ''].join(
    '\n',
  );

/** The migration; null when the call was refused or changed nothing. */
async function attempt(vault: TestVault, [operation, args]: Call): Promise<string | null> {
  const before = vault.tree();
  try {
    const { migrationId } = await vault.run(operation, args);
    return (migrationId as string | null) ?? null;
  } catch (error) {
    if (!(error instanceof NotedbError) || error.code === 'internal') throw error;
    expect(vault.tree()).toBe(before);
    return null;
  }
}

async function outOfStep(vault: TestVault): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  for (const table of ['people', 'books']) {
    const { violations } = await vault.run('check_table', { table });
    found.push(...(violations as JsonObject[]).filter(({ code }) => code === 'inverse'));
  }
  return found;
}

describe('inverses', () => {
  it(
    'stay in step over random writes, and undo in reverse brings back every byte',
    { timeout: within(600_000) },
    async () => {
      const accepted = new Map<string, number>();
      const start: readonly Call[] = [
        ...PEOPLE.slice(0, 3).map((name): Call => ['insert_row', { table: 'people', values: { name } }]),
        ...BOOKS.slice(0, 2).map((title): Call => ['insert_row', { table: 'books', values: { title } }]),
      ];
      await fc.assert(
        fc.asyncProperty(fc.array(anyCall, { minLength: 4, maxLength: 16 }), async (calls) => {
          const vault = await openVault({ files: { ...RELATIONS, ...INBOX } });
          for (const [operation, args] of start) await vault.run(operation, args);
          const states: [string, string][] = [];
          for (const call of calls) {
            const before = vault.tree();
            const migration = await attempt(vault, call);
            if (migration === null) continue;
            states.push([migration, before]);
            accepted.set(call[0], (accepted.get(call[0]) ?? 0) + 1);
            expect(await outOfStep(vault), JSON.stringify(call)).toEqual([]);
          }
          for (const [migration, before] of states.reverse()) {
            await vault.run('undo_migration', { migration_id: migration });
            expect(vault.tree()).toBe(before);
          }
        }),
        { numRuns: times(120, 5_000) },
      );
      for (const operation of ['insert_row', 'update_row', 'update_rows', 'delete_rows', 'adopt_rows'])
        expect(accepted.get(operation) ?? 0, operation).toBeGreaterThan(3);
    },
  );

  it('undo and redo give the very bytes also where links were out of step', { timeout: within(600_000) }, async () => {
    await fc.assert(
      fc.asyncProperty(byHand, fc.array(anyCall, { minLength: 1, maxLength: 8 }), async (notes, calls) => {
        const vault = await openVault({ files: { ...RELATIONS, ...INBOX, ...notes } });
        await vault.run('insert_row', { table: 'people', values: { name: 'Cy' } });
        await vault.run('insert_row', { table: 'books', values: { title: 'Q' } });
        const states: [string, string][] = [];
        for (const call of calls) {
          const before = vault.tree();
          const migration = await attempt(vault, call);
          if (migration === null) continue;
          const after = vault.tree();
          const undo = await vault.run('undo_migration', { migration_id: migration });
          expect(vault.tree(), JSON.stringify(call)).toBe(before);
          const redo = await vault.run('undo_migration', { migration_id: undo['migrationId'] as string });
          expect(vault.tree(), JSON.stringify(call)).toBe(after);
          states.push([redo['migrationId'] as string, before]);
        }
        for (const [migration, before] of states.reverse()) {
          await vault.run('undo_migration', { migration_id: migration });
          expect(vault.tree()).toBe(before);
        }
      }),
      { numRuns: times(80, 5_000) },
    );
  });

  it('are mended by align_relations, or it says what stands against it', { timeout: within(600_000) }, async () => {
    await fc.assert(
      fc.asyncProperty(byHand, fc.array(fc.constantFrom('people', 'books'), { maxLength: 2 }), async (notes, first) => {
        const vault = await openVault({ files: { ...RELATIONS, ...notes } });
        for (const table of first) await attempt(vault, ['align_relations', { table }]);
        const aligned = await attempt(vault, ['align_relations', { table: 'people' }]);
        if (aligned === null) return;
        const left = (await outOfStep(vault)).filter(({ path }) => (path as string).includes('/people/'));
        expect(left).toEqual([]);
      }),
      { numRuns: times(100, 2_000) },
    );
  });
});
