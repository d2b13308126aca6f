/** Whatever can happen to two tables of people: random steps for who follows the feed. docs/feed.md */

import * as fc from 'fast-check';
import type { JsonObject } from '../../../src/engine/index';
import { type Step, call, edit, write } from '../history/random-steps';
import { column, onHost } from '../open-vault';

const name = fc.constantFrom('Ada', 'Bo', 'Cy', 'Di');
const size = fc.integer({ min: 0, max: 3 });

/** People or folk, with a link to one of their own. */
export const tableOfPeople = (of: string, more: JsonObject = {}): JsonObject => ({
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

export const feedStep: fc.Arbitrary<Step> = fc.oneof(
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
  fc.constant(call('create_table', tableOfPeople('people'))),
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
