/** Which writes are notified, and with which text. D15, docs/rights.md#notices */

import { describe, expect, it } from 'vitest';
import type { Change, EngineChange } from '../../../src/engine/index';
import { deedOf } from '../../../src/engine/schemas/deed';
import { KEPT_TABLE_HARNESS } from '../../../src/kernel/kept-table-marks';
import type { HistoryEntry } from '../../../src/ui/changes/describe-migration';
import { type WriteBurst, burstOf, burstOfEntry, burstText, joinedBurst } from '../../../src/ui/changes/write-burst';

const TASKS = 'main.default.tasks';

function rowChanges(kind: Change['kind'], ids: readonly string[], table = TASKS): readonly Change[] {
  return ids.map((id) => ({
    ...{ seq: 1, kind, table, id, path: `notes/${id}.md`, from: null },
    before: () => null,
    after: () => null,
  }));
}

const ids = (count: number, prefix = 'r'): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`);

const write = (more: Partial<EngineChange>): EngineChange => ({
  source: 'engine',
  tables: [TASKS],
  definitions: false,
  changes: [],
  paths: [],
  migrationId: 'm1',
  actor: { app: 'Claude Code' },
  operation: 'update_rows',
  summary: 'updated 3 of 3 matching rows in tasks',
  deed: null,
  ...more,
});

function textOf(...changes: readonly EngineChange[]): string | null {
  const bursts = changes.flatMap((each) => burstOf(each) ?? []);
  const [first, ...others] = bursts;
  return first === undefined ? null : burstText(others.reduce<WriteBurst>(joinedBurst, first));
}

describe('a write', () => {
  it.each<[string | null, Partial<EngineChange>]>([
    [null, { actor: { harness: KEPT_TABLE_HARNESS }, changes: rowChanges('update', ids(12)) }],
    ['Claude Code changed 12 notes in Tasks', { changes: rowChanges('update', ids(12)) }],
    ['Claude Code changed r0 in Tasks', { changes: rowChanges('move', ids(1)) }],
    ['Claude Code added 2 notes to Tasks', { changes: rowChanges('insert', ids(2)) }],
    ['Claude Code removed 2 notes from Tasks', { changes: rowChanges('delete', ids(2)) }],
    [
      'Claude Code changed 3 notes in Tasks and People',
      { changes: [...rowChanges('insert', ids(2)), ...rowChanges('update', ['x'], 'main.default.people')] },
    ],
    [
      'Claude Code changed 4 notes in A, B and 2 more tables',
      { changes: ['a', 'b', 'c', 'd'].flatMap((name) => rowChanges('update', [name], `main.default.${name}`)) },
    ],
    [
      'Claude Code created the table Tasks',
      { changes: rowChanges('schema', ['']), deed: deedOf('create table', TASKS) },
    ],
    ['Claude Code changed the table Tasks', { deed: deedOf('run steps', TASKS) }],
    ['Claude Code: Planned week', { deed: deedOf('run steps', TASKS, { names: { summary: 'planned week' } }) }],
    ['Claude Code added Ideas', { tables: [], deed: deedOf('insert note', null, { names: { path: 'A/Ideas.md' } }) }],
    ['Claude Code moved Ideas', { tables: [], deed: deedOf('move note', null, { names: { path: 'B/Ideas.md' } }) }],
    ['Cursor changed r0 in Tasks', { actor: { harness: 'Cursor' }, changes: rowChanges('update', ids(1)) }],
    ['You changed 10 notes in Tasks', { actor: null, changes: rowChanges('update', ids(10)) }],
    [null, { actor: null, changes: rowChanges('update', ids(9)) }],
    [null, { actor: null, operation: 'undo_migration', changes: rowChanges('update', ids(50)) }],
    [null, { source: 'external', migrationId: null, actor: null, changes: rowChanges('update', ids(50)) }],
  ])('%s', (text, more) => {
    expect(textOf(write(more))).toBe(text);
  });

  it('of a row that goes from one table to another is one note', () => {
    const changes = [...rowChanges('delete', ['a']), ...rowChanges('insert', ['a'], 'main.default.done')];
    expect(textOf(write({ changes }))).toBe('Claude Code changed a in Tasks and Done');
  });
});

describe('writes one after the other', () => {
  it('are counted up, each note once', () => {
    const first = write({ changes: rowChanges('update', ids(3)) });
    const second = write({ migrationId: 'm2', changes: rowChanges('update', ids(5)) });
    expect(textOf(first, second)).toBe('Claude Code changed 5 notes in Tasks (2 writes)');
    const bursts = [first, second].flatMap((each) => burstOf(each) ?? []);
    expect(bursts.slice(1).reduce<WriteBurst>(joinedBurst, bursts[0] as WriteBurst).migrations).toEqual(['m1', 'm2']);
  });

  it.each<[string, Change['kind'], Change['kind']]>([
    ['added 2 notes to', 'insert', 'update'],
    ['removed 2 notes from', 'update', 'delete'],
    ['changed 2 notes in', 'delete', 'insert'],
  ])('say what became of a note: %s', (text, one, then) => {
    const writes = [one, then].map((kind) => write({ changes: rowChanges(kind, ids(2)) }));
    expect(textOf(...writes)).toBe(`Claude Code ${text} Tasks (2 writes)`);
  });
});

describe('an entry of the journal, which the page notifies', () => {
  const DROP = deedOf('drop column', TASKS, { names: { column: 'due' } });
  const METASTORE = 'notedb/metastore.yaml';
  const notes = (count: number): string[] => ids(count).map((id) => `notes/${id}.md`);
  const entry = (more: Partial<HistoryEntry>): HistoryEntry => ({
    ...{
      migration_id: 'm1',
      executed_at: '2026-11-26T08:00:00Z',
      op: 'update_rows',
      summary: '',
      deed: deedOf('update rows', TASKS),
      schema: TASKS,
    },
    ...{ tables: [TASKS], notes_changed: 0, files: [], undone: false, undonePaths: [], undoes: null, partial: false },
    ...{ failed: false, actor: { app: null, harness: null, model: null, session: null } },
    ...more,
  });
  const ofPage = { app: null, harness: 'NoteDB page', model: null, session: null };

  it.each<[string | null, Partial<HistoryEntry>]>([
    ['You dropped the column Due in Tasks', { deed: DROP, files: [METASTORE, ...notes(37)], notes_changed: 37 }],
    ['You created the table Tasks', { deed: deedOf('create table', TASKS), files: [METASTORE] }],
    ['You changed 10 rows in Tasks', { files: notes(10), notes_changed: 10 }],
    [null, { files: notes(9), notes_changed: 9 }],
    [null, { op: 'undo_migration', undoes: 'm0', files: notes(50), notes_changed: 50 }],
    [null, { deed: DROP, files: [METASTORE, ...notes(37)], actor: ofPage }],
    [null, { files: notes(50), notes_changed: 50, actor: ofPage }],
  ])('says %s', (text, more) => {
    const burst = burstOfEntry(entry(more));
    expect(burst === null ? null : burstText(burst)).toBe(text);
  });
});
