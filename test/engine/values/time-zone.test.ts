import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill/implementation';
import { describe, expect, it } from 'vitest';
import { firstInstantOfWall, instantOfWall, isTimeZone, offsetAt } from '../../../src/engine/values/time/time-zone';
import { instant, runs, zone } from './arbitraries';

const utc = (text: string): number => Date.parse(`${text}Z`);

describe('isTimeZone', () => {
  it.each(['Europe/Zurich', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])('knows %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['', 'Mars/Base', 'Zurich', '+01:00', '-0500', 'Europe/Zurich ', '{zone}', '__proto__'])(
    'refuses %j',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );

  it('an unknown zone is refused with what to write', () => {
    expect(() => offsetAt(0, 'Mars/Base')).toThrow('"Mars/Base" is not a time zone');
  });
});

describe('offsetAt', () => {
  it.each([
    ['Europe/Zurich', '2026-03-29T00:59:59', 1],
    ['Europe/Zurich', '2026-03-29T01:00:00', 2],
    ['Europe/Zurich', '2026-10-25T00:59:59', 2],
    ['Europe/Zurich', '2026-10-25T01:00:00', 1],
    ['America/New_York', '2026-07-01T00:00:00', -4],
    ['Asia/Kolkata', '2026-07-01T00:00:00', 5.5],
    ['Pacific/Apia', '2011-12-30T09:59:59', -10],
    ['Pacific/Apia', '2011-12-30T10:00:00', 14],
    ['UTC', '1900-01-01T00:00:00', 0],
  ])('%s at %s UTC is %d hours', (name, at, hours) => {
    expect(offsetAt(utc(at), name)).toBe(hours * 3_600_000);
  });

  it('is what the host says, whatever was asked before', () => {
    fc.assert(
      fc.property(instant, zone, (at, name) => {
        expect(offsetAt(at, name)).toBe(hostOffset(at, name));
      }),
      runs(300),
    );
  });

  it('is exact on both sides of every change of a century', () => {
    for (const name of [
      'Europe/Zurich',
      'America/New_York',
      'Pacific/Apia',
      'Africa/Casablanca',
      'Australia/Lord_Howe',
    ]) {
      for (const change of changesOf(name)) {
        expect([name, change, offsetAt(change - 1, name)]).toEqual([name, change, hostOffset(change - 1, name)]);
        expect([name, change, offsetAt(change, name)]).toEqual([name, change, hostOffset(change, name)]);
      }
    }
  });
});

describe('instantOfWall', () => {
  it.each([
    ['Europe/Zurich', '2026-11-21T09:30:00', '2026-11-21T08:30:00', 'an ordinary time'],
    ['Europe/Zurich', '2026-03-29T02:30:00', '2026-03-29T01:30:00', 'a skipped time: the offset before the gap'],
    ['Europe/Zurich', '2026-03-29T03:00:00', '2026-03-29T01:00:00', 'the first time after a gap'],
    ['Europe/Zurich', '2026-10-25T02:30:00', '2026-10-25T00:30:00', 'a time that comes twice: the first'],
    ['America/New_York', '2026-03-08T02:30:00', '2026-03-08T07:30:00', 'a skipped time west of Greenwich'],
    ['America/New_York', '2026-11-01T01:30:00', '2026-11-01T05:30:00', 'a time that comes twice west of Greenwich'],
    ['Asia/Kolkata', '2026-03-29T02:30:00', '2026-03-28T21:00:00', 'no summer time'],
    ['Pacific/Apia', '2011-12-30T12:00:00', '2011-12-30T22:00:00', 'a day that was left out'],
    ['Pacific/Apia', '2011-12-31T00:00:00', '2011-12-30T10:00:00', 'the day behind it'],
  ])('%s %s is %s UTC: %s', (name, wall, at) => {
    expect(instantOfWall(utc(wall), name)).toBe(utc(at));
  });

  it('agrees with Temporal', () => {
    fc.assert(
      fc.property(instant, zone, (wall, name) => {
        const plain = Temporal.PlainDateTime.from(new Date(wall).toISOString().slice(0, -1));
        expect(instantOfWall(wall, name)).toBe(
          plain.toZonedDateTime(name, { disambiguation: 'compatible' }).epochMilliseconds,
        );
      }),
      runs(200),
    );
  });

  it('agrees with Temporal around the changes', () => {
    const near = fc.integer({ min: -100, max: 100 }).map((minutes) => minutes * 60_000);
    const changes = fc.constantFrom(
      ...['Europe/Zurich', 'America/New_York', 'Pacific/Apia'].flatMap((name) =>
        changesOf(name).map((at) => ({ name, at })),
      ),
    );
    fc.assert(
      fc.property(changes, near, ({ name, at }, minutes) => {
        const wall = at + offsetAt(at, name) + minutes;
        const plain = Temporal.PlainDateTime.from(new Date(wall).toISOString().slice(0, -1));
        expect(instantOfWall(wall, name)).toBe(
          plain.toZonedDateTime(name, { disambiguation: 'compatible' }).epochMilliseconds,
        );
      }),
      runs(300),
    );
  });

  it('is undone by the offset, but in a gap', () => {
    fc.assert(
      fc.property(instant, zone, (wall, name) => {
        const at = instantOfWall(wall, name);
        const isSkipped = at + offsetAt(at, name) !== wall;
        expect(isSkipped ? offsetAt(at - 86_400_000, name) < offsetAt(at, name) : true).toBe(true);
      }),
      runs(200),
    );
  });
});

describe('firstInstantOfWall', () => {
  it.each([
    ['Europe/Zurich', '2026-03-29T00:00:00', '2026-03-28T23:00:00', 'a midnight that there is'],
    ['America/Sao_Paulo', '2018-11-04T00:00:00', '2018-11-04T03:00:00', 'a midnight that is skipped'],
    ['America/Toronto', '1919-03-31T00:00:00', '1919-03-31T04:30:00', 'a gap that begins before midnight'],
    ['America/Havana', '2026-11-01T00:00:00', '2026-11-01T04:00:00', 'a midnight that comes twice'],
  ])('%s %s is %s UTC: %s', (name, wall, at) => {
    expect(firstInstantOfWall(utc(wall), name)).toBe(utc(at));
  });
});

const formats = new Map<string, Intl.DateTimeFormat>();

/** The offset by the host's own calendar, without Temporal. */
function hostOffset(at: number, name: string): number {
  const format =
    formats.get(name) ??
    new Intl.DateTimeFormat('en-u-hc-h23', {
      timeZone: name,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formats.set(name, format);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/** Every change of the offset from 1950 to 2050, as Temporal tells them. */
function changesOf(name: string): number[] {
  const changes: number[] = [];
  let at = Temporal.Instant.from('1950-01-01T00:00Z').toZonedDateTimeISO(name);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (next === null || next.epochMilliseconds > utc('2050-01-01T00:00:00')) return changes;
    changes.push(next.epochMilliseconds);
    at = next;
  }
}
