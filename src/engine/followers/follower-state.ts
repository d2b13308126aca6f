/** How far a follower of the change feed is, and the transitions of that state. docs/webhooks.md#states; D11 */

import type { FeedFilter } from '../feed/feed-event';

export const FOLLOWER_STATUSES = ['ok', 'failing', 'paused', 'disabled'] as const;

/** What a consumer is handed at once. It never changes once it is kept. */
export interface Batch {
  /** Where the cursor goes when the batch is delivered. */
  readonly last: number;
}

/** A batch with the id that all its attempts share. */
export type PendingBatch<B extends Batch = Batch> = B & { readonly id: string };

/** Plain JSON, which is kept. Times are in milliseconds. A consumer keeps more beside it. */
export interface FollowerState<B extends Batch = Batch> {
  /** Which changes wake it. */
  readonly filter: FeedFilter;
  /** The last change that was delivered, or that the filter leaves out. */
  readonly cursor: number;
  readonly status: (typeof FOLLOWER_STATUSES)[number];
  readonly lastError: string | null;
  /** The batch that waits for its delivery. */
  readonly pending: PendingBatch<B> | null;
  /** Failures since the last success. */
  readonly failures: number;
  /** When to try again; null: nothing waits. */
  readonly nextAttempt: number | null;
  /** How long it has been failing while the program ran. */
  readonly failingFor: number;
}

/** Of a follower that has done nothing yet. */
export const startingAt = (cursor: number): Omit<FollowerState<never>, 'filter'> => ({
  cursor,
  status: 'ok',
  lastError: null,
  pending: null,
  failures: 0,
  nextAttempt: null,
  failingFor: 0,
});

export const isAtRest = ({ status }: FollowerState): boolean => status === 'disabled' || status === 'paused';

/** The consumer took the pending batch. */
export const delivered = <S extends FollowerState>(state: S): S => ({
  ...state,
  cursor: state.pending?.last ?? state.cursor,
  status: state.status === 'paused' ? 'paused' : 'ok',
  lastError: null,
  pending: null,
  failures: 0,
  nextAttempt: null,
  failingFor: 0,
});

export const failed = <S extends FollowerState>(state: S, reason: string, nextAttempt: number): S => ({
  ...state,
  status: state.status === 'paused' ? 'paused' : 'failing',
  lastError: reason,
  failures: state.failures + 1,
  nextAttempt,
});

/** Until a person resumes it. The pending batch stays: the consumer may have taken it, and knows it by its id. */
export const disabled = <S extends FollowerState>(state: S, reason: string): S => ({
  ...state,
  status: 'disabled',
  lastError: reason,
  nextAttempt: null,
});

/** A person stops it for a while. The cursor and the pending batch stay. */
export const paused = <S extends FollowerState>(state: S): S => ({ ...state, status: 'paused' });

/** It goes on at once, with the pending batch first. */
export const resumed = <S extends FollowerState>(state: S): S => ({
  ...state,
  status: state.lastError === null ? 'ok' : 'failing',
  nextAttempt: null,
  failingFor: 0,
});
