/** Dates and moments that are none, wherever a call takes one: refused with nothing written; odd ones that are some are read back exactly. D2, D3, D6, D8, D16, D17 */

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/engine/index';
import type { Subject } from '../../conformance/run-case';
import { column, tableOf } from '../../conformance/tables';
import { SUBJECTS } from '../../conformance/subjects';

/** Neither a date nor a date-time. */
const NEITHER: readonly Json[] = [
  ' ',
  '0000-01-01',
  '0000-12-31T23:59Z',
  '10000-01-01',
  '10000-01-01T00:00Z',
  '+010000-01-01',
  '-000001-01-01',
  '2026-02-29',
  '2026-02-30',
  '2026-13-01',
  '2026-00-01',
  '2026-01-00',
  '2026-01-32',
  '2026-03-01T24:00',
  '2026-03-01T24:00:00Z',
  '2026-03-01T12:60Z',
  '2026-03-01T23:59:60Z',
  '2016-12-31T23:59:60+00:00',
  '2026-03-01T10:00+99:99',
  '2026-03-01T10:00+24:00',
  '2026-03-01T10:00+10:60',
  '2026-03-01T10:00+1',
  '2026-03-01  10:00',
  '2026-03-01T10',
  '2026-03-01T10:00:00.',
  '2026-03-01T10:00:00,5Z',
  '2026-03-01T10:00:00.1234567890Z',
  '2026-03-01T10:00:00+01:00[Europe/Zurich]',
  '2026-03-01T10:00Z; x',
  ' 2026-03-01',
  '2026-03-01 ',
  '2026-03-01\n',
  '\t2026-03-01T10:00Z',
  '2026-03-01T10:00Z ',
  '2026-03-01\u0000',
  '\u202e2026-03-01',
  '\uff12\uff10\uff12\uff16-03-01',
  '2026\u201103\u201101',
  '2026-3-1',
  '20260301',
  '2026-W10-1',
  '2026-060',
  '01/03/2026',
  'Mar 1 2026',
  'today',
  'now',
  '{today+1e9d}',
  '{today+999999999y}',
  'NaN',
  'Infinity',
  '1e400',
  '[[2026-03-01]]',
  20260301,
  1772359200000,
  0,
  -1,
  1.5,
  true,
  { day: '2026-03-01' },
];

/** A date and no date-time; a date-time and no date, with how it is written. */
const DATES: readonly string[] = ['0001-01-01', '1582-10-10', '1900-02-28', '2024-02-29', '9999-12-31'];

const DATETIMES: readonly (readonly [given: string, written: string])[] = [
  ['0001-01-01T00:00', '0001-01-01T00:00:00+00:00'],
  ['0001-01-01T00:00+14:00', '0001-01-01T00:00:00+14:00'],
  ['9999-12-31T23:59:59-14:00', '9999-12-31T23:59:59-14:00'],
  ['9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59.999999999Z'],
  ['2026-03-01T10:00', '2026-03-01T10:00:00+00:00'],
  ['2026-03-01 10:00', '2026-03-01T10:00:00+00:00'],
  ['2026-03-01t10:00z', '2026-03-01T10:00:00Z'],
  ['2026-03-01T10:00z', '2026-03-01T10:00:00Z'],
  ['2026-03-01T10:00-00:00', '2026-03-01T10:00:00+00:00'],
  ['2026-03-01T10:00+01', '2026-03-01T10:00:00+01:00'],
  ['2026-03-01T10:00+0130', '2026-03-01T10:00:00+01:30'],
  ['2026-03-01T10:00+23:59', '2026-03-01T10:00:00+23:59'],
  ['2026-03-01T10:00:00 +01:00', '2026-03-01T10:00:00+01:00'],
  ['2026-03-01T10:00:00.5Z', '2026-03-01T10:00:00.5Z'],
];

const TABLES = [
  tableOf(
    't',
    [
      column('name', 'string', { required: true }),
      column('day', 'date'),
      column('at', 'datetime'),
      column('days', 'list', { items: 'date' }),
      column('moments', 'list', { items: 'datetime' }),
    ],
    { history: true },
  ),
  tableOf('log', [column('at', 'datetime')], { time_column: 'at', partition: 'YYYY/MM' }),
  tableOf('calendar', [column('day', 'date')], { time_column: 'day', partition: 'YYYY/MM' }),
] as const;

async function run(subject: Subject, operation: string, args: JsonObject): Promise<JsonObject> {
  const answer = await subject.call(operation, args);
  if ('error' in answer) throw new Error(`${operation} ${JSON.stringify(args)}: ${JSON.stringify(answer.error)}`);
  return answer.result;
}

async function start(open: (typeof SUBJECTS)[number][1]): Promise<Subject & { close(): Promise<void> }> {
  const subject = await open({ files: { 'Loose.md': '---\nname: Loose\n---\n' } });
  for (const [operation, args = {}] of TABLES) await run(subject, operation, args);
  await run(subject, 'insert_row', {
    table: 't',
    values: { name: 'first', day: '2026-01-01', at: '2026-01-01T00:00Z' },
  });
  return subject;
}

type Refused = readonly [operation: string, args: JsonObject, code: string, named: string];

const insert = (table: string, values: JsonObject): [string, JsonObject] => ['insert_row', { table, values }];

/** Every write that takes a value, with the violation that it must name. */
const writes = (day: Json, column_: 'day' | 'at'): readonly Refused[] => {
  const named = `type ${column_}`;
  const list = column_ === 'day' ? 'days' : 'moments';
  const values = { [column_]: day };
  const type = column_ === 'day' ? 'date' : 'datetime';
  return [
    [...insert('t', { name: 'x', ...values }), 'refused', named],
    [...insert('t', { name: 'x', [list]: [day] }), 'refused', `type ${list}`],
    [...insert(column_ === 'day' ? 'calendar' : 'log', values), 'refused', named],
    ['update_row', { table: 't', path: 'notedb/main/default/t/first.md', set_values: values }, 'refused', named],
    ['update_rows', { table: 't', set_values: values }, 'refused', named],
    ['update_rows', { table: 't', where: { name: 'nobody' }, set_values: values }, 'refused', named],
    ['merge_rows', { table: 't', on: ['name'], rows: [{ name: 'first', ...values }] }, 'refused', named],
    ['merge_rows', { table: 't', on: [column_], rows: [{ name: 'x', ...values }] }, 'refused', named],
    ['move_rows', { table: 'log', to_table: 't', set_values: values }, 'refused', named],
    ['adopt_rows', { table: 't', paths: ['Loose.md'], set_values: values }, 'refused', named],
    ['adopt_rows', { table: 't', paths: ['Loose.md'], per_row: { 'Loose.md': values } }, 'refused', named],
    [
      'create_table',
      { name: 'v', description: 'd', columns: [column('a', type, { default: day })] },
      'refused',
      'type a',
    ],
    ['add_column', { table: 't', column: column('a', type, { default: day }) }, 'refused', 'type a'],
    ['alter_column', { table: 't', column: column_, changes: { default: day } }, 'refused', named],
  ];
};

/** Everything that reads a moment or compares with one. */
const reads = (moment: Json): readonly Refused[] => [
  ['select_rows', { table: 't', timestamp: moment }, 'bad_request', ''],
  ['select_rows', { table: 't', where: { at: { gte: moment } } }, 'bad_request', ''],
  ['select_rows', { table: 't', where: { day: { in: [moment] } } }, 'bad_request', ''],
  ['update_rows', { table: 't', where: { day: { lt: moment } }, set_values: {} }, 'bad_request', ''],
  ['delete_rows', { table: 't', where: { at: { lt: moment } } }, 'bad_request', ''],
  ['move_rows', { table: 't', to_table: 'log', where: { not: { day: { eq: moment } } } }, 'bad_request', ''],
  ['list_migrations', { since: moment }, 'bad_request', ''],
  ['restore_table', { table: 't', timestamp: moment }, 'bad_request', ''],
  ['clone_table', { source: 't', target: 'u', timestamp: moment }, 'bad_request', ''],
  ['create_view', { name: 'vw_x', query: { table: 't', where: { day: { gt: moment } } } }, 'bad_request', ''],
  ['add_constraint', { table: 't', name: 'c', check: { at: { lt: moment } } }, 'bad_request', 'check at'],
];

async function expectRefused(subject: Subject, [operation, args, code, named]: Refused): Promise<void> {
  const label = `${operation} ${JSON.stringify(args)}`;
  const answer = await subject.call(operation, args);
  if ('result' in answer) throw new Error(`done: ${label}`);
  const { error } = answer;
  expect(error.code, label).toBe(code);
  const found = error.violations.map((each) => `${each['code'] as string} ${each['column'] as string}`);
  expect(found.join(', '), label).toBe(named);
  expect(error.message, label).not.toBe('');
  expect(error.hint ?? '', label).not.toBe('');
}

describe.each(SUBJECTS)('%s', (_name, open) => {
  it('takes nothing for a date or a date-time that is none', async () => {
    const subject = await start(open);
    const before = await subject.files();
    for (const moment of NEITHER) {
      for (const call of [...writes(moment, 'day'), ...writes(moment, 'at'), ...reads(moment)]) {
        await expectRefused(subject, call);
      }
      expect(await subject.files(), JSON.stringify(moment)).toEqual(before);
    }
    await subject.close();
  });

  it('takes no date for a date-time, and no date-time for a date', async () => {
    const subject = await start(open);
    const before = await subject.files();
    for (const date of DATES) for (const call of writes(date, 'at')) await expectRefused(subject, call);
    for (const [given] of DATETIMES) for (const call of writes(given, 'day')) await expectRefused(subject, call);
    expect(await subject.files()).toEqual(before);
    await subject.close();
  });

  it('takes an empty moment for a mistake, and an empty value for none', async () => {
    const subject = await start(open);
    for (const call of reads('')) await expectRefused(subject, call);
    for (const key of ['day', 'at']) {
      const { row } = await run(subject, ...insert('t', { name: `no ${key}`, [key]: '' }));
      expect(Object.keys(row as JsonObject)).not.toContain(key);
      await expectRefused(subject, [
        'merge_rows',
        { table: 't', on: [key], rows: [{ name: 'x', [key]: '' }] },
        'refused',
        `required ${key}`,
      ]);
    }
    await subject.close();
  });

  it('keeps every date as it is, names notes by it, finds it again, and takes it back', async () => {
    const subject = await start(open);
    const before = await subject.files();
    for (const day of DATES) {
      const done: string[] = [];
      const write = async (operation: string, args: JsonObject): Promise<JsonObject> => {
        const result = await run(subject, operation, args);
        done.push(result['migrationId'] as string);
        return result;
      };
      expect((await write(...insert('t', { name: 'x', day, days: [day] })))['row']).toMatchObject({ day, days: [day] });
      const { row } = await write(...insert('calendar', { day }));
      const folder = `notedb/main/default/calendar/${day.slice(0, 4)}/${day.slice(5, 7)}`;
      expect(row).toMatchObject({ path: `${folder}/${day}.md`, day });
      const merged = await run(subject, 'merge_rows', { table: 't', on: ['day'], rows: [{ day, name: 'x' }] });
      expect(merged, day).toMatchObject({ unchanged: 1, inserted: 0 });
      const where = { day: { gte: day, lte: day }, days: { contains: day } };
      expect(await run(subject, 'select_rows', { table: 't', where })).toMatchObject({ total: 1, rows: [{ day }] });
      expect(await run(subject, 'check_table', { table: 't' })).toMatchObject({ ok: true });
      for (const migration_id of done.reverse()) await run(subject, 'undo_migration', { migration_id });
      expect(await subject.files(), day).toEqual(before);
    }
    await subject.close();
  });

  it('writes every date-time in one way, finds it by the way it was given, and takes it back', async () => {
    const subject = await start(open);
    const before = await subject.files();
    for (const [given, written] of DATETIMES) {
      const inserted = await run(subject, ...insert('t', { name: 'x', at: given, moments: [given] }));
      expect(inserted['row'], given).toMatchObject({ at: written, moments: [written] });
      const merged = await run(subject, 'merge_rows', { table: 't', on: ['at'], rows: [{ at: given, name: 'x' }] });
      expect(merged, given).toMatchObject({ unchanged: 1, inserted: 0 });
      for (const at of [given, written]) {
        const found = await run(subject, 'select_rows', { table: 't', where: { at, moments: { contains: at } } });
        expect(found, `${given} by ${at}`).toMatchObject({ total: 1, rows: [{ at: written }] });
      }
      const logged = await run(subject, ...insert('log', { at: given }));
      expect(logged['row'], given).toMatchObject({ at: written });
      for (const table of ['t', 'log']) {
        expect(await run(subject, 'check_table', { table }), given).toMatchObject({ ok: true });
      }
      for (const { migrationId } of [logged, inserted]) {
        await run(subject, 'undo_migration', { migration_id: migrationId as string });
      }
      expect(await subject.files(), given).toEqual(before);
    }
    await subject.close();
  });

  it('reads what was at any moment that is past, and nothing of one to come', async () => {
    const subject = await start(open);
    const past = [...DATES, ...DATETIMES.map(([given]) => given)].filter((moment) => moment < '2026-03-05');
    const toCome = [...DATES, ...DATETIMES.map(([given]) => given)].filter((moment) => moment > '2026-03-05');
    expect([past.length, toCome.length]).toEqual([16, 3]);
    const before = await subject.files();
    for (const timestamp of past) {
      expect(await run(subject, 'list_migrations', { since: timestamp })).toMatchObject({
        migrations: [{}, {}, {}, {}],
      });
      for (const [operation, args] of [
        ['select_rows', { table: 't', timestamp }],
        ['restore_table', { table: 't', timestamp }],
        ['clone_table', { source: 't', target: 'u', timestamp }],
      ] as const) {
        expect(await subject.call(operation, args), timestamp).toMatchObject({
          error: { code: 'refused', conflicts: [{ code: 'version' }] },
        });
      }
    }
    for (const timestamp of toCome) {
      expect(await run(subject, 'list_migrations', { since: timestamp })).toMatchObject({ migrations: [] });
      const answer = await subject.call('select_rows', { table: 't', timestamp });
      expect(answer, timestamp).toMatchObject({ error: { code: 'bad_request' } });
    }
    expect(await subject.files()).toEqual(before);
    await subject.close();
  });

  it('takes no number but a whole one from 0 on for a version', async () => {
    const subject = await start(open);
    const before = await subject.files();
    for (const version of [-1, 1.5, 2 ** 53, 1e300, '1', '', true, [], {}] as Json[]) {
      for (const [operation, args] of [
        ['select_rows', { table: 't', version }],
        ['restore_table', { table: 't', version }],
        ['clone_table', { source: 't', target: 'u', version }],
        ['table_changes', { table: 't', start_version: version }],
        ['table_changes', { table: 't', start_version: 0, end_version: version }],
        ['vacuum_table', { table: 't', retain_from_version: version, dry_run: false }],
      ] as const) {
        await expectRefused(subject, [operation, args, 'bad_request', '']);
      }
    }
    expect(await subject.files()).toEqual(before);
    await subject.close();
  });
});
