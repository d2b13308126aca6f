/** Recurrence rules: grammar, and the same days as the library `rrule` finds. docs/recurrence.md */

import fc from 'fast-check';
import { RRule } from 'rrule';
import { describe, expect, it } from 'vitest';
import { MS_A_DAY, dateOfDay, leadingDay } from '../../src/kernel/calendar';
import { comingDays, lastWall, readRecurrence, ruleDays, ruleOfNext } from '../../src/kernel/recurrence';
import { times } from '../deep';

function firstDays(text: string, start: string, most: number): readonly (string | null)[] {
  const rule = readRecurrence(text);
  if ('message' in rule) throw new Error(rule.message);
  const found: (string | null)[] = [];
  for (const day of ruleDays(rule, leadingDay(start))) {
    if (found.push(dateOfDay(day)) >= most) break;
  }
  return found;
}

/**
 * Those until a day. The library gives days in the order of BYSETPOS, which is another one within a period, and one twice that two positions
 * mean. Without an end it looks for days until the year 9999: seconds for a rule that seldom falls on one.
 */
function libraryDays(text: string, start: string, last: number): readonly string[] {
  const [dtstart, until] = [leadingDay(start), last + 366].map((day) => new Date(day * MS_A_DAY));
  const rule = new RRule({ ...RRule.parseString(text), dtstart: dtstart ?? null, until: until ?? null });
  const dates = rule
    .all()
    .flatMap((date) => (date.getTime() <= last * MS_A_DAY ? date.toISOString().slice(0, 10) : []));
  return [...new Set(dates)].sort();
}

/** Ours gives a rule up that falls on no day of 200 years. */
const DAYS_OF_200_YEARS = 73_000;

describe('the days of a rule', () => {
  it.each([
    ['FREQ=DAILY', '2026-11-27', ['2026-11-27', '2026-11-28', '2026-11-29']],
    ['FREQ=WEEKLY;BYDAY=MO,TH', '2026-11-28', ['2026-11-30', '2026-12-03', '2026-12-07']],
    ['FREQ=WEEKLY;INTERVAL=2', '2026-11-28', ['2026-11-28', '2026-12-12', '2026-12-26']],
    ['FREQ=MONTHLY', '2026-01-31', ['2026-01-31', '2026-03-31', '2026-05-31']],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-01-31', ['2026-01-31', '2026-02-28', '2026-03-31']],
    ['FREQ=MONTHLY;BYDAY=1MO,-1FR', '2026-11-01', ['2026-11-02', '2026-11-27', '2026-12-07']],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2026-11-01', ['2026-11-30', '2026-12-31', '2027-01-29']],
    ['FREQ=YEARLY', '2024-02-29', ['2024-02-29', '2028-02-29', '2032-02-29']],
    ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19', ['1997-05-19', '1998-05-18', '1999-05-17']],
    ['rrule:freq=daily;', '2026-11-27', ['2026-11-27', '2026-11-28', '2026-11-29']],
  ])('%s from %s', (text, start, days) => {
    expect(firstDays(text, start, 3)).toEqual(days);
  });

  it('are those of the library', () => {
    const numbers = (from: number, to: number): fc.Arbitrary<string> =>
      fc
        .uniqueArray(
          fc.integer({ min: from, max: to }).filter((each) => each !== 0),
          { minLength: 1, maxLength: 3 },
        )
        .map((list) => list.join(','));
    const weekdays = (nths: fc.Arbitrary<string>): fc.Arbitrary<string> =>
      fc
        .uniqueArray(fc.tuple(nths, fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU')), {
          minLength: 1,
          maxLength: 3,
          selector: String,
        })
        .map((list) => list.map((part) => part.join('')).join(','));
    const part = (name: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
      fc.option(
        value.map((text) => `;${name}=${String(text)}`),
        { nil: '', freq: 2 },
      );
    const plain = weekdays(fc.constant(''));
    const counted = fc.oneof(
      plain,
      weekdays(
        fc
          .integer({ min: -5, max: 5 })
          .filter((n) => n !== 0)
          .map(String),
      ),
    );
    const month = part('BYMONTH', numbers(1, 12));
    const monthDay = part('BYMONTHDAY', numbers(-31, 31));
    // Before the first of a period the library takes the first.
    const position = part('BYSETPOS', numbers(-1, 4));
    const rules = fc.oneof(
      fc.tuple(fc.constant('FREQ=DAILY'), month, monthDay, part('BYDAY', plain)),
      fc.tuple(fc.constant('FREQ=WEEKLY'), month, part('BYDAY', plain), part('WKST', fc.constantFrom('MO', 'SU'))),
      fc.tuple(fc.constant('FREQ=MONTHLY'), month, monthDay, part('BYDAY', counted), position),
      fc.tuple(fc.constant('FREQ=YEARLY'), month, monthDay, part('BYDAY', counted), position),
      fc.tuple(fc.constant('FREQ=YEARLY'), part('BYYEARDAY', numbers(-366, 366)), part('BYDAY', plain), position),
    );
    const whole = fc
      .tuple(rules, fc.integer({ min: 1, max: 12 }))
      .map(([parts, n]) => `${parts.join('')};INTERVAL=${n}`);
    const starts = fc.integer({ min: leadingDay('1950-01-01'), max: leadingDay('2090-12-31') });
    fc.assert(
      fc.property(whole, starts, (text, day) => {
        const rule = readRecurrence(text);
        fc.pre(!('message' in rule));
        const start = dateOfDay(day) as string;
        const own = firstDays(text, start, 6);
        const end = leadingDay(own.at(-1) ?? start);
        expect(own).toEqual(libraryDays(text, start, own.length === 6 ? end : end + DAYS_OF_200_YEARS));
      }),
      { numRuns: times(150, 20_000) },
    );
  });

  it.each([
    ['FREQ=DAILY;INTERVAL=7;BYDAY=TU', '2026-11-30'],
    ['FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29', '2026-01-01'],
  ])('%s from %s ends, since it falls on none', (text, start) => {
    expect(firstDays(text, start, 1)).toEqual([]);
  });

  it('end with the year 9999', () => {
    expect(firstDays('FREQ=DAILY', '9999-12-30', 5)).toEqual(['9999-12-30', '9999-12-31']);
    expect(firstDays('FREQ=YEARLY;INTERVAL=9999', '2026-01-01', 5)).toEqual(['2026-01-01']);
  });
});

describe('a rule that can not be followed', () => {
  it.each([
    ['', 'is not a part of a rule', 0, 0],
    ['every week', 'is not a part of a rule', 0, 10],
    ['INTERVAL=2', 'FREQ is missing', 0, 10],
    ['FREQ=SECONDLY', 'FREQ: "SECONDLY" is not a frequency of days', 0, 13],
    ['FREQ=WEEKLY;BYDAY=XX', '"XX" is not a weekday', 12, 8],
    ['FREQ=WEEKLY;BYDAY=MO;BYDAY=TU', 'BYDAY is there twice', 21, 8],
    ['FREQ=DAILY;INTERVAL=0', 'not a number from 1 to 9999', 11, 10],
    ['FREQ=DAILY;INTERVAL=-1', 'not a number from 1 to 9999', 11, 11],
    ['FREQ=DAILY;COUNT=1e9', 'not a number from 1 to 9999', 11, 9],
    ['FREQ=DAILY;UNTIL=20260230', 'is not a day such as', 11, 14],
    ['FREQ=DAILY;UNTIL=20261231;COUNT=3', 'COUNT and UNTIL exclude each other', 0, 33],
    ['FREQ=DAILY;BYHOUR=9', 'BYHOUR is not followed', 11, 8],
    ['FREQ=YEARLY;BYWEEKNO=20', 'BYWEEKNO is not followed', 12, 11],
    ['FREQ=WEEKLY;BYDAY=1MO', 'a counted weekday such as 1MO', 0, 21],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'BYMONTHDAY does not go with WEEKLY', 0, 24],
    ['FREQ=MONTHLY;BYYEARDAY=1', 'BYYEARDAY goes with YEARLY alone', 0, 24],
    ['FREQ=DAILY;BYSETPOS=1', 'BYSETPOS goes with', 0, 21],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'falls on no day', 0, 34],
  ])('%s', (text, message, at, length) => {
    expect(readRecurrence(text)).toMatchObject({ message: expect.stringContaining(message) as string, at, length });
  });

  it('names the part that is probably meant', () => {
    expect(readRecurrence('FREQ=WEEKLY;BYDAYS=MO')).toMatchObject({
      near: expect.arrayContaining(['BYDAY']) as string[],
    });
  });
});

describe('the end of a rule', () => {
  const wallOf = (text: string, offset = 0): string => {
    const rule = readRecurrence(text);
    if ('message' in rule) throw new Error(rule.message);
    return new Date(lastWall(rule, offset)).toISOString();
  };

  it('is the evening of a day, a moment on the clocks, or one of UTC', () => {
    expect(wallOf('FREQ=DAILY;UNTIL=20261231', 3_600_000)).toBe('2026-12-31T23:59:59.999Z');
    expect(wallOf('FREQ=DAILY;UNTIL=20261231T080000', 3_600_000)).toBe('2026-12-31T08:00:00.000Z');
    expect(wallOf('FREQ=DAILY;UNTIL=20261231T080000Z', 3_600_000)).toBe('2026-12-31T09:00:00.000Z');
  });

  it('counts down from row to row, and changes nothing else', () => {
    expect(ruleOfNext('RRULE:FREQ=DAILY;count=3;INTERVAL=2')).toBe('RRULE:FREQ=DAILY;count=2;INTERVAL=2');
    expect(ruleOfNext('FREQ=DAILY')).toBe('FREQ=DAILY');
  });
});

describe('coming days', () => {
  const coming = (text: string, from: string, to: string, most = 100): readonly (string | null)[] =>
    comingDays(text, leadingDay('2026-11-02'), { from: leadingDay(from), to: leadingDay(to), most }).map(dateOfDay);

  it.each([
    ['FREQ=WEEKLY', '2026-11-01', '2026-11-30', ['2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30']],
    ['FREQ=WEEKLY;COUNT=3', '2026-11-01', '2026-12-31', ['2026-11-09', '2026-11-16']],
    ['FREQ=WEEKLY;UNTIL=20261116', '2026-11-10', '2026-12-31', ['2026-11-16']],
    ['FREQ=WEEKLY;COUNT=1', '2026-11-01', '2026-12-31', []],
    ['every week', '2026-11-01', '2026-12-31', []],
  ])('of %s between %s and %s', (text, from, to, days) => {
    expect(coming(text, from, to)).toEqual(days);
  });

  it('are no more than asked for', () => {
    expect(coming('FREQ=DAILY', '2026-11-01', '9999-12-31', 2)).toEqual(['2026-11-03', '2026-11-04']);
  });
});
