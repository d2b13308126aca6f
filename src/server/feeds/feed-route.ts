/** GET /feeds/NAME.ics: a table or a saved view as a calendar, for programs that know nothing but an address. docs/calendar-feeds.md */

import { type Caller, type JsonObject, NotedbError } from '../../engine/index';
import type { ApiResponse } from '../http-message';
import { headerValues } from '../http-message';
import { ALWAYS } from '../json-response';
import { runOperation } from '../operation-routes';
import { type Route, type RouteCall, type RouteServices, readRoute } from '../route-call';
import { type CalendarEntry, calendarText } from './calendar-text';
import { type ReadRows, feedColumns, feedEntry, feedRows } from './feed-entries';
import { RequestRate } from './request-rate';
import { zoneLines } from './zone-lines';

const TYPE = 'text/calendar; charset=utf-8';

export interface FeedServices extends RouteServices {
  /** SHA-256 of the UTF-8 bytes of a text, hex. */
  readonly sha256: (text: string) => string;
  /** Milliseconds. */
  readonly now: () => number;
}

export function feedRoutes(services: FeedServices): readonly Route[] {
  const rate = new RequestRate(services.now);
  const answer = async (call: RouteCall): Promise<ApiResponse> => {
    const { parameters, query, request, checkToken } = call;
    const caller = readerOf(call.caller());
    const table = tableOf(parameters['file'] ?? '');
    rate.take(caller.kind === 'app' ? caller.id : '');
    const asked = new URLSearchParams(query);
    const read: ReadRows = (operation, args) =>
      runOperation(services, { operation, args, caller, gone: request.gone, checkToken });
    const text = await calendarOf(read, services.version, {
      table,
      date: asked.get('date'),
      end: asked.get('end'),
      asTasks: asked.get('as') === 'tasks',
    });
    return tagged(text, `"${services.sha256(text).slice(0, 32)}"`, headerValues(request, 'if-none-match'));
  };
  return [{ pattern: '/feeds/:file', tokenIn: 'address', methods: readRoute(answer) }];
}

/** The token of a feed gives no right but to read the rows of its tables here. */
const readerOf = (caller: Caller): Caller =>
  caller.kind === 'app' ? { ...caller, permissions: new Set(['read']) } : caller;

function tableOf(file: string): string {
  if (file.endsWith('.ics') && file.length > 4) return file.slice(0, -4);
  throw new NotedbError('not_found', 'there is nothing at this address', { hint: 'GET /feeds/<table or view>.ics' });
}

async function calendarOf(
  read: ReadRows,
  version: string,
  request: Parameters<typeof feedColumns>[0],
): Promise<string> {
  const { table, asTasks } = request;
  const columns = feedColumns(request, await read('describe_table', { table }));
  const { configuration } = (await read('describe_database', {})) as { configuration: { timezone: string } };
  const { timezone: zone } = configuration;
  const rows = await feedRows(read, table, columns);
  const entries = rows
    .map((row) => feedEntry(row, columns, zone, asTasks))
    .filter((entry): entry is CalendarEntry => entry !== null);
  return calendarText({ name: table, version, zones: zonesOf(rows, entries, columns.date.name, zone) }, entries);
}

/** A zone is described where an entry names it. */
function zonesOf(
  rows: readonly JsonObject[],
  entries: readonly CalendarEntry[],
  date: string,
  zone: string,
): readonly string[] {
  if (!entries.some(({ times }) => times.some((line) => line.includes(';TZID=')))) return [];
  const instants = rows.map((row) => Date.parse(String(row[date]))).filter((instant) => !Number.isNaN(instant));
  const [first, last] = instants.reduce(
    ([least, most], instant) => [Math.min(least, instant), Math.max(most, instant)] as const,
    [Infinity, -Infinity] as const,
  );
  return zoneLines(zone, first, last);
}

/** Calendars ask again and again: 304 without a change. */
function tagged(text: string, tag: string, known: readonly string[]): ApiResponse<string> {
  const isKnown = known.some((list) => list.split(',').some((each) => each.trim().replace(/^W\//, '') === tag));
  const headers = [
    ...ALWAYS.filter(([name]) => name !== 'Cache-Control'),
    ['Cache-Control', 'private, no-cache'],
    ['ETag', tag],
  ] as const;
  return isKnown
    ? { status: 304, headers: [...headers], body: '' }
    : { status: 200, headers: [['Content-Type', TYPE], ...headers], body: text };
}
