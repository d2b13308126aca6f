/** Plans one write after the other, each on the store as the ones before leave it. docs/architecture.md: Commit protocol. */

import type { Journal } from '../../history/journal/journal';
import { versionRecord } from '../../history/versions/version-record';
import { foldPath } from '../../links/same-place';
import type { Host } from '../../ports/host';
import { type NotePath, VaultFailure } from '../../ports/vault-port';
import { FolderNames } from '../../storage/transaction/folder-names';
import type { Store } from '../../storage/store/store';
import { Transaction } from '../../storage/transaction/transaction';
import { newFolders, spelledOtherwise } from './new-folders';
import type { Planned, Step, Waiting } from './planned';
import { PlannedTexts } from './planned-texts';
import { type StagedWrite, prepare } from './prepare';
import type { Prepared } from './prepared';
import { type Means, advance, revert } from './publish';
import { readQuietly } from '../read-quietly';
import { Rehearsal } from './rehearsal';
import type { StateBefore } from '../versions/state-before';
import { Versioning, type VersionsMade } from '../versions/versioning';
import { clash } from './write-failures';
import type { WriteJob, WriteOutcome } from './write-job';

const NO_FOLDERS: ReadonlyMap<string, NotePath> = new Map();

/** A write that may concern tables that keep history. */
interface Concerned {
  readonly before: StateBefore;
  readonly transaction: Transaction;
  readonly outcome: WriteOutcome<unknown>;
}

/** Only within the write lane. */
export class Planner {
  private seq: number;
  private time: number;
  /** Texts that a planned migration leaves and the disk does not have yet. */
  private readonly pending: PlannedTexts;
  private readonly versioning: Versioning;
  /** Folders that the planned writes make, by the folded path: they may be empty again, and the disk does not have them yet. */
  private readonly foldersMade = new Map<string, NotePath>();

  constructor(
    private readonly host: Host,
    private readonly store: Store,
    private readonly journal: Journal,
  ) {
    this.pending = new PlannedTexts({
      read: (path) => host.vault.read(path),
      readQuietly: (path) => readQuietly(host, path),
    });
    this.versioning = new Versioning(host, store, journal);
    ({ seq: this.seq, time: this.time } = journal.last());
  }

  /** Nothing is planned: a cycle begins, or ends. */
  begin(): void {
    this.pending.clear();
    this.foldersMade.clear();
    this.versioning.begin();
  }

  /** The last sequence number given out. */
  get lastSeq(): number {
    return this.seq;
  }

  /** A time stamp that was never given. D8 */
  stamp(): number {
    this.time = this.nextTime();
    return this.time;
  }

  private nextTime(): number {
    return Math.max(this.host.clock.now(), this.time + 1);
  }

  /** An answer for a dry run and when there is nothing to change. Throws when the write is refused. */
  async plan(waiting: Waiting): Promise<Step> {
    const { job } = waiting;
    const time = this.nextTime();
    const { transaction, outcome, texts, foldersMade } = await this.stage(job, time);
    const changes = transaction.staging();
    if (job.dryRun || changes.length === 0) {
      const versions = this.versioning.preview(transaction, changes);
      const version = this.versionOf(outcome, transaction, versions);
      const found = { changes, transaction, outcome, migration: null, version, versions };
      return { waiting, prepared: null, tell: () => waiting.resolve(found) };
    }
    const plain = await prepare(
      this.host,
      this.store,
      transaction,
      { outcome, texts, foldersMade },
      {
        seq: this.seq + 1,
        time,
        actor: job.actor,
      },
    );
    const before = await this.versioning.before(transaction, changes);
    this.seq = plain.migration.seq;
    this.time = time;
    for (const folder of foldersMade) this.foldersMade.set(foldPath(folder), folder);
    await advance(this.store, transaction, changes, this.means);
    const prepared = before === null ? plain : await this.withVersions(plain, { before, transaction, outcome });
    this.pending.add(changes);
    const versions = new Map(prepared.versions.map(({ table, version }) => [table, version]));
    const version = this.versionOf(outcome, transaction, versions);
    const committed = { changes, transaction, outcome, migration: prepared.migration, version, versions };
    return { waiting, prepared, committed, tell: () => waiting.resolve(committed) };
  }

  /** Of the table that the write is about. `versions`: those that it makes. */
  private versionOf(
    { tables: [table = ''] }: WriteOutcome<unknown>,
    { catalog }: Transaction,
    versions: ReadonlyMap<string, number>,
  ): number | null {
    return versions.get(table) ?? this.versioning.present(catalog, table);
  }

  /** The store is where the write leaves it. */
  private async withVersions(prepared: Prepared, { before, transaction, outcome }: Concerned): Promise<Prepared> {
    const { migration } = prepared;
    const made = await this.versionsOf(prepared, { before, transaction, outcome });
    if (made.versions.length === 0) return prepared;
    const versions = made.versions.map((version) => versionRecord(version, migration.changes));
    for (const [hash, text] of made.texts) prepared.texts.add(hash, text);
    return {
      ...prepared,
      migration: { ...migration, versions },
      versions: made.versions,
    };
  }

  private async versionsOf(prepared: Prepared, { before, transaction, outcome }: Concerned): Promise<VersionsMade> {
    const { changes, migration } = prepared;
    const texts = new PlannedTexts(this.pending);
    texts.add(changes);
    const { op, tables, steps, sourceRows } = outcome;
    const { id, time, changes: files } = migration;
    const write = { op, tables, steps, sourceRows, id, time, changes, files };
    try {
      return await this.versioning.make(before, transaction, write, (path) => texts.readQuietly(path));
    } catch (error) {
      await revert(this.store, prepared, this.means);
      throw error;
    }
  }

  /** Stages anew when the disk has an empty folder that the write spells otherwise: what it plans is what it does, its dry run too. */
  private async stage(job: WriteJob<unknown>, time: number): Promise<StagedWrite & { transaction: Transaction }> {
    const empty = new Map(this.foldersMade);
    for (;;) {
      const folders = new FolderNames(this.store, empty);
      const transaction = new Transaction(this.store, this.pending, time, folders);
      const texts = this.journal.newTexts();
      if (!job.dryRun) transaction.ahead = async () => void (await texts.of(transaction.staging()));
      const outcome = await this.rehearsed(job, transaction, folders).catch(async (error: unknown) => {
        // A step may name what one before it placed by the folder as the disk spells it.
        const asked = await spelledOtherwise(this.host.vault, transaction, folders.asked()).catch(() => NO_FOLDERS);
        const found = [...asked].filter(([folded]) => !empty.has(folded));
        if (found.length === 0) throw error;
        for (const [folded, folder] of found) empty.set(folded, folder);
        return null;
      });
      if (outcome === null) continue;
      const { made, otherwise } = await newFolders(this.host.vault, transaction);
      if (otherwise.size === 0) return { transaction, outcome, texts, foldersMade: made };
      for (const [folded, folder] of otherwise) {
        if (empty.has(folded)) throw clash(new VaultFailure('exists', folder));
        empty.set(folded, folder);
      }
    }
  }

  private async rehearsed(
    job: WriteJob<unknown>,
    transaction: Transaction,
    folders: FolderNames,
  ): Promise<WriteOutcome<unknown>> {
    const rehearsal = new Rehearsal(this.store, this.pending, this.host.scheduler, transaction.now, folders);
    try {
      return await job.stage(transaction, rehearsal);
    } finally {
      await rehearsal.callOff();
    }
  }

  /** For the store alone: a note that can't be read is no row, and stands in no write's way. */
  private get means(): Means {
    return { read: (path) => this.pending.readQuietly(path), scheduler: this.host.scheduler };
  }

  /** The store is what it was before these writes, the last ones that were planned. */
  async takeBack(planned: readonly Planned[]): Promise<void> {
    this.pending.clear();
    for (const { prepared } of [...planned].reverse()) await revert(this.store, prepared, this.means);
  }
}
