/** GET /feeds/NAME.ics: calendars of tables and views, read as the programs of others read them. Source: docs/calendar-feeds.md */

import ICAL from 'ical.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import type { TokenHolder } from '../../../src/server/tokens/access-tokens';
import type { AppToken } from '../../../src/server/tokens/token-book';
import { type ServerFixture, TOKEN, type TestResponse, errorOf, serverFixture, sha256 } from '../server-fixture';

const column = (name: string, type: string, more: JsonObject = {}): JsonObject => ({
  name,
  type,
  description: `The ${name}`,
  ...more,
});

const appToken = (name: string, more: Partial<AppToken> = {}): AppToken => ({
  id: name,
  name,
  sha256: sha256(`token-${name}`),
  permissions: ['feed'],
  tables: null,
  ask: false,
  created: '2026-11-28T00:00:00Z',
  expires: null,
  vault: null,
  ...more,
});

let tokens: readonly AppToken[];
let now: number;
let fixture: ServerFixture;

function holderOf(hash: string): TokenHolder | null {
  if (hash === sha256(TOKEN)) return { kind: 'owner' };
  const token = tokens.find((each) => each.sha256 === hash);
  return token === undefined ? null : { kind: 'app', token };
}

const get = (url: string, headers: Readonly<Record<string, string | null>> = {}): Promise<TestResponse> =>
  fixture.send({ method: 'GET', url, headers: { Authorization: null, 'Content-Type': null, ...headers } });

const feed = (name: string, more = '', token = 'token-phone'): Promise<TestResponse> =>
  get(`/feeds/${name}.ics?token=${token}${more}`);

async function entriesOf(response: TestResponse, kind = 'vevent'): Promise<readonly ICAL.Component[]> {
  expect([response.status, response.header('Content-Type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  for (const line of response.text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThan(76);
  return new ICAL.Component(ICAL.parse(response.text) as unknown[]).getAllSubcomponents(kind);
}

const bySummary = (entries: readonly ICAL.Component[], summary: string): ICAL.Event => {
  const found = entries.find((each) => each.getFirstPropertyValue('summary') === summary);
  if (found === undefined) throw new Error(`no ${summary} among ${String(entries.length)}`);
  return new ICAL.Event(found);
};

beforeEach(async () => {
  tokens = [appToken('phone')];
  now = 0;
  fixture = await serverFixture({ auth: { sha256, holderOf }, now: () => now }, { timeZone: 'Europe/Zurich' });
  await fixture.call('create_table', {
    name: 'chores',
    description: 'Chores',
    columns: [
      column('name', 'string', { required: true }),
      column('due', 'date', { recurs: { rule: 'repeats', done: 'done' } }),
      column('ends', 'date'),
      column('repeats', 'string'),
      column('done', 'boolean'),
    ],
  });
  await fixture.call('create_table', {
    name: 'calls',
    description: 'Calls',
    columns: [
      column('name', 'string'),
      column('at', 'datetime', { recurs: { rule: 'repeats', done: 'done' } }),
      column('until', 'datetime'),
      column('repeats', 'string'),
      column('done', 'boolean'),
    ],
  });
  await fixture.call('create_table', { name: 'plain', description: 'No dates', columns: [column('name', 'string')] });
});

const insert = async (table: string, values: JsonObject): Promise<JsonObject> => {
  const { json } = await fixture.call('insert_row', { table, values });
  return json['row'] as JsonObject;
};

describe('a feed', () => {
  it('has an event for each row with a date, with the rule of those that come again', async () => {
    const bins = await insert('chores', {
      name: 'Bins',
      due: '2026-11-30',
      repeats: 'FREQ=WEEKLY;UNTIL=20261231T080000',
    });
    await insert('chores', { name: 'Trip', due: '2026-12-24', ends: '2026-12-26' });
    await insert('chores', { name: 'Some day' });
    const entries = await entriesOf(await feed('chores', '&end=ends'));
    expect(entries).toHaveLength(2);
    const event = bySummary(entries, 'Bins');
    expect(event.uid).toBe(bins['id']);
    expect([event.startDate.toString(), event.startDate.isDate]).toEqual(['2026-11-30', true]);
    expect(event.component.getFirstPropertyValue('rrule')?.toString()).toBe('FREQ=WEEKLY;UNTIL=20261231');
    const trip = bySummary(entries, 'Trip');
    expect([trip.endDate.toString(), trip.component.getFirstPropertyValue('rrule')]).toEqual(['2026-12-27', null]);
  });

  it('keeps the clock of moments that come again, and gives others in UTC', async () => {
    await insert('calls', {
      name: 'Daily',
      at: '2026-10-24T09:30:00+02:00',
      until: '2026-10-24T10:00:00+02:00',
      repeats: 'FREQ=DAILY;COUNT=3',
    });
    await insert('calls', { name: 'Once', at: '2026-12-01T09:30:00+01:00' });
    const response = await feed('calls', '&end=until');
    expect(response.text).toContain('DTSTART:20261201T083000Z');
    const root = new ICAL.Component(ICAL.parse(response.text) as unknown[]);
    const zone = new ICAL.Timezone({ component: root.getFirstSubcomponent('vtimezone'), tzid: 'Europe/Zurich' });
    const daily = bySummary(root.getAllSubcomponents('vevent'), 'Daily');
    const iterator = daily.iterator();
    const dates: string[] = [];
    for (let next = iterator.next() as ICAL.Time | undefined; next; next = iterator.next() as ICAL.Time | undefined) {
      next.zone = zone;
      dates.push(next.toJSDate().toISOString());
    }
    expect(dates).toEqual(['2026-10-24T07:30:00.000Z', '2026-10-25T08:30:00.000Z', '2026-10-26T08:30:00.000Z']);
    expect(daily.duration.toString()).toBe('PT30M');
  });

  it('shows a row that is done without a rule, and the next one with it', async () => {
    const row = await insert('chores', { name: 'Bins', due: '2026-11-30', repeats: 'FREQ=WEEKLY' });
    await fixture.call('update_row', { table: 'chores', path: row['path'] ?? '', set_values: { done: true } });
    const entries = await entriesOf(await feed('chores'));
    const rules = entries.map((each) => [
      String(each.getFirstPropertyValue('dtstart')),
      each.getFirstPropertyValue('rrule')?.toString() ?? null,
    ]);
    expect(rules).toEqual([
      ['2026-12-07', 'FREQ=WEEKLY'],
      ['2026-11-30', null],
    ]);
  });

  it('gives tasks where they are asked for', async () => {
    await insert('chores', { name: 'Bins', due: '2026-11-30', done: true });
    const [task] = await entriesOf(await feed('chores', '&as=tasks'), 'vtodo');
    expect([task?.getFirstPropertyValue('status'), String(task?.getFirstPropertyValue('due'))]).toEqual([
      'COMPLETED',
      '2026-12-01',
    ]);
  });

  it.each(['Tea; milk, \\ and\nsugar', 'ä'.repeat(80), '🍐'.repeat(50), 'a'.repeat(200), 'x\u0007y'])(
    'brings the name %j through',
    async (name) => {
      await insert('chores', { name, due: '2026-11-30' });
      const [entry] = await entriesOf(await feed('chores'));
      expect(entry?.getFirstPropertyValue('summary')).toBe(name.replace('\u0007', ''));
    },
  );

  it('of a saved view has its rows', async () => {
    await insert('chores', { name: 'Bins', due: '2026-11-30' });
    await insert('chores', { name: 'Rent', due: '2026-12-31', done: true });
    await fixture.call('create_view', {
      name: 'vw_open',
      query: { table: 'chores', where: { done: { exists: false } } },
    });
    expect(await entriesOf(await feed('vw_open'))).toHaveLength(1);
  });

  it('has a tag that stays without a change', async () => {
    await insert('chores', { name: 'Bins', due: '2026-11-30' });
    const first = await feed('chores');
    const tag = first.header('ETag') ?? '';
    const again = await get('/feeds/chores.ics?token=token-phone', { 'If-None-Match': `W/${tag}` });
    expect([again.status, again.text]).toEqual([304, '']);
    await insert('chores', { name: 'Rent', due: '2026-11-30' });
    const changed = await get('/feeds/chores.ics?token=token-phone', { 'If-None-Match': tag });
    expect(changed.status).toBe(200);
  });
});

describe('the token of a feed', () => {
  it('opens nothing else, and no other token opens a feed', async () => {
    tokens = [appToken('phone'), appToken('bot', { permissions: ['read'] })];
    const bearer = (token: string): Promise<TestResponse> =>
      fixture.send({ headers: { Authorization: `Bearer ${token}` } });
    expect((await bearer('token-phone')).status).toBe(401);
    expect((await get('/vault/?token=token-phone')).status).toBe(401);
    expect((await feed('chores', '', 'token-bot')).status).toBe(401);
    expect((await feed('chores', '', TOKEN)).status).toBe(401);
    expect((await get('/feeds/chores.ics')).status).toBe(401);
    expect((await get('/feeds/chores.ics?token=token-phone&token=token-phone')).status).toBe(401);
    expect((await get('/feeds/chores.ics', { Authorization: `Bearer ${TOKEN}` })).status).toBe(401);
  });

  it('works no more once it is revoked', async () => {
    expect((await feed('chores')).status).toBe(200);
    tokens = [];
    expect((await feed('chores')).status).toBe(401);
  });

  it('reads its tables alone', async () => {
    await fixture.call('create_view', { name: 'vw_open', query: { table: 'chores' } });
    tokens = [appToken('phone', { tables: ['main.default.calls', 'main.default.vw_open', 'main.default.gone'] })];
    expect((await feed('calls')).status).toBe(200);
    expect((await feed('chores')).status).toBe(403);
    expect((await feed('main.default.chores')).status).toBe(403);
    expect((await feed('secret')).status).toBe(403);
    expect((await feed('vw_open')).status).toBe(403);
    expect((await feed('gone')).status).toBe(404);
  });

  it('is read 30 times a minute at most', async () => {
    for (let i = 0; i < 30; i++) expect((await feed('chores')).status).toBe(200);
    expect((await feed('chores')).status).toBe(429);
    now = 60_000;
    expect((await feed('chores')).status).toBe(200);
  });

  it('is in no log and in no answer', async () => {
    const answers = [await feed('plain'), await feed('none'), await feed('chores', '', 'token-wrong')];
    await fixture.send({
      method: 'GET',
      url: '/feeds/chores.ics?token=token-phone',
      headers: { Host: 'evil.example' },
    });
    const texts = [...answers.map(({ text }) => text), JSON.stringify(fixture.host.logger)];
    expect(texts.at(-1)).toContain('request_of_foreign_caller');
    for (const text of texts) expect(text).not.toMatch(/token-(phone|wrong)/);
  });
});

describe('an address that is no calendar', () => {
  it.each([
    ['a table without dates', 'plain', '', 422, 'no date column'],
    ['a date that there is not', 'chores', '&date=name', 400, 'its dates: due, ends'],
    ['an end that there is not', 'chores', '&end=done', 400, 'its dates: due, ends'],
    ['a table that there is not', 'chorse', '', 404, 'chores'],
  ])('names %s', async (_, name, more, status, text) => {
    const response = await feed(name, more);
    expect([response.status, JSON.stringify(errorOf(response))]).toEqual([status, expect.stringContaining(text)]);
  });

  it('ends in .ics', async () => {
    expect((await get('/feeds/chores?token=token-phone')).status).toBe(404);
    expect((await get('/feeds/.ics?token=token-phone')).status).toBe(404);
  });
});
