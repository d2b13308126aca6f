/** The change feed: every numbered change, for followers with a cursor. docs/feed.md */

import type { Caller } from '../history/caller';
import type { JsonObject } from '../json';
import type { VaultView } from '../storage/view';
import type { FeedEvent, FeedFilter, ReadFilter } from './feed-event';
import type { FilterArguments } from './filter-arguments';

/** The database as the follower sees it. */
export interface FeedReader {
  readonly caller: Caller;
  readonly view: VaultView;
}

export interface FeedRequest {
  /** The events after this number. 0: all that are kept. Not beyond `head`. */
  readonly since: number;
  readonly filter: FeedFilter;
  /** At most so many events. 0: none, and `last` is `since`. */
  readonly limit: number;
  /** The filter is one of before: events up to this number alone, each judged by the definitions of that time. */
  readonly upTo?: number;
  /** With the rows of the events. */
  readonly withRows?: true;
}

/** The same by arguments. */
export interface FollowRequest extends Pick<FeedRequest, 'since' | 'limit'> {
  readonly args: FilterArguments;
}

export interface FeedPage {
  /** Oldest first, as list_changes answers them. */
  readonly events: readonly FeedEvent[];
  /** Where they were asked for: of each event the values after the change, of a delete before it; null where there is no row. */
  readonly rows?: readonly (JsonObject | null)[];
  /** The cursor to go on from: it has passed what the filter leaves out. */
  readonly last: number;
  /** Ended before `limit`, because the texts of an answer have a limit. */
  readonly isTruncated?: boolean;
  /** Events of the same write as the last one follow. */
  readonly isInsideWrite?: boolean;
  /** The newest number that readers may see. */
  readonly head: number;
  /** Changes before the last event may be missing: the follower reads its tables again. */
  readonly gap: boolean;
}

/** With the filter as it was read last. */
export interface FollowedPage extends FeedPage, ReadFilter {}

/** The feed as one caller sees it. */
export interface OpenedFeed {
  readonly head: number;
  /** A UUID of the journal: numbers of another feed mean other changes. D29 */
  name(): Promise<string>;
  readFilter(args: FilterArguments): Promise<ReadFilter>;
  follow(request: FollowRequest, milliseconds: number): Promise<FollowedPage>;
}

/** `open`: the last committed moment, anew at each call: who waits for a change sees it. */
export const openFeed = (feed: ChangeFeed, open: () => FeedReader): OpenedFeed => ({
  get head() {
    return feed.head;
  },
  name: () => feed.name(),
  readFilter: (args) => feed.readFilter(args, open()),
  follow: (request, milliseconds) => feed.follow(open, request, milliseconds),
});

/** What followers need of the feed: list_changes, and deliveries of webhooks. */
export interface ChangeFeed extends Pick<OpenedFeed, 'name'> {
  /** The newest number that readers may see; 0 when nothing ever changed. */
  readonly head: number;
  /**
   * Arguments -> a filter that may be kept as JSON: names are qualified, absent is null. Rejects with 400 for an unknown column and
   * for any other value than a filter, with 404 for an unknown table.
   */
  readFilter(args: FilterArguments, reader: FeedReader): Promise<ReadFilter>;
  /** One page. Opens one committed moment by `open`, once a call. What a table can't answer of a filter does not match. */
  read(open: () => FeedReader, request: FeedRequest): Promise<FeedPage>;
  /**
   * As `readFilter`, then `read`; an empty page without a gap waits for so many milliseconds for one that is not. A filter follows tables that are
   * renamed meanwhile. Rejects with 429 when too many wait.
   */
  follow(open: () => FeedReader, request: FollowRequest, milliseconds: number): Promise<FollowedPage>;
  /**
   * `listener` is called when readers may see something new that passes the cheap part of the filter (`ops`, `tables`), or a table has another name,
   * before the writer has its answer: it must return at once and not throw. Returns the function that stops it.
   */
  onNews(filter: FeedFilter, listener: () => void): () => void;
}
