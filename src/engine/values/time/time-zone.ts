/** Time zones: which offset holds when, and which instant a wall clock means. The rules come from Temporal. */

import { fromEpochMilliseconds, toZonedDateTimeISO } from 'temporal-polyfill/fns/Instant';
import {
  type Record as ZonedDateTime,
  getTimeZoneTransition,
  offsetNanoseconds,
} from 'temporal-polyfill/fns/ZonedDateTime';
import { badRequest } from '../../errors';
import { MS_A_DAY } from '../../../kernel/calendar';

/** A stretch of time with one offset: [from, to) in milliseconds since the epoch. */
interface OffsetPeriod {
  readonly from: number;
  readonly to: number;
  /** Milliseconds east of Greenwich. */
  readonly offset: number;
}

/** The known changes of a zone so far, in order. It never changes, it only grows. */
const periodsByZone = new Map<string, OffsetPeriod[]>();

/** An IANA name that this host knows, such as `Europe/Zurich` or `UTC`. */
export function isTimeZone(zone: string): boolean {
  if (periodsByZone.has(zone)) return true;
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    zonedAt(0, zone);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Milliseconds to add to an instant to get what the wall clocks of the zone show. */
export const offsetAt = (instant: number, zone: string): number => periodAt(instant, zone).offset;

/**
 * The instant at which the wall clocks of the zone show `wall`. As Temporal's `compatible`: of a wall time that comes
 * twice the earlier one, and one that is skipped is read with the offset before the gap (02:30 means 03:30).
 */
export function instantOfWall(wall: number, zone: string): number {
  const { before, stretch } = periodOfWall(wall, zone);
  return wall - (wall - stretch.offset < stretch.from ? before : stretch).offset;
}

/** The first instant at which the wall clocks show `wall` or later: of a skipped wall time the end of the gap. */
export function firstInstantOfWall(wall: number, zone: string): number {
  const { stretch } = periodOfWall(wall, zone);
  return Math.max(wall - stretch.offset, stretch.from);
}

/** The first stretch in which the wall clocks reach `wall`, and the one before. */
function periodOfWall(wall: number, zone: string): { before: OffsetPeriod; stretch: OffsetPeriod } {
  let stretch = periodAt(wall - MS_A_DAY, zone);
  let before = stretch;
  while (wall - stretch.offset >= stretch.to) {
    before = stretch;
    stretch = periodAt(stretch.to, zone);
  }
  return { before, stretch };
}

function periodAt(instant: number, zone: string): OffsetPeriod {
  let stretches = periodsByZone.get(zone);
  if (stretches === undefined) {
    if (!isTimeZone(zone)) {
      throw badRequest(`"${zone}" is not a time zone`, 'write an IANA name, such as Europe/Zurich or UTC');
    }
    periodsByZone.set(zone, (stretches = []));
  }
  const index = lastStarted(stretches, instant);
  const known = stretches[index];
  if (known !== undefined && instant < known.to) return known;
  const found = readPeriod(instant, zone);
  stretches.splice(index + 1, 0, found);
  return found;
}

/** The index of the last stretch that begins at or before the instant; -1 when there is none. */
function lastStarted(stretches: readonly OffsetPeriod[], instant: number): number {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle] as OffsetPeriod).from <= instant) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function readPeriod(instant: number, zone: string): OffsetPeriod {
  const at = zonedAt(instant, zone);
  // `previous` is strictly earlier: asked a little later, it also finds a change at this very instant.
  const from = getTimeZoneTransition(zonedAt(instant + 1, zone), 'previous');
  const to = getTimeZoneTransition(at, 'next');
  return {
    from: from?.epochMilliseconds ?? -Infinity,
    to: to?.epochMilliseconds ?? Infinity,
    offset: offsetNanoseconds(at) / 1_000_000,
  };
}

const zonedAt = (instant: number, zone: string): ZonedDateTime =>
  toZonedDateTimeISO(fromEpochMilliseconds(instant), zone);
