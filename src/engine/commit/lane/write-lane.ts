/** The one lane of writes: plans the waiting ones, makes them durable with one sync, applies and publishes them. Commit protocol: docs/architecture.md. */

import type { NotedbError } from '../../errors';
import type { Published, Publisher } from '../../feed/published';
import type { Caller } from '../../history/caller';
import type { HistoryPruner, UpkeepReader } from '../../history/history-reader';
import { type Journal, JournalFailure } from '../../history/journal/journal';
import type { Host, SchedulerPort } from '../../ports/host';
import { type NotePath, VaultFailure } from '../../ports/vault-port';
import type { Store } from '../../storage/store/store';
import type { CommittedView } from '../../storage/view';
import { type ApplyFailure, applyFileChanges, removeFolders } from './apply';
import { Checkpoints } from './checkpoints';
import { ExternalEditsMet } from '../external/edited-notes';
import { ExternalChanges, type Ingested } from '../external/external-changes';
import { type OpenedView, openForReading, openView } from '../open-view';
import {
  type InterruptedWrite,
  type PlannedMigration,
  type PlannedStep,
  type WaitingWrite,
  abortsOf,
  asRefused,
  isInterrupted,
  isPlanned,
  pathsOf,
  type CommittedWrite,
  type WriteJob,
} from './write-job';
import { WritePlanner } from './write-planner';
import type { ProtocolWeakness } from '../protocol';
import { type ReadSnapshot, SnapshotReaders } from './snapshot-readers';
import { UnfinishedWrites } from './unfinished-writes';
import { clashError, notDurable, notRecorded, notWritten, failedTooOften, vaultClosing } from './write-failures';

export interface LaneOptions {
  readonly weakness: ProtocolWeakness;
  /** It is published before the caller has its answer. */
  readonly publisher: Publisher;
  /** Ingests external edits of these notes by `ingest`, before the next cycle. */
  readonly ingestEdits: (paths: readonly NotePath[]) => void;
}

/** With all of the history, which does not go on meanwhile. */
export type Upkeep = OpenedView<ReadSnapshot & { readonly journal: UpkeepReader }>;

/** A write is planned this often: again where another's clash swept it along, or an external edit came before it. */
const MOST_ATTEMPTS = 3;

export class WriteLane {
  private readonly weakness: ProtocolWeakness;
  private readonly queue: WriteQueue<WaitingWrite>;
  private readonly checkpoints: Checkpoints;
  private readonly planner: WritePlanner;
  private readonly readers: SnapshotReaders;
  private readonly externalChanges: ExternalChanges;
  private readonly unfinished: UnfinishedWrites;
  private isClosing = false;

  constructor(
    private readonly host: Host,
    private readonly store: Store,
    private readonly journal: Journal,
    private readonly options: LaneOptions,
  ) {
    this.weakness = options.weakness;
    this.queue = new WriteQueue(host.scheduler, (jobs) => this.cycle(jobs));
    const isHeld = (): boolean => this.unfinished.isOpen;
    this.checkpoints = new Checkpoints(host, journal, options.weakness, (task) => this.between(task), isHeld);
    this.planner = new WritePlanner(host, store, journal);
    this.readers = new SnapshotReaders(host.vault, store, journal, () => this.planner.lastSeq);
    this.externalChanges = new ExternalChanges(host, store, journal, this.planner, isHeld);
    this.unfinished = new UnfinishedWrites(host, store, journal, (paths, touched) =>
      this.externalChanges.expect(paths, touched),
    );
  }

  /** Snapshots of the last committed state, for readers while writes go on. `rows` false: without rows. */
  open(caller: Caller, rows = true): OpenedView<ReadSnapshot> {
    return openForReading(caller, this.readers.snapshot(), rows);
  }

  /** Paths that were written since the last checkpoint. */
  wasWritten(path: NotePath): boolean {
    return this.checkpoints.wasWritten(path);
  }

  write<T>(job: WriteJob<T>): Promise<CommittedWrite<T>> {
    if (this.isClosing) return Promise.reject(vaultClosing());
    return new Promise((resolve, reject) => {
      this.queue.add({ job, resolve, reject, attempts: 0 } as WaitingWrite);
    });
  }

  /** Runs `task` while no write is under way. */
  exclusive<T>(task: () => Promise<T>): Promise<T> {
    return this.queue.exclusive(task);
  }

  /**
   * Runs `task`, which ingests external edits, while no write is under way. From when it calls `freezeReaders` on,
   * readers see the state of before, which that returns, until they see all of it in one moment, with the versions that
   * it makes. Then it is published.
   */
  ingest(task: (hold: () => CommittedView) => Promise<Ingested | null>): Promise<void> {
    return this.between(async () => {
      const published = await task(() => this.readers.freezeReaders())
        .then((ingested) => this.externalChanges.record(ingested))
        .finally(() => this.readers.releaseReaders());
      await this.publish(published);
    });
  }

  /** Runs `task` while no write is under way: the state is the committed one. */
  look<T>(caller: Caller, task: (seen: Upkeep) => Promise<T>): Promise<T> {
    return this.exclusive(() => task(this.openForUpkeep(caller)));
  }

  /** Runs `task` on the private state while everything written is durable and no write is under way. Rejects where nothing may be written. */
  async upkeep<T>(caller: Caller, task: (seen: Upkeep, pruner: HistoryPruner) => Promise<T>): Promise<T> {
    if (this.isClosing) throw vaultClosing();
    return this.between(async (refusal) => {
      if (refusal !== null) throw refusal;
      await this.checkpoints.force();
      this.readers.freezeReaders();
      return task(this.openForUpkeep(caller), this.journal).finally(() => this.readers.releaseReaders());
    });
  }

  private openForUpkeep(caller: Caller): Upkeep {
    return openView(caller, { ...this.readers.snapshot(), journal: this.journal });
  }

  /** Runs `task` while no write is under way and every change is recorded; null where a change can't be recorded now. */
  whenRecorded<T>(task: () => Promise<T>): Promise<T | null> {
    return this.between(async (refusal) => {
      await this.publish(await this.externalChanges.record(null));
      return refusal === null && this.externalChanges.isRecorded ? task() : null;
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
    await this.between(async () => {
      await this.publish(await this.externalChanges.record(null));
      await this.checkpoint();
    });
    await this.queue.drain();
    this.checkpoints.callOff();
  }

  private async cycle(jobs: readonly WaitingWrite[]): Promise<void> {
    this.checkpoints.callOff();
    this.readers.freezeReaders();
    this.planner.begin();
    const refusal = await this.unfinished.settle();
    const steps: PlannedStep[] = [];
    for (const [i, waiting] of jobs.entries()) {
      const step = await this.plan(waiting, refusal);
      if (isInterrupted(step)) {
        this.ingestFirst(step, jobs.slice(i + 1));
        break;
      }
      // Findings on the committed state hold.
      if (steps.length === 0 && !isPlanned(step)) step.tell();
      else steps.push(step);
    }
    const settled = await this.commit(steps).catch((error: unknown) => this.breakDown(error, steps));
    const external = await this.externalChanges.record(null);
    this.readers.releaseReaders();
    this.planner.begin();
    await this.tell(settled);
    await this.publish(external);
    await this.checkpoints.afterCycle();
  }

  /** Runs `task` between cycles, with why nothing may be written then; null: all is well. */
  private between<T>(task: (refusal: NotedbError | null) => Promise<T>): Promise<T> {
    return this.exclusive(async () => {
      const isWaiting = this.unfinished.isWaiting;
      if (isWaiting) this.readers.freezeReaders();
      const refusal = await this.unfinished.settle();
      if (isWaiting) this.readers.releaseReaders();
      return task(refusal).finally(() => (this.unfinished.isWaiting ? this.checkpoints.afterCycle() : undefined));
    });
  }

  private breakDown(error: unknown, steps: readonly PlannedStep[]): readonly PlannedStep[] {
    this.unfinished.breakDown(error);
    return steps.map(({ waiting }) => asRefused(waiting, error));
  }

  /** The edits come before the write, and so the writes after it wait too. */
  private ingestFirst({ waiting, edited }: InterruptedWrite, later: readonly WaitingWrite[]): void {
    waiting.attempts += 1;
    const [path = ''] = edited;
    if (waiting.attempts < MOST_ATTEMPTS) this.queue.putBack([waiting, ...later]);
    else {
      this.queue.putBack(later);
      waiting.reject(clashError(new VaultFailure('changed', path)));
    }
    this.options.ingestEdits(edited);
  }

  private async plan(waiting: WaitingWrite, refusal: NotedbError | null): Promise<PlannedStep | InterruptedWrite> {
    try {
      if (refusal !== null && !waiting.job.dryRun) throw refusal;
      return await this.planner.plan(waiting);
    } catch (error) {
      return error instanceof ExternalEditsMet ? { waiting, edited: error.paths } : asRefused(waiting, error);
    }
  }

  /** Resolves to the answers, of writes that hold and of failed ones. The others wait to be planned again. */
  private async commit(steps: readonly PlannedStep[]): Promise<readonly PlannedStep[]> {
    if (steps.length === 0) return [];
    const planned = steps.filter(isPlanned);
    if (this.weakness.applyFirst === true) {
      for (const { prepared } of planned) await applyFileChanges(this.host, prepared.changes);
    }
    const unrecorded = await this.record(steps);
    if (unrecorded !== null) return unrecorded;
    await this.readers.keepTextsBefore(planned);
    const settled: PlannedStep[] = [];
    let failed: readonly PlannedStep[] | null = null;
    for (const [i, step] of steps.entries()) {
      if (isPlanned(step)) failed = await this.apply(step, steps.slice(i + 1));
      if (failed !== null) break;
      settled.push(step);
    }
    await this.finish(settled.filter(isPlanned));
    return [...settled, ...(failed ?? [])];
  }

  /** The commit point. When it is not reached, everything planned is taken back; then it returns the error. */
  private async record(steps: readonly PlannedStep[]): Promise<readonly PlannedStep[] | null> {
    const planned = steps.filter(isPlanned);
    try {
      await this.journal.record(
        planned.map(({ prepared }) => prepared.migration),
        planned.map(({ prepared }) => prepared.texts),
      );
      return null;
    } catch (error) {
      await this.planner.rollBack(planned);
      return this.fail(steps, await this.abortUnrecorded(planned, error));
    }
  }

  /** What a failed append left is called off in a new segment; after a failed sync the state is unknown, so writing stops. */
  private async abortUnrecorded(planned: readonly PlannedMigration[], error: unknown): Promise<NotedbError> {
    const failure = error instanceof JournalFailure ? error : new JournalFailure('append', error);
    this.host.logger.log('error', 'journal_write_failed', { detail: failure.message });
    const aborts = abortsOf(planned, 'failed');
    const isSync = failure.stage === 'sync';
    if (!isSync && !(await this.journal.mayHoldSome())) return notRecorded(failure);
    const refusal = await this.unfinished.add({ aborts, done: [], paths: new Set(), clashed: null, foldersMade: [] });
    return isSync ? this.unfinished.stop(notDurable(failure.message)) : (refusal ?? notRecorded(failure));
  }

  /** Null when it is written; else the error. */
  private async apply(plan: PlannedMigration, later: readonly PlannedStep[]): Promise<readonly PlannedStep[] | null> {
    const { prepared } = plan;
    this.checkpoints.expect(pathsOf([plan]));
    if (this.weakness.applyFirst === true) return null;
    const result = await applyFileChanges(this.host, prepared.changes);
    if ('failure' in result) return this.notApplied(plan, later, result.failure);
    await removeFolders(this.host.vault, prepared.migration.foldersLeft, this.host.logger);
    // A write planned later may have moved the file on, in the store.
    for (const stat of result.stats) if (this.store.files.has(stat.path)) this.store.touch(stat);
    return null;
  }

  /** What comes after a failed write was planned on top of it: it is called off with it and planned anew. */
  private async notApplied(
    plan: PlannedMigration,
    later: readonly PlannedStep[],
    { error, isClash, left }: ApplyFailure,
  ): Promise<readonly PlannedStep[]> {
    const swept = [plan, ...later.filter(isPlanned)];
    await this.planner.rollBack(swept);
    const aborts = abortsOf(swept, isClash ? 'clash' : 'failed');
    // Definitions are the watcher's matter.
    const paths = new Set([error.path, ...pathsOf(swept)]);
    paths.delete(this.store.metastore ?? '');
    const { foldersMade } = plan.prepared.migration;
    const clashed = isClash ? error.path : null;
    const refusal = await this.unfinished.add({ aborts, done: left, paths, clashed, foldersMade });
    if (refusal !== null) return this.fail([plan, ...later], refusal);
    return [asRefused(plan.waiting, isClash ? clashError(error) : notWritten(error)), ...this.planAgain(later)];
  }

  /** None of the writes can be carried out; the findings on them are asked again. */
  private fail(steps: readonly PlannedStep[], error: NotedbError): readonly PlannedStep[] {
    const again = this.planAgain(steps.filter((step) => !isPlanned(step)));
    return [...steps.filter(isPlanned).map(({ waiting }) => asRefused(waiting, error)), ...again];
  }

  /** Returns those that failed too often. */
  private planAgain(steps: readonly PlannedStep[]): readonly PlannedStep[] {
    for (const { waiting } of steps) waiting.attempts += 1;
    this.queue.putBack(steps.flatMap(({ waiting }) => (waiting.attempts < MOST_ATTEMPTS ? [waiting] : [])));
    const swept = steps.filter(({ waiting }) => waiting.attempts >= MOST_ATTEMPTS);
    return swept.map(({ waiting }) => asRefused(waiting, failedTooOften()));
  }

  private async finish(applied: readonly PlannedMigration[]): Promise<void> {
    if (applied.length === 0) return;
    try {
      await this.journal.markApplied(applied.map(({ prepared }) => prepared.migration.seq));
    } catch (error) {
      // A lost mark costs recovery a look at the notes, nothing else.
      this.host.logger.log('warning', 'applied_mark_lost', { detail: String(error) });
    }
    this.journal.logs.publish(applied.flatMap(({ prepared }) => prepared.versions));
  }

  private async publish(published: Published | null): Promise<void> {
    if (published !== null) await this.options.publisher.publish(published);
  }

  private async tell(settled: readonly PlannedStep[]): Promise<void> {
    for (const step of settled) {
      if (isPlanned(step)) {
        const { catalogChanged: definitions } = step.committed.transaction;
        const { migration } = step.prepared;
        const paths = migration.changes.map(({ from, to }) => to ?? from ?? '');
        const write = { migration, caller: step.waiting.job.caller };
        const { time, tables } = migration;
        await this.publish({ write, time, tables, definitions, changes: step.told, paths });
      }
      step.tell();
    }
  }
}

/** Writes that share one sync. */
const MOST_IN_A_CYCLE = 64;

class WriteQueue<Job> {
  private readonly jobs: Job[] = [];
  private readonly between: (() => Promise<void>)[] = [];
  private running: Promise<void> | null = null;

  /** `handle` must not reject. */
  constructor(
    private readonly scheduler: SchedulerPort,
    private readonly handle: (jobs: readonly Job[]) => Promise<void>,
  ) {}

  add(job: Job): void {
    this.jobs.push(job);
    this.start();
  }

  /** These come first, in their order. */
  putBack(jobs: readonly Job[]): void {
    this.jobs.unshift(...jobs);
    this.start();
  }

  /** Runs `task` while no job is under way. */
  exclusive<T>(task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.between.push(() => task().then(resolve, reject));
      this.start();
    });
  }

  /** Resolves when nothing waits and nothing is under way. */
  async drain(): Promise<void> {
    while (this.running !== null) await this.running;
  }

  private start(): void {
    this.running ??= this.run().finally(() => {
      this.running = null;
      if (this.jobs.length + this.between.length > 0) this.start();
    });
  }

  private async run(): Promise<void> {
    while (this.jobs.length + this.between.length > 0) {
      for (const task of this.between.splice(0)) await task();
      const jobs = this.jobs.splice(0, MOST_IN_A_CYCLE);
      if (jobs.length > 0) await this.handle(jobs);
      await this.scheduler.pause();
    }
  }
}
