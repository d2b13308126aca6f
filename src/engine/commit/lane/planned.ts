/** A write on its way through the lane: first it waits, then it is planned. */

import type { Abort } from '../../history/journal/migration';
import type { NotePath } from '../../ports/vault-port';
import type { Prepared } from './prepared';
import type { Committed, WriteJob } from './write-job';

export interface Waiting {
  readonly job: WriteJob<unknown>;
  readonly resolve: (committed: Committed<unknown>) => void;
  readonly reject: (error: unknown) => void;
  /** How often it was planned and swept along by the failure of another. */
  attempts: number;
}

export interface Planned {
  readonly waiting: Waiting;
  readonly prepared: Prepared;
  readonly committed: Committed<unknown>;
  /** To be called when it is committed. */
  tell(): void;
}

/**
 * What a call hears that writes nothing: a dry run, no change, a refusal. It was found on what the writes planned before it
 * leave, so that it holds when these do, and is told with them.
 */
export interface Answer {
  readonly waiting: Waiting;
  readonly prepared: null;
  tell(): void;
}

/** What the lane makes of a call. */
export type Step = Planned | Answer;

export const refused = (waiting: Waiting, error: unknown): Answer => ({
  waiting,
  prepared: null,
  tell: () => waiting.reject(error),
});

export const isPlanned = (step: Step): step is Planned => step.prepared !== null;

export const abortsOf = (planned: readonly Planned[], reason: Abort['reason']): readonly Abort[] =>
  planned.map(({ prepared }) => ({ seq: prepared.migration.seq, reason }));

/** Every path that these writes touch. */
export function pathsOf(planned: readonly Planned[]): readonly NotePath[] {
  const paths: NotePath[] = [];
  for (const { prepared } of planned) {
    for (const { from, to } of prepared.changes) {
      if (from !== null) paths.push(from);
      if (to !== null) paths.push(to);
    }
  }
  return paths;
}
