/** The one lane of writes: plans what waits, makes it durable with one sync, applies it, publishes it. Commit protocol: docs/architecture.md. */

import { NotedbError } from '../errors';
import { type Journal, JournalFailure } from '../history/journal';
import type { Actor, Migration } from '../history/migration';
import type { Host } from '../ports/host';
import { type NotePath, VaultFailure } from '../ports/vault-port';
import type { StagedChange } from '../storage/staged-change';
import type { Store } from '../storage/store';
import { Transaction } from '../storage/transaction';
import { type FrozenView, freezeView } from '../storage/frozen-view';
import type { View } from '../storage/view';
import { applyChanges, removeFolders } from './apply';
import { prepare } from './prepare';
import { readQuietly } from './read-quietly';
import type { Prepared } from './prepared';
import type { ProtocolWeakness } from './protocol';
import { advance, revert } from './publish';

/** What a handler says of the write that it staged. */
export interface WriteOutcome<T> {
  readonly op: string;
  readonly summary: string;
  /** Qualified names, in the order in which they matter. */
  readonly tables: readonly string[];
  readonly undoes?: string | null;
  readonly unlisted?: boolean;
  readonly value: T;
}

export interface WriteJob<T> {
  readonly actor: Actor | null;
  readonly dryRun: boolean;
  /** Stages and validates; throws when the write is refused. May be called again when the lane has to plan anew. */
  stage(transaction: Transaction): Promise<WriteOutcome<T>>;
}

export interface Committed<T> {
  /** Null for a dry run and when there was nothing to change. */
  readonly migration: Migration | null;
  readonly changes: readonly StagedChange[];
  readonly transaction: Transaction;
  readonly outcome: WriteOutcome<T>;
}

/** A migration whose notes are written. */
export interface CommittedMigration {
  readonly migration: Migration;
  readonly changedCatalog: boolean;
}

export interface LaneOptions {
  readonly weakness: ProtocolWeakness;
  /** Called before the caller has its answer. */
  committed(committed: CommittedMigration): Promise<void>;
}

interface Waiting {
  readonly job: WriteJob<unknown>;
  readonly resolve: (committed: Committed<unknown>) => void;
  readonly reject: (error: unknown) => void;
  attempts: number;
}

interface Planned {
  readonly waiting: Waiting;
  readonly prepared: Prepared;
  readonly committed: Committed<unknown>;
}

/** Writes that share one sync. */
const MOST_IN_A_CYCLE = 64;
/** A segment that passes this many bytes is cut after its cycle. */
const SEGMENT_LIMIT = 32 * 1024 * 1024;
/** Quiet time after which the notes are synced and the segment is cut, in milliseconds. */
const CHECKPOINT_AFTER = 10_000;
/** A write that was swept along by another's clash is planned again this often. */
const MOST_ATTEMPTS = 3;

export class WriteLane {
  private readonly weakness: ProtocolWeakness;
  private readonly queue: Waiting[] = [];
  private readonly between: (() => Promise<void>)[] = [];
  private running: Promise<void> | null = null;
  private seq: number;
  private time: number;
  /** Texts that a planned migration leaves and the disk does not have yet. */
  private readonly pending = new Map<NotePath, string | null>();
  private readonly unsynced = new Set<NotePath>();
  private published: FrozenView | null = null;
  private stopCheckpoint: (() => void) | null = null;
  /** Why nothing may be written any more; null while all is well. */
  private closedBecause: NotedbError | null = null;
  /** The journal holds records whose outcome only the next opening can settle: it must not be cut. */
  private isBroken = false;

  constructor(
    private readonly host: Host,
    private readonly store: Store,
    private readonly journal: Journal,
    private readonly options: LaneOptions,
  ) {
    this.weakness = options.weakness;
    ({ seq: this.seq, time: this.time } = journal.last());
  }

  /** What readers see: the last committed state, also while a cycle is under way. */
  view(): View {
    return this.published ?? this.store;
  }

  /** Paths that were written since the last checkpoint. */
  isUnsynced(path: NotePath): boolean {
    return this.unsynced.has(path);
  }

  write<T>(job: WriteJob<T>): Promise<Committed<T>> {
    return new Promise((resolve, reject) => {
      const waiting = { job, resolve, reject, attempts: 0 } as Waiting;
      this.queue.push(waiting);
      this.start();
    });
  }

  /** Runs `task` while no write is under way. */
  exclusive<T>(task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.between.push(() => task().then(resolve, reject));
      this.start();
    });
  }

  /** No write is taken from now on. */
  stop(reason: NotedbError): void {
    this.closedBecause ??= reason;
  }

  /** Lets the waiting writes finish, takes no more, makes everything durable. */
  async close(): Promise<void> {
    await this.exclusive(async () => {
      this.stop(new NotedbError('unavailable', 'the vault is closing', { hint: 'try again' }));
    });
    await this.exclusive(() => this.checkpoint());
    this.stopCheckpoint?.();
  }

  private start(): void {
    this.running ??= this.run().finally(() => {
      this.running = null;
      if (this.queue.length + this.between.length > 0) this.start();
    });
  }

  private async run(): Promise<void> {
    while (this.queue.length + this.between.length > 0) {
      for (const task of this.between.splice(0)) await task();
      const jobs = this.queue.splice(0, MOST_IN_A_CYCLE);
      if (jobs.length > 0) await this.cycle(jobs);
      await this.host.scheduler.pause();
    }
  }

  private async cycle(jobs: readonly Waiting[]): Promise<void> {
    this.stopCheckpoint?.();
    this.published = freezeView(this.store);
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
    this.published = null;
    this.pending.clear();
    await this.checkpointWhenDue();
  }

  /** Something happened that no step foresaw: what was recorded is settled at the next opening. */
  private breakDown(error: unknown, planned: readonly Planned[]): void {
    this.host.logger.log('error', 'write_lane_broke', { detail: String(error) });
    this.isBroken = true;
    this.stop(
      new NotedbError('unavailable', 'a write failed in a way that nobody foresaw; the vault is read-only now', {
        hint: 'open the vault again: it recovers by itself; please report the log',
      }),
    );
    for (const { waiting } of planned) waiting.reject(error);
  }

  private async plan(waiting: Waiting): Promise<Planned | null> {
    const { job } = waiting;
    if (this.closedBecause !== null && !job.dryRun) throw this.closedBecause;
    const time = Math.max(this.host.clock.now(), this.time + 1);
    const transaction = new Transaction(this.store, { read: (path) => this.read(path) }, time);
    const outcome = await job.stage(transaction);
    const changes = transaction.staging();
    const committed = { changes, transaction, outcome, migration: null };
    if (job.dryRun || (changes.length === 0 && !transaction.catalogChanged)) {
      waiting.resolve(committed);
      return null;
    }
    const prepared = await prepare(this.host, this.store, transaction, outcome, {
      seq: this.seq + 1,
      time,
      actor: job.actor,
    });
    this.seq = prepared.migration.seq;
    this.time = time;
    await advance(this.store, transaction, changes, (path) => this.read(path));
    for (const { from, to, after } of changes) {
      if (from !== null && from !== to) this.pending.set(from, null);
      if (to !== null) this.pending.set(to, after);
    }
    return { waiting, prepared, committed: { ...committed, migration: prepared.migration } };
  }

  private async read(path: NotePath): Promise<string | null> {
    const pending = this.pending.get(path);
    return pending === undefined ? await this.host.vault.read(path) : pending;
  }

  private async commit(planned: readonly Planned[]): Promise<void> {
    if (this.weakness.applyFirst === true) {
      for (const { prepared } of planned) await applyChanges(this.host.vault, prepared.changes, this.host.logger);
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
    const texts = new Map(planned.flatMap(({ prepared }) => [...prepared.texts]));
    try {
      await this.journal.record(
        planned.map(({ prepared }) => prepared.migration),
        texts,
      );
      return true;
    } catch (error) {
      await this.takeBack(planned);
      const answer = await this.notRecorded(planned, error);
      for (const { waiting } of planned) waiting.reject(answer);
      return false;
    }
  }

  /** A failed append can be called off in a new segment; after a failed sync nobody knows, so writing stops. */
  private async notRecorded(planned: readonly Planned[], error: unknown): Promise<NotedbError> {
    const detail = error instanceof Error ? error.message : String(error);
    this.host.logger.log('error', 'journal_write_failed', { detail });
    try {
      await this.journal.abort(planned.map(({ prepared }) => ({ seq: prepared.migration.seq, reason: 'failed' })));
      if (!isSyncFailure(error)) {
        return new NotedbError('unavailable', `the journal could not be written (${detail}); nothing was changed`, {
          hint: 'free some space on the disk, then try again',
        });
      }
    } catch {
      // The same disk refuses this too.
    }
    const stopped = new NotedbError(
      'unavailable',
      `the journal could not be made durable (${detail}); the vault is read-only now`,
      {
        hint: 'check the disk, then open the vault again: it recovers by itself',
      },
    );
    this.isBroken = true;
    this.stop(stopped);
    return stopped;
  }

  private async apply(plan: Planned, later: readonly Planned[]): Promise<boolean> {
    const { vault, logger } = this.host;
    const { prepared, waiting } = plan;
    for (const { from, to } of prepared.changes) {
      if (from !== null) this.unsynced.add(from);
      if (to !== null) this.unsynced.add(to);
    }
    if (this.weakness.applyFirst === true) return true;
    const result = await applyChanges(vault, prepared.changes, logger);
    if (!('failure' in result)) {
      await removeFolders(vault, prepared.migration.foldersLeft);
      for (const stat of result.stats) if (this.pending.has(stat.path)) this.store.touch(stat);
      return true;
    }
    const { error, isClash } = result.failure;
    await this.takeBack([plan, ...later]);
    await this.abort([plan, ...later], isClash);
    await removeFolders(vault, prepared.migration.foldersMade);
    await this.look(error.path);
    waiting.reject(isClash ? clash(error) : notWritten(error));
    this.planAgain(later);
    return false;
  }

  private async abort(planned: readonly Planned[], isClash: boolean): Promise<void> {
    const reason = isClash ? 'clash' : 'failed';
    try {
      await this.journal.abort(planned.map(({ prepared }) => ({ seq: prepared.migration.seq, reason })));
    } catch (error) {
      this.host.logger.log('error', 'abort_not_recorded', { detail: String(error) });
      this.isBroken = true;
      this.stop(
        new NotedbError('unavailable', 'a write could not be called off in the journal; the vault is read-only now', {
          hint: 'free some space on the disk, then open the vault again: it recovers by itself',
        }),
      );
    }
  }

  private planAgain(later: readonly Planned[]): void {
    for (const { waiting } of [...later].reverse()) {
      waiting.attempts++;
      if (waiting.attempts < MOST_ATTEMPTS) this.queue.unshift(waiting);
      else
        waiting.reject(new NotedbError('conflict', 'other writes kept failing before this one', { hint: 'try again' }));
    }
  }

  private async takeBack(planned: readonly Planned[]): Promise<void> {
    this.pending.clear();
    for (const { prepared } of [...planned].reverse()) await revert(this.store, prepared, (path) => this.read(path));
  }

  /** Someone else's text becomes ours. */
  private async look(path: NotePath): Promise<void> {
    const stat = await this.host.vault.stat(path);
    if (stat === null) this.store.drop(path);
    else this.store.place(stat, await readQuietly(this.host, path));
  }

  private async finish(applied: readonly Planned[]): Promise<void> {
    try {
      await this.journal.markApplied(applied.map(({ prepared }) => prepared.migration.seq));
    } catch (error) {
      // A lost mark costs recovery a look at the notes, nothing else.
      this.host.logger.log('warning', 'applied_mark_lost', { detail: String(error) });
    }
    this.published = null;
    for (const { waiting, committed, prepared } of applied) {
      await this.options.committed({
        migration: prepared.migration,
        changedCatalog: committed.transaction.catalogChanged,
      });
      waiting.resolve(committed);
    }
  }

  private async checkpointWhenDue(): Promise<void> {
    if (this.journal.segmentSize > SEGMENT_LIMIT) await this.checkpoint();
    else
      this.stopCheckpoint = this.host.scheduler.after(
        CHECKPOINT_AFTER,
        () => void this.exclusive(() => this.checkpoint()),
      );
  }

  /** Syncs the notes, then cuts the segment. Only between cycles. */
  async checkpoint(): Promise<void> {
    this.stopCheckpoint?.();
    this.stopCheckpoint = null;
    if (this.unsynced.size === 0 || this.isBroken) return;
    try {
      if (this.weakness.skipNoteSync !== true) await this.host.vault.sync([...this.unsynced]);
      await this.journal.cut();
      this.unsynced.clear();
    } catch (error) {
      // The segment stays: the next opening looks at its notes again.
      this.host.logger.log('warning', 'checkpoint_failed', { detail: String(error) });
    }
  }
}

const isSyncFailure = (error: unknown): boolean => error instanceof JournalFailure && error.stage === 'sync';

const clash = ({ path }: VaultFailure): NotedbError =>
  new NotedbError('conflict', `${path} was changed by someone else meanwhile; nothing was written`, {
    conflicts: [
      { path, column: null, code: 'changed', message: 'the note is not as it was when the write was planned' },
    ],
    hint: 'read the note again, then repeat the call',
  });

const notWritten = ({ path, detail }: VaultFailure): NotedbError =>
  new NotedbError('unavailable', `${path} could not be written (${detail}); everything is as it was`, {
    hint: 'check the disk and the permissions, then repeat the call',
  });
