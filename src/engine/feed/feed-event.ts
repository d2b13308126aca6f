/** Events of the change feed, and which of them a follower wants. docs/feed.md; D10, D23 */

import type { JsonObject } from '../json';

/** `schema`: a definition. `warning`: rows vanished together, and stay until that is confirmed. `tool_call`: a call of an operation. */
export const FEED_OPS = ['insert', 'update', 'delete', 'move', 'schema', 'warning', 'tool_call'] as const;

export type FeedOp = (typeof FEED_OPS)[number];

/** One entry of `changes` in the answer of list_changes, and of `events` in a delivery. */
export interface FeedEvent extends JsonObject {
  readonly seq: number;
  readonly op: FeedOp;
}

/** Plain JSON, which may be kept. */
export interface FeedFilter {
  /** Qualified names. Null: all. */
  readonly tables: readonly string[] | null;
  /** Null: all but tool_call. */
  readonly ops: readonly FeedOp[] | null;
  /** Events in which one of them changed. Null: all. */
  readonly columns: readonly string[] | null;
  /** Of the values after the change, of a delete those before. Null: all. */
  readonly where: JsonObject | null;
  /** Leaves out what an actor with this app, harness or session did. */
  readonly exclude_actor: string | null;
}

/** A filter whose tables were given by current names, or by former ones. docs/feed.md#former-names */
export interface ReadFilter {
  /** Its tables have all names that they had since the one that was asked for. */
  readonly filter: FeedFilter;
  /** The same with their present names alone. */
  readonly present: FeedFilter;
  /** Present names, by the former ones as they were asked for. */
  readonly renamedTo: Readonly<Record<string, string>>;
}
