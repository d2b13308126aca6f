/** Whose write it was, in words. The header that names a program is believed of the owner's programs alone. docs/page.md#history-of-writes; D13 */

import { describe, expect, it } from 'vitest';
import { type Deed, type DeedKind, deedOf } from '../../../src/engine/schemas/deed';
import {
  type EntryWriter,
  type FindMigration,
  type HistoryEntry,
  type WrittenValues,
  PAGE_HARNESS,
  isByProgram,
  describeMigration,
  writerOf,
} from '../../../src/ui/changes/describe-migration';

const actor = (more: Partial<EntryWriter>): EntryWriter => ({
  app: null,
  harness: null,
  model: null,
  session: null,
  ...more,
});

describe('a write', () => {
  it.each<[string, Partial<EntryWriter>, string, boolean]>([
    ['of the owner in the app', {}, 'You', false],
    ['of the owner on the page', { harness: PAGE_HARNESS }, 'You', false],
    ['of a program with the owner’s token', { harness: 'crawler' }, 'crawler', true],
    ['of an app', { app: 'Bot' }, 'Bot', true],
    ['of an app that calls itself the page', { app: 'Bot', harness: PAGE_HARNESS }, `Bot, ${PAGE_HARNESS}`, true],
  ])('%s', (_, more, name, foreign) => {
    expect([writerOf(actor(more)).name, isByProgram(actor(more))]).toEqual([name, foreign]);
  });
});

const PLANNER = actor({ app: 'Planner' });
const TREES = 'main.default.my_trees';
const OAK = { op: 'update_row', deed: deedOf('update row', TREES), files: ['trees/Oak.md'], notes_changed: 1 };
const THREE = { ...OAK, deed: deedOf('update rows', TREES), files: ['a.md', 'b.md', 'c.md'], notes_changed: 3 };

const batch = (summary: string, files: readonly string[] = []): Partial<HistoryEntry> => ({
  ...{ op: 'batch', summary, files: [...files], notes_changed: files.length, actor: PLANNER },
  deed: deedOf('run steps', TREES, { counts: { steps: 2 }, names: summary === '' ? {} : { summary } }),
});

const entry = (more: Partial<HistoryEntry>): HistoryEntry =>
  ({
    ...{ migration_id: 'm', summary: '', schema: TREES, files: [], notes_changed: 0, undoes: null, partial: false },
    ...{ actor: actor({}), deed: null },
    ...more,
  }) as HistoryEntry;

it.each<[string, DeedKind, string | null, Deed['names']]>([
  ['Changed the table My trees', 'alter table', TREES, {}],
  ['Added the rule Tall enough to My trees', 'add constraint', TREES, { constraint: 'tall_enough' }],
  ['Added the column Due day to My trees', 'add column', TREES, { column: 'due_day' }],
  ['Renamed the column Height in My trees', 'rename column', TREES, { from: 'size', to: 'height' }],
  ['Changed the description of the schema Default', 'set description', null, { of: 'schema', name: 'main.default' }],
  ['Created the view Tall ones', 'create view', null, { view: 'main.default.tall_ones' }],
  ['Changed the bases of the table My trees', 'set bases', TREES, { bases: ['base', 'plant'] }],
])('says %s', (sentence, kind, table, names) => {
  expect(markedOf(entry({ deed: deedOf(kind, table, { names }), summary: 'of the engine' }), {})).toBe(sentence);
});

it.each<[Partial<HistoryEntry>, string]>([
  [OAK, 'Changed *Oak* in My trees'],
  [THREE, 'Changed 3 rows in My trees'],
  [{ ...OAK, actor: PLANNER }, '*Planner* changed *Oak* in My trees'],
  [{ ...THREE, actor: PLANNER }, '*Planner* changed 3 rows in My trees'],
  [{ op: 'undo_migration', undoes: 'x', actor: PLANNER }, '*Planner* took back an earlier change'],
])('names rows, and programs before what they did: %j', (more, marked) => {
  expect(markedOf(entry(more), {})).toBe(marked);
});

// Each of these texts was once read as if the engine had written it.
it.each([
  ['planned the concert week', '*Planner*: Planned the concert week'],
  ['The concert week', '*Planner*: The concert week'],
  ['12 steps: a new plan', '*Planner*: 12 steps: a new plan'],
  ['Needed chairs', '*Planner*: Needed chairs'],
])('quotes the summary that its writer gave: %s', (summary, marked) => {
  expect(markedOf(entry(batch(summary, ['a.md', 'b.md'])), {})).toBe(marked);
});

it('counts the notes of a batch without one', () => {
  expect(markedOf(entry(batch('', ['a.md', 'b.md'])), {})).toBe('*Planner* changed 2 notes in My trees');
  expect(markedOf(entry(batch('')), {})).toBe('*Planner* changed the table My trees');
});

it('quotes the summary of an older program, which wrote no deed', () => {
  const older = { op: 'add_column', summary: 'added column height to my_trees', actor: PLANNER };
  expect(markedOf(entry(older), {})).toBe('*Planner*: Added column height to my_trees');
});

it.each<[Partial<HistoryEntry>, { value: string; rows: number }, string]>([
  [OAK, { value: 'tall', rows: 1 }, 'Height of *Oak* is tall'],
  [OAK, { value: '', rows: 1 }, 'Height of *Oak* is empty'],
  [THREE, { value: 'tall', rows: 3 }, 'Changed 3 rows in My trees'],
  [{ ...OAK, actor: PLANNER }, { value: 'tall', rows: 1 }, '*Planner* set Height of *Oak* to tall'],
  [{ ...OAK, actor: PLANNER }, { value: '', rows: 1 }, '*Planner* emptied Height of *Oak*'],
  [{ ...THREE, actor: PLANNER }, { value: 'tall', rows: 3 }, '*Planner* set Height of 3 rows in My trees to tall'],
  // Its writer said it in words of its own.
  [batch('planned the week', THREE.files), { value: 'tall', rows: 3 }, '*Planner*: Planned the week'],
  // Not of all its notes.
  [{ ...THREE, actor: PLANNER }, { value: 'tall', rows: 2 }, '*Planner* changed 3 rows in My trees'],
])('says a value that is known: %j %j', (more, value, marked) => {
  expect(markedOf(entry(more), { m: { label: 'Height', ...value } })).toBe(marked);
});

it('says what was taken back in the same words', () => {
  const set = entry({ ...OAK, migration_id: 'set' });
  const undo = entry({ ...OAK, op: 'undo_migration', undoes: 'set', partial: true });
  const written = { set: { label: 'Height', value: 'tall', rows: 1 } };
  expect(markedOf(undo, written, (id) => (id === 'set' ? set : undefined))).toBe(
    'Took back a part of “Height of *Oak* is tall”',
  );
});

/** Strong parts are between stars. */
function markedOf(migration: HistoryEntry, written: WrittenValues, find?: FindMigration): string {
  return describeMigration(migration, find, written)
    .map((part) => (typeof part === 'string' ? part : 'strong' in part ? `*${part.strong}*` : part.quoted))
    .join('');
}
