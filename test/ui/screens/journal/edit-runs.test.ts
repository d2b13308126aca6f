/** Edits of one column by one writer in a row are one entry of the history. docs/page.md#history-of-writes */

import { expect, it } from 'vitest';
import { type EntryWriter, type HistoryEntry, PAGE_HARNESS } from '../../../../src/ui/changes/describe-migration';
import { type EditRun, foldEdits } from '../../../../src/ui/screens/journal/edit-runs';
import { plainSentence } from '../../../../src/ui/changes/describe-write';

const YOU = { app: null, harness: PAGE_HARNESS, model: null, session: null } as unknown as EntryWriter;
const PLANNER = { ...YOU, app: 'Planner', harness: null } as EntryWriter;

let count = 0;
const edit = (note: string, more: Partial<HistoryEntry> = {}): HistoryEntry =>
  ({
    migration_id: `m${(count += 1)}`,
    executed_at: `2026-11-27T10:00:${String(60 - count).padStart(2, '0')}Z`,
    op: 'update_row',
    summary: '',
    schema: 'main.default.tasks',
    actor: YOU,
    notes_changed: 1,
    files: [`tasks/${note}.md`],
    undoes: null,
    undone: false,
    undonePaths: [],
    ...more,
  }) as unknown as HistoryEntry;

const told = (
  entries: readonly object[],
  label = 'Status',
): Record<string, { label: string; value: string; rows: 1 }> =>
  Object.fromEntries(entries.map((entry) => [(entry as HistoryEntry).migration_id, { label, value: 'done', rows: 1 }]));

const shown = (entries: readonly object[]): readonly unknown[] =>
  entries.map((entry) =>
    'edits' in entry
      ? [plainSentence((entry as EditRun).words), (entry as EditRun).edits.length]
      : (entry as HistoryEntry).migration_id,
  );
const times = (length: number, more: Partial<HistoryEntry> = {}): readonly HistoryEntry[] =>
  Array.from({ length }, (_, at) => edit(`Row ${at}`, more));

it('folds twenty edits of one column into one entry, and leaves three as they are', () => {
  const twenty = times(20);
  expect(shown(foldEdits(twenty, told(twenty)))).toEqual([['Changed Status of 20 rows in Tasks', 20]]);
  const three = times(3);
  expect(foldEdits(three, told(three))).toEqual(three);
});

it('names the row where it is one', () => {
  const edits = [edit('Ape'), edit('Ape'), edit('Ape'), edit('Ape')];
  expect(shown(foldEdits(edits, told(edits)))).toEqual([['Changed Status of Ape', 4]]);
});

it('begins anew with another column, another writer or another table', () => {
  const [mine, theirs, hours, books] = [
    times(4),
    times(4, { actor: PLANNER }),
    times(4),
    times(4, { schema: 'main.default.books' }),
  ] as const;
  const all = { ...told([...mine, ...theirs, ...books]), ...told(hours, 'Hours') };
  expect(shown(foldEdits([...mine, ...theirs, ...hours, ...books], all))).toEqual([
    ['Changed Status of 4 rows in Tasks', 4],
    ['Planner changed Status of 4 rows in Tasks', 4],
    ['Changed Hours of 4 rows in Tasks', 4],
    ['Changed Status of 4 rows in Books', 4],
  ]);
});

it('leaves undos, what was taken back, writes of several notes and external edits by themselves, in their places', () => {
  const edits = times(8);
  const external = { key: 'external', executed_at: '2026-11-27T10:00:00Z' };
  const others = [edit('Ape', { undoes: 'm1' }), edit('Ape', { undone: true }), edit('Ape', { notes_changed: 3 })];
  const list = [...edits.slice(0, 4), external, ...others, ...edits.slice(4)];
  expect(shown(foldEdits(list, told([...edits, ...others])))).toEqual([
    ['Changed Status of 4 rows in Tasks', 4],
    undefined,
    ...others.map(({ migration_id: id }) => id),
    ['Changed Status of 4 rows in Tasks', 4],
  ]);
});
