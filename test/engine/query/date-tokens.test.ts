/** Date tokens in stored views, and in views over views: they are of the moment of the read, in the time zone of the database. Source: docs/sources-and-views.md#views (relative dates keep it current); D6, D17 (narrowing a view) */

import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { type TestVault, column, openVault } from '../open-vault';

const ZURICH = 'Europe/Zurich';
const NEW_YORK = 'America/New_York';
const KOLKATA = 'Asia/Kolkata';
const KIRITIMATI = 'Pacific/Kiritimati';

/** By name: the day or the moment that the row holds. */
type Rows = Readonly<Record<string, string>>;

const row = ([name, when]: readonly [string, string], n: number): readonly [string, string] => [
  `notedb/main/default/events/${name}.md`,
  [
    '---',
    'table: main.default.events',
    `id: 00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    `name: ${name}`,
    `${when.includes('T') ? 'at' : 'day'}: ${when}`,
    '---',
    '',
  ].join('\n'),
];

async function vaultAt(now: string, timeZone: string, rows: Rows): Promise<TestVault> {
  const vault = await openVault({
    now: Date.parse(now),
    timeZone,
    files: Object.fromEntries(Object.entries(rows).map(row)),
  });
  await vault.run('create_table', {
    name: 'events',
    description: 'What happens',
    columns: [column('name', 'string'), column('day', 'date'), column('at', 'datetime')],
  });
  return vault;
}

const namesOf = async (vault: TestVault, select: JsonObject): Promise<readonly unknown[]> => {
  const { rows } = await vault.run('select_rows', { order_by: 'name', ...select });
  return (rows as JsonObject[]).map(({ name }) => name);
};

/** The ways to ask with a filter: all find the same. */
const WAYS: readonly (readonly [string, (vault: TestVault, where: JsonObject) => Promise<readonly unknown[]>])[] = [
  ['a table', (vault, where) => namesOf(vault, { table: 'events', where })],
  [
    'a view',
    async (vault, where) => {
      await vault.run('create_view', { name: 'vw_own', query: { table: 'events', where } });
      return namesOf(vault, { table: 'vw_own' });
    },
  ],
  [
    'a view over a view that has it',
    async (vault, where) => {
      await vault.run('create_view', { name: 'vw_inner', query: { table: 'events', where } });
      await vault.run('create_view', {
        name: 'vw_outer',
        query: { table: 'vw_inner', where: { name: { exists: true } } },
      });
      return namesOf(vault, { table: 'vw_outer' });
    },
  ],
  [
    'a view with it over a view',
    async (vault, where) => {
      await vault.run('create_view', { name: 'vw_all', query: { table: 'events', columns: ['name', 'day', 'at'] } });
      await vault.run('create_view', { name: 'vw_of_all', query: { table: 'vw_all', where } });
      return namesOf(vault, { table: 'vw_of_all' });
    },
  ],
  [
    'a view with it over a view of so many rows',
    async (vault, where) => {
      await vault.run('create_view', { name: 'vw_most', query: { table: 'events', limit: 1000, order_by: '-name' } });
      await vault.run('create_view', { name: 'vw_of_most', query: { table: 'vw_most', where } });
      return namesOf(vault, { table: 'vw_of_most' });
    },
  ],
  [
    'a part of a union, in a view over it',
    async (vault, where) => {
      await vault.run('create_view', { name: 'vw_union', query: { union: [{ table: 'events', where }] } });
      await vault.run('create_view', { name: 'vw_of_union', query: { table: 'vw_union' } });
      return namesOf(vault, { table: 'vw_of_union' });
    },
  ],
  [
    'a union as a whole',
    async (vault, where) => {
      await vault.run('create_view', { name: 'vw_stacked', query: { union: [{ table: 'events' }], where } });
      return namesOf(vault, { table: 'vw_stacked' });
    },
  ],
  [
    'what is asked of a view',
    async (vault, where) => {
      await vault.run('create_view', {
        name: 'vw_plain',
        query: { table: 'events', where: { name: { exists: true } } },
      });
      return namesOf(vault, { table: 'vw_plain', where });
    },
  ],
  [
    'what is asked of a view, in place of what it has',
    async (vault, where) => {
      const other = Object.fromEntries(
        Object.entries(where).map(([key, value]) => [
          key,
          typeof value === 'string'
            ? '1999-01-01'
            : Object.fromEntries(
                Object.keys(value as JsonObject).map((operator) => [
                  operator,
                  operator === 'in' ? ['1999-01-01'] : '1999-01-01',
                ]),
              ),
        ]),
      );
      await vault.run('create_view', { name: 'vw_other', query: { table: 'events', where: other } });
      return namesOf(vault, { table: 'vw_other', where });
    },
  ],
  [
    'the joined side of a view',
    async (vault, where) => {
      const query = { table: 'events', join: { table: 'events', on: { name: 'name' }, as: 'same', where } };
      await vault.run('create_view', { name: 'vw_joined', query });
      return namesOf(vault, { table: 'vw_joined' });
    },
  ],
  [
    'the groups of a view',
    async (vault, where) => {
      await vault.run('create_view', { name: 'vw_groups', query: { table: 'events', where, group_by: 'name' } });
      return namesOf(vault, { table: 'vw_groups' });
    },
  ],
];

const DAYS: Rows = { d27: '2026-03-27', d28: '2026-03-28', d29: '2026-03-29', d30: '2026-03-30', d31: '2026-03-31' };

/** The night from the 28th to the 29th of March: at 02:00 it is 03:00 in Zurich. */
const SPRING: Rows = {
  a: '2026-03-28T22:59:59Z',
  b: '2026-03-28T23:00:00Z',
  c: '2026-03-29T00:59:59Z',
  d: '2026-03-29T01:00:00Z',
  e: '2026-03-29T21:59:59Z',
  f: '2026-03-29T22:00:00Z',
};

/** The night from the 24th to the 25th of October: what is 03:00 is 02:00 again in Zurich. */
const AUTUMN: Rows = {
  a: '2026-10-24T21:59:59Z',
  b: '2026-10-24T22:00:00Z',
  c: '2026-10-25T00:30:00Z',
  d: '2026-10-25T01:30:00Z',
  e: '2026-10-25T22:59:59Z',
  f: '2026-10-25T23:00:00Z',
};

/** What it is, the moment, the zone, the rows, the filter, what it finds. */
const CASES: readonly (readonly [string, string, string, Rows, JsonObject, readonly string[]])[] = [
  ['before midnight', '2026-03-28T22:59:59.999Z', ZURICH, DAYS, { day: '{today}' }, ['d28']],
  ['at midnight', '2026-03-28T23:00:00Z', ZURICH, DAYS, { day: '{today}' }, ['d29']],
  ['before midnight of the short day', '2026-03-29T21:59:59.999Z', ZURICH, DAYS, { day: '{today}' }, ['d29']],
  ['at midnight after the short day', '2026-03-29T22:00:00Z', ZURICH, DAYS, { day: '{today}' }, ['d30']],
  ['still yesterday in the west', '2026-03-29T03:59:59Z', NEW_YORK, DAYS, { day: '{today}' }, ['d28']],
  ['tomorrow already far in the east', '2026-03-29T10:00:00Z', KIRITIMATI, DAYS, { day: '{today}' }, ['d30']],
  ['with half an hour more', '2026-03-28T18:30:00Z', KOLKATA, DAYS, { day: '{today}' }, ['d29']],
  ['a minute before that', '2026-03-28T18:29:00Z', KOLKATA, DAYS, { day: '{today}' }, ['d28']],
  [
    'days from today',
    '2026-03-28T23:30:00Z',
    ZURICH,
    DAYS,
    { day: { in: ['{today-1d}', '{today+1d}'] } },
    ['d28', 'd30'],
  ],
  [
    'a range of days',
    '2026-03-28T23:30:00Z',
    ZURICH,
    DAYS,
    { day: { gte: '{today-1d}', lt: '{today+1d}' } },
    ['d28', 'd29'],
  ],
  ['a week before', '2026-04-04T22:30:00Z', ZURICH, DAYS, { day: '{today-1w}' }, ['d29']],
  [
    'the last day of a short month',
    '2026-04-30T12:00:00Z',
    ZURICH,
    DAYS,
    { day: { gte: '{today-1m}' } },
    ['d30', 'd31'],
  ],
  ['the day of now', '2026-03-28T23:30:00Z', ZURICH, DAYS, { day: '{now}' }, ['d29']],
  [
    'the day of a moment before',
    '2026-03-28T23:30:00Z',
    ZURICH,
    DAYS,
    { day: { gt: '{now-45min}' } },
    ['d29', 'd30', 'd31'],
  ],
  ['a day back by the clock over the gap', '2026-03-29T21:30:00Z', ZURICH, DAYS, { day: '{now-1d}' }, ['d28']],
  ['24 hours back over the gap', '2026-03-29T22:30:00Z', ZURICH, DAYS, { day: '{now-24h}' }, ['d28']],
  ['not today', '2026-03-28T23:30:00Z', ZURICH, DAYS, { not: { day: '{today}' } }, ['d27', 'd28', 'd30', 'd31']],
  ['other than today', '2026-03-28T23:30:00Z', ZURICH, DAYS, { day: { ne: '{today}' } }, ['d27', 'd28', 'd30', 'd31']],
  ['moments of the short day', '2026-03-29T12:00:00Z', ZURICH, SPRING, { at: '{today}' }, ['b', 'c', 'd', 'e']],
  [
    'from the start of the short day',
    '2026-03-29T12:00:00Z',
    ZURICH,
    SPRING,
    { at: { gte: '{today}' } },
    ['b', 'c', 'd', 'e', 'f'],
  ],
  ['after the short day', '2026-03-29T12:00:00Z', ZURICH, SPRING, { at: { gt: '{today}' } }, ['f']],
  [
    'until the end of the short day',
    '2026-03-29T12:00:00Z',
    ZURICH,
    SPRING,
    { at: { lte: '{today}' } },
    ['a', 'b', 'c', 'd', 'e'],
  ],
  [
    'a day from now over the gap: 23 hours',
    '2026-03-28T12:00:00Z',
    ZURICH,
    { x: '2026-03-29T10:59:59Z', y: '2026-03-29T11:00:00Z', z: '2026-03-29T11:00:01Z' },
    { at: { lte: '{now+1d}' } },
    ['x', 'y'],
  ],
  [
    '24 hours from now over the gap',
    '2026-03-28T12:00:00Z',
    ZURICH,
    { x: '2026-03-29T11:00:01Z', y: '2026-03-29T12:00:00Z', z: '2026-03-29T12:00:01Z' },
    { at: { lte: '{now+24h}' } },
    ['x', 'y'],
  ],
  ['moments of the long day', '2026-10-25T12:00:00Z', ZURICH, AUTUMN, { at: '{today}' }, ['b', 'c', 'd', 'e']],
  [
    'the hour that comes twice, the first time',
    '2026-10-25T00:30:00Z',
    ZURICH,
    AUTUMN,
    { at: { in: ['{now}'] } },
    ['c'],
  ],
  [
    'an hour from it: the second time',
    '2026-10-25T00:30:00Z',
    ZURICH,
    AUTUMN,
    { at: { gte: '{now+1h}', lt: '{now+2h}' } },
    ['d'],
  ],
  [
    'a day from now over the long night: 25 hours',
    '2026-10-24T22:00:00Z',
    ZURICH,
    AUTUMN,
    { at: { lt: '{now+1d}' } },
    ['a', 'b', 'c', 'd', 'e'],
  ],
  [
    'a moment with another offset',
    '2026-03-05T12:00:00Z',
    NEW_YORK,
    { x: '2026-03-05T17:30:00+05:30', y: '2026-03-05T17:29:59+05:30' },
    { at: { gte: '{now}' } },
    ['x'],
  ],
];

it.each(CASES)('%s (%s, %s)', async (_what, now, zone, rows, where, found) => {
  for (const [way, ask] of WAYS) {
    const vault = await vaultAt(now, zone, rows);
    expect(await ask(vault, where), way).toEqual(found);
    await vault.engine.close();
  }
});

it('reads the same view anew when the clock goes past midnight, also after a restart', async () => {
  const first = await vaultAt('2026-03-28T22:59:50Z', ZURICH, DAYS);
  await first.run('create_view', { name: 'vw_today', query: { table: 'events', where: { day: '{today}' } } });
  await first.run('create_view', { name: 'vw_over', query: { table: 'vw_today', columns: ['name'] } });
  expect(await namesOf(first, { table: 'vw_over' })).toEqual(['d28']);
  first.host.advance(20_000);
  expect(await namesOf(first, { table: 'vw_over' })).toEqual(['d29']);
  const again = await first.restart();
  expect(await namesOf(again, { table: 'vw_over' })).toEqual(['d29']);
  again.host.advance(23 * 3_600_000);
  expect(await namesOf(again, { table: 'vw_over' })).toEqual(['d30']);
});

it('reads it in the time zone that is set now', async () => {
  const vault = await vaultAt('2026-03-29T03:00:00Z', ZURICH, DAYS);
  await vault.run('create_view', { name: 'vw_today', query: { table: 'events', where: { day: '{today}' } } });
  await vault.run('create_view', { name: 'vw_over', query: { table: 'vw_today' } });
  expect(await namesOf(vault, { table: 'vw_over' })).toEqual(['d29']);
  await vault.run('configure_database', { timezone: NEW_YORK });
  expect(await namesOf(vault, { table: 'vw_over' })).toEqual(['d28']);
});

it.each([
  ['{this.date}', ['d29']],
  ['<this.date>', ['d29']],
  ['{this.date+1d}', ['d30']],
  ['<this.date+1d>', ['d30']],
  ['<this.date-2d>', ['d27']],
  ['{this.due}', ['d28']],
  ['<this.due+1d>', ['d29']],
  ['{this.none}', []],
  ['<this.none+1d>', []],
] as const)('takes %s of the note that a view over a view is shown for', async (token, found) => {
  const vault = await vaultAt('2026-03-05T12:00:00Z', ZURICH, DAYS);
  vault.host.external.write('Daily/2026-03-29.md', '---\ndue: 2026-03-28\n---\n');
  await vault.engine.rescan();
  await vault.run('create_view', { name: 'vw_its', query: { table: 'events', where: { day: token } } });
  await vault.run('create_view', { name: 'vw_over', query: { table: 'vw_its' } });
  const this_note = 'Daily/2026-03-29.md';
  expect(await namesOf(vault, { table: 'vw_its', this_note })).toEqual(found);
  expect(await namesOf(vault, { table: 'vw_over', this_note })).toEqual(found);
  expect(await namesOf(vault, { table: 'vw_over' })).toEqual([]);
});
