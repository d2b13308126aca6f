/** The change feed: every numbered change, for whoever follows with a cursor. docs/feed.md */

import type { Caller } from '../history/caller';
import type { JsonObject } from '../json';
import type { VaultView } from '../storage/view';
import type { FeedEvent, FeedFilter } from './feed-event';

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
}

export interface FeedPage {
  /** Oldest first, as list_changes answers them. */
  readonly events: readonly FeedEvent[];
  /** The cursor to go on from: it has passed what the filter leaves out. */
  readonly last: number;
  /** The newest number that readers may see. */
  readonly head: number;
  /** Changes before the first event may be missing: the follower reads its tables again. */
  readonly gap: boolean;
}

/** What followers need of the feed: list_changes, and deliveries of webhooks. */
export interface ChangeFeed {
  /** The newest number that readers may see; 0 when nothing ever changed. */
  readonly head: number;
  /** Opens one committed moment by `open`, once a call. Throws 400 for a filter that its table can't answer. */
  read(open: () => FeedReader, request: FeedRequest): Promise<FeedPage>;
  /**
   * `listener` is called when readers may see something new that passes the cheap part of the filter (`ops`, `tables`), before the
   * writer has its answer: it must return at once and not throw. Returns the function that stops it.
   */
  onNews(filter: FeedFilter, listener: () => void): () => void;
}

/**
 * Arguments of list_changes and create_webhook -> a filter that may be kept as JSON: names are qualified, absent is null.
 * Throws 400 for unknown operations and columns, 404 for unknown tables.
 */
export type ReadFeedFilter = (args: JsonObject, reader: FeedReader) => FeedFilter;
