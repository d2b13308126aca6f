/** Following the feed: filters, waits, tool calls, warnings, numbers. Source: docs/feed.md; D10, D22, D23 */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Caller, Json, JsonObject } from '../../../src/engine/index';
import type { MemoryHost } from '../../memory-host/memory-host';
import { size, times, within } from '../../deep';
import { PEOPLE, TASKS, type TestVault, onHost, openVault } from '../open-vault';
import { type Event, type Page, feed } from './replay';

const FOLDER = 'notedb/main/default/people';
const ada = `${FOLDER}/Ada.md`;

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const insert = (vault: TestVault, name: string): Promise<JsonObject> =>
  vault.run('insert_row', { table: 'people', values: { name } });

async function people(): Promise<TestVault> {
  const vault = await openVault();
  await vault.run('create_table', PEOPLE);
  await insert(vault, 'Ada');
  return vault;
}

/** Lets everything run that waits for nothing but its turn. */
const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
};

describe('a long poll', () => {
  const head = async (vault: TestVault): Promise<number> => (await feed(vault, { limit: 0 })).head;

  const start = async (
    vault: TestVault,
    args: JsonObject = {},
  ): Promise<{ page: Promise<Page>; isDone: () => boolean }> => {
    let isDone = false;
    const since = await head(vault);
    const page = feed(vault, { since, wait_ms: 10_000, ...args }).finally(() => (isDone = true));
    await settle();
    return { page, isDone: () => isDone };
  };

  it('is answered by the commit, before anything else happens', async () => {
    const vault = await people();
    const { page, isDone } = await start(vault);
    expect(isDone()).toBe(false);
    await insert(vault, 'Mo');
    await settle();
    // The clock did not move.
    expect(isDone()).toBe(true);
    expect((await page).changes).toMatchObject([{ op: 'insert', path: `${FOLDER}/Mo.md` }]);
  });

  it('is answered by a hand edit', async () => {
    const vault = await people();
    const { page } = await start(vault);
    vault.host.external.remove(ada);
    await vault.engine.rescan();
    expect((await page).changes).toMatchObject([{ op: 'delete', source: 'external' }]);
  });

  it('waits on while nothing matches, and its cursor has passed that when the time is over', async () => {
    const vault = await people();
    await vault.run('create_table', TASKS);
    const { page, isDone } = await start(vault, { tables: ['tasks'], where: { status: 'done' } });
    await insert(vault, 'Mo');
    await vault.run('insert_row', { table: 'tasks', values: { title: 'T' } });
    await settle();
    vault.host.advance(9_000);
    await settle();
    expect(isDone()).toBe(false);
    vault.host.advance(1_000);
    const { changes, last, head: newest, gap } = await page;
    expect([changes, last === newest, gap]).toEqual([[], true, false]);
    expect(last).toBe(await head(vault));
  });

  it('of many, each is answered, and those beyond 1,000 are refused', async () => {
    const vault = await people();
    const polls = await Promise.all(Array.from({ length: 1000 }, () => start(vault)));
    const since = await head(vault);
    expect((await vault.refused('list_changes', { since, wait_ms: 1 })).code).toBe('too_many_requests');
    await insert(vault, 'Mo');
    for (const { page } of polls) expect((await page).changes).toHaveLength(1);
    vault.host.advance(100);
    await settle();
    expect(vault.host.scheduler.waiting()).toBeLessThan(10);
  });

  it.each(['close', 'endWaits'] as const)('is answered when the engine is told to %s', async (how) => {
    const vault = await people();
    const { page } = await start(vault);
    await vault.engine[how]();
    expect(await page).toMatchObject({ changes: [], gap: false });
  });
});

describe('a filter lets the same pass as a plain look at each event', () => {
  const CASES: readonly (readonly [JsonObject, (event: Event) => boolean])[] = [
    [{ tables: ['people'] }, ({ table }) => table === 'main.default.people'],
    [{ tables: ['people', 'main.default.tasks'] }, ({ table }) => table !== null],
    [{ ops: ['insert'] }, ({ op }) => op === 'insert'],
    [{ ops: ['delete', 'move', 'schema'] }, ({ op }) => ['delete', 'move', 'schema'].includes(op)],
    [{ columns: ['name'] }, ({ changes }) => 'name' in (changes as JsonObject)],
    [
      { columns: ['path', 'due'] },
      ({ changes }) => 'path' in (changes as JsonObject) || 'due' in (changes as JsonObject),
    ],
    [{ exclude_actor: 'robot' }, ({ actor }) => (actor as JsonObject | null)?.['harness'] !== 'robot'],
    [{ exclude_actor: 'app one' }, ({ actor }) => (actor as JsonObject | null)?.['app'] !== 'app one'],
    [{ where: { name: 'Mo' } }, ({ path }) => /\/Mo( \d)?\.md$/.test(textOf(path))],
    [
      { where: { or: [{ name: 'Mo' }, { name: 'Zoe' }] }, ops: ['insert'] },
      ({ op, path }) => op === 'insert' && /\/(Mo|Zoe)/.test(textOf(path)),
    ],
  ];

  const robot: Caller = { kind: 'owner', actor: { harness: 'robot' } };
  const app: Caller = {
    kind: 'app',
    id: 'x',
    name: 'app one',
    permissions: new Set(['write']),
    tables: null,
    ask: false,
    actor: null,
  };

  it.each(CASES)('%j', async (filter, isWanted) => {
    const vault = await people();
    await vault.run('create_table', TASKS);
    await vault.engine.run('insert_row', { table: 'people', values: { name: 'Mo' } }, robot);
    await vault.engine.run('insert_row', { table: 'people', values: { name: 'Zoe' } }, app);
    await vault.run('insert_row', { table: 'tasks', values: { title: 'T', due: '2026-01-02', owner: 'Mo' } });
    vault.host.external.write(ada, (vault.text(ada) ?? '').replace('name: Ada', 'name: Mo\nemail: x@y'));
    await vault.engine.rescan();
    vault.host.external.move(`${FOLDER}/Mo.md`, `Elsewhere/Mo.md`);
    await vault.engine.rescan();
    await vault.run('delete_rows', { table: 'people', where: { name: 'Zoe' } });
    const all = await feed(vault);
    // The hand edit gave Ada's note another name than its file has.
    const expected = all.changes.filter(
      (event) =>
        isWanted(event) ||
        (filter['where'] !== undefined &&
          event['source'] === 'external' &&
          event['path'] === ada &&
          filter['ops'] === undefined),
    );
    for (const each of [vault, await onHost(vault.host.reboot())]) {
      const page = await feed(each, filter);
      expect(page.changes).toEqual(expected);
      expect(page.last).toBe(page.head);
      const pages: Event[] = [];
      for (let since = 0, last = -1; last !== since;) {
        const next = await feed(each, { ...filter, since, limit: 1 });
        pages.push(...next.changes);
        [last, since] = [since, next.last];
      }
      expect(pages).toEqual(expected);
    }
  });

  it('asks where of a delete by the values before', async () => {
    const vault = await people();
    await vault.run('delete_rows', { table: 'people', where: { name: 'Ada' }, mode: 'delete' });
    expect((await feed(vault, { where: { name: 'Ada' }, ops: ['delete'] })).changes).toHaveLength(1);
  });

  it('still finds the changes of a table that is gone', async () => {
    const vault = await people();
    await vault.run('drop_table', { table: 'people', mode: 'archive' });
    const { changes } = await feed(vault, { tables: ['main.default.people'] });
    expect(changes.map(({ op }) => op)).toEqual(['schema', 'insert', 'schema', 'delete']);
    expect((await vault.refused('list_changes', { tables: ['main.default.folk'] })).code).toBe('not_found');
  });
});

describe('tool calls', () => {
  const calls = async (vault: TestVault, args: JsonObject = {}): Promise<readonly Event[]> =>
    (await feed(vault, { ops: ['tool_call'], ...args })).changes;

  it('are events with numbers among the others: reads, dry runs, refusals, everything but list_changes', async () => {
    const vault = await people();
    await vault.run('select_rows', { table: 'people' });
    await vault.run('delete_rows', { table: 'people', where: {}, dry_run: true });
    await vault.refused('insert_row', { table: 'nope', values: {} });
    await vault.refused('no_such_operation');
    await feed(vault);
    const found = await calls(vault);
    expect(found.map(({ call, ok }) => [call, ok])).toEqual([
      ['create_table', true],
      ['insert_row', true],
      ['select_rows', true],
      ['delete_rows', true],
      ['insert_row', false],
    ]);
    expect(found[4]).toMatchObject({
      args: { table: 'nope', values: {} },
      value: { code: 'not_found' },
      servedBy: 'memory',
    });
    expect(found[2]).toMatchObject({ value: { total: 1 }, timestamp: '2026-03-05T12:00:00+00:00' });
    await insert(vault, 'Mo');
    const { changes } = await feed(vault, { ops: ['tool_call', 'insert'] });
    const numbers = changes.map(({ seq }) => seq);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect((await feed(vault)).changes.some(({ op }) => op === 'tool_call')).toBe(false);
  });

  it('are there after a restart, and after a kill as far as they were written', async () => {
    const vault = await people();
    const before = await calls(vault);
    const killed = await onHost(vault.host.reboot());
    expect(await calls(killed)).toEqual(before);
    await insert(killed, 'Mo');
    const closed = await killed.restart();
    expect((await calls(closed)).map(({ call }) => call)).toEqual(['create_table', 'insert_row', 'insert_row']);
  });

  it('are cut to 2 KB each, with a mark, and hold no secrets', async () => {
    const vault = await people();
    const body = 'é𝒳'.repeat(2000);
    const values = { name: 'Mo', email: 'whsec_abc123' };
    await vault.run('insert_row', { table: 'people', values, body });
    await vault.refused('insert_row', {
      table: 'people',
      api_key: 'k1',
      values: { name: 'https://me:pw@host/ Bearer t0k3n' },
    });
    const [cut, kept] = (await calls(vault)).slice(-2);
    expect(Buffer.byteLength(textOf(cut?.['args']))).toBeLessThanOrEqual(2048);
    expect(Buffer.byteLength(textOf(cut?.['args']))).toBeGreaterThan(2030);
    expect(cut?.['args']).toMatch(
      /^\{"table":"people","values":\{"name":"Mo","email":"\[removed\]"\},"body":".*… \(cut\)$/,
    );
    expect(kept?.['args']).toEqual({
      table: 'people',
      api_key: '[removed]',
      values: { name: 'https://[removed]@host/ Bearer [removed]' },
    });
  });

  it('wake who waits for them', async () => {
    const vault = await people();
    const { head } = await feed(vault, { ops: ['tool_call'], since: 0 });
    const page = feed(vault, { since: head, ops: ['tool_call'], wait_ms: 1000 });
    await settle();
    await vault.run('list_tables');
    vault.host.advance(20);
    expect((await page).changes).toMatchObject([{ call: 'list_tables' }]);
  });

  it('are kept for 7 days', async () => {
    const vault = await people();
    await calls(vault);
    vault.host.clock.set(vault.host.clock.now() + 7 * 24 * 3_600_000 + 1);
    const restarted = await vault.restart();
    await restarted.run('list_tables');
    expect((await calls(restarted)).map(({ call }) => call)).toEqual(['list_tables']);
    expect(await restarted.host.privateStore.list('calls')).toHaveLength(1);
  });

  it('fail no call when the disk takes none', async () => {
    const vault = await people();
    await calls(vault);
    vault.host.faults.failNext('privateStore.append', 'ENOSPC');
    await vault.run('list_tables');
    await calls(vault);
    expect(vault.host.logger.entries.at(-1)?.event).toBe('tool_calls_not_recorded');
    await vault.run('list_tables');
    expect((await calls(vault)).at(-1)).toMatchObject({ call: 'list_tables' });
  });
});

it('rows that vanish together are one warning, and deletes only when that is accepted', async () => {
  const vault = await people();
  for (let i = 0; i < 60; i++) await insert(vault, `P${i}`);
  const { head } = await feed(vault, { limit: 0 });
  for (let i = 0; i < 55; i++) vault.host.external.remove(`${FOLDER}/P${i}.md`);
  await vault.engine.rescan();
  await vault.engine.rescan();
  const warning = {
    op: 'warning',
    source: 'external',
    table: 'main.default.people',
    rows: 55,
    id: null,
    path: null,
    changes: {},
  };
  expect((await feed(vault, { since: head })).changes).toMatchObject([warning]);
  await vault.engine.acceptDeletions();
  const { changes } = await feed(vault, { since: head });
  expect(changes.map(({ op }) => op)).toEqual(['warning', ...Array.from({ length: 55 }, () => 'delete')]);
  expect((await feed(await onHost(vault.host.reboot()), { since: head, ops: ['warning'] })).changes).toMatchObject([
    warning,
  ]);
});

/** The rows are older than the journal: it does not hold how each came. */
async function withoutJournal(vault: TestVault): Promise<TestVault> {
  await vault.engine.close();
  return onHost(vault.host.reboot({ ...vault.host.image(), cacheFiles: new Map(), privateFiles: new Map() }));
}

it('a gap is told where nobody knows what changed', async () => {
  const vault = await withoutJournal(await people());
  const { head } = await feed(vault, { limit: 0 });
  await vault.engine.close();
  const again = await onHost(vault.host.reboot({ ...vault.host.image(), cacheFiles: new Map() }));
  expect(await feed(again, { since: head })).toMatchObject({ changes: [], gap: true });
  const { head: now } = await feed(again, { limit: 0 });
  expect(await feed(again, { since: now })).toMatchObject({ gap: false });
});

it(
  'no number is told twice, wherever the power is cut, tool calls included',
  async () => {
    const before = await people();
    await before.engine.close();
    const image = before.host.image();
    /** What followers were told until the process stops: the event by its number. */
    const toldBy = async (host: MemoryHost): Promise<Map<number, string>> => {
      const told = new Map<number, string>();
      try {
        const vault = await onHost(host);
        const follow = async (): Promise<void> => {
          const { changes } = await feed(vault, { ops: ['insert', 'update', 'delete', 'tool_call'], limit: 5000 });
          for (const event of changes) told.set(event.seq, `${event.op} ${textOf(event['path'] ?? event['call'])}`);
        };
        await insert(vault, 'Mo');
        await follow();
        await vault.run('list_tables');
        await follow();
        await insert(vault, 'Zoe');
        await follow();
      } catch (error) {
        if (!host.calls.crashed) throw error;
      }
      return told;
    };
    const whole = before.host.reboot(image);
    const all = await toldBy(whole);
    expect([...all.values()].slice(-5)).toEqual([
      `insert ${FOLDER}/Mo.md`,
      'tool_call insert_row',
      'tool_call list_tables',
      `insert ${FOLDER}/Zoe.md`,
      'tool_call insert_row',
    ]);
    for (let call = 1; call <= whole.calls.log.length; call += size(29, 1)) {
      const host = before.host.reboot(image);
      host.crashAt(call);
      const told = await toldBy(host);
      // Unsynced calls multiply the states of the disk: some of them do.
      for (const left of [...host.images()].filter((_, i) => i % size(9, 1) === 0)) {
        const again = await toldBy(host.reboot(left));
        for (const [seq, event] of again) if (told.has(seq)) expect(event).toBe(told.get(seq));
        const changes = [...told].filter(([, event]) => !event.startsWith('tool_call'));
        expect([...again]).toEqual(expect.arrayContaining(changes));
      }
    }
  },
  within(20_000),
);

it('cuts any JSON so that it fits', async () => {
  const { cutJson } = await import('../../../src/engine/feed/cut-json');
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 20, max: 200 }), (value, most) => {
      const cut = cutJson(value, most);
      const text = JSON.stringify(value);
      if (Buffer.byteLength(text) <= most) expect(cut).toEqual(JSON.parse(text));
      else
        expect([Buffer.byteLength(cut as string) <= most, (cut as string).endsWith('… (cut)')]).toEqual([true, true]);
    }),
    { numRuns: times(300, 20_000) },
  );
});

it('an app is not told where a row went, or came from, that it may not see', async () => {
  const vault = await people();
  await vault.run('create_table', { ...PEOPLE, name: 'hidden' });
  const { head } = await feed(vault, { limit: 0 });
  await vault.run('move_rows', { table: 'people', to_table: 'hidden', relocate: true });
  await vault.run('move_rows', { table: 'hidden', to_table: 'people', relocate: true });
  const app: Caller = {
    ...{ kind: 'app', id: 'x', name: 'one', ask: false, actor: null },
    permissions: new Set(['read']),
    tables: ['main.default.people'],
  };
  for (const restarts of [false, true]) {
    const { engine } = restarts ? await vault.restart() : vault;
    const { changes } = (await engine.run('list_changes', { since: head }, app)) as unknown as Page;
    expect(changes.map(({ op, mode = null, to = null, from = null }) => [op, mode, to, from])).toEqual([
      ['delete', 'delete', null, null],
      ['insert', null, null, null],
    ]);
    expect(JSON.stringify(changes)).not.toContain('hidden');
  }
});
