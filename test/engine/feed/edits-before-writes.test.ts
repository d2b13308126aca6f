/** An external edit that a write of the engine meets is an event and a version of its own, before the write. Source: docs/feed.md#edits-that-a-write-meets; D29 */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';
import { times, within } from '../../deep';
import { hear } from '../commit/answers';
import { beforeCall } from '../commit/before-call';
import { type Step, call } from '../history/random-steps';
import { type TestVault, column, onHost, openVault } from '../open-vault';
import { type Event, Replica, type Rows, feed, rowsOf, sorted } from './replay';

const NAMES = ['Ada', 'Bo', 'Cy', 'Di'];
const FOLDER = 'notedb/main/default/people';
const pathOf = (name: string): string => `${FOLDER}/${name}.md`;

/** A table with a row for each name, where points count from 0. */
async function people(history = true): Promise<TestVault> {
  const vault = await openVault();
  const columns = [column('name', 'string', { required: true }), column('points', 'integer'), column('said', 'string')];
  await vault.run('create_table', { name: 'people', description: 'Somebody', columns, history });
  for (const [n, name] of NAMES.entries())
    await vault.run('insert_row', { table: 'people', values: { name, points: n, said: 'hello' } });
  return vault;
}

/** Somebody changes a note, and nobody has looked yet. */
function editByHand({ host }: TestVault, name: string, change: (text: string) => string): void {
  const text = host.external.text(pathOf(name));
  if (text !== null) host.external.write(pathOf(name), change(text));
}

const setByHand = (vault: TestVault, name: string, n: number): void =>
  editByHand(vault, name, (text) => text.replace(/^points: .*$/m, `points: ${n}`));

const inShort = ({ source, op, path, changes }: Event): string =>
  `${source as string} ${op} ${(path as string).replace(`${FOLDER}/`, '')} ${JSON.stringify(changes)}`;

const eventsSince = async (vault: TestVault, since: number): Promise<readonly string[]> =>
  (await feed(vault, { since, ops: ['insert', 'update', 'move', 'delete'] })).changes.map(inShort);

const headOf = async (vault: TestVault): Promise<number> => (await feed(vault, { limit: 0 })).head;

const operationsOf = async (vault: TestVault): Promise<readonly unknown[]> => {
  const { history } = await vault.run('describe_history', { table: 'people' });
  return (history as readonly JsonObject[]).map(({ operation }) => operation);
};

/** Expects that what follows the feed has the rows, at a moment between two edits. */
async function replayed(vault: TestVault, replica = new Replica()): Promise<void> {
  let rows: Rows;
  do {
    await replica.follow(vault, 100);
    rows = await rowsOf(vault);
  } while ((await headOf(vault)) !== replica.since);
  expect(sorted(replica.rows)).toEqual(sorted(rows));
}

describe('a write that meets an edit', () => {
  it.each([
    {
      name: 'of the same column',
      set: { points: 7 },
      after: ['engine update Ada.md {"points":{"before":100,"after":7}}'],
    },
    {
      name: 'of another column',
      set: { said: 'bye' },
      after: ['engine update Ada.md {"said":{"before":"hello","after":"bye"}}'],
    },
  ])('$name comes after it', async ({ set, after }) => {
    const vault = await people();
    const since = await headOf(vault);
    setByHand(vault, 'Ada', 100);
    await vault.run('update_rows', { table: 'people', where: { name: 'Ada' }, set_values: set });
    expect(await eventsSince(vault, since)).toEqual([
      'external update Ada.md {"points":{"before":0,"after":100}}',
      ...after,
    ]);
    expect((await operationsOf(vault)).slice(0, 2)).toEqual(['UPDATE', 'EXTERNAL_EDIT']);
    await replayed(vault);
  });

  it('does not touch a row that the edit took out of its filter', async () => {
    const vault = await people();
    setByHand(vault, 'Ada', 100);
    await vault.run('update_rows', { table: 'people', where: { points: 0 }, set_values: { said: 'nobody' } });
    expect(vault.text(pathOf('Ada'))).toContain('said: hello');
    await replayed(vault);
  });

  it('deletes the edited row with its last values', async () => {
    const vault = await people();
    const since = await headOf(vault);
    setByHand(vault, 'Ada', 100);
    await vault.run('delete_rows', { table: 'people', where: { name: 'Ada' }, mode: 'delete' });
    expect(await eventsSince(vault, since)).toEqual([
      'external update Ada.md {"points":{"before":0,"after":100}}',
      'engine delete Ada.md {"name":{"before":"Ada","after":null},"points":{"before":100,"after":null},"said":{"before":"hello","after":null}}',
    ]);
  });

  it('tells of a text beside the values as an edit of its own', async () => {
    const vault = await people();
    const since = await headOf(vault);
    editByHand(vault, 'Ada', (text) => `${text}by hand\n`);
    await vault.run('update_rows', { table: 'people', where: { name: 'Ada' }, set_values: { points: 7 } });
    expect(await eventsSince(vault, since)).toEqual([
      'external update Ada.md {}',
      'engine update Ada.md {"points":{"before":0,"after":7}}',
    ]);
  });

  it('meets edits of many rows at once, among writes that share a cycle', async () => {
    const vault = await people();
    const since = await headOf(vault);
    for (const [i, name] of NAMES.entries()) setByHand(vault, name, 100 + i);
    const set = (name: string): Promise<JsonObject> =>
      vault.run('update_rows', { table: 'people', where: { name }, set_values: { said: `${name} too` } });
    await Promise.all(NAMES.map(set));
    const events = await eventsSince(vault, since);
    expect(events.filter((event) => event.startsWith('external'))).toHaveLength(4);
    expect(events).toHaveLength(8);
    await replayed(vault);
  });

  it.each([
    ['moved before', 'Moved/Ada.md', null, ['external move Moved/Ada.md']],
    ['removed before', null, null, [`external delete ${pathOf('Ada')}`]],
    ['moved meanwhile', 'Moved/Ada.md', 'vault.replace', ['external move Moved/Ada.md']],
    ['removed meanwhile', null, 'vault.replace', [`external delete ${pathOf('Ada')}`]],
  ])('is refused at a note that is gone, %s, and the watcher tells of it', async (_when, to, stage, told) => {
    const vault = await people();
    const since = await headOf(vault);
    const hints = vault.host.external.withhold();
    const act = (): void => {
      if (to === null) vault.host.external.remove(pathOf('Ada'));
      else vault.host.external.move(pathOf('Ada'), to);
    };
    if (stage === null) act();
    else beforeCall(vault.host, { name: stage, path: pathOf('Ada'), nth: 1 }, act);
    const error = await vault.refused('update_rows', { table: 'people', set_values: { points: 7 } });
    expect(error.code).toBe('conflict');
    expect(await eventsSince(vault, since)).toEqual([]);
    vault.host.external.tell(hints);
    await hear(vault, 200);
    const events = await feed(vault, { since });
    expect(events.changes.map(({ source, op, path }) => `${source as string} ${op} ${path as string}`)).toEqual(told);
    expect((await operationsOf(vault))[0]).toBe('EXTERNAL_EDIT');
    await replayed(vault);
  });

  it('is refused when somebody edits at each attempt', async () => {
    const vault = await people();
    for (let nth = 1; nth <= 20; nth++)
      beforeCall(vault.host, { name: 'vault.stat', path: pathOf('Ada'), nth }, () =>
        setByHand(vault, 'Ada', 100 + nth),
      );
    const error = await vault.refused('update_rows', {
      table: 'people',
      where: { name: 'Ada' },
      set_values: { points: 7 },
    });
    expect(error.code).toBe('conflict');
    await replayed(vault);
  });
});

/** The calls of ports in a write, in their order: an edit comes before one of them. */
const STAGES = ['vault.read', 'vault.stat', 'vault.replace', 'vault.move', 'privateStore.append'];

/** A step that a failing property prints in short. */
const named = (text: string, step: Step): Step => Object.assign(step, { [fc.toStringMethod]: () => text });

const edits: fc.Arbitrary<Step> = fc
  .record({
    name: fc.constantFrom(...NAMES),
    n: fc.integer({ min: 100, max: 105 }),
    body: fc.boolean(),
    stage: fc.option(fc.tuple(fc.constantFrom(...STAGES), fc.integer({ min: 1, max: 4 }))),
  })
  .map(({ name, n, body, stage }): Step =>
    named(JSON.stringify({ name, n, body, stage }), (vault) => {
      const edit = (): void =>
        body ? editByHand(vault, name, (text) => `${text}by hand ${n}\n`) : setByHand(vault, name, n);
      if (stage === null) edit();
      else beforeCall(vault.host, { name: stage[0], nth: stage[1] }, edit);
      return Promise.resolve();
    }),
  );

const inTable = (operation: string, args: JsonObject): Step =>
  named(JSON.stringify([operation, args]), call(operation, { table: 'people', ...args }));

const writes: fc.Arbitrary<Step> = fc.oneof(
  fc.nat(6).map((n) => inTable('update_rows', { set_values: { points: n } })),
  fc.constantFrom(...NAMES).map((said) => inTable('update_rows', { where: { name: said }, set_values: { said } })),
  fc
    .constantFrom(...NAMES)
    .map((name) => inTable('update_rows', { where: { name }, set_values: { name: `${name}a` } })),
  fc.constantFrom(...NAMES).map((name) => inTable('delete_rows', { where: { name }, mode: 'delete' })),
  fc.constantFrom(...NAMES).map((name) => inTable('insert_row', { values: { name, points: 1 } })),
  fc.constantFrom(...NAMES).map((name) =>
    inTable('merge_rows', {
      on: ['name'],
      rows: [{ name, points: 50 }],
      when_matched: 'update',
      when_not_matched: 'insert',
    }),
  ),
  fc.nat(6).map((n) =>
    call('batch', {
      operations: [
        { op: 'update_rows', table: 'people', where: { name: 'Ada' }, set_values: { points: n } },
        { op: 'update_rows', table: 'people', set_values: { said: `${n}` } },
      ],
    }),
  ),
  fc.nat(3).map((back): Step => async (vault) => {
    const { migrations } = await vault.run('list_migrations', { limit: 10 });
    const id = (migrations as readonly JsonObject[])[back]?.['migration_id'];
    if (typeof id === 'string') await call('undo_migration', { migration_id: id })(vault);
  }),
  fc.constant(inTable('rename_column', { from_column: 'said', to_column: 'told' })),
);

/** Between an edit and what follows: 0 to 200 ms. */
const pauses: fc.Arbitrary<Step> = fc.constantFrom(0, 20, 60, 200).map((milliseconds): Step => (vault) => {
  vault.host.advance(milliseconds);
  return Promise.resolve();
});

describe.each([false, true])('with history %s', (history) => {
  it(
    'replaying the feed gives the rows, however edits and writes meet',
    async () => {
      const step = fc.oneof(
        { weight: 3, arbitrary: edits },
        { weight: 3, arbitrary: writes },
        { weight: 1, arbitrary: pauses },
      );
      const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const vault = await people(history);
        const replica = new Replica();
        for (const act of steps) {
          await act(vault);
          await replayed(vault, replica);
        }
        vault.host.faults.clear();
        await vault.engine.rescan();
        await replayed(vault);
        // What is read anew from the files is the same.
        const anew = await onHost(createMemoryHost({ files: vault.host.external.notes() }));
        const values = (rows: readonly JsonObject[]): readonly JsonObject[] =>
          rows.map(({ modified: _, ...row }) => row);
        expect(values(sorted(await rowsOf(vault)))).toEqual(values(sorted(await rowsOf(anew))));
      });
      await fc.assert(property, { numRuns: times(40, 3000) });
    },
    within(30_000),
  );
});
