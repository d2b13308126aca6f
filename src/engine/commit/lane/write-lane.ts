/** The one lane of writes: plans what waits, makes it durable with one sync, applies it, publishes it. Commit protocol: docs/architecture.md. */

import type { NotedbError } from '../../errors';
import { type Journal, JournalFailure } from '../../history/journal/journal';
import type { Host, SchedulerPort } from '../../ports/host';
import type { NotePath, NoteReader, VaultPort } from '../../ports/vault-port';
import type { Store } from '../../storage/store/store';
import { type ApplyFailure, applyChanges, removeFolders } from './apply';
import { Checkpoints } from './checkpoints';
import type { ExternalScope } from '../external/external-versions';
import { ForeignChanges } from '../external/foreign-changes';
import { type Planned, type Step, type Waiting, abortsOf, isPlanned, pathsOf, refused } from './planned';
import { Planner } from './planner';
import type { ProtocolWeakness } from '../protocol';
import { Unsettled } from './unsettled';
import { clash, closing, notDurable, notRecorded, notWritten, sweptAlong } from './write-failures';
import type { Committed, CommittedMigration, WriteJob } from './write-job';
import { CommittedHistory, type HistoryReader } from '../../history/history-reader';
import { FrozenView } from '../../storage/store/frozen-view';
import type { CommittedView } from '../../storage/view';
import { DiskMoments } from './committed-notes';

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
  private readonly readers: Readers;
  private readonly foreign: ForeignChanges;
  private readonly unsettled: Unsettled;
  private isClosing = false;

  constructor(
    private readonly host: Host,
    private readonly store: Store,
    private readonly journal: Journal,
    private readonly options: LaneOptions,
  ) {
    this.weakness = options.weakness;
    this.queue = new WriteQueue(host.scheduler, (jobs) => this.cycle(jobs));
    const isHeld = (): boolean => this.unsettled.isOpen;
    this.checkpoints = new Checkpoints(host, journal, options.weakness, (task) => this.between(task), isHeld);
    this.planner = new Planner(host, store, journal);
    this.readers = new Readers(host.vault, store, journal, () => this.planner.lastSeq);
    this.foreign = new ForeignChanges(host, store, journal, () => this.planner.stamp(), isHeld);
    this.unsettled = new Unsettled(host, store, journal, (paths) => this.foreign.expect(paths));
  }

  /** What readers see: the last committed state, whatever is written while they read. */
  snapshot(): Snapshot {
    return this.readers.snapshot();
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
    return this.between(async () => {
      try {
        await this.foreign.record(await task(() => this.readers.hold()));
      } finally {
        this.readers.release();
      }
    });
  }

  /** Runs `task` on the private state while everything written is durable and no write is under way. Rejects where nothing may be written. */
  async upkeep<T>(task: () => Promise<T>): Promise<T> {
    if (this.isClosing) throw closing();
    return this.between(async (refusal) => {
      if (refusal !== null) throw refusal;
      await this.checkpoints.force();
      this.readers.hold();
      return task().finally(() => this.readers.release());
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
      await this.foreign.record(null);
      await this.checkpoint();
    });
    await this.queue.drain();
    this.checkpoints.callOff();
  }

  private async cycle(jobs: readonly Waiting[]): Promise<void> {
    this.checkpoints.callOff();
    this.readers.hold();
    this.planner.begin();
    const refusal = await this.unsettled.settle();
    const steps: Step[] = [];
    for (const waiting of jobs) {
      const step = await this.plan(waiting, refusal);
      // What is found on the committed state holds.
      if (steps.length === 0 && !isPlanned(step)) step.tell();
      else steps.push(step);
    }
    const settled = await this.commit(steps).catch((error: unknown) => this.breakDown(error, steps));
    await this.foreign.record(null);
    this.readers.release();
    this.planner.begin();
    await this.tell(settled);
    await this.checkpoints.afterCycle();
  }

  /** Runs `task` between cycles, with why nothing may be written then; null: all is well. */
  private between<T>(task: (refusal: NotedbError | null) => Promise<T>): Promise<T> {
    return this.exclusive(async () => {
      const isWaiting = this.unsettled.isWaiting;
      if (isWaiting) this.readers.hold();
      const refusal = await this.unsettled.settle();
      if (isWaiting) this.readers.release();
      return task(refusal).finally(() => (this.unsettled.isWaiting ? this.checkpoints.afterCycle() : undefined));
    });
  }

  private breakDown(error: unknown, steps: readonly Step[]): readonly Step[] {
    this.unsettled.breakDown(error);
    return steps.map(({ waiting }) => refused(waiting, error));
  }

  private async plan(waiting: Waiting, refusal: NotedbError | null): Promise<Step> {
    try {
      if (refusal !== null && !waiting.job.dryRun) throw refusal;
      return await this.planner.plan(waiting);
    } catch (error) {
      return refused(waiting, error);
    }
  }

  /** Resolves to what is to be told: what holds, and what failed. The others wait to be planned again. */
  private async commit(steps: readonly Step[]): Promise<readonly Step[]> {
    if (steps.length === 0) return [];
    const planned = steps.filter(isPlanned);
    if (this.weakness.applyFirst === true) {
      for (const { prepared } of planned) await applyChanges(this.host, prepared.changes);
    }
    const unrecorded = await this.record(steps);
    if (unrecorded !== null) return unrecorded;
    await this.readers.keep(planned);
    const settled: Step[] = [];
    let failed: readonly Step[] | null = null;
    for (const [i, step] of steps.entries()) {
      if (isPlanned(step)) failed = await this.apply(step, steps.slice(i + 1));
      if (failed !== null) break;
      settled.push(step);
    }
    await this.finish(settled.filter(isPlanned));
    return [...settled, ...(failed ?? [])];
  }

  /** The commit point. When it is not reached, everything planned is taken back; then what is to be told. */
  private async record(steps: readonly Step[]): Promise<readonly Step[] | null> {
    const planned = steps.filter(isPlanned);
    try {
      await this.journal.record(
        planned.map(({ prepared }) => prepared.migration),
        planned.map(({ prepared }) => prepared.texts),
      );
      return null;
    } catch (error) {
      await this.planner.takeBack(planned);
      return this.fail(steps, await this.callOffUnrecorded(planned, error));
    }
  }

  /** What a failed append left is called off in a new segment; after a failed sync nobody knows, so writing stops. */
  private async callOffUnrecorded(planned: readonly Planned[], error: unknown): Promise<NotedbError> {
    const failure = error instanceof JournalFailure ? error : new JournalFailure('append', error);
    this.host.logger.log('error', 'journal_write_failed', { detail: failure.message });
    const aborts = abortsOf(planned, 'failed');
    const isSync = failure.stage === 'sync';
    if (!isSync && !(await this.journal.mayHoldSome())) return notRecorded(failure);
    const refusal = await this.unsettled.add({ aborts, done: [], paths: new Set(), foldersMade: [] });
    return isSync ? this.unsettled.stop(notDurable(failure.message)) : (refusal ?? notRecorded(failure));
  }

  /** Null when it is written; else what is to be told. */
  private async apply(plan: Planned, later: readonly Step[]): Promise<readonly Step[] | null> {
    const { prepared } = plan;
    this.checkpoints.expect(pathsOf([plan]));
    if (this.weakness.applyFirst === true) return null;
    const result = await applyChanges(this.host, prepared.changes);
    if ('failure' in result) return this.notApplied(plan, later, result.failure);
    await removeFolders(this.host.vault, prepared.migration.foldersLeft, this.host.logger);
    // A write planned later may have moved the file on, in the store.
    for (const stat of result.stats) if (this.store.files.has(stat.path)) this.store.touch(stat);
    return null;
  }

  /** What comes after a failed write was planned on top of it: it is called off with it and planned anew. */
  private async notApplied(
    plan: Planned,
    later: readonly Step[],
    { error, isClash, left }: ApplyFailure,
  ): Promise<readonly Step[]> {
    const swept = [plan, ...later.filter(isPlanned)];
    await this.planner.takeBack(swept);
    const aborts = abortsOf(swept, isClash ? 'clash' : 'failed');
    // Definitions are the watcher's matter.
    const paths = new Set([error.path, ...pathsOf(swept)]);
    paths.delete(this.store.metastore ?? '');
    const { foldersMade } = plan.prepared.migration;
    const refusal = await this.unsettled.add({ aborts, done: left, paths, foldersMade });
    if (refusal !== null) return this.fail([plan, ...later], refusal);
    return [refused(plan.waiting, isClash ? clash(error) : notWritten(error)), ...this.planAgain(later)];
  }

  /** None of the writes can be carried out; what was found on them is asked again. */
  private fail(steps: readonly Step[], error: NotedbError): readonly Step[] {
    const again = this.planAgain(steps.filter((step) => !isPlanned(step)));
    return [...steps.filter(isPlanned).map(({ waiting }) => refused(waiting, error)), ...again];
  }

  /** Returns those that failed too often. */
  private planAgain(steps: readonly Step[]): readonly Step[] {
    for (const { waiting } of steps) waiting.attempts += 1;
    this.queue.putBack(steps.flatMap(({ waiting }) => (waiting.attempts < MOST_ATTEMPTS ? [waiting] : [])));
    const swept = steps.filter(({ waiting }) => waiting.attempts >= MOST_ATTEMPTS);
    return swept.map(({ waiting }) => refused(waiting, sweptAlong()));
  }

  private async finish(applied: readonly Planned[]): Promise<void> {
    if (applied.length === 0) return;
    try {
      await this.journal.markApplied(applied.map(({ prepared }) => prepared.migration.seq));
    } catch (error) {
      // A lost mark costs recovery a look at the notes, nothing else.
      this.host.logger.log('warning', 'applied_mark_lost', { detail: String(error) });
    }
    this.journal.logs.publish(applied.flatMap(({ prepared }) => prepared.versions));
  }

  private async tell(settled: readonly Step[]): Promise<void> {
    for (const step of settled) {
      if (isPlanned(step)) {
        const { catalogChanged } = step.committed.transaction;
        await this.options.committed({ migration: step.prepared.migration, changedCatalog: catalogChanged });
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

/** Rows, notes and history of one moment. */
interface Snapshot {
  readonly view: CommittedView;
  readonly vault: NoteReader;
  readonly journal: HistoryReader;
}

class Readers {
  /** What readers see while the store goes ahead of them. */
  private held: Snapshot | null = null;
  /** What they see otherwise, once somebody asked. */
  private present: Snapshot | null = null;
  private readonly disk: DiskMoments;

  constructor(
    vault: VaultPort,
    private readonly store: Store,
    private readonly journal: Journal,
    /** The last sequence number given out. */
    private readonly lastSeq: () => number,
  ) {
    this.disk = new DiskMoments(vault);
  }

  snapshot(): Snapshot {
    return this.held ?? (this.present ??= this.freeze());
  }

  private freeze(): Snapshot {
    const view = new FrozenView(this.store);
    return { view, vault: this.disk.freeze(view), journal: new CommittedHistory(this.journal, this.lastSeq()) };
  }

  /** From now on store, disk and journal go ahead of what readers see. */
  hold(): void {
    this.held = this.snapshot();
  }

  /** These are about to be written to the disk. */
  async keep(planned: readonly Planned[]): Promise<void> {
    for (const { prepared } of planned) await this.disk.keep(prepared);
  }

  /** Readers see what is there now, all of it in one moment. */
  release(): void {
    this.held = null;
    this.present = null;
  }
}
