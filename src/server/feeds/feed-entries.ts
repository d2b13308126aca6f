/** The rows of a table or a saved view as entries of a calendar. docs/calendar-feeds.md */

import { type Json, type JsonObject, NotedbError } from '../../engine/index';
import { MS_A_DAY, dateOfDay, leadingDay } from '../../kernel/calendar';
import { readRecurrence } from '../../kernel/recurrence';
import { type CalendarEntry, dayStamp, utcStamp, wallStamp } from './calendar-text';
import { instantAt, wallAt } from './zone-lines';

/** Runs a read as the caller of the feed. */
export type ReadRows = (operation: string, args: JsonObject) => Promise<JsonObject>;

export interface CalendarRequest {
  readonly table: string;
  /** Columns; null: found by the definition. */
  readonly date: string | null;
  readonly end: string | null;
  readonly asTasks: boolean;
}

/** The part of a described column that a feed reads. */
interface FeedColumn {
  readonly name: string;
  readonly type: string;
  readonly required?: boolean;
  readonly recurs?: { readonly rule: string; readonly done: string; readonly values?: readonly string[] };
}

export interface FeedColumns {
  readonly date: FeedColumn;
  readonly end: FeedColumn | null;
  /** Null: the name of the note. */
  readonly title: string | null;
  readonly recurs: NonNullable<FeedColumn['recurs']> | null;
}

const isDate = ({ type }: FeedColumn): boolean => type === 'date' || type === 'datetime';

/** Without a wish: the column that recurs, else the one that orders the table by time, else the first date. */
export function feedColumns({ table, date, end }: CalendarRequest, described: JsonObject): FeedColumns {
  const columns = described['columns'] as unknown as readonly FeedColumn[];
  const { time_column: timeColumn = null } = (described['options'] ?? {}) as JsonObject;
  const dates = columns.filter((column) => isDate(column) && !column.name.startsWith('file_'));
  const named = (name: string): FeedColumn => {
    const column = dates.find((each) => each.name === name);
    if (column !== undefined) return column;
    const hint = `its dates: ${dates.map((each) => each.name).join(', ') || 'none'}`;
    throw new NotedbError('bad_request', `${table} has no date column "${name}"`, { hint });
  };
  const usual = [
    dates.find(({ recurs }) => recurs !== undefined),
    dates.find(({ name }) => name === timeColumn),
    dates[0],
  ].find((column) => column !== undefined);
  const column = date === null ? usual : named(date);
  if (column === undefined) {
    throw new NotedbError('refused', `${table} has no date column, so it is not a calendar`, {
      hint: 'add a date or datetime column',
    });
  }
  const texts = columns.filter(({ type }) => type === 'string');
  const title = texts.find(({ name }) => name === 'title' || name === 'name') ?? texts.find((each) => each.required);
  const recurs = column.recurs ?? null;
  const has = (name: string): boolean => columns.some((each) => each.name === name);
  return {
    date: column,
    end: end === null ? null : named(end),
    title: title?.name ?? null,
    recurs: recurs !== null && has(recurs.rule) && has(recurs.done) ? recurs : null,
  };
}

const PAGE = 1000;

/** The newest ones. */
const MOST_ROWS = 10_000;

export async function feedRows(read: ReadRows, table: string, found: FeedColumns): Promise<readonly JsonObject[]> {
  const { date, end, title, recurs } = found;
  const columns = ['id', date.name, end?.name, title, recurs?.rule, recurs?.done, 'file_modified'];
  const rows: JsonObject[] = [];
  for (let offset = 0; offset < MOST_ROWS; offset += PAGE) {
    const answer = await read('select_rows', {
      table,
      where: { [date.name]: { exists: true } },
      columns: [...new Set(columns)].filter((name) => typeof name === 'string'),
      order_by: `-${date.name}`,
      limit: PAGE,
      offset,
    });
    const page = answer['rows'] as readonly JsonObject[];
    rows.push(...page);
    if (page.length < PAGE) break;
  }
  return rows;
}

/** Null for a row whose date does not fit its column. `zone`: of the database. */
export function feedEntry(row: JsonObject, columns: FeedColumns, zone: string, asTasks: boolean): CalendarEntry | null {
  const start = textOf(row[columns.date.name]);
  const path = textOf(row['path']);
  if (start === '' || path === '') return null;
  const isDone = columns.recurs !== null && doneIn(row, columns.recurs);
  const rule = columns.recurs === null || isDone ? null : textOf(row[columns.recurs.rule]);
  const isDay = columns.date.type === 'date';
  const line = rule === null || rule === '' ? null : ruleLine(rule, isDay, zone);
  const times = isDay
    ? dayTimes(start, row, columns, asTasks)
    : momentTimes(start, row, columns, { zone, line, asTasks });
  if (times === null) return null;
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');
  return {
    uid: textOf(row['id']) || path,
    summary: (columns.title === null ? '' : textOf(row[columns.title])) || name,
    modified: Date.parse(textOf(row['file_modified'])) || 0,
    times: [...times, ...(line === null ? [] : [line])],
    ...(asTasks ? { isDone } : {}),
  };
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

function doneIn(row: JsonObject, { done, values }: NonNullable<FeedColumn['recurs']>): boolean {
  const value = row[done];
  return values === undefined ? value === true : typeof value === 'string' && values.includes(value);
}

/** The last day counts whole, and DTEND is the day after it. */
function dayTimes(start: string, row: JsonObject, { end }: FeedColumns, asTasks: boolean): readonly string[] | null {
  if (Number.isNaN(leadingDay(start))) return null;
  const last = end === null ? NaN : leadingDay(textOf(row[end.name]));
  const lines = [`DTSTART;VALUE=DATE:${dayStamp(start)}`];
  if (asTasks) return [...lines, `DUE;VALUE=DATE:${dayStamp(dateOfDay((last || leadingDay(start)) + 1) ?? start)}`];
  const after = last >= leadingDay(start) ? dateOfDay(last + 1) : null;
  return after === null ? lines : [...lines, `DTEND;VALUE=DATE:${dayStamp(after)}`];
}

interface MomentFacts {
  readonly zone: string;
  readonly line: string | null;
  readonly asTasks: boolean;
}

/** A moment that comes again keeps its time on the clocks of the zone; any other is the same in UTC. */
function momentTimes(
  start: string,
  row: JsonObject,
  { end }: FeedColumns,
  { zone, line, asTasks }: MomentFacts,
): readonly string[] | null {
  const instant = Date.parse(start);
  if (Number.isNaN(instant)) return null;
  const stamp = (moment: number): string =>
    line === null ? `:${utcStamp(moment)}` : `;TZID=${zone}:${wallStamp(wallAt(moment, zone))}`;
  const text = end === null ? '' : textOf(row[end.name]);
  // A day as the end: that whole day.
  const last = end?.type === 'date' ? instantAt((leadingDay(text) + 1) * MS_A_DAY, zone) : Date.parse(text);
  const ends = last > instant ? [`${asTasks ? 'DUE' : 'DTEND'}${stamp(last)}`] : [];
  return [`DTSTART${stamp(instant)}`, ...ends];
}

/** UNTIL is a day where the start is one, else a moment in UTC. Null for a rule that can't be followed. */
function ruleLine(text: string, isDay: boolean, zone: string): string | null {
  const rule = readRecurrence(text);
  if ('message' in rule) return null;
  const parts = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/;$/, '');
  const { until } = rule;
  if (until === null) return `RRULE:${parts}`;
  const day = dayStamp(dateOfDay(Math.floor(until.wall / MS_A_DAY)) ?? '');
  const end = isDay ? day : utcStamp(until.isUtc ? until.wall : instantAt(until.wall, zone));
  return `RRULE:${parts.replace(/UNTIL=[^;]*/, `UNTIL=${end}`)}`;
}
