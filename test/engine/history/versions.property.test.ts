/** For random histories: every version reads as the table was, the changes lead to it, and moments find it. D8 */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonObject, NotedbError } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';
import { times as runs, within } from '../../deep';
import { type TestVault, column, onHost } from '../open-vault';
import { type Step, call, edit, write } from './random-steps';

type Rows = readonly JsonObject[];

const NAMES = ['Ada', 'Bo', 'Cy', 'Di'] as const;

const name = fc.constantFrom(...NAMES);
const size = fc.integer({ min: 0, max: 3 });

/** Somebody gives the points another type in the file of the definitions. */
const redefine =
  (type: string): Step =>
  async (vault) => {
    const file = 'notedb/metastore.yaml';
    const text = vault.text(file);
    // With its first table, an undo takes the file away.
    if (text === undefined) return;
    write(vault, file, text.replace(/(- name: points\n +type: )\w+/, `$1${type}`));
    await vault.engine.rescan();
  };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(name, size).map(([each, points]) => call('insert_row', { table: 'people', values: { name: each, points } })),
  fc
    .tuple(name, size)
    .map(([each, points]) => call('update_rows', { table: 'people', where: { name: each }, set_values: { points } })),
  fc
    .tuple(name, name)
    .map(([a, b]) =>
      call('update_rows', { table: 'people', where: { name: a }, set_values: { name: b, friend: `[[${a}]]` } }),
    ),
  name.map((each) => call('delete_rows', { table: 'people', where: { name: each }, on_referenced: 'set_null' })),
  fc.tuple(name, size).map(([each, points]) =>
    call('merge_rows', {
      table: 'people',
      on: ['name'],
      rows: [
        { name: each, points },
        { name: 'Di', points: 1 },
      ],
    }),
  ),
  fc.constant(call('add_column', { table: 'people', column: column('extra', 'integer', { dense: true, default: 7 }) })),
  fc.constant(call('rename_column', { table: 'people', from_column: 'points', to_column: 'score' })),
  fc.constant(call('drop_column', { table: 'people', column: 'extra' })),
  fc
    .constantFrom('integer', 'number', 'string')
    .map((type) => call('alter_column', { table: 'people', column: 'points', changes: { type } })),
  fc.constantFrom('integer', 'string').map((type) => redefine(type)),
  fc
    .constantFrom('short', 'a long text. '.repeat(20).trim(), null)
    .map((said) => call('update_rows', { table: 'people', set_values: { said } })),
  fc.constantFrom('', 'Anyone').map((description) => call('alter_table', { table: 'people', description })),
  fc.constant(call('alter_table', { table: 'people', exclude: ['Away'] })),
  fc.constant(call('alter_table', { table: 'people', exclude: [] })),
  fc.constantFrom(false, true).map((history) => call('alter_table', { table: 'people', history })),
  fc.constant(call('drop_table', { table: 'people', mode: 'archive' })),
  fc.constant(call('create_table', TABLE())),
  name.map((each) =>
    call('batch', {
      operations: [
        { op: 'insert_row', table: 'people', values: { name: each } },
        { op: 'update_rows', table: 'people', set_values: { points: 2 } },
      ],
    }),
  ),
  fc.nat(20).map((back): Step => async (vault) => {
    const { migrations } = await vault.run('list_migrations', { limit: 30 });
    const found = (migrations as Rows)[back];
    if (found !== undefined) await call('undo_migration', { migration_id: found['migration_id'] as string })(vault);
  }),
  name.map((each) => edit(each, (text) => `${text}by hand\n`)),
  name.map((each) => edit(each, (text) => text.replace(/points: .*/, 'points: 9'))),
  name.map((each) => edit(each, (text) => text.replace(/^---/, '--- ['))),
  name.map((each) => edit(each, () => null)),
  name.map((each): Step => async (vault) => {
    const path = [...vault.host.image().files.keys()].find((file) => file.endsWith(`/${each}.md`));
    if (path === undefined || vault.host.image().files.has(`Away/${each}.md`)) return;
    const text = vault.text(path) as string;
    write(vault, `Away/${each}.md`, text);
    write(vault, path, null);
    await vault.engine.rescan();
  }),
  fc.constant<Step>((vault) => vault.restart()),
  name.map((each): Step => async (vault) => {
    await vault.engine.close();
    const path = [...vault.host.image().files.keys()].find((file) => file.endsWith(`/${each}.md`));
    if (path !== undefined) write(vault, path, `${vault.text(path) ?? ''}while nothing ran\n`);
    return onHost(vault.host.reboot());
  }),
  fc.constantFrom(-3_600_000, 1, 5000).map((milliseconds): Step => async (vault) => {
    vault.host.clock.set(vault.host.clock.now() + milliseconds);
  }),
);

function TABLE(): JsonObject {
  return {
    name: 'people',
    description: 'Somebody',
    filename: '{name}',
    history: true,
    columns: [
      column('name', 'string', { required: true }),
      column('points', 'integer'),
      column('friend', 'link'),
      column('said', 'string'),
    ],
  };
}

const rowsOf = async (vault: TestVault, moment: JsonObject = {}): Promise<Rows> =>
  (await vault.run('select_rows', { table: 'people', order_by: 'path', limit: 1000, include_body: true, ...moment }))[
    'rows'
  ] as Rows;

const lastVersion = async (vault: TestVault): Promise<JsonObject | undefined> => {
  try {
    const { history } = await vault.run('describe_history', { table: 'main.default.people', limit: 1 });
    return (history as Rows)[0];
  } catch {
    return undefined;
  }
};

describe('a random history', () => {
  it(
    'reads at every version as the table was then',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
          let vault = await onHost(createMemoryHost());
          await vault.run('create_table', TABLE());
          const model = new Map<number, Rows>();
          const stamps = new Map<number, string>();
          const note = async (): Promise<void> => {
            const { version, timestamp } = (await lastVersion(vault)) ?? {};
            const described = await vault.run('describe_table', { table: 'people' }).catch(() => null);
            const log = (await vault.run('describe_history', { table: 'main.default.people', limit: 1000 }))[
              'history'
            ] as Rows;
            for (const each of log) stamps.set(each['version'] as number, each['timestamp'] as string);
            if (described?.['version'] === version && !model.has(version as number)) {
              expect(timestamp).toBe(stamps.get(version as number));
              model.set(version as number, withoutBroken(vault, await rowsOf(vault)));
            }
          };
          await note();
          for (const each of steps) {
            vault = (await each(vault)) ?? vault;
            await note();
          }
          const isThere = (await vault.run('list_tables'))['tables'] as Rows;
          if (isThere.length > 0) for (const [version, rows] of model) await sameRows(vault, version, rows);
          if (isThere.length > 0) await atMoments(vault, model, stamps);
          await replay(vault, model);
          await restored(vault, model);
          await vacuumed(vault, model);
        }),
        { numRuns: runs(60, 1500) },
      );
    },
    within(300_000),
  );
});

/** A note that does not parse keeps its last good values; what its body is, is another question. D7 */
const withoutBroken = (vault: TestVault, rows: Rows): Rows =>
  rows.map((row) => (vault.text(row['path'] as string)?.startsWith('--- [') === true ? { ...row, body: null } : row));

async function sameRows(vault: TestVault, version: number, wanted: Rows): Promise<void> {
  const rows = await rowsOf(vault, { version });
  expect(rows.map((row, i) => (wanted[i]?.['body'] === null ? { ...row, body: null } : row))).toEqual(wanted);
}

/** D8: replaying the changes from 0 to v gives version v. */
async function replay(vault: TestVault, model: ReadonlyMap<number, Rows>): Promise<void> {
  const { changes } = await vault.run('table_changes', { table: 'main.default.people', start_version: 0 });
  const rows = new Map<string, JsonObject>();
  const entries = changes as Rows;
  for (const [version, wanted] of model) {
    rows.clear();
    const until = entries.filter((entry) => (entry['_commit_version'] as number) <= version);
    for (const run of runsOf(until)) {
      for (const { path, _change_type: type } of run)
        if (type === 'delete' || type === 'update_preimage') expect(rows.delete(path as string)).toBe(true);
      for (const entry of run)
        if (entry['_change_type'] === 'insert' || entry['_change_type'] === 'update_postimage')
          rows.set(entry['path'] as string, entry);
    }
    const replayed = [...rows.values()].map(valuesOf).sort(byPath);
    expect(replayed).toEqual(wanted.map(valuesOf).sort(byPath));
  }
}

/** What a change says of a row, and what a select does, without the body and the facts of the version. */
const valuesOf = (row: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(row).filter(([key, value]) => key !== 'body' && !key.startsWith('_') && value !== null),
  );

const byPath = (a: JsonObject, b: JsonObject): number => ((a['path'] as string) < (b['path'] as string) ? -1 : 1);

/** The changes of each version. */
function runsOf(entries: Rows): readonly Rows[] {
  const runs = new Map<number, JsonObject[]>();
  for (const entry of entries) {
    const version = entry['_commit_version'] as number;
    runs.set(version, [...(runs.get(version) ?? []), entry]);
  }
  return [...runs.values()];
}

/**
 * Every version that can be restored reads as it did then, and its undo gives the very bytes back. A note that was no row before,
 * because its table was dropped or excludes its folder, may become one: no restore deletes it.
 */
async function restored(vault: TestVault, model: ReadonlyMap<number, Rows>): Promise<void> {
  const present = await rowsOf(vault).catch(() => []);
  const known = new Set(present.map(({ path }) => path));
  const strays = new Set([...vault.host.image().files.keys()].filter((path) => !known.has(path)));
  for (const [version, wanted] of model) {
    const before = vault.tree();
    const done = await vault.run('restore_table', { table: 'main.default.people', version }).catch((error: unknown) => {
      if (error instanceof NotedbError) return null;
      throw error;
    });
    if (done === null) expect(vault.tree()).toBe(before);
    if (done === null || done['migrationId'] === null) continue;
    const kept = new Set(wanted.map(({ path }) => path));
    const isWanted = ({ path }: JsonObject): boolean => kept.has(path) || !strays.has(path as string);
    const rows = (await rowsOf(vault)).filter(isWanted);
    expect(rows.map((row, i) => (wanted[i]?.['body'] === null ? { ...row, body: null } : row))).toEqual(wanted);
    await vault.run('undo_migration', { migration_id: done['migrationId'] as string });
    expect(vault.tree()).toBe(before);
  }
}

/** From a version on everything reads as before, also after a restart; before it there is nothing but a refusal. */
async function vacuumed(vault: TestVault, model: ReadonlyMap<number, Rows>): Promise<void> {
  const table = 'main.default.people';
  const oldest = [...model.keys()][model.size >> 1] as number;
  const [start, tree] = [{ table, start_version: oldest }, vault.tree()];
  const { changes } = await vault.run('table_changes', start);
  const { files } = await vault.run('vacuum_table', { table, retain_from_version: oldest });
  const done = await vault.run('vacuum_table', { table, retain_from_version: oldest, dry_run: false });
  expect(done['files']).toEqual(files);
  expect(vault.tree()).toBe(tree);
  const isThere = ((await vault.run('list_tables'))['tables'] as Rows).length > 0;
  for (const each of [() => Promise.resolve(vault), () => vault.restart()]) {
    const opened = await each();
    expect((await opened.run('table_changes', start))['changes']).toEqual(changes);
    for (const [version, rows] of isThere ? model : []) {
      if (version >= oldest) await sameRows(opened, version, rows);
      else expect((await opened.refused('select_rows', { table: 'people', version })).code).toBe('refused');
    }
    vault = opened;
  }
  await vault.engine.close();
}

/** D8: the newest version at or before a moment, also where the clock was set back. */
async function atMoments(
  vault: TestVault,
  model: ReadonlyMap<number, Rows>,
  stamps: ReadonlyMap<number, string>,
): Promise<void> {
  const times = [...stamps].map(([version, stamp]) => [version, Date.parse(stamp)] as const);
  const last = Math.max(...times.map(([, time]) => time));
  for (const moment of new Set(times.flatMap(([, time]) => [time - 1, time, time + 1]))) {
    const timestamp = new Date(moment).toISOString();
    const version = Math.max(-1, ...times.filter(([, time]) => time <= moment).map(([number]) => number));
    if (moment > Math.max(last, vault.host.clock.now())) continue;
    const wanted = model.get(version);
    if (version === -1)
      expect((await vault.refused('select_rows', { table: 'people', timestamp })).code).toBe('refused');
    else if (wanted !== undefined) {
      const rows = await rowsOf(vault, { timestamp });
      expect(rows.map((row, i) => (wanted[i]?.['body'] === null ? { ...row, body: null } : row))).toEqual(wanted);
    }
  }
}
