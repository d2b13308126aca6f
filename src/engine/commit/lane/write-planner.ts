/** Plans one write after the other, each on the store as the ones before leave it. docs/architecture.md: Commit protocol. */

import { actorOf } from '../../history/caller';
import type { Journal } from '../../history/journal/journal';
import { versionRecord } from '../../history/versions/version-record';
import { foldPath } from '../../links/same-place';
import type { Host } from '../../ports/host';
import { inTurns } from '../../ports/in-turns';
import { type NotePath, VaultFailure, type VaultPort } from '../../ports/vault-port';
import { FolderNames } from '../../storage/transaction/folder-names';
import type { Store } from '../../storage/store/store';
import { Transaction } from '../../storage/transaction/transaction';
import { type OpenedView, openView } from '../open-view';
import type { PlannedMigration, PlannedStep, WaitingWrite, WriteJob, WriteOutcome } from './write-job';
import { DiskTexts } from './disk-texts';
import { PlannedTexts, StepStaging } from './step-staging';
import { type StagedWrite, prepareMigration } from './prepare-migration';
import { type PreparedMigration, type PlacementContext, applyToStore, rollBackStore } from './move-store';
import { checkUnedited } from '../external/edited-notes';
import type { StateBefore } from '../versions/state-before';
import { VersionPlanner, type VersionsMade } from '../versions/version-planner';
import { clashError } from './write-failures';
import { WriteChanges, numbered, recordOf } from '../write-changes';
import { folderOf } from '../../note/paths';
import { parentFolders } from './apply';

const NO_FOLDERS: ReadonlyMap<string, NotePath> = new Map();

/** A write that may concern tables that keep history. */
interface VersionedWrite {
  readonly before: StateBefore;
  readonly transaction: Transaction;
  readonly outcome: WriteOutcome<unknown>;
}

/** Only within the write lane. */
export class WritePlanner {
  private seq: number;
  private time: number;
  private readonly disk: DiskTexts;
  /** Texts that a planned migration leaves and the disk does not have yet. */
  private readonly pending: PlannedTexts;
  private readonly versioning: VersionPlanner;
  /** Folders that the planned writes make, by the folded path: they may be empty again, and the disk does not have them yet. */
  private readonly foldersMade = new Map<string, NotePath>();

  constructor(
    private readonly host: Host,
    private readonly store: Store,
    private readonly journal: Journal,
  ) {
    this.disk = new DiskTexts(host.vault);
    this.pending = new PlannedTexts(this.disk);
    this.versioning = new VersionPlanner(host, store, journal);
    ({ seq: this.seq, time: this.time } = journal.last());
  }

  /** Nothing is planned: a cycle begins, or ends. */
  begin(): void {
    this.disk.forget();
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

  /** Numbers for so many changes, that were never given: the first one. */
  changes(count: number): number {
    return this.journal.numbers.take(count);
  }

  private nextTime(): number {
    return Math.max(this.host.clock.now(), this.time + 1);
  }

  /**
   * An answer for a dry run and when there is nothing to change. Throws when the write is refused, and `ExternalEditsMet` when
   * external edits come first.
   */
  async plan(waiting: WaitingWrite): Promise<PlannedStep> {
    const { job } = waiting;
    const time = this.nextTime();
    this.disk.forget();
    const { transaction, outcome, texts, foldersMade } = await this.stage(job, time);
    const changes = transaction.staging();
    await checkUnedited(this.host, this.store, changes);
    if (job.dryRun || changes.length === 0) {
      const versions = this.versioning.preview(transaction, changes);
      const version = this.versionOf(outcome, transaction, versions);
      const found = { changes, transaction, outcome, migration: null, version, versions };
      return { waiting, prepared: null, tell: () => waiting.resolve(found) };
    }
    const plain = await prepareMigration(
      this.host,
      this.store,
      transaction,
      { outcome, texts, foldersMade },
      {
        seq: this.seq + 1,
        time,
        actor: actorOf(job.caller),
      },
    );
    const before = await this.versioning.before(transaction, changes);
    this.seq = plain.migration.seq;
    this.time = time;
    for (const folder of foldersMade) this.foldersMade.set(foldPath(folder), folder);
    const changing = new WriteChanges(this.store, transaction, changes);
    const again = await applyToStore(this.store, transaction, changes, this.placement);
    const planned = await changing.made(again, this.host.scheduler);
    const first = this.changes(planned.length);
    if (planned.length > 0) Object.assign(plain.migration, recordOf(planned, first));
    const prepared = before === null ? plain : await this.withVersions(plain, { before, transaction, outcome });
    this.pending.add(changes);
    const versions = new Map(prepared.versions.map(({ table, version }) => [table, version]));
    const version = this.versionOf(outcome, transaction, versions);
    const committed = { changes, transaction, outcome, migration: prepared.migration, version, versions };
    return { waiting, prepared, told: numbered(planned, first), committed, tell: () => waiting.resolve(committed) };
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
  private async withVersions(
    prepared: PreparedMigration,
    { before, transaction, outcome }: VersionedWrite,
  ): Promise<PreparedMigration> {
    const { migration } = prepared;
    const made = await this.versionsOf(prepared, { before, transaction, outcome });
    if (made.versions.length === 0) return prepared;
    const versions = made.versions.map((version) => versionRecord(version, migration.changes));
    await inTurns(made.texts, this.host.scheduler, ([hash, text]) => prepared.texts.add(hash, text));
    return {
      ...prepared,
      migration: { ...migration, versions },
      versions: made.versions,
    };
  }

  private async versionsOf(
    prepared: PreparedMigration,
    { before, transaction, outcome }: VersionedWrite,
  ): Promise<VersionsMade> {
    const { changes, migration } = prepared;
    const texts = new PlannedTexts(this.pending);
    texts.add(changes);
    const { op, tables, steps, sourceRows } = outcome;
    const { id, time, actor, changes: files } = migration;
    const write = { op, tables, steps, sourceRows, id, time, actor, changes, files };
    try {
      return await this.versioning.make(before, transaction, write, async (path) => {
        const [text] = await texts.readMany([path]);
        return text ?? null;
      });
    } catch (error) {
      await rollBackStore(this.store, prepared, this.placement);
      throw error;
    }
  }

  /** Stages anew when the disk has an empty folder that the write spells otherwise: what it plans is what it does, its dry run too. */
  private async stage(job: WriteJob<unknown>, time: number): Promise<StagedWrite & { transaction: Transaction }> {
    const empty = new Map(this.foldersMade);
    const seen = openView(job.caller, { view: this.store, vault: this.host.vault, journal: this.journal });
    for (;;) {
      const folders = new FolderNames(this.store, empty);
      const transaction = new Transaction(seen.view, this.pending, time, folders);
      const texts = this.journal.newTexts();
      if (!job.dryRun) transaction.beforeValidation = async () => void (await texts.of(transaction.staging()));
      const outcome = await this.stageJob(job, seen, transaction, folders).catch(async (error: unknown) => {
        // A step may name what one before it placed by the folder as the disk spells it.
        const asked = await foldersSpelledOtherwise(this.host.vault, transaction, folders.asked()).catch(
          () => NO_FOLDERS,
        );
        const found = [...asked].filter(([folded]) => !empty.has(folded));
        if (found.length === 0) throw error;
        for (const [folded, folder] of found) empty.set(folded, folder);
        return null;
      });
      if (outcome === null) continue;
      const { made, otherwise } = await newFolders(this.host.vault, transaction);
      if (otherwise.size === 0) return { transaction, outcome, texts, foldersMade: made };
      for (const [folded, folder] of otherwise) {
        if (empty.has(folded)) throw clashError(new VaultFailure('exists', folder));
        empty.set(folded, folder);
      }
    }
  }

  private async stageJob(
    job: WriteJob<unknown>,
    seen: OpenedView,
    transaction: Transaction,
    folders: FolderNames,
  ): Promise<WriteOutcome<unknown>> {
    const stepStaging = new StepStaging(this.store, this.pending, this.host, transaction.now, folders);
    try {
      return await job.stage(transaction, stepStaging, seen);
    } finally {
      await stepStaging.callOff();
    }
  }

  /** For the store alone: a note that can't be read is not a row, and prevents no write. */
  private get placement(): PlacementContext {
    return { readMany: (paths) => this.pending.readMany(paths), scheduler: this.host.scheduler };
  }

  /** The store is what it was before these writes, the last ones that were planned. */
  async rollBack(planned: readonly PlannedMigration[]): Promise<void> {
    this.disk.forget();
    this.pending.clear();
    for (const { prepared } of [...planned].reverse()) await rollBackStore(this.store, prepared, this.placement);
  }
}

interface NewFolders {
  /** They are not there. */
  readonly made: ReadonlySet<NotePath>;
  /** By the folded path: those that are there, but not as the write spells them. */
  readonly otherwise: ReadonlyMap<string, NotePath>;
}

/** Looks at the disk for folders without a known note alone. Throws where a file has the name of one. */
async function newFolders(vault: VaultPort, transaction: Transaction): Promise<NewFolders> {
  const look = new FolderLook(vault, transaction);
  const looked = new Set<NotePath>();
  for (const { from, to } of transaction.staging()) {
    const parent = folderOf(to ?? '');
    // A folder that is known has its own folders.
    if (to === null || from === to || looked.has(parent) || transaction.before.hasFolder(parent)) continue;
    looked.add(parent);
    for (const folder of parentFolders(to)) await look.at(folder);
  }
  return look;
}

/** Of folders that a write asked for, by the folded path: those that are there, but not as the write spells them. */
async function foldersSpelledOtherwise(
  vault: VaultPort,
  transaction: Transaction,
  asked: Iterable<NotePath>,
): Promise<NewFolders['otherwise']> {
  const look = new FolderLook(vault, transaction);
  for (const folder of asked) for (const each of parentFolders(`${folder}/`)) await look.at(each);
  return look.otherwise;
}

class FolderLook implements NewFolders {
  readonly made = new Set<NotePath>();
  readonly otherwise = new Map<string, NotePath>();
  /** The present and future content of a folder, by the folded path. */
  private readonly contents = new Map<NotePath, Map<string, readonly NotePath[]>>();

  constructor(
    private readonly vault: VaultPort,
    private readonly transaction: Transaction,
  ) {}

  /** A folder whose own folder was looked at. */
  async at(folder: NotePath): Promise<void> {
    if (this.made.has(folder) || this.transaction.before.hasFolder(folder)) return;
    if (this.transaction.takenBy(folder) !== null) throw clashError(new VaultFailure('exists', folder));
    const folded = foldPath(folder);
    const content = await this.contentOf(folderOf(folder));
    const [first, ...others] = content.get(folded) ?? [];
    if (first === undefined) {
      this.made.add(folder);
      content.set(folded, [folder]);
    } else if (first !== folder && !others.includes(folder)) this.otherwise.set(folded, first);
  }

  private async contentOf(folder: NotePath): Promise<Map<string, readonly NotePath[]>> {
    const place = this.otherwise.get(foldPath(folder)) ?? folder;
    const known = this.contents.get(place);
    if (known !== undefined) return known;
    const content = new Map<string, readonly NotePath[]>();
    const listed = this.made.has(place) ? null : await this.vault.folder(place);
    for (const each of listed?.folders ?? []) {
      const folded = foldPath(each);
      content.set(folded, [...(content.get(folded) ?? []), each]);
    }
    this.contents.set(place, content);
    return content;
  }
}
