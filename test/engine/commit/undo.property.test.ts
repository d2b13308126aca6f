/** undo(op(v)) == v in bytes, over random sequences of every write operation on vaults with odd notes. D7 */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotedbError, type JsonObject } from '../../../src/engine/index';
import { LinkIndex } from '../../../src/engine/links/link-index';
import { linkpathsOf } from '../../../src/engine/note/links/link-syntax';
import { OPERATIONS } from '../../../src/engine/operations/registry';
import { times, within } from '../../deep';
import type { TestVault } from '../open-vault';
import { CALLS, type Call, anyCall, attempt, filledIn, start, vaultNotes } from './undo-calls';

const rowsOf = async (vault: TestVault): Promise<unknown> => {
  const { tables } = await vault.run('list_tables');
  const found: Record<string, unknown> = {};
  for (const { name: qualified } of tables as { name: string }[]) {
    const { rows } = await vault.run('select_rows', { table: qualified, limit: 1000, order_by: 'path' });
    found[qualified] = rows;
  }
  return found;
};

interface BrokenLinks {
  readonly path: string;
  /** The path, where the note has none. It may be renamed meanwhile. */
  readonly id: string;
  readonly links: ReadonlySet<string>;
}

/** The links that lead nowhere, by note. */
function brokenLinks(vault: TestVault): readonly BrokenLinks[] {
  const notes = Object.entries(vault.host.external.notes());
  const index = new LinkIndex();
  for (const [path] of notes) index.addFile(path);
  return notes.map(([path, text]) => {
    const links = path.endsWith('.md') ? linkpathsOf(text) : [];
    const broken = links.filter((link) => link !== '' && index.resolve(link, path) === null);
    return { path, id: /^id: (\S+)$/m.exec(text)?.[1] ?? path, links: new Set(broken) };
  });
}

/** What makes rows and links more often than the rest; an edit is a note that somebody writes. */
const linkingCall = fc.oneof(
  { weight: 3, arbitrary: anyCall },
  {
    weight: 5,
    arbitrary: fc.oneof(
      ...['insert_row', 'insert_row', 'batch', 'adopt_rows', 'delete_rows', 'undo_migration', 'restore_table'].map(
        (name) => CALLS[name] as fc.Arbitrary<Call>,
      ),
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('[[Ada]]', '[[Grace Hopper]]', '[[a.b]]', '[[x]]')
      .map((text): Call => ['edit', { text }]),
  },
);

async function edit(vault: TestVault, path: string, { text }: JsonObject): Promise<void> {
  vault.host.external.write(path, text as string);
  await vault.engine.rescan();
}

/** Nothing else stands in the way than who links since. */
const isHeld = ({ conflicts, violations }: NotedbError): boolean =>
  violations.length === 0 && conflicts.every(({ code }) => code === 'restrict' || code === 'ref');

/** What undo_migration takes back; these tables have no inverses to align (inverses.property.test.ts has). D7 */
const UNDONE = Object.keys(CALLS).filter(
  (operation) => !['configure_database', 'vacuum_table', 'align_relations'].includes(operation),
);

/** Random sequences that end in one operation, for each operation. */
const RUNS = 10;

/** Enough of them that the state takes one. */
const variantsOf = (operation: string): fc.Arbitrary<readonly Call[]> =>
  fc.array(CALLS[operation] as fc.Arbitrary<Call>, { minLength: 12, maxLength: 12 });

/** Whether the call was accepted; then it was undone, and the undo undone, each to the byte. */
async function undoAndRedo(vault: TestVault, each: Call): Promise<boolean> {
  const before = vault.tree();
  const folders = visibleFolders(vault);
  const [operation, args] = await filledIn(vault, each);
  const migration = await attempt(vault, [operation, args]);
  if (migration === null) {
    if (operation !== 'configure_database') expect(vault.tree()).toBe(before);
    return false;
  }
  const after = vault.tree();
  const undo = await vault.run('undo_migration', { migration_id: migration });
  expect(vault.tree()).toBe(before);
  expect(visibleFolders(vault)).toEqual(folders);
  await vault.run('undo_migration', { migration_id: undo['migrationId'] as string });
  expect(vault.tree()).toBe(after);
  return true;
}

const visibleFolders = (vault: TestVault): readonly string[] =>
  [...vault.host.image().folders].filter((folder) => !folder.startsWith('.trash')).sort();

describe('undo', () => {
  it('is tried on every write operation', () => {
    const writes = OPERATIONS.filter(({ effect }) => effect !== 'read' && effect !== 'command').map(
      (operation) => operation.name,
    );
    expect(Object.keys(CALLS).sort()).toEqual([...writes].sort());
  });

  it.each(UNDONE)('of %s brings back every byte, and its own undo goes forward again', async (last) => {
    let undone = 0;
    await fc.assert(
      fc.asyncProperty(
        vaultNotes,
        fc.array(anyCall, { maxLength: 4 }),
        variantsOf(last),
        async (notes, calls, lasts) => {
          const vault = await start(notes);
          for (const each of calls) await undoAndRedo(vault, each);
          for (const each of lasts) {
            if (!(await undoAndRedo(vault, each))) continue;
            undone += 1;
            break;
          }
          const rows = await rowsOf(vault);
          const again = await vault.restart();
          expect(await rowsOf(again)).toEqual(rows);
        },
      ),
      { numRuns: times(RUNS, 400) },
    );
    expect(undone).toBeGreaterThanOrEqual(times(RUNS, 400) / 2);
  });

  it('in reverse order takes a whole history back', { timeout: within(600_000) }, async () => {
    await fc.assert(
      fc.asyncProperty(vaultNotes, fc.array(anyCall, { minLength: 2, maxLength: 8 }), async (notes, calls) => {
        const vault = await start(notes);
        const states: [string, string][] = [];
        for (const each of calls) {
          const before = vault.tree();
          const [operation, args] = await filledIn(vault, each);
          if (operation === 'configure_database') continue;
          const migration = await attempt(vault, [operation, args]);
          if (migration !== null) states.push([migration, before]);
        }
        for (const [migration, before] of states.reverse()) {
          await vault.run('undo_migration', { migration_id: migration });
          expect(vault.tree()).toBe(before);
        }
      }),
      { numRuns: times(50, 3_000) },
    );
  });

  it('in any order breaks no link that came since', { timeout: within(600_000) }, async () => {
    const counts = { done: 0, held: 0, refused: 0 };
    const calls = fc.array(linkingCall, { minLength: 3, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(
        vaultNotes,
        calls,
        fc.array(fc.nat(99), { minLength: 6, maxLength: 12 }),
        async (notes, all, picks) => {
          const vault = await start(notes);
          const made: { migration: string; broken: ReturnType<typeof brokenLinks> }[] = [];
          for (const [n, each] of all.entries()) {
            const [operation, args] = await filledIn(vault, each);
            if (operation === 'edit') await edit(vault, `Since ${n}.md`, args);
            const broken = brokenLinks(vault);
            const migration =
              operation === 'edit' || operation === 'configure_database'
                ? null
                : await attempt(vault, [operation, args]);
            if (migration !== null) made.push({ migration, broken });
          }
          for (const pick of picks) {
            const undone = made[pick % made.length];
            if (undone === undefined) break;
            const [tree, texts, broken] = [vault.tree(), vault.host.external.notes(), brokenLinks(vault)];
            const result = await vault
              .run('undo_migration', { migration_id: undone.migration })
              .catch((error) => error as NotedbError);
            if (result instanceof NotedbError) {
              expect(result.code).toMatch(/^(conflict|refused)$/);
              expect(vault.tree()).toBe(tree);
              counts[isHeld(result) ? 'held' : 'refused'] += 1;
              continue;
            }
            counts.done += 1;
            const after = vault.host.external.notes();
            for (const { path, id, links } of brokenLinks(vault)) {
              if (after[path] !== texts[path]) continue;
              // A note that another undo took back to where it lay had its links there before it was moved.
              const earlier = made.slice(0, made.indexOf(undone)).flatMap((each) => each.broken);
              const known = [
                ...[...broken, ...undone.broken].filter((each) => each.path === path || each.id === id),
                // One that lies elsewhere now, perhaps without the id of then or with its first one, can be any.
                ...undone.broken.filter((each) => after[each.path] === undefined),
                ...earlier.filter((each) => each.path === path),
              ];
              expect(
                [...links].filter((link) => !known.some((each) => each.links.has(link))),
                path,
              ).toEqual([]);
            }
            // Null: somebody else brought it back already.
            const next = result['migrationId'] as string | null;
            if (next !== null) made.push({ migration: next, broken });
          }
        },
      ),
      { numRuns: times(70, 6_000) },
    );
    for (const count of Object.values(counts)) expect(count, JSON.stringify(counts)).toBeGreaterThan(8);
  });
});
