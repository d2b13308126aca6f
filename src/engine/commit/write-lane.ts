/** The one lane of writes: plans what waits, makes it durable with one sync, applies it, publishes it. Commit protocol: docs/architecture.md. */

import type { NotedbError } from '../errors';
import { type Journal, JournalFailure } from '../history/journal';
import type { Host } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import { type FrozenView, freezeView } from '../storage/frozen-view';
import type { Store } from '../storage/store';
import type { CommittedView } from '../storage/view';
import { type ApplyFailure, applyChanges, removeFolders } from './apply';
import { Checkpoints } from './checkpoints';
import type { ExternalScope } from './external-versions';
import { ForeignChanges } from './foreign-changes';
import { type Planned, type Waiting, pathsOf } from './planned';
import { Planner } from './planner';
import type { ProtocolWeakness } from './protocol';
import { takeIn } from './take-in';
import {
  clash,
  closing,
  notCalledOff,
  notDurable,
  notRecorded,
  notWritten,
  sweptAlong,
  unforeseen,
} from './write-failures';
import type { Committed, CommittedMigration, WriteJob } from './write-job';
import { WriteQueue } from './write-queue';

export interface LaneOptions {
  readonly weakness: ProtocolWeakness;
  /** Called before the caller has its answer. */
  committed(committed: CommittedMigration): Promise<void>;
}

/** A write that was swept along by another's clash is planned again this often. */
const MOST_ATTEMPTS = 3;

export class WriteLane {
  private readonly weakness: ProtocolWeakness;
  private readonly queue: WriteQueue<Waiting>;
  private readonly checkpoints: Checkpoints;
  private readonly planner: Planner;
  /** What readers see while a cycle is under way. */
  private published: FrozenView | null = null;
  /** What they see otherwise, once somebody asked. */
  private present: FrozenView | null = null;
  /** Why nothing may be written any more; null while all is well. */
  private readonly foreign: ForeignChanges;
  private stoppedBecause: NotedbError | null = null;
  private isClosing = false;

  constructor(
    private readonly host: Host,
    private readonly store: Store,
    private readonly journal: Journal,
    private readonly options: LaneOptions,
  ) {
    this.weakness = options.weakness;
    this.queue = new WriteQueue(host.scheduler, (jobs) => this.cycle(jobs));
    this.checkpoints = new Checkpoints(host, journal, options.weakness, (task) => this.exclusive(task));
    this.planner = new Planner(host, store, journal);
    this.foreign = new ForeignChanges(host, store, journal, () => this.planner.stamp());
  }

  /** What readers see: the last committed state, whatever is written while they read. */
  view(): CommittedView {
    return this.published ?? (this.present ??= freezeView(this.store));
  }

  /** From now on the store goes ahead of what readers see. */
  private hold(): void {
    this.published ??= this.present ?? freezeView(this.store);
    this.present = null;
  }

  /** Paths that were written since the last checkpoint. */
  wasWritten(path: NotePath): boolean {
    return this.checkpoints.wasWritten(path);
  }

  write<T>(job: WriteJob<T>): Promise<Committed<T>> {
    if (this.isClosing) return Promise.reject(closing());
    return new Promise((resolve, reject) => {
      this.queue.add({ job, resolve, reject, attempts: 0 } as Waiting);
    });
  }

  /** Runs `task` while no write is under way. */
  exclusive<T>(task: () => Promise<T>): Promise<T> {
    return this.queue.exclusive(task);
  }

  /**
   * Runs `task`, which takes in what others wrote, while no write is under way. From when it calls `hold` on, readers see
   * the state of before, until they see all of it in one moment, with the versions that it makes.
   */
  takeIn(task: (hold: () => void) => Promise<ExternalScope | null>): Promise<void> {
    return this.exclusive(async () => {
      try {
        await this.foreign.record(await task(() => this.hold()));
      } finally {
        this.published = null;
      }
    });
  }

  /** Runs `task` on the private state while everything written is durable and no write is under way. Rejects where nothing may be written. */
  async upkeep<T>(task: () => Promise<T>): Promise<T> {
    if (this.isClosing) throw closing();
    return this.exclusive(async () => {
      if (this.stoppedBecause !== null) throw this.stoppedBecause;
      await this.checkpoints.force();
      return task();
    });
  }

  /** Only within `exclusive`. */
  checkpoint(): Promise<void> {
    return this.checkpoints.make();
  }

  /** Lets the waiting writes finish, takes no more, makes everything durable. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.queue.drain();
    await this.checkpoints.settled();
    await this.exclusive(async () => {
      if (this.stoppedBecause === null) await this.foreign.record(null);
      await this.checkpoint();
    });
    await this.queue.drain();
    this.checkpoints.callOff();
  }

  private async cycle(jobs: readonly Waiting[]): Promise<void> {
    this.checkpoints.callOff();
    this.hold();
    this.planner.begin();
    const planned: Planned[] = [];
    for (const waiting of jobs) {
      try {
        const plan = await this.plan(waiting);
        if (plan !== null) planned.push(plan);
      } catch (error) {
        waiting.reject(error);
      }
    }
    try {
      if (planned.length > 0) await this.commit(planned);
    } catch (error) {
      this.breakDown(error, planned);
    }
    if (this.stoppedBecause === null) await this.foreign.record(null);
    this.published = null;
    this.planner.begin();
    await this.checkpoints.afterCycle();
  }

  /** Nothing may be written from now on, and the next opening looks at what the journal holds. */
  private stop(reason: NotedbError): NotedbError {
    this.checkpoints.hold();
    this.stoppedBecause ??= reason;
    return reason;
  }

  /** Something happened that no step foresaw: what was recorded is settled at the next opening. */
  private breakDown(error: unknown, planned: readonly Planned[]): void {
    this.host.logger.log('error', 'write_lane_broke', { detail: String(error) });
    this.stop(unforeseen());
    for (const { waiting } of planned) waiting.reject(error);
  }

  private async plan(waiting: Waiting): Promise<Planned | null> {
    if (this.stoppedBecause !== null && !waiting.job.dryRun) throw this.stoppedBecause;
    return this.planner.plan(waiting);
  }

  private async commit(planned: readonly Planned[]): Promise<void> {
    if (this.weakness.applyFirst === true) {
      for (const { prepared } of planned) await applyChanges(this.host, prepared.changes);
    }
    if (!(await this.record(planned))) return;
    const applied: Planned[] = [];
    for (const [i, plan] of planned.entries()) {
      if (!(await this.apply(plan, planned.slice(i + 1)))) break;
      applied.push(plan);
    }
    if (applied.length > 0) await this.finish(applied);
  }

  /** The commit point. False when it was not reached: everything planned is taken back. */
  private async record(planned: readonly Planned[]): Promise<boolean> {
    try {
      await this.journal.record(
        planned.map(({ prepared }) => prepared.migration),
        planned.map(({ prepared }) => prepared.texts),
      );
      return true;
    } catch (error) {
      await this.takeBack(planned);
      const answer = await this.callOffUnrecorded(planned, error);
      for (const { waiting } of planned) waiting.reject(answer);
      return false;
    }
  }

  /** A failed append can be called off in a new segment; after a failed sync nobody knows, so writing stops. */
  private async callOffUnrecorded(planned: readonly Planned[], error: unknown): Promise<NotedbError> {
    const detail = error instanceof Error ? error.message : String(error);
    this.host.logger.log('error', 'journal_write_failed', { detail });
    const isCalledOff = await this.abort(planned, 'failed');
    return isCalledOff && !isSyncFailure(error) ? notRecorded(detail) : this.stop(notDurable(detail));
  }

  private async apply(plan: Planned, later: readonly Planned[]): Promise<boolean> {
    const { vault, logger } = this.host;
    const { prepared } = plan;
    this.checkpoints.expect(pathsOf([plan]));
    if (this.weakness.applyFirst === true) return true;
    const result = await applyChanges(this.host, prepared.changes);
    if ('failure' in result) {
      await this.notApplied(plan, later, result.failure);
      return false;
    }
    await removeFolders(vault, prepared.migration.foldersLeft, logger);
    // A write planned later may have moved the file on, in the store.
    for (const stat of result.stats) if (this.store.files.has(stat.path)) this.store.touch(stat);
    return true;
  }

  /** The writes after a failed one were planned on top of it: they are called off with it and planned anew. */
  private async notApplied(plan: Planned, later: readonly Planned[], failure: ApplyFailure): Promise<void> {
    const { error, isClash, isPutBack } = failure;
    const swept = [plan, ...later];
    await this.takeBack(swept);
    // Someone else's text becomes ours, and what we put back bears a new time stamp. Definitions are the watcher's matter.
    const paths = new Set([error.path, ...pathsOf(swept)]);
    paths.delete(this.store.metastore ?? '');
    for (const path of paths) await takeIn(this.host, this.store, path);
    this.foreign.expect(paths);
    if (!(await this.abort(swept, isClash ? 'clash' : 'failed')) || !isPutBack) {
      const stopped = this.stop(notCalledOff());
      for (const { waiting } of swept) waiting.reject(stopped);
      return;
    }
    await removeFolders(this.host.vault, plan.prepared.migration.foldersMade, this.host.logger);
    plan.waiting.reject(isClash ? clash(error) : notWritten(error));
    this.planAgain(later.map(({ waiting }) => waiting));
  }

  private planAgain(swept: readonly Waiting[]): void {
    for (const waiting of swept) if (++waiting.attempts >= MOST_ATTEMPTS) waiting.reject(sweptAlong());
    this.queue.putBack(swept.filter(({ attempts }) => attempts < MOST_ATTEMPTS));
  }

  /** False when the journal could not take it. */
  private async abort(planned: readonly Planned[], reason: 'clash' | 'failed'): Promise<boolean> {
    try {
      await this.journal.abort(planned.map(({ prepared }) => ({ seq: prepared.migration.seq, reason })));
      return true;
    } catch (error) {
      this.host.logger.log('error', 'abort_not_recorded', { detail: String(error) });
      return false;
    }
  }

  private async takeBack(planned: readonly Planned[]): Promise<void> {
    await this.planner.takeBack(planned);
  }

  private async finish(applied: readonly Planned[]): Promise<void> {
    try {
      await this.journal.markApplied(applied.map(({ prepared }) => prepared.migration.seq));
    } catch (error) {
      // A lost mark costs recovery a look at the notes, nothing else.
      this.host.logger.log('warning', 'applied_mark_lost', { detail: String(error) });
    }
    this.published = null;
    this.journal.logs.publish(applied.flatMap(({ prepared }) => prepared.versions));
    for (const { waiting, committed, prepared } of applied) {
      await this.options.committed({
        migration: prepared.migration,
        changedCatalog: committed.transaction.catalogChanged,
      });
      waiting.resolve(committed);
    }
  }
}

const isSyncFailure = (error: unknown): boolean => error instanceof JournalFailure && error.stage === 'sync';
