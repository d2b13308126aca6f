/** GET /changes/stream: list_changes for scripts, as server-sent events. docs/feed.md#stream */

import { type JsonObject, NotedbError } from '../../engine/index';
import { callerError } from '../caller-error';
import { type ApiResponse, headerValues } from '../http-message';
import { bytesResponse } from '../json-response';
import type { Route, RouteCall, RouteServices } from '../route-call';
import { MOST_EVENTS, type StreamPlace, type StreamedPage, changeStream, readStreamId } from './change-stream';

const TYPE = 'text/event-stream; charset=utf-8';

const LISTS = ['tables', 'ops', 'columns'] as const;
const KNOWN: readonly string[] = [...LISTS, 'where', 'exclude_actor', 'since'];

export function streamRoutes(services: RouteServices): readonly Route[] {
  const run = async ({ request, query, caller: callerOf, checkToken }: RouteCall): Promise<ApiResponse> => {
    const caller = callerOf();
    const { since, filter } = askedOf(new URLSearchParams(query));
    const lastId = headerValues(request, 'last-event-id')[0];
    const place = lastId === undefined || lastId.trim() === '' ? since : placeOf(lastId);
    const { engine, calls } = services;
    const list = async (args: JsonObject): Promise<StreamedPage> =>
      (await engine.run('list_changes', { ...filter, ...args }, caller, request.gone)) as StreamedPage;
    let close = (): void => undefined;
    // A stream has the place of one waiting call as long as it lasts.
    const held = calls.wait(() => new Promise<void>((resolve) => (close = resolve)), {
      ...{ caller, checkToken, gone: request.gone },
    });
    const ended = held.then(() => Promise.reject<never>(new NotedbError('unavailable', 'the stream has ended')));
    ended.catch(() => undefined);
    try {
      const first = await Promise.race([firstPage(list, place), ended]);
      return bytesOf(
        changeStream({
          first,
          read: async (after, milliseconds) => {
            const page = await list({ since: after, limit: MOST_EVENTS, wait_ms: milliseconds });
            // Who may not ask any more gets no change.
            checkToken();
            return page;
          },
          ended,
          report: (thrown) => callerError(thrown, 'list_changes', services),
          close,
        }),
      );
    } catch (thrown) {
      close();
      throw thrown;
    }
  };
  return [{ pattern: '/changes/stream', methods: { GET: run } }];
}

const bytesOf = (body: AsyncIterable<string>): ApiResponse => ({ ...bytesResponse('', TYPE), body });

/** Without a place: from now on. A number of another feed means other changes: the client reads its tables again. */
async function firstPage(
  list: (args: JsonObject) => Promise<StreamedPage>,
  place: StreamPlace | null,
): Promise<StreamedPage> {
  const { feed, head } = await list({ limit: 0 });
  const now = { changes: [], feed, last: Number(head), gap: false };
  if (place === null) return now;
  if (place.feed !== null && (place.feed !== feed || place.seq > now.last)) return { ...now, gap: true };
  return list({ since: place.seq, limit: MOST_EVENTS });
}

function placeOf(id: string): StreamPlace {
  const place = readStreamId(id);
  if (place !== null) return place;
  throw new NotedbError('bad_request', `Last-Event-ID: ${JSON.stringify(id.slice(0, 80))} is the id of no event`, {
    hint: 'send the id of the last event as it came, or leave the header out',
  });
}

/** The arguments of list_changes, as an address has them. */
function askedOf(query: URLSearchParams): { readonly filter: JsonObject; readonly since: StreamPlace | null } {
  for (const name of new Set(query.keys())) {
    if (!KNOWN.includes(name) || query.getAll(name).length > 1)
      throw new NotedbError('bad_request', `the address has ${KNOWN.includes(name) ? 'two' : 'an unknown'} "${name}"`, {
        hint: `it takes each of these once: ${KNOWN.join(', ')}`,
      });
  }
  const filter: Record<string, JsonObject[string]> = {};
  for (const name of LISTS) {
    const text = query.get(name);
    if (text !== null) filter[name] = text.split(',').map((each) => each.trim());
  }
  const where = query.get('where');
  if (where !== null) filter['where'] = jsonOf(where);
  const actor = query.get('exclude_actor');
  if (actor !== null) filter['exclude_actor'] = actor;
  const since = query.get('since');
  return { filter, since: since === null ? null : sinceOf(since) };
}

function sinceOf(text: string): StreamPlace {
  const place = readStreamId(text);
  if (place !== null) return place;
  throw new NotedbError('bad_request', `since: ${JSON.stringify(text.slice(0, 80))} is not a number of the feed`, {
    hint: 'as in since=812',
  });
}

function jsonOf(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    throw new NotedbError('bad_request', 'where: this is not valid JSON', { hint: 'as in where={"status":"todo"}' });
  }
}
