/** Days and times as people type and read them. */

import { describe, expect, it } from 'vitest';
import { addMonths, readDay } from '../../../../src/kernel/day-text';
import { dayDraft, dayLabel, monthDays, readTime, timeParts } from '../../../../src/ui/components/text/date-text';

/** A Thursday. */
const TODAY = '2026-11-26';

describe('a day', () => {
  it.each<[locale: string, typed: string, day: string | null]>([
    ['en-GB', '2026-02-28', '2026-02-28'],
    ['en-GB', '2026-02-30', null],
    ['en-GB', 'today', '2026-11-26'],
    ['en-GB', ' Tomorrow ', '2026-11-27'],
    ['en-GB', 'yesterday', '2026-11-25'],
    ['en-GB', 'fri', '2026-11-27'],
    ['en-GB', 'Thursday', '2026-12-03'],
    ['en-GB', '+3d', '2026-11-29'],
    ['en-GB', '-2w', '2026-11-12'],
    ['en-GB', '+1m', '2026-12-26'],
    ['en-GB', '+1y', '2027-11-26'],
    ['en-GB', 'next friday', '2026-12-04'],
    ['en-GB', 'Next Mon', '2026-11-30'],
    ['en-GB', 'next thu', '2026-12-03'],
    ['en-GB', 'last friday', '2026-11-20'],
    ['en-GB', 'last Thursday', '2026-11-19'],
    ['en-GB', 'in 3 weeks', '2026-12-17'],
    ['en-GB', 'in 1 day', '2026-11-27'],
    ['en-GB', '2 weeks from now', '2026-12-10'],
    ['en-GB', '3 days ago', '2026-11-23'],
    ['en-GB', '1 year ago', '2025-11-26'],
    ['en-GB', 'next month', '2026-12-26'],
    ['en-GB', 'last year', '2025-11-26'],
    ['en-GB', 'in 9999 years', null],
    ['en-GB', 'next banana', null],
    ['en-GB', '5', null],
    ['en-GB', '26 Nov', '2026-11-26'],
    ['en-GB', '3 dec 27', '2027-12-03'],
    ['en-GB', '3/12/2026', '2026-12-03'],
    ['en-US', '12/3/2026', '2026-12-03'],
    ['en-US', 'Dec 3, 2026', '2026-12-03'],
    ['de', '3.12.', '2026-12-03'],
    ['de', 'heute', '2026-11-26'],
    ['de', 'Freitag', '2026-11-27'],
    ['de', '3. März 2027', '2027-03-03'],
    ['de', 'tomorrow', '2026-11-27'],
    ['de', 'in 3 Wochen', '2026-12-17'],
    ['de', 'übermorgen', '2026-11-28'],
    ['de', 'vor 2 Tagen', '2026-11-24'],
    ['de', 'in 2 weeks', '2026-12-10'],
    ['fr', 'demain', '2026-11-27'],
    ['ja', '2026年12月3日', '2026-12-03'],
    ['en-GB', 'someday', null],
    ['en-GB', 'call Ada', null],
    ['en-GB', '', null],
  ])('%s: %j is %j', (locale, typed, day) => expect(readDay(typed, { today: TODAY, locale })).toBe(day));

  it.each(['en-GB', 'en-US', 'de', 'fr', 'it', 'es', 'pl', 'ja'])('%s: is read as it is written', (locale) => {
    for (const day of ['2026-01-31', '2026-03-04', '2026-05-05', '2026-08-12', '1999-12-31']) {
      expect(readDay(dayDraft(day, locale), { today: TODAY, locale })).toBe(day);
    }
  });

  it('has its weekday within a week, and its year in another one', () => {
    expect(dayLabel('2026-11-28', TODAY, 'en-GB')).toEqual({ text: '28 Nov', weekday: 'Sat' });
    expect(dayLabel('2026-12-24', TODAY, 'en-GB')).toEqual({ text: '24 Dec', weekday: null });
    expect(dayLabel('2027-01-02', TODAY, 'en-GB')).toEqual({ text: '2 Jan 2027', weekday: null });
  });

  it('stays at the end of a shorter month', () => expect(addMonths('2026-01-31', 1)).toBe('2026-02-28'));
});

it('shows six weeks around a month', () => {
  const days = monthDays('2026-11', 'en-GB');
  expect([days.length, days.includes('2026-11-01'), days.includes('2026-11-30')]).toEqual([42, true, true]);
});

describe('a time', () => {
  const now = new Date(2026, 10, 26, 9, 5);
  it.each<[typed: string, time: string | null]>([
    ['now', '2026-11-26T09:05'],
    ['14:30', '2026-11-26T14:30'],
    ['fri 9:00', '2026-11-27T09:00'],
    ['26 Nov 2026 09:05:30', '2026-11-26T09:05:30'],
    ['2026-11-26T09:05', '2026-11-26T09:05'],
    ['+1d', '2026-11-27T00:00'],
    ['next fri 9:00', '2026-12-04T09:00'],
    ['in 3 weeks, 14:30', '2026-12-17T14:30'],
    ['25:00', null],
    ['noon', null],
  ])('%j is %j', (typed, time) => expect(readTime(typed, now, 'en-GB')).toBe(time));

  it('is taken apart as a clock there shows it', () => {
    expect(timeParts('2026-11-26T09:05:00+01:00')).toEqual({ day: '2026-11-26', time: '09:05' });
    expect(timeParts('2026-11-26T09:05:00.5Z')).toBeNull();
  });
});
