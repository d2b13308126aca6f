/** Edits by hand that meet writes of the engine, on files of a disk that a real watcher looks at: the feed gives the rows, and history has each edit once. Source: docs/feed.md#edits-that-a-write-meets; D29 */

import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Engine, type JsonObject, NotedbError, openEngine } from '../../../src/engine/index';
import { type Event, type Page, Replica, feed, rowsOf, sorted } from '../../engine/feed/replay';
import { column } from '../../engine/open-vault';
import { isDeep, within } from '../../deep';
import { eventually } from '../../eventually';
import { type ScratchVault, scratchVault } from './scratch-vault';

const FOLDER = 'notedb/main/default/people';
const pathOf = (name: string): string => `${FOLDER}/${name}.md`;

let scratch: ScratchVault;
let engine: Engine;
/** Of the rows that were made, by name. */
const ids = new Map<string, string>();
const idOf = (name: string): string => ids.get(name) ?? '';
const vault = { run: (name: string, args: JsonObject = {}): Promise<JsonObject> => engine.run(name, args) };

const movedTo = (number: number): string => `Moved/${number}.md`;
const rowOf = (name: string): JsonObject => ({ name, points: 0, said: 'hello' });
/** The number that a hand writes, of no other case. */
const handNumber = (nth: number): number => 1000 + nth;

/** A moment: the rows of a case, and the number that its hand writes. */
interface Meeting {
  readonly own: string;
  readonly other: string;
  readonly number: number;
}

/** Writes of the engine. Each gets what was made ready for it. */
const WRITES = {
  'the same column': ({ own }) =>
    vault.run('update_rows', { table: 'people', where: { name: own }, set_values: { points: 7 } }),
  'another column': ({ own }) =>
    vault.run('update_rows', { table: 'people', where: { name: own }, set_values: { said: 'bye' } }),
  'both rows': ({ own, other }) =>
    vault.run('update_rows', { table: 'people', where: { name: { in: [own, other] } }, set_values: { points: 8 } }),
  upsert: ({ own, number }) =>
    vault.run('merge_rows', {
      table: 'people',
      on: ['name'],
      rows: [
        { name: own, points: 9 },
        { name: `New ${number}`, points: 1 },
      ],
      when_matched: 'update',
      when_not_matched: 'insert',
    }),
  batch: ({ own, other }) =>
    vault.run('batch', {
      operations: [
        { op: 'update_rows', table: 'people', where: { name: own }, set_values: { points: 5 } },
        { op: 'update_rows', table: 'people', where: { name: { in: [own, other] } }, set_values: { said: 'twice' } },
      ],
    }),
  'a rename': ({ own }) =>
    vault.run('update_rows', { table: 'people', where: { name: own }, set_values: { name: `${own} renamed` } }),
  'a deletion': ({ own }) => vault.run('delete_rows', { table: 'people', where: { name: own }, mode: 'delete' }),
  undo: async () => {
    const { migrations } = await vault.run('list_migrations', { limit: 1 });
    const [{ migration_id }] = migrations as [{ migration_id: string }];
    return vault.run('undo_migration', { migration_id });
  },
} satisfies Readonly<Record<string, (meeting: Meeting) => Promise<JsonObject>>>;

type Save = 'write' | 'replace';
const setPoints = (text: string, number: number): string => text.replace(/^points: .*$/m, `points: ${number}`);

/** What a hand does, with the texts from before the write at hand. Returns whether its note was there. */
const EDITS = {
  'a value of the row': ({ own, number }, save) => changed(own, save, (text) => setPoints(text, number)),
  'a value of the row, over the text from before': ({ own, number }, save, before) =>
    changed(own, save, () => setPoints(before, number)),
  'a value of the other row': ({ other, number }, save) => changed(other, save, (text) => setPoints(text, number)),
  'a move': ({ own, number }) => isThere(own) && (scratch.outside.rename(pathOf(own), movedTo(number)), true),
  'a removal': ({ own }) => isThere(own) && (scratch.outside.remove(pathOf(own)), true),
} satisfies Readonly<Record<string, (meeting: Meeting, save: Save, before: string) => boolean>>;

const isThere = (name: string): boolean => scratch.outside.text(pathOf(name)) !== null;

function changed(name: string, save: Save, change: (text: string) => string): boolean {
  const text = scratch.outside.text(pathOf(name));
  if (text === null) return false;
  scratch.outside[save](pathOf(name), change(text));
  return true;
}

interface Case {
  readonly edit: keyof typeof EDITS;
  readonly write: keyof typeof WRITES;
  readonly save: Save;
  /** When the hand comes, after the write was called, in milliseconds; less than 0: before. */
  readonly at: number;
}

const NAMES = <T extends object>(of: T): (keyof T)[] => Object.keys(of) as (keyof T)[];
const APART = [0, 1, 5, 20, 60, 120, 200];
const MOMENTS = [...APART.map((ms) => -ms), ...APART.slice(1)];

const EVERY: readonly Case[] = NAMES(EDITS).flatMap((edit) =>
  NAMES(WRITES).flatMap((write) =>
    (['write', 'replace'] as const).flatMap((save) => MOMENTS.map((at): Case => ({ edit, write, save, at }))),
  ),
);
/** Each edit with each write once; the moments and ways to save take turns. */
const SOME = EVERY.filter(
  (_, n) => n % (2 * MOMENTS.length) === (7 * Math.floor(n / (2 * MOMENTS.length))) % (2 * MOMENTS.length),
);

/** Whether this event tells of the edit. */
const tellsOf = ({ edit }: Case, { own, number }: Meeting, { source, op, changes, path }: Event): boolean => {
  if (source !== 'external') return false;
  const { points, path: moved } = changes as Readonly<Record<string, JsonObject | undefined>>;
  if (edit === 'a move') return moved?.['after'] === movedTo(number);
  if (edit === 'a removal') return op === 'delete' && path === pathOf(own);
  return points?.['after'] === number;
};

/** Expects that a copy which replays the whole feed has the rows, and returns the events. */
async function replayed(): Promise<readonly Event[]> {
  return eventually(async () => {
    const replica = new Replica();
    await replica.follow(vault, 1000);
    const rows = await rowsOf(vault);
    const page = await feed(vault, { since: 0, limit: 5000 });
    expect(page).toMatchObject({ gap: false, head: replica.since, last: replica.since });
    expect(sorted(replica.rows)).toEqual(sorted(rows));
    return page.changes;
  });
}

const since = async (seq: number): Promise<Page> => feed(vault, { since: seq, limit: 1000 });

/** One edit and one write. Returns what has happened, once the edit is told. */
async function meet(each: Case, nth: number): Promise<Meeting | null> {
  const meeting: Meeting = { own: `Ada ${nth}`, other: `Bo ${nth}`, number: handNumber(nth) };
  for (const name of [meeting.own, meeting.other]) {
    const { row } = await vault.run('insert_row', { table: 'people', values: rowOf(name) });
    ids.set(name, (row as JsonObject)['id'] as string);
  }
  await vault.run('update_rows', { table: 'people', where: { name: meeting.own }, set_values: { points: 3 } });
  const before = scratch.outside.text(pathOf(meeting.own)) ?? '';
  const { head } = await feed(vault, { limit: 0 });
  const act = (): boolean => EDITS[each.edit](meeting, each.save, before);
  // A write that the edit makes impossible is refused; any other error fails the test.
  const write = async (): Promise<void> => {
    const error = await WRITES[each.write](meeting).catch((failure: unknown) => failure);
    if (error instanceof Error && !(error instanceof NotedbError && error.code === 'conflict')) throw error;
  };
  let isDone: boolean;
  if (each.at <= 0) {
    isDone = act();
    if (each.at < 0) await pause(-each.at);
    await write();
  } else {
    const writing = write();
    await pause(each.at);
    isDone = act();
    await writing;
  }
  if (!isDone) return null;
  await eventually(async () => {
    const { changes } = await since(head);
    expect([each, changes.filter((event) => tellsOf(each, meeting, event)).length, changes]).toEqual([
      each,
      1,
      changes,
    ]);
  });
  return meeting;
}

/** Of each edit: how many versions hold it as made outside, and what the row was as of the first of them. */
async function expectVersions(met: readonly (readonly [Case, Meeting])[]): Promise<void> {
  const { changes } = await vault.run('table_changes', { table: 'people', start_version: 0 });
  const outside = (changes as readonly JsonObject[]).filter((change) => change['_operation'] === 'EXTERNAL_EDIT');
  for (const [each, { own, other, number }] of met) {
    const isOfEdit = ({ _change_type: type, path, points }: JsonObject): boolean => {
      if (each.edit === 'a removal') return type === 'delete' && path === pathOf(own);
      return type === 'update_postimage' && (each.edit === 'a move' ? path === movedTo(number) : points === number);
    };
    const versions = outside.filter(isOfEdit).map((change) => change['_commit_version'] as number);
    expect([each, versions.length]).toEqual([each, 1]);
    const name = each.edit === 'a value of the other row' ? other : own;
    const past = await vault.run('select_rows', {
      table: 'people',
      version: versions[0] ?? 0,
      where: { id: idOf(name) },
    });
    const values = { 'a move': { path: movedTo(number) }, 'a removal': null }[each.edit as string];
    expect([each, past['rows']]).toMatchObject([each, values === null ? [] : [values ?? { points: number }]]);
  }
}

async function expectSettled(): Promise<readonly Event[]> {
  await engine.rescan();
  const events = await replayed();
  for (const { seq, op, changes } of events) {
    const values = Object.entries(changes as Readonly<Record<string, { before: unknown; after: unknown }>>);
    if (op === 'update') expect([seq, values.length]).not.toEqual([seq, 0]);
    if (op !== 'schema')
      for (const [name, { before, after }] of values) expect([seq, name, after]).not.toEqual([seq, name, before]);
  }
  return events;
}

beforeEach(async () => {
  scratch = await scratchVault();
  engine = await openEngine(scratch.host);
  const columns = [column('name', 'string', { required: true }), column('points', 'integer'), column('said', 'string')];
  await vault.run('create_table', {
    name: 'people',
    description: 'Somebody',
    filename: '{name}',
    columns,
    history: true,
  });
});
afterEach(async () => {
  await engine.close();
  await scratch.close();
});

const cases = isDeep ? EVERY : SOME;

describe.each(NAMES(EDITS))('%s', (edit) => {
  test(
    'is one event and in one version, however near it comes to a write',
    async () => {
      const met: [Case, Meeting][] = [];
      for (const [nth, each] of cases.filter((one) => one.edit === edit).entries()) {
        const meeting = await meet(each, nth);
        if (meeting !== null) met.push([each, meeting]);
      }
      const events = await expectSettled();
      for (const [each, meeting] of met)
        expect([each, events.filter((event) => tellsOf(each, meeting, event)).length]).toEqual([each, 1]);
      expect(met.length).toBeGreaterThan(0);
      await expectVersions(met);
      for (let run = 0; run < 2; run++) {
        await engine.close();
        engine = await openEngine(await scratch.reopen());
        expect(await expectSettled()).toEqual(events);
      }
    },
    within(60_000),
  );
});
