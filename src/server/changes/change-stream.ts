/** The change feed as server-sent events: one page at a time, as fast as the client reads. docs/feed.md#stream */

import type { Json, JsonObject, NotedbError } from '../../engine/index';
import { errorBody } from '../caller-error';

/** Milliseconds after which a silent stream shows that it lives. */
const HEARTBEAT = 15_000;

/** Events in a page: more are not read before the client took these. */
export const MOST_EVENTS = 100;

/** Milliseconds after which a client may come again. */
const RETRY = 2000;

/** An answer of list_changes. */
export interface StreamedPage extends JsonObject {
  readonly changes: readonly JsonObject[];
  readonly feed: string;
  readonly last: number;
  readonly gap: boolean;
}

export interface ChangeStreamOptions {
  readonly first: StreamedPage;
  /** Waits so long for changes after the number. */
  readonly read: (since: number, milliseconds: number) => Promise<StreamedPage>;
  /** Rejects when the stream has to end. */
  readonly ended: Promise<never>;
  readonly report: (thrown: unknown) => NotedbError;
  /** The client is gone, or has the last event. */
  readonly close: () => void;
}

/** Each piece ends with a blank line. The id of an event is the feed and the number to go on from. */
export async function* changeStream(options: ChangeStreamOptions): AsyncGenerator<string> {
  const { first, read, ended, report, close } = options;
  // One listener for the life of the stream: a race a page would add one each time.
  let end: Error | null = null;
  let tell = (_: Error): void => undefined;
  ended.catch((thrown: unknown) => {
    end = thrown instanceof Error ? thrown : new Error(String(thrown));
    tell(end);
  });
  const untilEnd = (page: Promise<StreamedPage>): Promise<StreamedPage> =>
    new Promise((resolve, reject) => {
      tell = reject;
      page.then(resolve, reject);
      if (end !== null) reject(end);
    });
  try {
    yield `retry: ${RETRY}\n`;
    let page = first;
    for (;;) {
      yield pageText(page);
      page = await untilEnd(read(page.last, HEARTBEAT));
    }
  } catch (thrown) {
    yield eventText('end', null, errorBody(report(thrown), null));
  } finally {
    close();
  }
}

/** Without a change a comment, with the number to go on from: it has passed what the filter leaves out. */
function pageText({ changes, feed, last, gap }: StreamedPage): string {
  const gapText = gap ? eventText('gap', null, { feed, last }) : '';
  const events = changes.map((change) => eventText('change', streamId(feed, Number(change['seq'])), change));
  return `${gapText}${events.join('')}: ${changes.length}\nid: ${streamId(feed, last)}\n\n`;
}

const eventText = (name: string, id: string | null, data: Json): string =>
  `event: ${name}\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

const streamId = (feed: string, seq: number): string => `${feed}:${seq}`;

/** Where a client goes on. `feed` null: it did not say of which feed the number is. */
export interface StreamPlace {
  readonly feed: string | null;
  readonly seq: number;
}

/** Null for an id that no event has. */
export function readStreamId(id: string): StreamPlace | null {
  const [, feed, digits] = /^(?:([0-9a-f-]{1,64}):)?(\d{1,15})$/.exec(id.trim()) ?? [];
  return digits === undefined ? null : { feed: feed ?? null, seq: Number(digits) };
}
