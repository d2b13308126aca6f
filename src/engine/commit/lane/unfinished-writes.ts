/**
 * Finishes failed writes before any other write: it tries again until the disk allows it. After a failed sync the
 * durable state is unknown, and only the next opening writes again. D7
 */

import type { NotedbError } from '../../errors';
import { type Journal, JournalFailure } from '../../history/journal/journal';
import type { Abort } from '../../history/journal/migration';
import type { Host } from '../../ports/host';
import type { NotePath, VaultFailure } from '../../ports/vault-port';
import type { Store } from '../../storage/store/store';
import { type AppliedStep, putBack, removeFolders } from './apply';
import { ingestFile } from '../external/ingest';
import { lookQuietly } from '../read-quietly';
import { TouchedRows } from '../external/touched-rows';
import { rowIn } from '../write-changes';
import { blockedError, notAborted, notFinished, unforeseenError } from './write-failures';

export interface UnfinishedWrite {
  /** To be recorded: these migrations do not hold. */
  readonly aborts: readonly Abort[];
  /** Done on the disk, in this order, and not taken back. */
  readonly done: readonly AppliedStep[];
  /** Files that may differ on the disk from the store. */
  readonly paths: ReadonlySet<NotePath>;
  /** An external edit is there. */
  readonly clashed: NotePath | null;
  /** Made for the notes, and to be removed with them. */
  readonly foldersMade: readonly NotePath[];
}

type Refusal = VaultFailure | JournalFailure;

/** Only within the write lane. */
export class UnfinishedWrites {
  private rest: UnfinishedWrite | null = null;
  private stoppedBecause: NotedbError | null = null;

  constructor(
    private readonly host: Host,
    private readonly store: Store,
    private readonly journal: Journal,
    /** Called with files whose content may be external. */
    private readonly expect: (paths: Iterable<NotePath>, touched: TouchedRows) => void,
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

  /** After an unforeseen failure the next opening settles the recorded writes. */
  breakDown(error: unknown): NotedbError {
    this.host.logger.log('error', 'write_lane_broke', { detail: String(error) });
    return this.stop(unforeseenError());
  }

  /** Finishes a failed write. Null when that is done, else the error for its caller. */
  async add(rest: UnfinishedWrite): Promise<NotedbError | null> {
    this.rest = rest;
    const refusal = await this.finish(rest);
    return refusal === null ? null : this.stays(refusal, notFinished);
  }

  /** Retries open steps. Returns why nothing may be written then; null: all is well. */
  async settle(): Promise<NotedbError | null> {
    if (this.stoppedBecause !== null || this.rest === null) return this.stoppedBecause;
    try {
      const refusal = await this.finish(this.rest);
      return refusal === null ? null : this.stays(refusal, blockedError);
    } catch (error) {
      return this.breakDown(error);
    }
  }

  private stays(refusal: Refusal, tell: (refusal: Refusal) => NotedbError): NotedbError {
    const isSync = refusal instanceof JournalFailure && refusal.stage === 'sync';
    return isSync ? this.stop(notAborted()) : tell(refusal);
  }

  private async finish({ done, paths, clashed, aborts, foldersMade }: UnfinishedWrite): Promise<Refusal | null> {
    // The notes come first: removals make room for the record.
    const { left, failure } = await putBack(done, this.host.logger);
    // External text becomes ours, and a note put back has a new time stamp.
    const touched = new TouchedRows(this.store);
    for (const path of paths) {
      // A note put back has a new time stamp, and is recognized by its values alone.
      const isOther = path === clashed;
      // A row whose note is gone may have moved: as of any note that goes, the watcher reports it, or a rescan.
      if (isOther && (await lookQuietly(this.host, path)) === null) continue;
      touched.note(path, { was: rowIn(this.store, path), isNews: isOther, isEdited: isOther });
      await ingestFile(this.host, this.store, path);
    }
    this.expect(paths, touched);
    // Once it is recorded, the write is called off for good, also where its notes are not put back yet: a crash does not bring it back.
    const unrecorded = await this.record(aborts);
    this.rest = { done: left, paths, clashed: null, aborts: unrecorded === null ? [] : aborts, foldersMade };
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
