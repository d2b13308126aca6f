/** A write in the lane: waiting, then planned. */

import type { Change } from '../../feed/published';
import type { Abort } from '../../history/journal/migration';
import type { NotePath } from '../../ports/vault-port';
import type { PreparedMigration } from './prepared-migration';
import type { CommittedWrite, WriteJob } from './write-job';

export interface WaitingWrite {
  readonly job: WriteJob<unknown>;
  readonly resolve: (committed: CommittedWrite<unknown>) => void;
  readonly reject: (error: unknown) => void;
  /** How often it was planned and swept along by the failure of another. */
  attempts: number;
}

export interface PlannedMigration {
  readonly waiting: WaitingWrite;
  readonly prepared: PreparedMigration;
  /** What it changes, in the order of the numbers. */
  readonly told: readonly Change[];
  readonly committed: CommittedWrite<unknown>;
  /** To be called when it is committed. */
  tell(): void;
}

/**
 * The answer of a call that writes nothing: a dry run, no change, a refusal. It rests on the writes planned before it,
 * so that it is given together with them.
 */
export interface PlannedAnswer {
  readonly waiting: WaitingWrite;
  readonly prepared: null;
  tell(): void;
}

/** The plan of a call. */
export type PlannedStep = PlannedMigration | PlannedAnswer;

export const asRefused = (waiting: WaitingWrite, error: unknown): PlannedAnswer => ({
  waiting,
  prepared: null,
  tell: () => waiting.reject(error),
});

export const isPlanned = (step: PlannedStep): step is PlannedMigration => step.prepared !== null;

export const abortsOf = (planned: readonly PlannedMigration[], reason: Abort['reason']): readonly Abort[] =>
  planned.map(({ prepared }) => ({ seq: prepared.migration.seq, reason }));

/** Every path that these writes touch. */
export function pathsOf(planned: readonly PlannedMigration[]): readonly NotePath[] {
  const paths: NotePath[] = [];
  for (const { prepared } of planned) {
    for (const { from, to } of prepared.changes) {
      if (from !== null) paths.push(from);
      if (to !== null) paths.push(to);
    }
  }
  return paths;
}
