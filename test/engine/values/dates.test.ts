import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DateUnit, parseDateToken } from '../../../src/kernel/date-token';
import {
  addToDate,
  calendarDayOf,
  completeDatetime,
  datetimeAt,
  datetimeInstant,
  dayOf,
  isDate,
  isDatetime,
  nextDay,
  resolveDateToken,
  startOfDay,
  todayIn,
  wallOf,
} from '../../../src/engine/values/time/dates';
import { date, datetime, instant, runs, zone } from './arbitraries';

const ZURICH = 'Europe/Zurich';
const NEW_YORK = 'America/New_York';
const APIA = 'Pacific/Apia';
const KOLKATA = 'Asia/Kolkata';

const at = (text: string): number => Date.parse(text);

describe('isDate', () => {
  it.each(['2026-11-21', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is a day', (text) => {
    expect(isDate(text)).toBe(true);
  });

  it.each([
    '',
    '2026-11-31',
    '2023-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '2026-1-1',
    '26-01-01',
    '2026/01/01',
    '20260101',
    ' 2026-01-01',
    '2026-01-01 ',
    '2026-01-01T00:00',
    '２026-01-01',
    'abcd-ef-gh',
  ])('%j is none', (text) => {
    expect(isDate(text)).toBe(false);
  });
});

describe('isDatetime', () => {
  it.each(['2026-11-21T09:30', '2026-11-21 09:30:00', '2026-11-21T09:30:00.5+01:00', '2026-11-21T09:30Z'])(
    '%s is one',
    (text) => {
      expect(isDatetime(text)).toBe(true);
    },
  );

  it.each(['2026-11-21', '09:30', '2026-11-31T09:30', '2026-11-21T25:30', ''])('%j is none', (text) => {
    expect(isDatetime(text)).toBe(false);
  });
});

describe('the day of an instant', () => {
  it.each([
    ['2026-11-20T23:30:00Z', ZURICH, '2026-11-21'],
    ['2026-11-20T23:30:00Z', NEW_YORK, '2026-11-20'],
    ['2026-11-20T23:30:00Z', KOLKATA, '2026-11-21'],
    ['2011-12-30T09:59:59Z', APIA, '2011-12-29'],
    ['2011-12-30T10:00:00Z', APIA, '2011-12-31'],
    ['1969-12-31T23:59:59Z', 'UTC', '1969-12-31'],
  ])('%s in %s is %s', (text, name, day) => {
    expect(dayOf(at(text), name)).toBe(day);
    expect(todayIn(at(text), name)).toBe(day);
  });

  it.each([
    ['2026-11-21', NEW_YORK, '2026-11-21'],
    ['2026-11-20T23:30:00Z', ZURICH, '2026-11-21'],
    ['2026-11-21T23:30', ZURICH, '2026-11-21'],
    ['2026-11-21T23:30:00-05:00', ZURICH, '2026-11-22'],
    ['soon', ZURICH, null],
  ])('%s on a date column in %s counts as %s', (text, name, day) => {
    expect(calendarDayOf(text, name)).toBe(day);
  });
});

describe('the start of a day', () => {
  it.each([
    ['2026-11-21', ZURICH, '2026-11-20T23:00:00Z'],
    ['2026-07-01', ZURICH, '2026-06-30T22:00:00Z'],
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    ['2011-12-30', APIA, '2011-12-30T10:00:00Z'],
    ['2011-12-31', APIA, '2011-12-30T10:00:00Z'],
  ])('%s in %s is %s', (day, name, start) => {
    expect(startOfDay(day, name)).toBe(at(start));
  });

  it('is where one day ends and the next begins', () => {
    fc.assert(
      fc.property(instant, zone, (now, name) => {
        const day = todayIn(now, name);
        expect(startOfDay(day, name)).toBeLessThanOrEqual(now);
        expect(startOfDay(nextDay(day), name)).toBeGreaterThan(now);
      }),
      runs(300),
    );
  });

  it.each([
    ['2026-12-31', '2027-01-01'],
    ['2024-02-28', '2024-02-29'],
    ['9999-12-31', '9999-12-31'],
  ])('behind %s comes %s', (day, next) => {
    expect(nextDay(day)).toBe(next);
  });
});

describe('datetimeInstant', () => {
  it.each([
    ['2026-11-21T09:30:00+01:00', NEW_YORK, '2026-11-21T08:30:00Z'],
    ['2026-11-21T09:30', ZURICH, '2026-11-21T08:30:00Z'],
    ['2026-11-21 09:30', NEW_YORK, '2026-11-21T14:30:00Z'],
    ['2026-11-21', ZURICH, '2026-11-20T23:00:00Z'],
    ['2026-03-29T02:30', ZURICH, '2026-03-29T01:30:00Z'],
    ['2026-10-25T02:30', ZURICH, '2026-10-25T00:30:00Z'],
  ])('%s in %s is %s', (text, name, utc) => {
    expect(datetimeInstant(text, name)).toBe(at(utc));
  });

  it.each(['soon', '2026-11-31', '2026-11-21T99:00', ''])('%j is no instant', (text) => {
    expect(datetimeInstant(text, ZURICH)).toBeNaN();
  });

  it('is what datetimeAt writes', () => {
    fc.assert(
      fc.property(instant, zone, (now, name) => {
        expect(datetimeInstant(datetimeAt(now, name), 'UTC')).toBe(now);
      }),
      runs(200),
    );
  });
});

describe('completeDatetime', () => {
  it.each([
    ['2026-11-21T09:30', ZURICH, '2026-11-21T09:30:00+01:00'],
    ['2026-07-21 09:30', ZURICH, '2026-07-21T09:30:00+02:00'],
    ['2026-07-21 09:30:15.250', KOLKATA, '2026-07-21T09:30:15.250+05:30'],
    ['2026-11-21T09:30:00Z', ZURICH, '2026-11-21T09:30:00Z'],
    ['2026-11-21T09:30-0500', ZURICH, '2026-11-21T09:30:00-05:00'],
    ['2026-03-29T02:30', ZURICH, '2026-03-29T03:30:00+02:00'],
    ['2026-10-25T02:30', ZURICH, '2026-10-25T02:30:00+02:00'],
    ['2026-11-01T01:30', NEW_YORK, '2026-11-01T01:30:00-04:00'],
    ['2011-12-30T12:00', APIA, '2011-12-31T12:00:00+14:00'],
    // As it is written, but for the offset: also where the clocks skip it or show it twice.
    ['2026-11-21T09:30:15', ZURICH, '2026-11-21T09:30:15+01:00'],
    ['2026-11-21t09:30:15', ZURICH, '2026-11-21T09:30:15+01:00'],
    ['2026-11-21 09:30:15', ZURICH, '2026-11-21T09:30:15+01:00'],
    ['2026-03-29T02:30:15', ZURICH, '2026-03-29T03:30:15+02:00'],
    ['2026-10-25T02:30:15', ZURICH, '2026-10-25T02:30:15+02:00'],
    ['2011-12-30T12:00:15', APIA, '2011-12-31T12:00:15+14:00'],
    ['0001-01-01T00:00:00', KOLKATA, '0001-01-01T00:00:00+05:53:28'],
  ])('%s in %s is written %s', (text, name, written) => {
    expect(completeDatetime(text, name)).toBe(written);
  });

  it.each(['2026-11-21', 'soon', ''])('leaves %j alone', (text) => {
    expect(completeDatetime(text, ZURICH)).toBeNull();
  });

  it('keeps the instant, and is complete', () => {
    fc.assert(
      fc.property(datetime, zone, fc.boolean(), (text, name, isBare) => {
        const given = isBare ? text.slice(0, 19) : text;
        const written = completeDatetime(given, name) ?? '';
        expect(datetimeInstant(written, 'UTC')).toBe(datetimeInstant(given, name));
        expect(completeDatetime(written, 'UTC')).toBe(written);
      }),
      runs(200),
    );
  });
});

describe('wallOf', () => {
  it.each([
    ['2026-11-21', NEW_YORK, '2026-11-21T00:00:00Z'],
    ['2026-11-21T09:30', NEW_YORK, '2026-11-21T09:30:00Z'],
    ['2026-11-21T09:30:00+01:00', NEW_YORK, '2026-11-21T03:30:00Z'],
  ])('%s in %s shows %s', (text, name, shown) => {
    expect(wallOf(text, name)).toBe(at(shown));
  });
});

describe('addToDate', () => {
  const cases: [string, number, DateUnit, string, string][] = [
    ['2026-11-21', 7, 'd', ZURICH, '2026-11-28'],
    ['2026-11-21', -2, 'w', ZURICH, '2026-11-07'],
    ['2026-01-31', 1, 'm', ZURICH, '2026-02-28'],
    ['2024-02-29', 1, 'y', ZURICH, '2025-02-28'],
    ['2026-11-21', 36, 'h', ZURICH, '2026-11-22T12:00:00+01:00'],
    ['2026-11-21', -1, 'min', ZURICH, '2026-11-20T23:59:00+01:00'],
    ['2026-03-28T02:30:00+01:00', 1, 'd', ZURICH, '2026-03-29T03:30:00+02:00'],
    ['2026-03-28T12:00:00+01:00', 1, 'd', ZURICH, '2026-03-29T12:00:00+02:00'],
    ['2026-03-28T12:00:00+01:00', 24, 'h', ZURICH, '2026-03-29T13:00:00+02:00'],
    ['2026-10-24T12:00:00+02:00', 24, 'h', ZURICH, '2026-10-25T11:00:00+01:00'],
    ['2026-01-31T09:30', 1, 'm', KOLKATA, '2026-02-28T09:30:00+05:30'],
    ['2026-11-21T09:30:00Z', 0, 'd', NEW_YORK, '2026-11-21T04:30:00-05:00'],
    ['2026-10-25T02:30:00+01:00', 0, 'd', ZURICH, '2026-10-25T02:30:00+01:00'],
    ['2026-10-24T02:30:00+02:00', 1, 'd', ZURICH, '2026-10-25T02:30:00+02:00'],
    ['2011-12-29T12:00', 1, 'd', APIA, '2011-12-31T12:00:00+14:00'],
    ['2026-11-21', 0, 'd', ZURICH, '2026-11-21'],
  ];
  it.each(cases)('%s and %i %s in %s is %s', (text, amount, unit, name, later) => {
    expect(addToDate(text, amount, unit, name)).toBe(later);
  });

  it.each<[string, number, DateUnit]>([
    ['9999-12-31', 1, 'd'],
    ['0001-01-01', -1, 'y'],
    ['2026-11-21', 999_999_999, 'y'],
    ['2026-11-21', 999_999_999, 'h'],
    ['soon', 1, 'd'],
    ['soon', 1, 'h'],
  ])('%s and %i %s is not a day', (text, amount, unit) => {
    expect(addToDate(text, amount, unit, ZURICH)).toBeNull();
  });

  it('days there and back lead to the same day', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -400, max: 400 }), zone, (day, days, name) => {
        const there = addToDate(day, days, 'd', name);
        expect(there === null ? day : addToDate(there, -days, 'd', name)).toBe(day);
      }),
      runs(200),
    );
  });
});

describe('date tokens', () => {
  const NOW = at('2026-11-20T23:30:00Z');

  it.each([
    ['{today}', { base: 'today', amount: 0, unit: 'd' }],
    ['{now}', { base: 'now', amount: 0, unit: 'd' }],
    ['{today-7d}', { base: 'today', amount: -7, unit: 'd' }],
    ['{now+24h}', { base: 'now', amount: 24, unit: 'h' }],
    ['{now-90min}', { base: 'now', amount: -90, unit: 'min' }],
    ['{today+1m}', { base: 'today', amount: 1, unit: 'm' }],
    ['{today-0y}', { base: 'today', amount: 0, unit: 'y' }],
  ])('%s is read', (text, token) => {
    expect(parseDateToken(text)).toEqual(token);
  });

  it.each([
    '{today',
    'today',
    '{Today}',
    '{today+d}',
    '{today+1}',
    '{today+1.5d}',
    '{today +1d}',
    '{now+1s}',
    '{this.date}',
    '{yesterday}',
    '',
    '{today+1d}{now}',
    '{today+9999999999d}',
  ])('%j is none', (text) => {
    expect(parseDateToken(text)).toBeNull();
    expect(resolveDateToken(text, NOW, ZURICH)).toBeNull();
  });

  it.each([
    ['{today}', ZURICH, '2026-11-21'],
    ['{today}', NEW_YORK, '2026-11-20'],
    ['{today-7d}', ZURICH, '2026-11-14'],
    ['{today+2w}', ZURICH, '2026-12-05'],
    ['{today+3m}', ZURICH, '2027-02-21'],
    ['{today-1y}', ZURICH, '2025-11-21'],
    ['{today+9h}', ZURICH, '2026-11-21T09:00:00+01:00'],
    ['{now}', ZURICH, '2026-11-21T00:30:00+01:00'],
    ['{now-24h}', ZURICH, '2026-11-20T00:30:00+01:00'],
    ['{now+15min}', KOLKATA, '2026-11-21T05:15:00+05:30'],
    ['{now+1m}', NEW_YORK, '2026-12-20T18:30:00-05:00'],
    ['{today+99999y}', ZURICH, null],
  ])('%s in %s means %s', (text, name, meaning) => {
    expect(resolveDateToken(text, NOW, name)).toBe(meaning);
  });

  it('a month on the 31st ends on the last day of a short one', () => {
    expect(resolveDateToken('{today+1m}', at('2026-01-31T12:00:00Z'), 'UTC')).toBe('2026-02-28');
  });
});
