import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, calendarDay, dateOfDay, dayNumber, daysInMonth, leadingDay } from '../../src/kernel/calendar';
import { runs } from '../engine/values/arbitraries';

const anyDay = fc.integer({ min: -719_162, max: 2_932_896 });

describe('day numbers', () => {
  it.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['2000-02-29', 11_016],
    ['0001-01-01', -719_162],
    ['9999-12-31', 2_932_896],
  ])('%s is day %i', (date, number) => {
    expect(leadingDay(date)).toBe(number);
    expect(dateOfDay(number)).toBe(date);
  });

  it('count as the host counts UTC days', () => {
    fc.assert(
      fc.property(anyDay, (number) => {
        const { year, month, day } = calendarDay(number);
        expect(dayNumber(year, month, day)).toBe(number);
        expect(dateOfDay(number)).toBe(new Date(number * 86_400_000).toISOString().slice(0, 10));
      }),
      runs(500),
    );
  });

  it.each([-719_163, 2_932_897, NaN, Infinity])('there is no date for %d', (number) => {
    expect(dateOfDay(number)).toBeNull();
  });
});

describe('months', () => {
  it.each([
    [2024, 2, 29],
    [2023, 2, 28],
    [1900, 2, 28],
    [2000, 2, 29],
    [2026, 4, 30],
    [2026, 12, 31],
    [2026, 13, 0],
  ])('%i-%i has %i days', (year, month, days) => {
    expect(daysInMonth(year, month)).toBe(days);
  });

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-05-31', 13, '2027-06-30'],
    ['2026-05-31', 0, '2026-05-31'],
  ])('%s and %i months is %s', (date, months, later) => {
    expect(dateOfDay(addMonths(leadingDay(date), months))).toBe(later);
  });

  it('lie as far apart as they were moved, and the day is never later in its month', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -1200, max: 1200 }), (number, months) => {
        const before = calendarDay(number);
        const after = calendarDay(addMonths(number, months));
        expect(after.year * 12 + after.month - (before.year * 12 + before.month)).toBe(months);
        expect(after.day).toBe(Math.min(before.day, daysInMonth(after.year, after.month)));
      }),
      runs(300),
    );
  });
});
