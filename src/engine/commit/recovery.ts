/** Brings the notes to what the journal says, at opening. Idempotent: it may be stopped at any point and run again. D7 */

import { type Journal, JournalFailure } from '../history/journal';
import type { Abort, Migration } from '../history/migration';
import { foldPath } from '../links/same-place';
import type { Host } from '../ports/host';
import { type FileStat, type NotePath, VaultFailure } from '../ports/vault-port';
import { encodeUtf8 } from '../values/utf8';
import { removeFolders } from './apply';
import { type Content, type Finding, migrationsToRollBack } from './edited';
import { type FileHistory, type FileState, foldStates } from './file-states';
import { MovedByHand } from './moved-by-hand';
import { settleMoves } from './moves-as-is';
import { type OtherPlace, otherPlaces } from './other-places';
import type { ProtocolWeakness } from './protocol';
import { isTorn } from './torn';
import { notRecovered } from './write-failures';

export interface RecoveryReport {
  /** Migrations looked at. */
  readonly checked: number;
  /** Files written, made or removed. */
  readonly mended: readonly NotePath[];
  /** Migrations rolled back because someone edited a note meanwhile. */
  readonly rolledBack: readonly string[];
}

/** Throws NotedbError when the disk refuses: the journal is as before then, and the next opening goes on. */
export async function recover(host: Host, journal: Journal, weakness: ProtocolWeakness = {}): Promise<RecoveryReport> {
  try {
    return await recoverFrom(host, journal, weakness);
  } catch (error) {
    throw error instanceof VaultFailure || error instanceof JournalFailure ? notRecovered(error) : error;
  }
}

async function recoverFrom(host: Host, journal: Journal, weakness: ProtocolWeakness): Promise<RecoveryReport> {
  await journal.secure();
  const { migrations, aborts, applied } = journal.sinceCheckpoint();
  if (migrations.length === 0) {
    journal.settle();
    return { checked: 0, mended: [], rolledBack: [] };
  }
  const recovery = new Recovery(host, journal, migrations, weakness);
  const all = new Map(aborts);
  const rolledBack: Migration[] = [];
  const mended = new Set<NotePath>();
  do {
    const found = migrationsToRollBack(migrations, all, applied, await recovery.look(foldStates(migrations, all)));
    if (found.length > 0) await journal.abort(found.map(({ seq }): Abort => ({ seq, reason: 'edited' })));
    for (const { seq } of found) all.set(seq, { seq, reason: 'edited' });
    rolledBack.push(...found);
    for (const path of await settleMoves(host, migrations, all)) mended.add(path);
  } while (!(await recovery.mend(foldStates(migrations, all), mended)));
  await tidyFolders(host, migrations, all);
  if (weakness.skipNoteSync !== true) await host.vault.sync([...foldStates(migrations, all).keys(), ...mended]);
  journal.settle();
  await journal.cut().catch((error: unknown) => {
    throw new JournalFailure('append', error);
  });
  const report = { checked: migrations.length, mended: [...mended], rolledBack: rolledBack.map(({ id }) => id) };
  if (mended.size > 0 || rolledBack.length > 0) {
    host.logger.log('warning', 'recovered', { mended: mended.size, rolled_back: report.rolledBack });
  }
  return report;
}

async function tidyFolders(
  host: Host,
  migrations: readonly Migration[],
  aborts: ReadonlyMap<number, Abort>,
): Promise<void> {
  const folders = migrations.flatMap(({ seq, foldersMade, foldersLeft }) =>
    aborts.has(seq) ? foldersMade : foldersLeft,
  );
  await removeFolders(host.vault, new Set(folders), host.logger);
}

class Recovery {
  /** What could not be written because somebody else has the place, or was faster. */
  private readonly theirs = new Set<NotePath>();
  /** What held somebody's edit when it was looked at last. */
  private edited: ReadonlySet<NotePath> = new Set();
  private readonly movedByHand: MovedByHand;
  /** The places of notes by the folded path. */
  private readonly respelt = new Map<string, readonly NotePath[]>();
  private readonly otherPlaces: ReadonlyMap<NotePath, readonly OtherPlace[]>;

  constructor(
    private readonly host: Host,
    private readonly journal: Journal,
    migrations: readonly Migration[],
    private readonly weakness: ProtocolWeakness,
  ) {
    const places = migrations.flatMap(({ changes }) => changes.flatMap(({ from, to }) => [from, to]));
    const spokenOf = new Set(places.filter((path) => path !== null));
    for (const path of spokenOf) this.respelt.set(foldPath(path), [...(this.respelt.get(foldPath(path)) ?? []), path]);
    this.movedByHand = new MovedByHand(host, spokenOf, migrations[0]?.time ?? 0);
    this.otherPlaces = otherPlaces(migrations);
  }

  async look(files: ReadonlyMap<NotePath, FileHistory>): Promise<ReadonlyMap<NotePath, Finding>> {
    const findings = new Map<NotePath, Finding>();
    for (const [path, file] of files) {
      findings.set(path, await this.find(path, file));
      await this.host.scheduler.pause();
    }
    this.edited = new Set([...findings].filter(([, { kind }]) => kind === 'foreign').map(([path]) => path));
    return findings;
  }

  private async find(path: NotePath, file: FileHistory): Promise<Finding> {
    const present = await this.present(path);
    if (!(present instanceof Uint8Array)) {
      const state = this.stateOf(present);
      if (state === file.states.at(-1)) return { kind: 'final' };
      if (this.theirs.has(path)) return { kind: 'foreign' };
      if (file.states.includes(state))
        return (await this.isMovedByHand(path, state, file)) ? { kind: 'foreign' } : { kind: 'behind', present };
    }
    return (await this.isTorn(present, file)) ? { kind: 'behind', present } : { kind: 'foreign' };
  }

  /** A note that is gone, but for its name. */
  private async isMovedByHand(path: NotePath, state: FileState, { states }: FileHistory): Promise<boolean> {
    const wanted = states.at(-1) ?? null;
    if (state !== null || wanted === null) return false;
    for (const other of this.otherPlaces.get(path) ?? []) if ((await this.present(other.path)) !== null) return false;
    return this.movedByHand.has(wanted);
  }

  private stateOf(text: string | null): FileState {
    return text === null ? null : this.host.crypto.sha256(text);
  }

  private async present(path: NotePath): Promise<Content> {
    try {
      return await this.host.vault.read(path);
    } catch (error) {
      if (error instanceof VaultFailure && error.code === 'not_utf8') return this.host.vault.readBytes(path);
      if (error instanceof VaultFailure && error.code === 'not_a_note') return NO_NOTE;
      throw error;
    }
  }

  private async isTorn(present: Content, file: FileHistory): Promise<boolean> {
    if (present === null || this.weakness.skipTornRule === true) return false;
    if (present.length === 0) return true;
    const texts: string[] = [];
    for (const state of file.states) {
      const text = state === null ? null : await this.journal.text(state);
      if (text !== null) texts.push(text);
    }
    return isTorn(present instanceof Uint8Array ? present : encodeUtf8(present), texts);
  }

  /**
   * Brings every file that is behind to its last state; what someone edited stays. False: a place was taken, or a note edited
   * since it was looked at, and what that means for the migration is to be seen. Nothing is taken away before every text has
   * its place.
   */
  async mend(files: ReadonlyMap<NotePath, FileHistory>, mended: Set<NotePath>): Promise<boolean> {
    const isText = (path: NotePath): boolean => files.get(path)?.states.at(-1) !== null;
    const [texts, others] = [[...files.keys()].filter(isText), [...files.keys()].filter((path) => !isText(path))];
    return (await this.mendEach(texts, files, mended)) && (await this.mendEach(others, files, mended));
  }

  private async mendEach(
    paths: readonly NotePath[],
    files: ReadonlyMap<NotePath, FileHistory>,
    mended: Set<NotePath>,
  ): Promise<boolean> {
    const { size } = this.theirs;
    let isNews = false;
    for (const path of paths) {
      const finding = await this.find(path, files.get(path) as FileHistory);
      isNews ||= finding.kind === 'foreign' && !this.edited.has(path);
      if (finding.kind !== 'behind') continue;
      try {
        await this.set(path, finding.present, files);
        mended.add(path);
      } catch (error) {
        if (!(error instanceof VaultFailure) || error.code === 'io') throw error;
        this.host.logger.log('warning', 'recovery_left_alone', { path, code: error.code });
        this.theirs.add(path);
      }
      await this.host.scheduler.pause();
    }
    return this.theirs.size === size && !isNews;
  }

  private async set(path: NotePath, present: Content, files: ReadonlyMap<NotePath, FileHistory>): Promise<void> {
    const file = files.get(path) as FileHistory;
    const state = file.states.at(-1) ?? null;
    if (state === null) {
      const kept = await this.homeless(path, present, files);
      if (kept === null) await this.takeAway(path, present, file.toTrash);
      else if (kept !== present) await this.write(path, present, kept);
      return;
    }
    const text = await this.journal.text(state);
    if (text === null) this.host.logger.log('error', 'recovery_text_missing', { path, hash: state });
    else if (present !== null) await this.write(path, present, text);
    else await this.bring(path, text, files);
  }

  /** A note that lies at its other place is moved: its name may differ from the new one in case alone, and be in the way of it. */
  private async bring(path: NotePath, text: string, files: ReadonlyMap<NotePath, FileHistory>): Promise<void> {
    const lying = await this.atOtherPlace(path, files);
    await this.clearWay(path, lying?.path ?? null, files);
    if (lying === null) await this.write(path, null, text);
    else {
      if (lying.present !== text) await this.write(lying.path, lying.present, text);
      await this.host.vault.move(lying.path, path);
    }
  }

  private async atOtherPlace(
    path: NotePath,
    files: ReadonlyMap<NotePath, FileHistory>,
  ): Promise<{ readonly path: NotePath; readonly present: string } | null> {
    for (const other of this.otherPlaces.get(path) ?? []) {
      if (files.get(other.path)?.states.at(-1) !== null) continue;
      const present = await this.present(other.path);
      if (typeof present === 'string' && other.states.includes(this.stateOf(present)))
        return { path: other.path, present };
    }
    return null;
  }

  /** What has to go anyway goes first where its name differs in case alone: the journal has every text. */
  private async clearWay(
    path: NotePath,
    kept: NotePath | null,
    files: ReadonlyMap<NotePath, FileHistory>,
  ): Promise<void> {
    for (const other of this.respelt.get(foldPath(path)) ?? []) {
      const file = files.get(other);
      if (other === path || other === kept || file?.states.at(-1) !== null) continue;
      const finding = await this.find(other, file);
      if (finding.kind === 'behind') await this.takeAway(other, finding.present, file.toTrash);
    }
  }

  /** The text of a note that can't go to its place, because something else lies there: it stays where it is. Null: it may go. */
  private async homeless(
    path: NotePath,
    present: Content,
    files: ReadonlyMap<NotePath, FileHistory>,
  ): Promise<string | null> {
    if (typeof present !== 'string') return null;
    for (const other of this.otherPlaces.get(path) ?? []) {
      const file = files.get(other.path);
      const state = file?.states.at(-1) ?? null;
      if (file === undefined || state === null || !other.states.includes(this.stateOf(present))) continue;
      if ((await this.find(other.path, file)).kind !== 'foreign') continue;
      const there = await this.present(other.path);
      // Deleted, or the note itself as somebody edited it there.
      if (there === null ? !this.theirs.has(other.path) : isOf(there, other.id)) continue;
      return this.journal.text(state);
    }
    return null;
  }

  private write(path: NotePath, present: Content, text: string): Promise<FileStat | null> {
    const { vault } = this.host;
    if (present === null) return vault.create(path, text);
    return present instanceof Uint8Array ? vault.mend(path, present, text) : vault.replace(path, present, text);
  }

  /** What is no text goes for good: the whole note is in the journal. */
  private async takeAway(path: NotePath, present: Content, toTrash: boolean): Promise<void> {
    const { vault } = this.host;
    if (present instanceof Uint8Array) await vault.mend(path, present, null);
    else if (present !== null) await (toTrash ? vault.trash(path, present) : vault.remove(path, present));
  }
}

/** Stands for what nobody reads: no text begins with it. */
const NO_NOTE = Uint8Array.of(0xff);

const isOf = (content: string | Uint8Array, id: string | undefined): boolean =>
  id !== undefined && typeof content === 'string' && content.includes(id);
