/** What a follower of the change feed asks of the part that it feeds. docs/architecture.md#followers; D11 */

import type { JsonObject } from '../json';
import type { Batch, FollowerState, PendingBatch } from './follower-state';

/** What came after the cursor. */
export type NextBatch<B extends Batch> =
  | { readonly batch: B }
  /** Nothing to deliver up to this change. */
  | { readonly passed: number }
  /** Something to deliver in so many milliseconds: more may come until then. */
  | { readonly wait: number };

/** What came of an attempt. */
export interface Outcome<S> {
  /** Why the consumer did not take the batch; null: it took it. */
  readonly error: string | null;
  /** The consumer wants nothing any more. */
  readonly isFinal: boolean;
  /** Milliseconds from now, as the consumer asks; null: by the schedule. */
  readonly retryAfter: number | null;
  /** Adds to the state what the consumer keeps of the attempt. */
  record(state: S): S;
  /** What the log says of a failure. */
  readonly log: JsonObject;
}

/** What a follower asks of what it feeds. A rejection counts as a failure. */
export interface Consumer<S extends FollowerState<B>, B extends Batch> {
  /** The first batch after the cursor of `state()`, which may change meanwhile: the batch has to fit the state in the end. */
  next(state: () => S): Promise<NextBatch<B>>;
  /** Durable in the consumer when it resolves without an error. A batch may come twice, with the same id and the same content. */
  deliver(state: S, batch: PendingBatch<B>): Promise<Outcome<S>>;
  /** Keeps the state; durable when it resolves. */
  write(state: S): Promise<void>;
  log(level: 'error' | 'warning', event: 'failed' | 'not_prepared' | 'not_saved', detail: JsonObject): void;
}
