/** Many notes that are moved at once stay the rows that they are, in whatever order and in how many pieces that is heard of. D7, D25 */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import type { VaultChange } from '../../../src/engine/ports/vault-port';
import { handRow, id } from '../../conformance/tables';
import { times, within } from '../../deep';
import { PEOPLE, TASKS, type TestVault, onHost, openVault } from '../open-vault';
import { hear } from './answers';

const nameOf = (n: number): string => `P${String(n).padStart(4, '0')}`;
const before = (n: number): string => `Inbox/${nameOf(n)}.md`;
const after = (n: number): string => `Contacts/${nameOf(n)}.md`;
const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const textOf = (n: number): string => handRow('people', n + 1, [`name: ${nameOf(n)}`]);

/** Rows of people in one folder, another folder with a note in it, and a task that links to the first of them. */
async function vaultOf(rows: number, more: JsonObject = {}): Promise<TestVault> {
  const files = Object.fromEntries(upTo(rows).map((n) => [before(n), textOf(n)]));
  const task = handRow('tasks', 9999, ['title: Call', `owner: "[[${nameOf(0)}]]"`]);
  const vault = await openVault({ files: { ...files, 'Contacts/Readme.md': 'People', 'Call.md': task } });
  await vault.run('create_table', { ...PEOPLE, ...more });
  await vault.run('create_table', TASKS);
  await hear(vault, 50);
  return vault;
}

/** Moves the first notes as another program does. Returns what is heard of it: what went, and what came. */
function move(vault: TestVault, count: number): Readonly<Record<'went' | 'came', readonly VaultChange[]>> {
  const hints = vault.host.external.withhold();
  for (const n of upTo(count)) vault.host.external.move(before(n), after(n));
  return {
    went: hints.filter(({ kind }) => kind === 'removed'),
    came: hints.filter(({ kind }) => kind === 'changed'),
  };
}

/** How many rows of people there are, how many where they were moved to with the ids of before, and what is wrong with them. */
async function places(vault: TestVault): Promise<JsonObject> {
  const rows: { path: string; id: string }[] = [];
  for (let offset = 0; offset === rows.length; offset += 1000) {
    const page = await vault.run('select_rows', { table: 'people', columns: ['path', 'id'], limit: 1000, offset });
    rows.push(...(page['rows'] as typeof rows));
  }
  const moved = rows.filter(({ path }) => path.startsWith('Contacts/'));
  const { counts, ok } = await vault.run('check_table', { table: 'people' });
  const known = moved.every((row) => row.id === id(Number(row.path.slice(10, 14)) + 1));
  return { rows: rows.length, moved: moved.length, known, ok: ok ?? null, counts: counts ?? null };
}

const allMoved = (rows: number, moved = rows): JsonObject => ({ rows, moved, known: true, ok: true, counts: {} });

async function metrics(vault: TestVault): Promise<readonly unknown[]> {
  const { history } = await vault.run('describe_history', { table: 'people' });
  return (history as JsonObject[]).map(({ operation, operationMetrics }) => [operation, operationMetrics]);
}

const MOVES = (count: number): unknown => [
  'EXTERNAL_EDIT',
  { numOutputRows: 0, numUpdatedRows: count, numDeletedRows: 0 },
];

describe('3,000 notes that are moved into a folder that is there', () => {
  it.each(['went', 'came'] as const)('are the same rows there, when what %s is heard of first', async (first) => {
    const vault = await vaultOf(3000, { history: true });
    const heard = move(vault, 3000);
    vault.host.external.tell(heard[first]);
    await hear(vault, 60);
    vault.host.external.tell(heard[first === 'went' ? 'came' : 'went']);
    await hear(vault, 1000);
    expect(await places(vault)).toEqual(allMoved(3000));
    expect(await metrics(vault)).toEqual([MOVES(3000), expect.anything()]);
    const { rows } = await vault.run('select_rows', { table: 'tasks', columns: ['owner.path'] });
    expect(rows).toMatchObject([{ 'owner.path': after(0) }]);
  });

  it('are the same rows there, when both are heard of in pieces', async () => {
    const vault = await vaultOf(3000, { history: true });
    const { went, came } = move(vault, 3000);
    for (let from = 0; from < 3000; from += 400) {
      vault.host.external.tell(went.slice(from, from + 400));
      vault.host.external.tell(came.slice(Math.max(0, from - 800), Math.max(0, from - 400)));
      await hear(vault, 60);
    }
    vault.host.external.tell(came.slice(2000));
    await hear(vault, 1000);
    expect(await places(vault)).toEqual(allMoved(3000));
    const edits = (await metrics(vault)).slice(0, -1) as [string, JsonObject][];
    expect(
      edits.filter(([, { numUpdatedRows, ...others }]) => Object.values(others).some((count) => count !== 0)),
    ).toEqual([]);
  });
});

describe('300 notes that go and are elsewhere 120 ms later', () => {
  it.each([300, 3000])('are the same %i rows, and were never gone', async (rows) => {
    const vault = await vaultOf(rows, { history: true });
    for (const n of upTo(300)) vault.host.external.remove(before(n));
    await hear(vault, 120);
    for (const n of upTo(300)) vault.host.external.write(after(n), textOf(n));
    await hear(vault, 1000);
    expect(await places(vault)).toEqual(allMoved(rows, 300));
    expect(await metrics(vault)).toEqual([MOVES(300), expect.anything()]);
    const written = await vault.run('update_rows', {
      table: 'people',
      where: { name: { lt: 'P0300' } },
      set_values: { born: '1990-01-01' },
    });
    expect(written).toMatchObject({ changed: 300 });
  });

  it('and were edited on the way', async () => {
    const vault = await vaultOf(300, { history: true });
    for (const n of upTo(300)) vault.host.external.remove(before(n));
    await hear(vault, 120);
    for (const n of upTo(300)) vault.host.external.write(after(n), `${textOf(n)}Edited\n`);
    await hear(vault, 1000);
    expect(await places(vault)).toEqual(allMoved(300));
    expect(await metrics(vault)).toEqual([MOVES(300), expect.anything()]);
  });
});

describe('rows that may be lost', () => {
  const lost = async (rows = 300): Promise<TestVault> => {
    const vault = await vaultOf(rows, { history: true });
    for (const n of upTo(rows)) vault.host.external.remove(before(n));
    await hear(vault, 1000);
    expect(vault.engine.unconfirmedDeletions().get('main.default.people')).toHaveLength(rows);
    return vault;
  };
  const found = (vault: TestVault, some: readonly number[]): void => {
    for (const n of some) vault.host.external.write(after(n), textOf(n));
  };

  it('and are found elsewhere minutes later have moved there, each as soon as it is found', async () => {
    const vault = await lost();
    await hear(vault, 60_000);
    await vault.engine.rescan();
    found(vault, upTo(100));
    await hear(vault, 1000);
    expect(await places(vault)).toMatchObject({ rows: 300, moved: 100, counts: { suspect: 200 } });
    found(vault, upTo(300).slice(100));
    await hear(vault, 1000);
    expect(await places(vault)).toEqual(allMoved(300));
    expect((await metrics(vault)).slice(0, 2)).toEqual([MOVES(200), MOVES(100)]);
  });

  it('and are found elsewhere after the next start have moved there', async () => {
    const vault = await lost();
    const again = await vault.restart();
    expect(again.engine.unconfirmedDeletions().get('main.default.people')).toHaveLength(300);
    found(again, upTo(300));
    await hear(again, 1000);
    expect(await places(again)).toEqual(allMoved(300));
    expect((await metrics(again))[0]).toEqual(MOVES(300));
  });

  it.each([
    ['as they were', ''],
    ['changed', 'Changed\n'],
  ])('and come elsewhere %s while nothing runs have moved there', async (_how, more) => {
    const vault = await lost();
    vault.host.advance(60_000);
    await vault.engine.close();
    for (const n of upTo(300)) vault.host.external.write(after(n), textOf(n) + more);
    const again = await onHost(vault.host.reboot());
    expect(await places(again)).toEqual(allMoved(300));
    expect((await metrics(again))[0]).toEqual(MOVES(300));
  });

  it('and come back with a copy beside each are the rows, and the copies are copies', async () => {
    const vault = await lost();
    found(vault, upTo(300));
    for (const n of upTo(300)) vault.host.external.write(before(n), textOf(n));
    await hear(vault, 1000);
    expect(await places(vault)).toMatchObject({ rows: 300, moved: 0, counts: { duplicate_id: 300 } });
    expect(vault.engine.unconfirmedDeletions()).toEqual(new Map());
  });

  it('and of which a copy is heard before their return are the rows', async () => {
    const vault = await lost();
    const hints = vault.host.external.withhold();
    found(vault, upTo(300));
    const copies = hints.slice();
    for (const n of upTo(300)) vault.host.external.write(before(n), textOf(n));
    vault.host.external.tell(copies);
    await hear(vault, 1000);
    expect(await places(vault)).toMatchObject({ rows: 300, moved: 0, counts: { duplicate_id: 300 } });
  });

  it('are no news while they stay away', async () => {
    const vault = await lost();
    let changes = 0;
    vault.engine.onChange(() => (changes += 1));
    await vault.engine.rescan();
    expect(changes).toBe(0);
  });
});

describe('rows that are deleted while others of their table are moved', () => {
  const deleted = upTo(100).slice(60);

  it.each([0, 100, 400, 1000, 1900, 2500, 59_000])(
    'are gone, when the moved ones are heard of %i ms later',
    async (later) => {
      const vault = await vaultOf(300, { history: true });
      const { went, came } = move(vault, 60);
      const hints = vault.host.external.withhold();
      for (const n of deleted) vault.host.external.remove(before(n));
      vault.host.external.tell([...went, ...hints.slice(-deleted.length)]);
      if (later > 0) await hear(vault, later);
      vault.host.external.tell(came);
      await hear(vault, 4000);
      expect(await places(vault)).toEqual({ ...allMoved(300, 60), rows: 260 });
      expect(vault.engine.unconfirmedDeletions()).toEqual(new Map());
      expect(await vault.run('update_rows', { table: 'people', set_values: { born: '1990-01-01' } })).toMatchObject({
        changed: 260,
      });
      const again = await vault.restart();
      expect(await places(again)).toEqual({ ...allMoved(300, 60), rows: 260 });
    },
  );

  it(
    'are gone, in whatever order and pieces all of it is heard of',
    async () => {
      const pieces = fc.array(
        fc.record({ size: fc.integer({ min: 1, max: 80 }), pause: fc.integer({ min: 0, max: 900 }) }),
        {
          minLength: 1,
          maxLength: 6,
        },
      );
      const order = fc.shuffledSubarray(upTo(160), { minLength: 160 });
      const property = fc.asyncProperty(order, pieces, async (shuffled, sizes) => {
        const vault = await vaultOf(300, { history: true });
        const { went, came } = move(vault, 60);
        const hints = vault.host.external.withhold();
        for (const n of deleted) vault.host.external.remove(before(n));
        const all = [...went, ...came, ...hints.slice(-deleted.length)];
        let told = 0;
        for (const { size, pause } of sizes) {
          vault.host.external.tell(shuffled.slice(told, told + size).flatMap((i) => all[i] ?? []));
          told += size;
          await hear(vault, pause);
        }
        vault.host.external.tell(shuffled.slice(told).flatMap((i) => all[i] ?? []));
        await hear(vault, 4000);
        expect(await places(vault)).toEqual({ ...allMoved(300, 60), rows: 260 });
        expect(vault.engine.unconfirmedDeletions()).toEqual(new Map());
      });
      await fc.assert(property, { numRuns: times(8, 300) });
    },
    within(30_000),
  );

  it('stay, when notes return and too many are still gone', async () => {
    const vault = await vaultOf(300);
    for (const n of upTo(100)) vault.host.external.remove(before(n));
    await hear(vault, 1000);
    for (const n of upTo(60)) vault.host.external.write(before(n), textOf(n));
    vault.host.external.write(after(99), textOf(99));
    await hear(vault, 4000);
    // 99 vanished, of which 60 returned: a sync that has not finished.
    expect(vault.engine.unconfirmedDeletions().get('main.default.people')).toHaveLength(39);
  });

  it('stay, when more go after many that are not trusted to be gone', async () => {
    const vault = await vaultOf(300);
    for (const n of upTo(61)) vault.host.external.remove(before(n));
    await hear(vault, 1000);
    for (const n of upTo(81).slice(61)) vault.host.external.remove(before(n));
    await hear(vault, 1000);
    expect(vault.engine.unconfirmedDeletions().get('main.default.people')).toHaveLength(81);
  });
});

it('a copy becomes the row as soon as the row’s note goes', async () => {
  const vault = await vaultOf(3, { history: true });
  vault.host.external.write('Copy.md', textOf(0));
  await hear(vault, 60);
  expect(await vault.run('check_table', { table: 'people' })).toMatchObject({ counts: { duplicate_id: 1 } });
  vault.host.external.remove(before(0));
  await hear(vault, 60);
  expect(await vault.run('check_table', { table: 'people' })).toMatchObject({ ok: true, counts: {} });
  const { rows } = await vault.run('select_rows', { table: 'people', where: { id: id(1) } });
  expect(rows).toMatchObject([{ path: 'Copy.md', id: id(1) }]);
  expect((await metrics(vault))[0]).toEqual(MOVES(1));
});

it('a note that is heard of where it came, and not where it went, has moved', async () => {
  const vault = await vaultOf(3, { history: true });
  vault.host.external.tell(move(vault, 1).came);
  await hear(vault, 60);
  expect(await places(vault)).toEqual(allMoved(3, 1));
  expect((await metrics(vault))[0]).toEqual(MOVES(1));
});

it('a note that was edited and moves before the edit is looked at has moved, though that is heard of later', async () => {
  const vault = await vaultOf(3, { history: true });
  const hints = vault.host.external.withhold();
  vault.host.external.write(before(0), `${textOf(0)}Edited\n`);
  // As a host tells that looked at the note.
  const stat = await vault.host.vault.stat(before(0));
  vault.host.external.tell(hints.map((hint) => (hint.kind === 'changed' && stat !== null ? { ...hint, stat } : hint)));
  const told = hints.length;
  vault.host.external.move(before(0), after(0));
  await hear(vault, 120);
  expect(await places(vault)).toMatchObject({ rows: 3 });
  vault.host.external.tell(hints.slice(told));
  await hear(vault, 120);
  expect(await places(vault)).toEqual(allMoved(3, 1));
  expect((await metrics(vault))[0]).toEqual(MOVES(1));
});

it('notes that go one after the other, for as long as a large checkout takes, are judged together', async () => {
  const vault = await vaultOf(300);
  for (const n of upTo(200)) {
    vault.host.external.remove(before(n));
    if (n === 60) await hear(vault, 100);
    if (n > 60 && n % 10 === 0) await hear(vault, 100);
  }
  expect((await places(vault))['rows']).toBe(300);
  await hear(vault, 1000);
  expect(vault.engine.unconfirmedDeletions().get('main.default.people')).toHaveLength(200);
});

it('notes that go one after the other are judged together', async () => {
  const vault = await vaultOf(300);
  for (const n of upTo(200)) {
    vault.host.external.remove(before(n));
    if (n % 20 === 0) await hear(vault, 10);
  }
  await hear(vault, 1000);
  expect(vault.engine.unconfirmedDeletions().get('main.default.people')).toHaveLength(200);
});

describe('of two notes with one id that come together', () => {
  const twins = (vault: TestVault): void => {
    vault.host.external.write('A younger.md', textOf(7), { ctime: 2000 });
    vault.host.external.write('B older.md', textOf(7), { ctime: 1000 });
  };
  const row = async (vault: TestVault): Promise<unknown> =>
    (await vault.run('select_rows', { table: 'people', where: { id: id(8) }, columns: ['path'] }))['rows'];

  it('the older one is the row', async () => {
    const vault = await vaultOf(1);
    twins(vault);
    await hear(vault, 60);
    expect(await row(vault)).toMatchObject([{ path: 'B older.md' }]);
  });

  it('the older one is the row, also when their table comes later', async () => {
    const metastore = (await vaultOf(1)).text('notedb/metastore.yaml') as string;
    const vault = await openVault();
    twins(vault);
    await hear(vault, 60);
    vault.host.external.write('notedb/metastore.yaml', metastore);
    await hear(vault, 60);
    expect(await row(vault)).toMatchObject([{ path: 'B older.md' }]);
  });
});
