/** The functions of dates agree with the calendar of the platform, in every zone. docs/queries.md#functions-of-a-date. */

import { describe, expect, it } from 'vitest';
import { openEngine } from '../../../src/engine/index';
import { DATE_FUNCTIONS, applyDateFunction } from '../../../src/engine/query/group/date-functions';
import { times } from '../../deep';
import { createMemoryHost } from '../../memory-host/memory-host';
import { column, handRow } from '../../conformance/tables';

const DAY = 86_400_000;

const of = (name: string, value: string, zone: string) => {
  const made = DATE_FUNCTIONS.get(name);
  return made === undefined ? undefined : applyDateFunction(made, value, 0, zone);
};

/** By the definition: the first week of a year has its first Thursday. */
function weekByDefinition(date: Date): string {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.ceil(((thursday.getTime() - first) / DAY + 1) / 7);
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}

describe('the functions of dates', () => {
  it('agree with the calendar, day by day', () => {
    for (let i = 0; i < times(4000, 400_000); i++) {
      const date = new Date(Date.UTC(2000, 0, 1) + i * DAY);
      const text = date.toISOString().slice(0, 10);
      expect([...DATE_FUNCTIONS.keys()].map((name) => of(name, text, 'UTC'))).toEqual([
        text,
        text,
        date.getUTCFullYear(),
        `${date.getUTCFullYear()}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`,
        text.slice(0, 7),
        weekByDefinition(date),
        date.getUTCDay() || 7,
        text.slice(5),
        undefined,
      ]);
    }
  });

  it.each([
    ['2026-12-31T23:30:00Z', 'Europe/Berlin', 2027, 0],
    ['2027-01-01T00:30:00Z', 'America/New_York', 2026, 19],
    // The clocks skip 02:00 to 03:00.
    ['2026-03-29T01:00:00Z', 'Europe/Berlin', 2026, 3],
    ['2026-12-31T23:30:00', 'Asia/Kathmandu', 2026, 23],
  ])('read %s on the clocks of %s', (text, zone, year, hour) => {
    expect([of('year', text, zone), of('hour', text, zone)]).toEqual([year, hour]);
  });

  it.each(['', 'soon', '2026-13-01', '2026-02-30', '0000-01-01'])('have no value for %j', (text) => {
    expect([...DATE_FUNCTIONS.keys()].map((name) => of(name, text, 'UTC'))).toEqual(Array(9).fill(undefined));
  });

  it('know the weeks at both ends of the calendar', () => {
    expect([of('week', '0001-01-01', 'UTC'), of('week', '9999-12-31', 'UTC')]).toEqual(['0001-W01', '9999-W52']);
  });

  it('group by the month of the database time zone', async () => {
    const files = { 'a.md': handRow('logs', 1, ['at: 2026-12-31T23:30:00Z']) };
    const engine = await openEngine(createMemoryHost({ files, timeZone: 'Europe/Berlin' }));
    await engine.run('create_table', { name: 'logs', description: 'logs', columns: [column('at', 'datetime')] });
    const { rows } = await engine.run('select_rows', { table: 'logs', group_by: ['month(at)', 'hour(at)'] });
    expect(rows).toEqual([{ 'month(at)': '2027-01', 'hour(at)': 0, count: 1 }]);
    await engine.close();
  });
});
