/** Periods of days as filters and headings have them. */

import { expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/index';
import { type PeriodUnit, periodOf, periodText } from '../../../../src/ui/components/text/period-text';

it.each<[PeriodUnit, Json, string, string | null, string]>([
  ['day', '2026-11-28', '2026-11-28', '2026-11-29', 'Sat, Nov 28, 2026'],
  ['week', '2026-W48', '2026-11-23', '2026-11-30', 'Week 48, Nov 23 – 29, 2026'],
  ['week', '2026-W53', '2026-12-28', '2027-01-04', 'Week 53, Dec 28, 2026 – Jan 3, 2027'],
  ['week', '2021-W01', '2021-01-04', '2021-01-11', 'Week 1, Jan 4 – 10, 2021'],
  ['month', '2026-11', '2026-11-01', '2026-12-01', 'November 2026'],
  ['month', '2026-12', '2026-12-01', '2027-01-01', 'December 2026'],
  ['quarter', '2026-Q4', '2026-10-01', '2027-01-01', 'Q4 2026'],
  ['year', 2026, '2026-01-01', '2027-01-01', '2026'],
  ['year', 9999, '9999-01-01', null, '9999'],
])('knows the days of the %s %s', (unit, value, first, end, text) => {
  expect(periodOf(unit, value)).toEqual({ first, end });
  // Intl sets thin spaces around the dash.
  expect(periodText(unit, value, 'en-US').replace(/\u2009/g, ' ')).toBe(text);
});

it.each<[PeriodUnit, Json]>([
  ['month', 'soon'],
  ['week', '2026-11'],
  ['quarter', '2026-Q5'],
  ['day', '2026-02-30'],
])('shows a %s of another form as it is: %s', (unit, value) => {
  expect(periodOf(unit, value)).toBeNull();
  expect(periodText(unit, value)).toBe(value);
});

it('writes a month as the reader does', () => {
  expect(periodText('month', '2026-11', 'de')).toBe('November 2026');
  expect(periodText('month', '2026-03', 'fr')).toBe('mars 2026');
});
