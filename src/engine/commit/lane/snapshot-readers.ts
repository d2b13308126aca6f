/** Snapshots of the last committed state, for readers while writes go on. Every answer comes from one snapshot. */

import { CommittedHistory } from '../../history/history-reader';
import type { Journal } from '../../history/journal/journal';
import { type VaultPort, type FileStat, type NotePath, type NoteReader, VaultFailure } from '../../ports/vault-port';
import { FrozenView } from '../../storage/store/frozen-view';
import type { Store } from '../../storage/store/store';
import type { CommittedView, VaultView } from '../../storage/view';
import type { SeenMoment } from '../open-view';
import type { PlannedMigration } from './write-job';
import { folderOf } from '../../note/paths';
import { BeforeImages } from '../../storage/tracked-map';
import { encodeUtf8 } from '../../values/utf8';
import type { PreparedMigration } from './move-store';

/** Rows, notes and history of one moment. */
export type ReadSnapshot = SeenMoment;

export class SnapshotReaders {
  /** The snapshot of readers while the store is ahead. */
  private frozen: ReadSnapshot | null = null;
  /** The snapshot of the present, once a reader asked. */
  private present: ReadSnapshot | null = null;
  private readonly disk: DiskSnapshots;

  constructor(
    vault: VaultPort,
    private readonly store: Store,
    private readonly journal: Journal,
    private readonly lastSeq: () => number,
  ) {
    this.disk = new DiskSnapshots(vault);
  }

  snapshot(): ReadSnapshot {
    return this.frozen ?? (this.present ??= this.freeze());
  }

  private freeze(): ReadSnapshot {
    const view = new FrozenView(this.store);
    const journal = new CommittedHistory(this.journal, this.lastSeq());
    return { view, vault: this.disk.freeze(view), journal, seq: this.journal.numbers.last };
  }

  /** From now on store, disk and journal go ahead of what readers see. Returns that. */
  freezeReaders(): CommittedView {
    this.frozen = this.snapshot();
    return this.frozen.view;
  }

  /** These are about to be written to the disk. */
  async keepTextsBefore(planned: readonly PlannedMigration[]): Promise<void> {
    for (const { prepared } of planned) await this.disk.keep(prepared);
  }

  /** Readers see the whole current state, of one moment. */
  releaseReaders(): void {
    this.frozen = null;
    this.present = null;
  }
}

type FolderListing = NonNullable<Awaited<ReturnType<VaultPort['folder']>>>;

/** A file that a write changes, as it was: its text, null where there was none, or where it goes unread. */
type FileBefore = string | null | { readonly movedTo: NotePath };

/** Gives the newest snapshot the text on the disk before it is overwritten. */
class DiskSnapshots {
  private files = new BeforeImages<NotePath, FileBefore>();
  private folders = new BeforeImages<NotePath, boolean>();

  constructor(private readonly vault: VaultPort) {}

  /** `view` is current. */
  freeze(view: VaultView): NoteReader {
    this.files = this.files.orNext();
    this.folders = this.folders.orNext();
    return new CommittedNotes(this.vault, view, this.files, this.folders);
  }

  /** To be called before anything of the write is on the disk, and in the order of the writes. */
  async keep({ changes, migration }: PreparedMigration): Promise<void> {
    for (const { kind, from, to, before } of changes)
      if (from !== null) this.files.keep(from, kind === 'opaque' ? { movedTo: to } : before);
    for (const { to } of changes) if (to !== null) this.files.keep(to, null);
    for (const folder of migration.foldersMade) this.folders.keep(folder, false);
    for (const folder of migration.foldersLeft) {
      const content = await this.vault.folder(folder).catch(failureOf);
      if (content !== null && !(content instanceof VaultFailure)) this.folders.keep(folder, true);
    }
  }
}

class CommittedNotes implements NoteReader {
  constructor(
    private readonly vault: VaultPort,
    private readonly view: VaultView,
    private readonly files: BeforeImages<NotePath, FileBefore>,
    private readonly folders: BeforeImages<NotePath, boolean>,
  ) {}

  async read(path: NotePath): Promise<string | null> {
    const text = await this.textBefore(path, await this.vault.read(path).catch(failureOf));
    if (text instanceof VaultFailure) throw text;
    return text;
  }

  async readMany(paths: readonly NotePath[]): Promise<readonly (string | null | VaultFailure)[]> {
    const texts = await this.vault.readMany(paths);
    return Promise.all(paths.map((path, i) => this.textBefore(path, texts[i] ?? null)));
  }

  async readBytes(path: NotePath): Promise<Uint8Array | null> {
    const now = await this.vault.readBytes(path);
    if (!this.files.hasChanged(path)) return now;
    const before = this.files.valueBefore(path, () => null);
    if (before === null || typeof before === 'string') return before === null ? null : encodeUtf8(before);
    return now ?? this.vault.readBytes(before.movedTo);
  }

  /** `now`: the state read just before. A write may have begun since. */
  private async textBefore(path: NotePath, now: string | null | VaultFailure): Promise<string | null | VaultFailure> {
    if (!this.files.hasChanged(path)) return now;
    const before = this.files.valueBefore(path, () => null);
    if (before === null || typeof before === 'string') return before;
    return now ?? (await this.vault.read(before.movedTo).catch(failureOf));
  }

  async stat(path: NotePath): Promise<FileStat | null> {
    const now = await this.vault.stat(path);
    if (!this.files.hasChanged(path)) return now;
    const before = this.files.valueBefore(path, () => null);
    const known = this.view.files.get(path) ?? now;
    if (before === null || known === null) return null;
    // Of a note that could not be looked at the size is not known.
    return known.size < 0 && typeof before === 'string' ? { ...known, size: encodeUtf8(before).length } : known;
  }

  async folder(path: NotePath): Promise<FolderListing | null> {
    const now = await this.vault.folder(path);
    if (!this.folders.valueBefore(path, () => now !== null)) return null;
    const { files = [], folders = [] } = now ?? {};
    return {
      folders: entriesBefore(path, folders, this.folders, (wasThere) => wasThere),
      files: entriesBefore(path, files, this.files, (was) => was !== null),
    };
  }
}

/** What lay directly in a folder, of what lies there now. */
function entriesBefore<V>(
  folder: NotePath,
  now: readonly NotePath[],
  moment: BeforeImages<NotePath, V>,
  wasThere: (was: V) => boolean,
): readonly NotePath[] {
  const changes = [...moment.changes()].filter(([path]) => path !== '' && folderOf(path) === folder);
  if (changes.length === 0) return now;
  const changed = new Set(changes.map(([path]) => path));
  const back = changes.filter(([, was]) => wasThere(was)).map(([path]) => path);
  return [...now.filter((path) => !changed.has(path)), ...back].sort();
}

function failureOf(error: unknown): VaultFailure {
  if (error instanceof VaultFailure) return error;
  throw error;
}
