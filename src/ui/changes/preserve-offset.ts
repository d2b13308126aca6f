/** A date-time that is edited as a clock shows it keeps the zone that it was given. */

import type { Json } from '../../engine/index';
import type { GridColumn } from '../components/grid-column';
import type { OperationsClient } from '../client/operations-client';

/** Of a date-time, apart from its day and its time. */
const OFFSET = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}[\d:.]*) ?(Z|[+-]\d{2}:?\d{2})$/i;

interface EditedTime {
  readonly column: GridColumn;
  readonly value: Json;
  readonly before: Json | undefined;
}

/**
 * The value to write, of a date-time that a person edits as a clock shows it: a time of another zone stays in it. Without an offset where the old one is that of the database's own zone,
 * or where there was none: the engine adds the one that holds at the new time.
 */
export async function withOriginalOffset(
  client: OperationsClient,
  { column, value, before }: EditedTime,
): Promise<Json> {
  if (column.type !== 'datetime' || typeof value !== 'string' || typeof before !== 'string') return value;
  const [, day = '', time = '', offset] = OFFSET.exec(before) ?? [];
  if (offset === undefined || OFFSET.test(value)) return value;
  // The engine writes +00:00 where that is the zone's: a Z is from a person or another program, and means UTC.
  if (/z/i.test(offset)) return `${value}${offset}`;
  const { configuration } = await client.run('describe_database', {});
  const instant = new Date(`${day}T${time}${plainOffset(offset)}`);
  return offsetIn(configuration.timezone, instant) === plainOffset(offset) ? value : `${value}${offset}`;
}

/** `+HH:MM`. */
const plainOffset = (offset: string): string => `${offset.slice(0, 3)}:${offset.slice(-2)}`;

/** Null for a zone that is not known here, or no time. */
function offsetIn(zone: string, instant: Date): string | null {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
      instant,
    );
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return name === 'GMT' ? '+00:00' : name.replace('GMT', '');
  } catch {
    return null;
  }
}
