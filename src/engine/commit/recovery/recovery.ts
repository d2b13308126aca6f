/** Brings the notes to what the journal says, at opening. Idempotent: it may be stopped at any point and run again. D7 */

import { type Journal, JournalFailure } from '../../history/journal/journal';
import type { Abort, Migration } from '../../history/journal/migration';
import { foldPath } from '../../links/same-place';
import type { Host } from '../../ports/host';
import { type FileStat, type NotePath, VaultFailure } from '../../ports/vault-port';
import { encodeUtf8 } from '../../values/utf8';
import { removeFolders } from '../lane/apply';
import { type FileHistory, type FileState, foldStates } from './file-states';
import { finishOpaqueMoves } from './opaque-moves';
import type { ProtocolWeakness } from '../protocol';
import { notRecovered } from '../lane/write-failures';
import type { ContentHash } from '../../history/journal/content-hash';
import { isMarkdown } from '../../note/paths';

export interface RecoveryReport {
  /** Migrations looked at. */
  readonly checked: number;
  /** Files written, made or removed. */
  readonly mended: readonly NotePath[];
  /** Migrations rolled back because of an external edit. */
  readonly rolledBack: readonly string[];
}

/** Throws NotedbError when the disk refuses: the journal is as before then, and the next opening goes on. */
export async function recoverNotes(
  host: Host,
  journal: Journal,
  weakness: ProtocolWeakness = {},
): Promise<RecoveryReport> {
  try {
    return await recoverFrom(host, journal, weakness);
  } catch (error) {
    throw error instanceof VaultFailure || error instanceof JournalFailure ? notRecovered(error) : error;
  }
}

async function recoverFrom(host: Host, journal: Journal, weakness: ProtocolWeakness): Promise<RecoveryReport> {
  await journal.syncRecovered();
  const { migrations, aborts, applied } = journal.sinceCheckpoint();
  if (migrations.length === 0) {
    journal.publishRecoveredVersions();
    return { checked: 0, mended: [], rolledBack: [] };
  }
  const recovery = new NoteRecovery(host, journal, migrations, weakness);
  const all = new Map(aborts);
  const rolledBack: Migration[] = [];
  const mended = new Set<NotePath>();
  do {
    const found = migrationsToRollBack(migrations, all, applied, await recovery.look(foldStates(migrations, all)));
    if (found.length > 0) await journal.abort(found.map(({ seq }): Abort => ({ seq, reason: 'edited' })));
    for (const { seq } of found) all.set(seq, { seq, reason: 'edited' });
    rolledBack.push(...found);
    for (const path of await finishOpaqueMoves(host, migrations, all)) mended.add(path);
  } while (!(await recovery.mend(foldStates(migrations, all), mended)));
  await tidyFolders(host, migrations, all);
  if (weakness.skipNoteSync !== true) await host.vault.sync([...foldStates(migrations, all).keys(), ...mended]);
  journal.publishRecoveredVersions();
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

class NoteRecovery {
  /** Notes that recovery could not write because of an external edit or a taken place. */
  private readonly externalPaths = new Set<NotePath>();
  /** Notes with an external edit at the last look. */
  private rollBackFrom: ReadonlySet<NotePath> = new Set();
  private readonly externalMoves: ExternalMoves;
  /** The places of notes by the folded path. */
  private readonly respelt = new Map<string, readonly NotePath[]>();
  private readonly interruptedMoves: ReadonlyMap<NotePath, readonly InterruptedMove[]>;

  constructor(
    private readonly host: Host,
    private readonly journal: Journal,
    migrations: readonly Migration[],
    private readonly weakness: ProtocolWeakness,
  ) {
    const places = migrations.flatMap(({ changes }) => changes.flatMap(({ from, to }) => [from, to]));
    const spokenOf = new Set(places.filter((path) => path !== null));
    for (const path of spokenOf) this.respelt.set(foldPath(path), [...(this.respelt.get(foldPath(path)) ?? []), path]);
    this.externalMoves = new ExternalMoves(host, spokenOf, migrations[0]?.time ?? 0);
    this.interruptedMoves = interruptedMoves(migrations);
  }

  async look(files: ReadonlyMap<NotePath, FileHistory>): Promise<ReadonlyMap<NotePath, DiskFinding>> {
    const findings = new Map<NotePath, DiskFinding>();
    for (const [path, file] of files) {
      findings.set(path, await this.find(path, file));
      await this.host.scheduler.pause();
    }
    this.rollBackFrom = new Set([...findings].filter(([, { kind }]) => kind === 'external').map(([path]) => path));
    return findings;
  }

  private async find(path: NotePath, file: FileHistory): Promise<DiskFinding> {
    const present = await this.present(path);
    if (!(present instanceof Uint8Array)) {
      const state = this.stateOf(present);
      if (state === file.states.at(-1)) return { kind: 'final' };
      if (this.externalPaths.has(path)) return { kind: 'external' };
      if (file.states.includes(state))
        return (await this.wasMovedExternally(path, state, file)) ? { kind: 'external' } : { kind: 'behind', present };
    }
    return (await this.isTornWrite(present, file)) ? { kind: 'behind', present } : { kind: 'external' };
  }

  /** A note that is gone, but for its name. */
  private async wasMovedExternally(path: NotePath, state: FileState, { states }: FileHistory): Promise<boolean> {
    const wanted = states.at(-1) ?? null;
    if (state !== null || wanted === null) return false;
    for (const other of this.interruptedMoves.get(path) ?? [])
      if ((await this.present(other.path)) !== null) return false;
    return this.externalMoves.has(wanted);
  }

  private stateOf(text: string | null): FileState {
    return text === null ? null : this.host.crypto.sha256(text);
  }

  private async present(path: NotePath): Promise<DiskContent> {
    try {
      return await this.host.vault.read(path);
    } catch (error) {
      if (error instanceof VaultFailure && error.code === 'not_utf8') return this.host.vault.readBytes(path);
      if (error instanceof VaultFailure && error.code === 'not_a_note') return NO_NOTE;
      throw error;
    }
  }

  private async isTornWrite(present: DiskContent, file: FileHistory): Promise<boolean> {
    if (present === null || this.weakness.skipTornRule === true) return false;
    if (present.length === 0) return true;
    const texts: string[] = [];
    for (const state of file.states) {
      const text = state === null ? null : await this.journal.text(state);
      if (text !== null) texts.push(text);
    }
    return isTornWrite(present instanceof Uint8Array ? present : encodeUtf8(present), texts);
  }

  /**
   * Brings every file that is behind to its last state; external edits stay. False: a place was taken, or a note edited
   * since it was looked at, and what that means for the migration is to be seen. Nothing is taken away before every
   * text has its place.
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
    const { size } = this.externalPaths;
    let isNews = false;
    for (const path of paths) {
      const finding = await this.find(path, files.get(path) as FileHistory);
      isNews ||= finding.kind === 'external' && !this.rollBackFrom.has(path);
      if (finding.kind !== 'behind') continue;
      try {
        await this.set(path, finding.present, files);
        mended.add(path);
      } catch (error) {
        if (!(error instanceof VaultFailure) || error.code === 'io') throw error;
        this.host.logger.log('warning', 'recovery_left_alone', { path, code: error.code });
        this.externalPaths.add(path);
      }
      await this.host.scheduler.pause();
    }
    return this.externalPaths.size === size && !isNews;
  }

  private async set(path: NotePath, present: DiskContent, files: ReadonlyMap<NotePath, FileHistory>): Promise<void> {
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
    const lying = await this.finishInterruptedMove(path, files);
    await this.clearWay(path, lying?.path ?? null, files);
    if (lying === null) await this.write(path, null, text);
    else {
      if (lying.present !== text) await this.write(lying.path, lying.present, text);
      await this.host.vault.move(lying.path, path);
    }
  }

  private async finishInterruptedMove(
    path: NotePath,
    files: ReadonlyMap<NotePath, FileHistory>,
  ): Promise<{ readonly path: NotePath; readonly present: string } | null> {
    for (const other of this.interruptedMoves.get(path) ?? []) {
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
    present: DiskContent,
    files: ReadonlyMap<NotePath, FileHistory>,
  ): Promise<string | null> {
    if (typeof present !== 'string') return null;
    for (const other of this.interruptedMoves.get(path) ?? []) {
      const file = files.get(other.path);
      const state = file?.states.at(-1) ?? null;
      if (file === undefined || state === null || !other.states.includes(this.stateOf(present))) continue;
      if ((await this.find(other.path, file)).kind !== 'external') continue;
      const there = await this.present(other.path);
      // Deleted, or the note itself with an external edit.
      if (there === null ? !this.externalPaths.has(other.path) : isOf(there, other.id)) continue;
      return this.journal.text(state);
    }
    return null;
  }

  private write(path: NotePath, present: DiskContent, text: string): Promise<FileStat | null> {
    const { vault } = this.host;
    if (present === null) return vault.create(path, text);
    return present instanceof Uint8Array ? vault.mend(path, present, text) : vault.replace(path, present, text);
  }

  /** A file other than text goes for good: the whole note is in the journal. */
  private async takeAway(path: NotePath, present: DiskContent, toTrash: boolean): Promise<void> {
    const { vault } = this.host;
    if (present instanceof Uint8Array) await vault.mend(path, present, null);
    else if (present !== null) await (toTrash ? vault.trash(path, present) : vault.remove(path, present));
  }
}

/** In place of unread content: no text begins with it. */
const NO_NOTE = Uint8Array.of(0xff);

const isOf = (content: string | Uint8Array, id: string | undefined): boolean =>
  id !== undefined && typeof content === 'string' && content.includes(id);

/** What a file holds: its text, its bytes where they are not text, or null for "no such file". */
type DiskContent = string | Uint8Array | null;

/** The file on the disk, compared with its history. */
type DiskFinding =
  | { readonly kind: 'final' }
  | { readonly kind: 'behind'; readonly present: DiskContent }
  | { readonly kind: 'external' };

/** From the first unfinished one with an external edit on: later ones were planned on it. Finished ones stay: their edits came later. */
function migrationsToRollBack(
  migrations: readonly Migration[],
  aborts: ReadonlyMap<number, Abort>,
  applied: ReadonlySet<number>,
  findings: ReadonlyMap<NotePath, DiskFinding>,
): readonly Migration[] {
  // Writes are applied in their order: a mark also speaks for those before it, whose own marks may be lost.
  const finished = Math.max(0, ...applied);
  const unfinished = migrations.filter(({ seq }) => seq > finished && !aborts.has(seq));
  const isExternal = (path: NotePath | null): boolean => path !== null && findings.get(path)?.kind === 'external';
  const first = unfinished.findIndex(({ changes }) =>
    changes.some(({ from, to }) => isExternal(from) || isExternal(to)),
  );
  return first < 0 ? [] : unfinished.slice(first);
}

/** Finds a moved note at its other place after an interrupted move. D7 */
interface InterruptedMove {
  readonly path: NotePath;
  /** What the note held on the way: anything else there is another file. */
  readonly states: readonly FileState[];
  /** Of a row. */
  readonly id: string | undefined;
}

function interruptedMoves(migrations: readonly Migration[]): ReadonlyMap<NotePath, readonly InterruptedMove[]> {
  const places = new Map<NotePath, InterruptedMove[]>();
  const add = (path: NotePath, place: InterruptedMove): void => {
    places.set(path, [...(places.get(path) ?? []), place]);
  };
  for (const { from, to, before, after, id, asIs } of migrations.flatMap(({ changes }) => changes)) {
    if (from === null || to === null || from === to || asIs !== undefined) continue;
    add(from, { path: to, states: [before, after], id });
    add(to, { path: from, states: [before, after], id });
  }
  return places;
}

/**
 * Whether the bytes are the beginning of one of the texts, perhaps cut inside a character, and not the whole. NUL bytes may
 * follow up to the length of the longest text: a file system may keep the length of bytes that never came.
 */
export function isTornWrite(bytes: Uint8Array, texts: readonly string[]): boolean {
  const wholes = texts.map(encodeUtf8);
  if (bytes.length > Math.max(0, ...wholes.map(({ length }) => length))) return false;
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  const written = bytes.subarray(0, end);
  return wholes.some((whole) => beginsWith(whole, written)) && !wholes.some((whole) => isSame(whole, bytes));
}

const beginsWith = (whole: Uint8Array, beginning: Uint8Array): boolean =>
  beginning.every((byte, index) => byte === whole[index]);

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && beginsWith(a, b);

/** Some file systems keep the time of a file to two seconds. */
const COARSE = 2000;

/** The contents of the notes that no write since the checkpoint speaks of, as far as they are young enough to come from one. */
class ExternalMoves {
  private hashes: Promise<ReadonlySet<ContentHash>> | null = null;

  /** `spokenOf`: where the writes put notes; `since`: when the first of them was made. */
  constructor(
    private readonly host: Pick<Host, 'vault' | 'crypto' | 'scheduler'>,
    private readonly spokenOf: { has(path: NotePath): boolean },
    private readonly since: number,
  ) {}

  /** Whether the very note lies in another place. Throws what the vault does. */
  async has(hash: ContentHash): Promise<boolean> {
    this.hashes ??= this.look();
    return (await this.hashes).has(hash);
  }

  private async look(): Promise<ReadonlySet<ContentHash>> {
    const { vault, crypto, scheduler } = this.host;
    const hashes = new Set<ContentHash>();
    for (const { path, mtime } of (await vault.list()).files) {
      if (mtime < this.since - COARSE || !isMarkdown(path) || this.spokenOf.has(path)) continue;
      const [text] = await vault.readMany([path]);
      if (typeof text === 'string') hashes.add(crypto.sha256(text));
      await scheduler.pause();
    }
    return hashes;
  }
}
