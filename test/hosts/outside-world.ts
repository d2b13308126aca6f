/** What other programs do to a vault, while the engine runs and while nothing runs: the same cases on each host. D7 */

import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Engine, type JsonObject, openEngine } from '../../src/engine/index';
import type { Host } from '../../src/engine/ports/host';
import { size, within } from '../deep';
import { eventually } from '../eventually';

export interface OutsideHarness {
  /** The vault's folder. */
  readonly folder: string;
  /** A host on the folder, as at a start of the program. */
  readonly start: () => Promise<Host>;
  /** Lets go of the host, as at the end of the program. */
  readonly end: () => Promise<void>;
  /** What the host's own watcher needs to notice what happened. */
  readonly noticed: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const FOLDER = 'notedb/main/default/tasks';
const idOf = (i: number): string => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
const note = (i: number, more = ''): string =>
  `---\ntable: main.default.tasks\nid: ${idOf(i)}\nname: Task ${i}\nstatus: todo\n${more}---\nBody ${i}.\n`;

const METASTORE = `format: 1

tables:
  main.default.tasks:
    description: Things to do.
    history: true
    columns:
      - name: name
        type: string
        description: What.
      - name: status
        type: string
        description: How far.
      - name: after
        type: link
        ref: tasks
        description: What comes before.
`;

type Rows = Readonly<Record<string, string>>;
type Codes = Readonly<Record<string, number>>;

/** `rows`: id and path, of those that are not as at the start; null: gone. */
interface Case {
  readonly act: (hands: Hands) => void;
  readonly rows: Readonly<Record<number, string | null>>;
  readonly codes?: Codes;
  readonly more?: (engine: Engine) => Promise<void>;
}

/** The hands of another program. */
class Hands {
  constructor(private readonly folder: string) {}

  place(file: string): string {
    return path.join(this.folder, file);
  }

  write(file: string, text: string): void {
    fs.mkdirSync(path.dirname(this.place(file)), { recursive: true });
    fs.writeFileSync(this.place(file), text);
  }

  text(file: string): string {
    return fs.readFileSync(this.place(file), 'utf8');
  }

  move(from: string, to: string): void {
    fs.mkdirSync(path.dirname(this.place(to)), { recursive: true });
    fs.renameSync(this.place(from), this.place(to));
  }

  remove(file: string): void {
    fs.rmSync(this.place(file), { recursive: true });
  }

  /** Everything but private state. */
  all(): Rows {
    const names = fs.readdirSync(this.folder, { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => !name.startsWith('.') && fs.statSync(this.place(name)).isFile());
    return Object.fromEntries(files.sort().map((name) => [name, this.text(name)]));
  }
}

const ROWS = 8;
/** The vault of 25,743 notes of which a sync tool deleted 25,000 in 90 seconds is one of `npm run test:deep`. */
const MANY = size(400, 25_743);
const LOST = size(390, 25_000);
const at = (i: number): string => `${FOLDER}/Task ${i}.md`;
const statusOf = async (engine: Engine, i: number): Promise<unknown> => {
  const { rows } = await engine.run('select_rows', { table: 'tasks', where: { id: idOf(i) } });
  return (rows as JsonObject[])[0]?.['status'];
};

const CASES: Readonly<Record<string, Case>> = {
  'a note that is created': { act: (hands) => hands.write(at(9), note(9)), rows: { 9: at(9) } },
  'a note that is edited': {
    act: (hands) => hands.write(at(1), hands.text(at(1)).replace('todo', 'done')),
    rows: {},
    more: async (engine) => expect(await statusOf(engine, 1)).toBe('done'),
  },
  'a note that is replaced by another file': {
    act: (hands) => {
      hands.write('.saving', hands.text(at(1)).replace('todo', 'done'));
      hands.move('.saving', at(1));
    },
    rows: {},
    more: async (engine) => expect(await statusOf(engine, 1)).toBe('done'),
  },
  'a note that is renamed': {
    act: (hands) => hands.move(at(1), `${FOLDER}/Other.md`),
    rows: { 1: `${FOLDER}/Other.md` },
  },
  'a note that is moved': {
    act: (hands) => hands.move(at(1), 'Inbox/deep/Task 1.md'),
    rows: { 1: 'Inbox/deep/Task 1.md' },
  },
  'a folder that is renamed': {
    act: (hands) => hands.move(FOLDER, 'notedb/main/default/jobs'),
    rows: Object.fromEntries(Array.from({ length: ROWS }, (_, i) => [i, `notedb/main/default/jobs/Task ${i}.md`])),
  },
  'a note that is deleted': { act: (hands) => hands.remove(at(1)), rows: { 1: null } },
  'a note that is deleted and restored': {
    act: (hands) => {
      const text = hands.text(at(1));
      hands.remove(at(1));
      hands.write(at(1), text);
    },
    rows: {},
  },
  'conflict copies of sync tools': {
    act: (hands) => {
      const names = [
        'Task 1.sync-conflict-20261126-101010-ABCDEFG.md',
        "Task 1 (Ada's conflicted copy 2026-11-26).md",
        'Task 1 2.md',
        'Task 1 (conflict 2026-11-26-10-10-10).md',
      ];
      for (const name of names) hands.write(`${FOLDER}/${name}`, hands.text(at(1)).replace('todo', 'done'));
    },
    rows: {},
    codes: { duplicate_id: 4 },
    more: async (engine) => expect(await statusOf(engine, 1)).toBe('todo'),
  },
  'half of a change, the linked row not there yet': {
    act: (hands) => hands.write(at(1), note(1, 'after: "[[Task 77]]"\n')),
    rows: {},
    codes: { broken_link: 1 },
  },
  'a note with the marks of a merge': {
    act: (hands) =>
      hands.write(
        at(1),
        hands.text(at(1)).replace('status: todo', '<<<<<<< HEAD\nstatus: a\n=======\nstatus: b\n>>>>>>> theirs'),
      ),
    rows: {},
    codes: { unparsable: 1 },
    more: async (engine) => expect(await statusOf(engine, 1)).toBe('todo'),
  },
  'a note that the cloud holds back': {
    act: (hands) => {
      hands.remove(at(1));
      hands.write(`${FOLDER}/.Task 1.md.icloud`, 'bplist00');
    },
    rows: {},
    codes: { unparsable: 1 },
    more: async (engine) => expect(await statusOf(engine, 1)).toBe('todo'),
  },
};

export function describeOutsideWorld(name: string, open: () => Promise<OutsideHarness>): void {
  describe(`the world outside, ${name}`, () => {
    let harness: OutsideHarness;
    let engine: Engine;
    let hands: Hands;

    const startEngine = async (): Promise<void> => void (engine = await openEngine(await harness.start()));
    const endEngine = async (): Promise<void> => {
      await engine.close();
      await harness.end();
    };

    const rowsNow = async (): Promise<Rows> => {
      const { rows } = await engine.run('select_rows', { table: 'tasks', columns: ['id', 'path'], limit: 1000 });
      return Object.fromEntries((rows as JsonObject[]).map(({ id, path: place }) => [id as string, place as string]));
    };

    const rowIds = async (): Promise<readonly string[]> => {
      const ids: string[] = [];
      for (let offset = 0; ; offset += 1000) {
        const { rows, total } = await engine.run('select_rows', {
          table: 'tasks',
          columns: ['id'],
          limit: 1000,
          offset,
        });
        ids.push(...(rows as { id: string }[]).map(({ id }) => id));
        if (ids.length >= (total as number)) return ids;
      }
    };

    beforeEach(async () => {
      harness = await open();
      hands = new Hands(harness.folder);
      hands.write('notedb/metastore.yaml', METASTORE);
      for (let i = 0; i < ROWS; i += 1) hands.write(at(i), note(i));
      await startEngine();
    });
    afterEach(async () => {
      await endEngine();
      await harness.close();
    });

    const happens = async (moment: string, act: (hands: Hands) => void): Promise<void> => {
      if (moment === 'while it runs') {
        act(hands);
        await harness.noticed();
        return;
      }
      await endEngine();
      act(hands);
      await startEngine();
    };

    describe.each(['while it runs', 'while nothing runs'])('%s', (moment) => {
      test.each(Object.entries(CASES))('%s', async (_what, { act, rows, codes = {}, more }) => {
        await happens(moment, act);
        const files = hands.all();
        const expected = Array.from({ length: ROWS }, (_, i) => [idOf(i), at(i)] as const);
        const changed = Object.entries(rows).map(([i, place]) => [idOf(Number(i)), place] as const);
        const all = Object.fromEntries(
          Object.entries(Object.fromEntries([...expected, ...changed])).filter(([, place]) => place !== null),
        );
        await eventually(async () => {
          expect(await rowsNow()).toEqual(all);
          expect((await engine.run('check_table', { table: 'tasks' }))['counts']).toEqual(codes);
          await more?.(engine);
        });
        // It is told, and nothing else is touched.
        expect(hands.all()).toEqual(files);
      });
    });

    test(
      'notes that vanish together are kept as rows, and restore_table brings back those that a person gave up',
      async () => {
        await happens('while nothing runs', () => {
          for (let i = ROWS; i < MANY; i += 1) hands.write(at(i), note(i));
        });
        const before = hands.all();
        await happens('while it runs', () => {
          for (let i = 0; i < LOST; i += 1) hands.remove(at(i));
        });
        await engine.rescan();
        const left = hands.all();
        const checked = await engine.run('check_table', { table: 'tasks' });
        expect(checked['counts']).toEqual({ suspect: LOST });
        expect(await engine.run('select_rows', { table: 'tasks', limit: 0 })).toMatchObject({ total: MANY });
        expect(hands.all()).toEqual(left);

        await engine.acceptDeletions();
        expect(await engine.run('select_rows', { table: 'tasks', limit: 0 })).toMatchObject({ total: MANY - LOST });
        const { history } = await engine.run('describe_history', { table: 'tasks' });
        const [gone] = history as { version: number; operation: string }[];
        expect(gone?.operation).toBe('EXTERNAL_EDIT');
        await engine.run('restore_table', { table: 'tasks', version: (gone?.version ?? 0) - 1 });
        expect(await rowIds()).toHaveLength(MANY);
        expect(hands.all()).toEqual(before);
        expect(await engine.run('check_table', { table: 'tasks' })).toMatchObject({ ok: true, counts: {} });
      },
      within(30_000),
    );

    test('a vault that is not mounted loses no row', async () => {
      const before = hands.all();
      await endEngine();
      const away = `${harness.folder}-away`;
      fs.renameSync(harness.folder, away);
      fs.mkdirSync(harness.folder);
      await startEngine();
      const answer = await engine.run('list_tables', {}).catch((error: unknown) => error);
      expect(JSON.stringify(answer)).not.toContain('suspect');
      await endEngine();
      // The mount comes back over what was there meanwhile.
      fs.rmSync(harness.folder, { recursive: true });
      fs.renameSync(away, harness.folder);
      await startEngine();
      expect(hands.all()).toEqual(before);
      expect(Object.keys(await rowsNow())).toHaveLength(ROWS);
    });
  });
}
