/** The days and units of a timeline, and the places of bars over them. docs/views.md#timelines */

import { describe, expect, it } from 'vitest';
import { dateOfDay, leadingDay } from '../../../src/kernel/calendar';
import { firstOfWeek } from '../../../src/ui/components/text/date-text';
import {
  type TimeScale,
  FRAME_WIDTH,
  dayWidth,
  frameAround,
  placeOfSpan,
  unitDays,
  unitsOf,
} from '../../../src/ui/layouts/timeline/time-scale';

const SCALES: readonly TimeScale[] = ['days', 'weeks', 'months', 'quarters'];

describe('the days that are drawn', () => {
  it.each(SCALES)('are as wide for %s at each end of the calendar, and lie within it', (scale) => {
    for (const day of ['0001-01-01', '2026-11-18', '9999-12-31']) {
      const frame = frameAround(scale, leadingDay(day));
      expect((frame.end - frame.first) * dayWidth(scale)).toBe(FRAME_WIDTH);
      expect(dateOfDay(frame.first)).not.toBeNull();
      expect(dateOfDay(frame.end - 1)).not.toBeNull();
      const [above = [], below = []] = unitsOf(frame, 'en-GB');
      for (const units of [above, below]) {
        expect(units.length).toBeLessThan(300);
        expect(units.reduce((sum, { width }) => sum + width, 0)).toBe(FRAME_WIDTH);
        expect(units.every(({ text }) => text !== '')).toBe(true);
      }
    }
  });

  it('begin their weeks as the locale has it', () => {
    const day = leadingDay('2026-11-18');
    expect([dateOfDay(firstOfWeek(day, 'en-GB')), dateOfDay(firstOfWeek(day, 'en-US'))]).toEqual([
      '2026-11-16',
      '2026-11-15',
    ]);
    const weeks = unitsOf(frameAround('weeks', day), 'en-GB')[1] ?? [];
    expect(weeks.map(({ text }) => text)).toContain('16 Nov');
  });

  it('cut a bar of nine thousand years, and have none for rows of other years', () => {
    const frame = frameAround('quarters', leadingDay('2026-11-18'));
    const [first, last] = [leadingDay('0001-01-01'), leadingDay('9999-12-31')];
    expect(placeOfSpan(frame, { first, last })).toEqual({ x: 0, width: FRAME_WIDTH, hasStart: false, hasEnd: false });
    expect(placeOfSpan(frame, { first: last, last })).toBeNull();
  });

  it('are a unit of the scale for each step of a row', () => {
    const day = leadingDay('2026-01-31');
    expect(SCALES.map((scale) => dateOfDay(day + unitDays(scale, day, 1)))).toEqual([
      '2026-02-01',
      '2026-02-07',
      '2026-02-28',
      '2026-04-30',
    ]);
  });
});
