/** Whoever replays the feed has the tables as they are, whatever happened. Source: docs/feed.md#following; D10, D23 */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';
import { times, within } from '../../deep';
import { type Step, call, edit, write } from '../history/random-steps';
import { type TestVault, column, onHost } from '../open-vault';
import { Replica, feed, rowsOf, sorted } from './replay';

const name = fc.constantFrom('Ada', 'Bo', 'Cy', 'Di');
const size = fc.integer({ min: 0, max: 3 });

const table = (of: string, more: JsonObject = {}): JsonObject => ({
  name: of,
  description: 'Somebody',
  columns: [
    column('name', 'string', { required: true }),
    column('points', 'integer'),
    column('said', 'string'),
    column('friend', 'link', { ref: of }),
  ],
  ...more,
});

const undo: fc.Arbitrary<Step> = fc.nat(10).map((back) => async (vault) => {
  const { migrations } = await vault.run('list_migrations', { limit: 30 });
  const found = (migrations as readonly JsonObject[])[back];
  if (found !== undefined) await call('undo_migration', { migration_id: found['migration_id'] as string })(vault);
});

const restart: Step = async (vault) => {
  // What was written a moment ago is read again after a restart.
  vault.host.advance(5000);
  return vault.restart();
};

const kill: Step = async (vault) => {
  vault.host.advance(1000);
  return onHost(vault.host.reboot());
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
  fc
    .tuple(name, fc.constantFrom('archive', 'delete'))
    .map(([each, mode]) =>
      call('delete_rows', { table: 'people', where: { name: each }, mode, on_referenced: 'set_null' }),
    ),
  fc
    .boolean()
    .map((relocate) => call('move_rows', { table: 'people', to_table: 'folk', where: { points: 2 }, relocate })),
  fc.constant(call('move_rows', { table: 'folk', to_table: 'people', relocate: true })),
  fc
    .constantFrom('crowd', 'people')
    .map((to) => call('alter_table', { table: to === 'crowd' ? 'people' : 'crowd', name: to })),
  fc.constant(call('add_column', { table: 'people', column: column('extra', 'integer', { dense: true, default: 7 }) })),
  fc.constant(call('rename_column', { table: 'people', from_column: 'points', to_column: 'score' })),
  fc.constant(call('drop_column', { table: 'people', column: 'extra' })),
  fc
    .constantFrom('integer', 'string')
    .map((type) => call('alter_column', { table: 'people', column: 'points', changes: { type } })),
  fc.constantFrom(['Away'], []).map((exclude) => call('alter_table', { table: 'people', exclude })),
  fc.constant(call('drop_table', { table: 'people', mode: 'archive' })),
  fc.constant(call('create_table', table('people'))),
  name.map((each) =>
    call('batch', {
      operations: [
        { op: 'insert_row', table: 'people', values: { name: each } },
        { op: 'update_rows', table: 'people', set_values: { points: 2 } },
      ],
    }),
  ),
  fc.nat(3).map((version) => call('restore_table', { table: 'people', version })),
  undo,
  name.map((each) => edit(each, (text) => `${text}by hand\n`)),
  name.map((each) => edit(each, (text) => text.replace(/points: .*/, 'points: 9'))),
  name.map((each) => edit(each, (text) => text.replace(/^---/, '--- ['))),
  name.map((each) => edit(each, () => null)),
  name.map((each) => edit(each, (text) => text.replace(/table: .*/, 'table: main.default.folk'))),
  name.map((each): Step => async (vault) => {
    const path = [...vault.host.image().files.keys()].find((file) => file.endsWith(`/${each}.md`));
    if (path === undefined || vault.host.image().files.has(`Away/${each}.md`)) return;
    const text = vault.text(path) as string;
    write(vault, `Away/${each}.md`, text);
    write(vault, path, null);
    await vault.engine.rescan();
  }),
  fc.constant(restart),
  fc.constant(kill),
);

describe.each([false, true])('with history %s', (history) => {
  it(
    'a copy that follows the feed, and one that begins anew, are what the tables are',
    async () => {
      const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        let vault: TestVault = await onHost(createMemoryHost());
        await vault.run('create_table', table('people', { history }));
        await vault.run('create_table', table('folk', { history }));
        const replica = new Replica();
        for (const act of steps) {
          vault = (await act(vault)) ?? vault;
          await replica.follow(vault, 3);
          expect(sorted(replica.rows)).toEqual(sorted(await rowsOf(vault)));
        }
        expect(replica.numbers.every((seq, i) => i === 0 || seq > (replica.numbers[i - 1] ?? 0))).toBe(true);
        const live = await feed(vault, { limit: 5000 });
        vault.host.advance(5000);
        vault = await vault.restart();
        const anew = new Replica();
        await anew.follow(vault, 1000);
        expect(sorted(anew.rows)).toEqual(sorted(await rowsOf(vault)));
        const { changes } = await feed(vault, { limit: 5000 });
        expect(changes).toEqual(live.changes);
      });
      await fc.assert(property, { numRuns: times(25, 2000) });
    },
    within(30_000),
  );
});
