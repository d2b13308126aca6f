import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDatetime, formatWall, parseDatetime, tidyDatetime } from '../../../src/engine/values/time/datetime-text';
import { runs } from './arbitraries';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 10, 21, 12);

describe('parseDatetime', () => {
  it.each([
    ['2026-11-21T12:00', NOON, null],
    ['2026-11-21 12:00', NOON, null],
    ['2026-11-21T12:00:07', NOON + 7000, null],
    ['2026-11-21T12:00:07.5', NOON + 7500, null],
    ['2026-11-21T12:00:07.123456789', NOON + 7123, null],
    ['2026-11-21T12:00Z', NOON, 0],
    ['2026-11-21t12:00:00z', NOON, 0],
    ['2026-11-21 12:00:00 +02:00', NOON, 2 * HOUR],
    ['2026-11-21T12:00:00+0530', NOON, 5.5 * HOUR],
    ['2026-11-21T12:00:00-08', NOON, -8 * HOUR],
    ['2026-11-21T12:00:00-00:00', NOON, 0],
    ['2026-11-21T12:00:00+00:34:08', NOON, 2_048_000],
  ])('reads %s', (text, wall, offset) => {
    expect(parseDatetime(text)).toEqual({ wall, offset });
  });

  it.each([
    '',
    'tomorrow',
    '2026-11-21',
    '2026-11-21T',
    '2026-11-21T12',
    '2026-11-21T1200',
    '2026-11-21T24:00',
    '2026-11-21T12:60',
    '2026-11-21T12:00:60',
    '2026-11-21T12:00:00.',
    '2026-11-21T12:00:00.1234567890',
    '2026-11-21T12:00 ',
    ' 2026-11-21T12:00',
    '2026-11-21T12:00+24:00',
    '2026-11-21T12:00+01:60',
    '2026-11-21T12:00+1',
    '2026-11-21T12:00Zulu',
    '2026-11-21_12:00',
    '2026-11-21  12:00',
    '2026-02-29T12:00',
    '2026-13-01T12:00',
    '0000-01-01T12:00',
    '26-11-21T12:00:00',
    '2026-11-21T12:00[Europe/Zurich]',
  ])('refuses %j', (text) => {
    expect(parseDatetime(text)).toBeNull();
  });
});

describe('formatDatetime', () => {
  it.each([
    [NOON, HOUR, '2026-11-21T13:00:00+01:00'],
    [NOON, 0, '2026-11-21T12:00:00+00:00'],
    [NOON, -9.5 * HOUR, '2026-11-21T02:30:00-09:30'],
    [NOON + 50, 0, '2026-11-21T12:00:00.050+00:00'],
    [NOON, 2_048_000, '2026-11-21T12:34:08+00:34:08'],
    [-1, 0, '1969-12-31T23:59:59.999+00:00'],
  ])('writes %d at offset %d as %s', (instant, offset, text) => {
    expect(formatDatetime(instant, offset)).toBe(text);
  });

  it('is read back as the same clock and offset', () => {
    const offset = fc.integer({ min: -86_399, max: 86_399 }).map((seconds) => seconds * 1000);
    const instant = fc.integer({ min: -62_135_000_000_000, max: 253_402_000_000_000 });
    fc.assert(
      fc.property(instant, offset, (at, east) => {
        expect(parseDatetime(formatDatetime(at, east))).toEqual({ wall: at + east, offset: east });
      }),
      runs(300),
    );
  });
});

describe('tidyDatetime', () => {
  it.each([
    ['2026-11-21 09:30+01', '2026-11-21T09:30:00+01:00'],
    ['2026-11-21T09:30:05.120+0100', '2026-11-21T09:30:05.120+01:00'],
    ['2026-11-21T09:30:05.123456Z', '2026-11-21T09:30:05.123456Z'],
    ['2026-11-21t09:30z', '2026-11-21T09:30:00Z'],
    ['2026-11-21T09:30:00-00:00', '2026-11-21T09:30:00+00:00'],
  ])('writes %s as %s', (text, tidy) => {
    expect(tidyDatetime(text)).toBe(tidy);
    expect(tidyDatetime(tidy)).toBe(tidy);
  });

  it.each(['2026-11-21T09:30', '2026-11-21', 'soon'])('has nothing to say about %s', (text) => {
    expect(tidyDatetime(text)).toBeNull();
  });

  it('keeps the wall clock', () => {
    expect(formatWall(parseDatetime('2026-11-21 09:30+01')?.wall ?? 0)).toBe('2026-11-21T09:30:00');
  });
});
