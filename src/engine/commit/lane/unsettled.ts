/**
 * Why nothing may be written. What failed writes left that could not be put right is tried again until it is, before anything else
 * is written: a full disk has room some day. After a failed sync nobody knows what is durable, and only the next opening goes on. D7
 */

import type { NotedbError } from '../../errors';
import { type Journal, JournalFailure } from '../../history/journal/journal';
import type { Abort } from '../../history/journal/migration';
import type { Host } from '../../ports/host';
import type { NotePath, VaultFailure } from '../../ports/vault-port';
import type { Store } from '../../storage/store/store';
import { type Done, putBack, removeFolders } from './apply';
import { takeIn } from '../external/take-in';
import { blocked, notCalledOff, notSettled, unforeseen } from './write-failures';

export interface Leftover {
  /** To be recorded: these migrations do not hold. */
  readonly aborts: readonly Abort[];
  /** Done on the disk, in this order, and not taken back. */
  readonly done: readonly Done[];
  /** What may stand otherwise on the disk than the store knows. */
  readonly paths: ReadonlySet<NotePath>;
  /** Made for the notes, and to be removed with them. */
  readonly foldersMade: readonly NotePath[];
}

type Refusal = VaultFailure | JournalFailure;

/** Only within the write lane. */
export class Unsettled {
  private rest: Leftover | null = null;
  private stoppedBecause: NotedbError | null = null;

  constructor(
    private readonly host: Host,
    private readonly store: Store,
    private readonly journal: Journal,
    /** Told of files whose content may be somebody else's. */
    private readonly expect: (paths: Iterable<NotePath>) => void,
  ) {}

  /** True: nothing may be written now, and the journal must not be cut. */
  get isOpen(): boolean {
    return this.stoppedBecause !== null || this.rest !== null;
  }

  /** True: `settle` may help. */
  get isWaiting(): boolean {
    return this.stoppedBecause === null && this.rest !== null;
  }

  /** Nothing may be written from now on, and the next opening looks at what the journal holds. */
  stop(reason: NotedbError): NotedbError {
    this.stoppedBecause ??= reason;
    return reason;
  }

  /** Something happened that nobody foresaw: what was recorded is settled at the next opening. */
  breakDown(error: unknown): NotedbError {
    this.host.logger.log('error', 'write_lane_broke', { detail: String(error) });
    return this.stop(unforeseen());
  }

  /** Puts right what a write left. Null when that is done, else what its caller hears. */
  async add(rest: Leftover): Promise<NotedbError | null> {
    this.rest = rest;
    const refusal = await this.putRight(rest);
    return refusal === null ? null : this.stays(refusal, notSettled);
  }

  /** Tries again what is open. Returns why nothing may be written then; null: all is well. */
  async settle(): Promise<NotedbError | null> {
    if (this.stoppedBecause !== null || this.rest === null) return this.stoppedBecause;
    try {
      const refusal = await this.putRight(this.rest);
      return refusal === null ? null : this.stays(refusal, blocked);
    } catch (error) {
      return this.breakDown(error);
    }
  }

  private stays(refusal: Refusal, tell: (refusal: Refusal) => NotedbError): NotedbError {
    const isSync = refusal instanceof JournalFailure && refusal.stage === 'sync';
    return isSync ? this.stop(notCalledOff()) : tell(refusal);
  }

  private async putRight({ done, paths, aborts, foldersMade }: Leftover): Promise<Refusal | null> {
    // The notes come first: what is removed makes room for the record.
    const { left, failure } = await putBack(done, this.host.logger);
    // Someone else's text becomes ours, and what we put back bears a new time stamp.
    for (const path of paths) await takeIn(this.host, this.store, path);
    this.expect(paths);
    // Once it is recorded, the write is called off for good, also where its notes are not put back yet: a crash does not bring it back.
    const unrecorded = await this.record(aborts);
    this.rest = { done: left, paths, aborts: unrecorded === null ? [] : aborts, foldersMade };
    if (unrecorded !== null || failure !== null) return unrecorded ?? failure;
    await removeFolders(this.host.vault, foldersMade, this.host.logger);
    this.rest = null;
    return null;
  }

  private async record(aborts: readonly Abort[]): Promise<JournalFailure | null> {
    if (aborts.length === 0) return null;
    try {
      await this.journal.abort(aborts);
      return null;
    } catch (error) {
      if (!(error instanceof JournalFailure)) throw error;
      this.host.logger.log('error', 'abort_not_recorded', { detail: error.message });
      return error;
    }
  }
}
