/** No loop over many items without asking for a pause: everything that an operation does a row is counted between pauses. */

import { beforeAll, describe, expect, it } from 'vitest';
import type { Host, JsonObject } from '../../src/engine/index';
import { openEngine } from '../../src/engine/index';
import { type MemoryHost, createMemoryHost } from '../memory-host/memory-host';
import { PEOPLE, TASKS, openVault } from './open-vault';

const ROWS = 4000;

/** A batch of notes is read in one go. */
const MOST_BETWEEN = 300;

const noteOf = (i: number, head: string): string =>
  `---\n${head}title: Task ${i}\nstatus: ${i % 2 === 0 ? 'todo' : 'doing'}\n---\nSee [[Task ${i + 1}]].\n`;

const idOf = (i: number): string => `00000000-0000-4000-9000-${String(i).padStart(12, '0')}`;

/** Work in memory shows by its pauses alone: one for so many items. */
const ITEMS_A_PAUSE = 8;

/** Counts the work that shows at the ports, and the longest stretch of it without a pause. */
class Watched {
  pauses = 0;
  longest = 0;
  total = 0;
  /** Between the last look at a note or a text and the first record. */
  pausesBeforeAppend = 0;
  private since = 0;
  readonly host: Host;

  constructor(memory: MemoryHost) {
    const { vault, privateStore } = memory;
    let atStep = 0;
    const step = (items = 1): void => {
      atStep = this.pauses;
      this.total += items;
      this.since += items;
      this.longest = Math.max(this.longest, this.since);
    };
    const counting = <Args extends unknown[], Result>(call: (...args: Args) => Result) => {
      return (...args: Args): Result => {
        step();
        return call(...args);
      };
    };
    this.host = Object.assign(Object.create(memory) as MemoryHost, {
      scheduler: {
        pause: () => {
          this.pauses += 1;
          this.since = 0;
          return Promise.resolve();
        },
        after: memory.scheduler.after.bind(memory.scheduler),
      },
      privateStore: Object.assign(Object.create(privateStore) as MemoryHost['privateStore'], {
        append: (file: string, bytes: Uint8Array) => {
          this.pausesBeforeAppend ||= this.pauses - atStep;
          return privateStore.append(file, bytes);
        },
      }),
      crypto: {
        sha256: counting((text: string) => memory.crypto.sha256(text)),
        hmacSha256: (key: Uint8Array, text: string) => memory.crypto.hmacSha256(key, text),
        randomBytes: (length: number) => memory.crypto.randomBytes(length),
      },
      vault: Object.assign(Object.create(vault) as MemoryHost['vault'], {
        read: counting((path: string) => vault.read(path)),
        readMany: (paths: readonly string[]) => {
          step(paths.length);
          return vault.readMany(paths);
        },
        create: counting((path: string, text: string) => vault.create(path, text)),
        replace: counting((path: string, before: string, after: string) => vault.replace(path, before, after)),
        move: counting((from: string, to: string) => vault.move(from, to)),
        remove: counting((path: string, before: string) => vault.remove(path, before)),
        trash: counting((path: string, before: string) => vault.trash(path, before)),
      }),
    });
  }

  reset(): void {
    this.pauses = this.longest = this.total = this.since = 0;
  }
}

describe('a vault of some thousand rows', () => {
  let files: Record<string, string>;
  beforeAll(async () => {
    const empty = await openVault();
    await empty.run('create_table', { ...TASKS, columns: (TASKS['columns'] as JsonObject[]).slice(0, 2) });
    files = { 'notedb/metastore.yaml': empty.text('notedb/metastore.yaml') as string };
    for (let i = 0; i < ROWS; i++) {
      const head = `table: main.default.tasks\nid: ${idOf(i)}\n`;
      files[`notedb/main/default/tasks/Task ${i}.md`] = noteOf(i, head);
      files[`Inbox/Task ${i + ROWS}.md`] = noteOf(i + ROWS, '');
    }
  });

  const open = async () => {
    const watched = new Watched(createMemoryHost({ files }));
    const engine = await openEngine(watched.host);
    return { watched, engine };
  };

  it('is opened with a pause for every note', async () => {
    const { watched } = await open();
    expect(watched.total).toBeGreaterThanOrEqual(2 * ROWS);
    expect(watched.pauses).toBeGreaterThanOrEqual(2 * ROWS);
    expect(watched.longest).toBeLessThanOrEqual(MOST_BETWEEN);
  });

  it('is saved in turns when it closes', async () => {
    const { watched, engine } = await open();
    await engine.run('list_folder', { folder: '' });
    watched.reset();
    await engine.close();
    expect(watched.pauses).toBeGreaterThanOrEqual(2 * ROWS);
  });

  const fresh = Array.from({ length: ROWS }, (_, i) => ({ title: `New ${i}`, status: 'todo' }));
  const adopted = Array.from({ length: 1000 }, (_, i) => `Inbox/Task ${i + ROWS}.md`);

  it.each<[string, number, JsonObject]>([
    ['update_rows', ROWS, { table: 'tasks', set_values: { status: 'done' } }],
    ['merge_rows', ROWS, { table: 'tasks', on: ['title'], rows: fresh }],
    ['adopt_rows', adopted.length, { table: 'tasks', paths: adopted }],
    ['adopt_rows', adopted.length, { table: 'tasks', paths: adopted, relocate: false }],
    ['delete_rows', ROWS / 2, { table: 'tasks', where: { status: 'doing' }, on_referenced: 'set_null' }],
    ['add_column', ROWS, { table: 'tasks', column: { name: 'n', type: 'integer', description: 'n', dense: true } }],
    ['rename_column', ROWS, { table: 'tasks', from_column: 'title', to_column: 'name' }],
    ['drop_column', ROWS, { table: 'tasks', column: 'status' }],
    ['alter_column', ROWS, { table: 'tasks', column: 'title', changes: { required: false, unique: true } }],
    ['rename_value', ROWS / 2, { table: 'tasks', column: 'status', from_value: 'todo', to_value: 'open' }],
    ['check_table', ROWS, { table: 'tasks' }],
    ['select_rows', 100, { table: 'tasks', include_body: true }],
  ])('asks for a pause a row in %s', { timeout: 60_000 }, async (name, rows, args) => {
    const { watched, engine } = await open();
    watched.reset();
    await engine.run(name, args);
    expect(watched.total).toBeGreaterThanOrEqual(rows);
    expect(watched.pauses).toBeGreaterThanOrEqual(rows);
    expect(watched.longest).toBeLessThanOrEqual(MOST_BETWEEN);
  });

  it('pauses while infer_table leaves rows out', async () => {
    const { watched, engine } = await open();
    // The indexes of the opening are made before it.
    await engine.run('list_folder', { folder: '' });
    watched.reset();
    const { columns } = await engine.run('infer_table', { folder: 'notedb/main/default/tasks' });
    expect([columns, watched.total]).toEqual([[], 0]);
    expect(watched.pauses).toBeGreaterThanOrEqual(ROWS / ITEMS_A_PAUSE);
  });

  it('pauses while the texts of a first version are packed', async () => {
    const { watched, engine } = await open();
    await engine.run('alter_table', { table: 'tasks', history: true });
    expect(watched.pausesBeforeAppend).toBeGreaterThanOrEqual(ROWS / ITEMS_A_PAUSE);
  });

  it('lets others have their turn in undo', { timeout: 60_000 }, async () => {
    const { watched, engine } = await open();
    const { migrationId } = await engine.run('update_rows', { table: 'tasks', set_values: { status: 'done' } });
    watched.reset();
    await engine.run('undo_migration', { migration_id: migrationId as string });
    expect(watched.pauses).toBeGreaterThanOrEqual(ROWS);
    expect(watched.longest).toBeLessThanOrEqual(MOST_BETWEEN);
  });
});

describe('a select right after a warm start', () => {
  const NOTES = 2000;

  it.each<[string, boolean, JsonObject]>([
    ['a page of a table', false, { order_by: '-title', columns: ['title', 'file_name'] }],
    ['backlink counts', true, { columns: ['title', 'file_backlink_count'] }],
    ['an order by backlink counts', true, { order_by: '-file_backlink_count' }],
    ['a group by a link', true, { group_by: 'owner' }],
    ['a column behind a link', true, { columns: ['owner.name'] }],
    ['a filter by a link', true, { where: { owner: '[[Task 1]]' } }],
  ])('for %s waits for the indexes: %s', async (_what, waits, args) => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.run('create_table', TASKS);
    for (let i = 0; i < NOTES; i++) vault.host.external.write(`Notes/${i}.md`, `See [[Task ${i}]].\n`);
    await vault.engine.rescan();
    vault.host.advance(10_000);
    const { engine, host } = await vault.restart();
    expect(host.calls.count('vault.readMany')).toBe(0);
    const before = host.scheduler.pauses;
    await engine.run('select_rows', { table: 'tasks', limit: 1, ...args });
    expect(host.scheduler.pauses - before >= NOTES / ITEMS_A_PAUSE).toBe(waits);
  });
});

describe('a select', () => {
  it('pauses once in some ten thousand rows, which take a millisecond', async () => {
    const rows = 70_000;
    const table = Array.from({ length: rows }, (_, i) => [`notedb/main/default/tasks/Task ${i}.md`, i] as const);
    const numbers = new Map<string, number>(table);
    const empty = await openVault();
    await empty.run('create_table', { ...TASKS, columns: (TASKS['columns'] as JsonObject[]).slice(0, 2) });
    const definitions = empty.text('notedb/metastore.yaml') as string;
    const files = Object.fromEntries(table.map(([path]) => [path, '']));
    const watched = new Watched(createMemoryHost({ files: { ...files, 'notedb/metastore.yaml': definitions } }));
    const metadata = {
      note: (path: string) => {
        const i = numbers.get(path) ?? -1;
        return { frontMatter: { table: 'main.default.tasks', id: idOf(i), title: `Task ${i}` }, links: [] };
      },
    };
    const engine = await openEngine(Object.assign(watched.host, { metadata }));
    watched.reset();
    const { total } = await engine.run('select_rows', { table: 'tasks', where: { title: { icontains: '7' } } });
    expect(total).toBeGreaterThan(1000);
    expect(watched.pauses).toBeGreaterThanOrEqual(Math.floor(rows / 35_000));
  });
});
