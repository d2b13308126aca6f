/** A calendar as text of RFC 5545: lines that are escaped and folded. docs/calendar-feeds.md */

export interface CalendarEntry {
  readonly uid: string;
  readonly summary: string;
  /** Milliseconds: when the note was last changed. */
  readonly modified: number;
  /** Properties of its time, each a whole line. */
  readonly times: readonly string[];
  /** Of a task: whether it is done. Absent: an event. */
  readonly isDone?: boolean;
}

export interface CalendarFacts {
  readonly name: string;
  readonly version: string;
  /** Of time zones, before the entries. */
  readonly zones: readonly string[];
}

/** `20261130T093000Z` of a moment. */
export const utcStamp = (instant: number): string => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '');

/** `20261130T093000` on clocks that show `wall`. */
export const wallStamp = (wall: number): string => utcStamp(wall).slice(0, -1);

/** `20261130` of `2026-11-30`. */
export const dayStamp = (date: string): string => date.replaceAll('-', '');

export function calendarText({ name, version, zones }: CalendarFacts, entries: readonly CalendarEntry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//NoteDB//NoteDB ${version}//EN`,
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...zones,
    ...entries.flatMap(entryLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function entryLines({ uid, summary, modified, times, isDone }: CalendarEntry): readonly string[] {
  const component = isDone === undefined ? 'VEVENT' : 'VTODO';
  return [
    `BEGIN:${component}`,
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utcStamp(modified)}`,
    `SUMMARY:${escaped(summary)}`,
    ...times,
    ...(isDone === undefined ? [] : [`STATUS:${isDone ? 'COMPLETED' : 'NEEDS-ACTION'}`]),
    `END:${component}`,
  ];
}

const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n?|\n/g, '\\n')
    // Other control characters have no place in a calendar.
    .replace(/(?!\t)\p{Cc}/gu, '');

const MOST_OCTETS = 75;

/** A line has at most 75 octets of UTF-8; it goes on after a blank. */
function folded(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  let octets = 0;
  for (const sign of line) {
    const size = octetsOf(sign.codePointAt(0) ?? 0);
    if (octets + size > MOST_OCTETS) {
      pieces.push(piece);
      piece = ' ';
      octets = 1;
    }
    piece += sign;
    octets += size;
  }
  return [...pieces, piece].join('\r\n');
}

function octetsOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
