/** Whose write it was, in words. The header that names a program is believed of the owner's programs alone. docs/page.md#history-of-writes; D13 */

import { describe, expect, it } from 'vitest';
import {
  type EntryWriter,
  type FindMigration,
  type HistoryEntry,
  type ToldValues,
  PAGE_HARNESS,
  isForeign,
  sentenceOf,
  wordsOf,
  writerOf,
} from '../../../src/ui/changes/journal-words';

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
    expect([writerOf(actor(more)).name, isForeign(actor(more))]).toEqual([name, foreign]);
  });
});

const PLANNER = actor({ app: 'Planner' });
const OAK = { op: 'update_row', schema: 'main.default.my_trees', files: ['trees/Oak.md'], notes_changed: 1 };
const THREE = { ...OAK, op: 'update_rows', files: ['a.md', 'b.md', 'c.md'], notes_changed: 3 };

const entry = (more: Partial<HistoryEntry>): HistoryEntry =>
  ({
    ...{ migration_id: 'm', summary: '', files: [], notes_changed: 0, undoes: null, partial: false, actor: actor({}) },
    ...more,
  }) as HistoryEntry;

it.each([
  ['alter_table', 'main.default.my_films', 'Changed the table My films'],
  ['add_constraint', 'main.default.my_films', 'Added a rule in My films'],
  ['comment_on', null, 'Described a part of the tables'],
  ['create_view', null, 'Saved a view'],
])('tells of %s without the names of operations', (op, schema, sentence) => {
  expect(sentenceOf(entry({ op, schema, summary: `${op} ${schema ?? ''}` }))).toBe(sentence);
});

it.each<[Partial<HistoryEntry>, string]>([
  [OAK, 'Changed *Oak* in My trees'],
  [THREE, 'Changed 3 rows in My trees'],
  [{ ...OAK, actor: PLANNER }, '*Planner* changed *Oak* in My trees'],
  [{ ...THREE, actor: PLANNER }, '*Planner* changed 3 rows in My trees'],
  [{ op: 'batch', summary: 'planned the concert week', actor: PLANNER }, '*Planner* planned the concert week'],
  [{ op: 'batch', summary: 'The concert week', actor: PLANNER }, '*Planner*: The concert week'],
  [{ op: 'undo_migration', undoes: 'x', actor: PLANNER }, '*Planner* took back an earlier change'],
])('names rows, and programs before what they did: %j', (more, marked) => {
  expect(markedOf(entry(more), {})).toBe(marked);
});

it.each<[Partial<HistoryEntry>, { value: string; rows: number }, string]>([
  [OAK, { value: 'tall', rows: 1 }, 'Height of *Oak* is tall'],
  [OAK, { value: '', rows: 1 }, 'Height of *Oak* is empty'],
  [THREE, { value: 'tall', rows: 3 }, 'Changed 3 rows in My trees'],
  [{ ...OAK, actor: PLANNER }, { value: 'tall', rows: 1 }, '*Planner* set Height of *Oak* to tall'],
  [{ ...OAK, actor: PLANNER }, { value: '', rows: 1 }, '*Planner* emptied Height of *Oak*'],
  [{ ...THREE, actor: PLANNER }, { value: 'tall', rows: 3 }, '*Planner* set Height of 3 rows in My trees to tall'],
  // Its writer said it in words of its own.
  [
    { ...THREE, op: 'batch', summary: 'planned the week', actor: PLANNER },
    { value: 'tall', rows: 3 },
    '*Planner* planned the week',
  ],
  // Not of all its notes.
  [{ ...THREE, actor: PLANNER }, { value: 'tall', rows: 2 }, '*Planner* changed 3 rows in My trees'],
])('says a value that is known: %j %j', (more, value, marked) => {
  expect(markedOf(entry(more), { m: { label: 'Height', ...value } })).toBe(marked);
});

it('says what was taken back in the same words', () => {
  const set = entry({ ...OAK, migration_id: 'set' });
  const undo = entry({ ...OAK, op: 'undo_migration', undoes: 'set', partial: true });
  const told = { set: { label: 'Height', value: 'tall', rows: 1 } };
  expect(markedOf(undo, told, (id) => (id === 'set' ? set : undefined))).toBe(
    'Took back a part of “Height of *Oak* is tall”',
  );
});

/** What is strong stands between stars. */
function markedOf(migration: HistoryEntry, told: ToldValues, find?: FindMigration): string {
  return wordsOf(migration, find, told)
    .map((part) => (typeof part === 'string' ? part : `*${part.strong}*`))
    .join('');
}
