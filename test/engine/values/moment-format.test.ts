import dayjs from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat';
import isoWeek from 'dayjs/plugin/isoWeek';
import utc from 'dayjs/plugin/utc';
import weekOfYear from 'dayjs/plugin/weekOfYear';
import weekYear from 'dayjs/plugin/weekYear';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addToDate } from '../../../src/engine/values/time/dates';
import { formatMoment } from '../../../src/engine/values/time/moment-format';
import { date, datetime, runs, zone } from './arbitraries';

for (const plugin of [utc, isoWeek, weekOfYear, weekYear, advancedFormat]) dayjs.extend(plugin);

/** The tokens that dayjs has in common with Moment. */
const COMMON =
  'YYYY YY M MM MMM MMMM D DD Do d dd ddd dddd H HH h hh k kk a A m mm s ss SSS Q w ww wo W WW gggg GGGG X x Z ZZ'.split(
    ' ',
  );

const ZURICH = 'Europe/Zurich';

/** A Saturday, on which the clocks of Zurich show 09:05:07.089. */
const SATURDAY = '2026-11-21T09:05:07.089+01:00';

describe('formatMoment', () => {
  it.each([
    ['YYYY-MM-DD', '2026-11-21'],
    ['YYYY/MM', '2026/11'],
    ['YYYY-MM-DD HHmmss', '2026-11-21 090507'],
    ['GGGG-[W]WW', '2026-W47'],
    ['YY M MMM MMMM Mo', '26 11 Nov November 11th'],
    ['D DD Do', '21 21 21st'],
    ['DDD DDDD DDDo', '325 325 325th'],
    ['d dd ddd dddd do e E', '6 Sa Sat Saturday 6th 6 6'],
    ['H HH h hh k kk A a', '9 09 9 09 9 09 AM am'],
    ['m mm s ss', '5 05 7 07'],
    ['S SS SSS SSSS SSSSSSSSS', '0 08 089 0890 089000000'],
    ['Z ZZ', '+01:00 +0100'],
    ['X x', '1795248307 1795248307089'],
    ['Q Qo', '4 4th'],
    ['w ww wo gg gggg', '47 47 47th 26 2026'],
    ['W WW Wo GG GGGG', '47 47 47th 26 2026'],
    ['Y YYYYY YYYYYY y yyyy N', '2026 02026 +002026 2026 2026 AD'],
    ['hmm Hmm hmmss Hmmss', '905 905 90507 90507'],
    ['LT|LTS|L|LL', '9:05 AM|9:05:07 AM|11/21/2026|November 21, 2026'],
    ['LLLL', 'Saturday, November 21, 2026 9:05 AM'],
    ['llll', 'Sat, Nov 21, 2026 9:05 AM'],
    ['[Week] W [of] YYYY', 'Week 47 of 2026'],
    ['[YYYY] \\D[L]', 'YYYY DL'],
    ['[]YYYY', '2026'],
    ['YYYY年M月', '2026年11月'],
    ['[(YYYY', '[(2026'],
    ['z|zz', '|'],
    ['', ''],
  ])('writes %s as %s', (format, text) => {
    expect(formatMoment(SATURDAY, format, ZURICH)).toBe(text);
  });

  it.each([
    ['2026-01-01', '1st', '001'],
    ['2026-02-02', '2nd', '033'],
    ['2026-03-03', '3rd', '062'],
    ['2026-04-11', '11th', '101'],
    ['2024-12-31', '31st', '366'],
    ['2026-05-12', '12th', '132'],
    ['2026-05-13', '13th', '133'],
    ['2026-05-22', '22nd', '142'],
  ])('%s is the %s, day %s of its year', (day, ordinal, number) => {
    expect(formatMoment(day, 'Do', ZURICH)).toBe(ordinal);
    expect(formatMoment(day, 'DDDD', ZURICH)).toBe(number);
  });

  it.each([
    ['2026-01-01', '2026-W01', '2026-01'],
    ['2025-12-29', '2026-W01', '2026-01'],
    ['2025-12-28', '2025-W52', '2026-01'],
    ['2027-01-01', '2026-W53', '2027-01'],
    ['2021-01-03', '2020-W53', '2021-02'],
    ['2024-12-30', '2025-W01', '2025-01'],
    ['2023-12-31', '2023-W52', '2024-01'],
    ['2016-12-31', '2016-W52', '2016-53'],
  ])('%s lies in %s, in English weeks in %s', (day, iso, english) => {
    expect(formatMoment(day, 'GGGG-[W]WW', ZURICH)).toBe(iso);
    expect(formatMoment(day, 'gggg-ww', ZURICH)).toBe(english);
  });

  it.each([
    ['00:00', '12 AM', '24'],
    ['00:30', '12 AM', '24'],
    ['11:59', '11 AM', '11'],
    ['12:00', '12 PM', '12'],
    ['23:59', '11 PM', '23'],
  ])('%s is %s, and %s o’clock from 1 to 24', (time, twelve, twentyFour) => {
    expect(formatMoment(`2026-11-21T${time}`, 'h A', ZURICH)).toBe(twelve);
    expect(formatMoment(`2026-11-21T${time}`, 'k', ZURICH)).toBe(twentyFour);
  });

  it.each([
    ['2026-11-20T23:30:00Z', ZURICH, '2026-11-21 00:30 +01:00'],
    ['2026-11-20T23:30:00Z', 'America/New_York', '2026-11-20 18:30 -05:00'],
    ['2026-11-20T23:30:00Z', 'Asia/Kolkata', '2026-11-21 05:00 +05:30'],
    ['2026-11-20T23:30', ZURICH, '2026-11-20 23:30 +01:00'],
    ['2026-07-20 23:30', ZURICH, '2026-07-20 23:30 +02:00'],
    ['2026-11-20', 'America/New_York', '2026-11-20 00:00 -05:00'],
    ['2011-12-29', 'Pacific/Apia', '2011-12-29 00:00 -10:00'],
  ])('shows %s as the clocks of %s: %s', (text, name, shown) => {
    expect(formatMoment(text, 'YYYY-MM-DD HH:mm Z', name)).toBe(shown);
  });

  it.each(['', 'soon', '2026-02-30', '2026'])('%j is no date', (text) => {
    expect(formatMoment(text, 'YYYY', ZURICH)).toBeNull();
  });

  it('writes a date back as it is, in every zone', () => {
    fc.assert(
      fc.property(date, zone, (day, name) => {
        expect(formatMoment(day, 'YYYY-MM-DD', name)).toBe(day);
      }),
      runs(200),
    );
  });

  it('writes a date-time as addToDate does', () => {
    fc.assert(
      fc.property(datetime, zone, (text, name) => {
        expect(formatMoment(text, 'YYYY-MM-DDTHH:mm:ssZ', name)).toBe(addToDate(text, 0, 'd', name));
      }),
      runs(200),
    );
  });

  it('counts ISO weeks by their Thursdays', () => {
    fc.assert(
      fc.property(date, (day) => {
        fc.pre(day >= '0101');
        const weekday = Number(formatMoment(day, 'E', ZURICH));
        const thursday = addToDate(day, 4 - weekday, 'd', ZURICH);
        fc.pre(thursday !== null);
        const week = Math.ceil(Number(formatMoment(thursday, 'DDD', ZURICH)) / 7);
        expect(formatMoment(day, 'GGGG W', ZURICH)).toBe(`${thursday.slice(0, 4)} ${week}`);
      }),
      runs(300),
    );
  });

  it('agrees with dayjs on the tokens that both know', () => {
    const format = fc.array(fc.constantFrom(...COMMON, '[W]', '-', '/'), { minLength: 1, maxLength: 6 });
    const instant = fc.integer({ min: -2_208_988_800_000, max: 4_102_444_799_999 });
    fc.assert(
      fc.property(instant, format, (at, tokens) => {
        const text = new Date(at).toISOString();
        expect(formatMoment(text, tokens.join(' '), 'UTC')).toBe(dayjs.utc(at).format(tokens.join(' ')));
      }),
      runs(500),
    );
  });
});
