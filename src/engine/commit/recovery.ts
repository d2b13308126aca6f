/** Brings the notes to what the journal says, at opening. Idempotent: it may be stopped at any point and run again. D7 */

import type { Journal } from '../history/journal';
import type { Abort, Migration } from '../history/migration';
import type { Host } from '../ports/host';
import { type FileStat, type NotePath, VaultFailure } from '../ports/vault-port';
import { encodeUtf8 } from '../values/utf8';
import { removeFolders } from './apply';
import { type FileHistory, type FileState, foldStates } from './file-states';
import { settleMoves } from './moves-as-is';
import type { ProtocolWeakness } from './protocol';
import { isTorn } from './torn';

export interface RecoveryReport {
  /** Migrations looked at. */
  readonly checked: number;
  /** Files written, made or removed. */
  readonly mended: readonly NotePath[];
  /** Migrations rolled back because someone edited a note meanwhile. */
  readonly rolledBack: readonly string[];
}

/** What a file holds: its text, its bytes where they are no text, or null for "no such file". */
type Content = string | Uint8Array | null;

/** What is on the disk, against what went on with the file. */
type Finding =
  { readonly kind: 'final' } | { readonly kind: 'behind'; readonly present: Content } | { readonly kind: 'foreign' };

export async function recover(host: Host, journal: Journal, weakness: ProtocolWeakness = {}): Promise<RecoveryReport> {
  const { migrations, aborts, applied } = journal.sinceCheckpoint();
  if (migrations.length === 0) {
    journal.settle();
    return { checked: 0, mended: [], rolledBack: [] };
  }
  const recovery = new Recovery(host, journal, weakness);
  const before = await recovery.look(foldStates(migrations, aborts));
  const rolledBack = edited(migrations, aborts, applied, before);
  if (rolledBack.length > 0) await journal.abort(rolledBack.map(({ seq }): Abort => ({ seq, reason: 'edited' })));
  const all = new Map([...aborts, ...rolledBack.map(({ seq }) => [seq, { seq, reason: 'edited' }] as const)]);
  const moved = await settleMoves(host, migrations, all);
  const mended = [...moved, ...(await recovery.mend(foldStates(migrations, all)))];
  await tidyFolders(host, migrations, all);
  if (weakness.skipNoteSync !== true) await host.vault.sync([...foldStates(migrations, all).keys(), ...moved]);
  journal.settle();
  await journal.cut();
  const report = { checked: migrations.length, mended, rolledBack: rolledBack.map(({ id }) => id) };
  if (mended.length > 0 || rolledBack.length > 0) {
    host.logger.log('warning', 'recovered', { mended: mended.length, rolled_back: report.rolledBack });
  }
  return report;
}

/**
 * The migrations to roll back: from the first one that was never finished and whose note holds someone's edit. Later
 * unfinished ones were planned on top of it. A finished one stays: the edit came after it.
 */
function edited(
  migrations: readonly Migration[],
  aborts: ReadonlyMap<number, Abort>,
  applied: ReadonlySet<number>,
  findings: ReadonlyMap<NotePath, Finding>,
): readonly Migration[] {
  // Writes are applied in their order: a mark also speaks for those before it, whose own marks may be lost.
  const finished = Math.max(0, ...applied);
  const unfinished = migrations.filter(({ seq }) => seq > finished && !aborts.has(seq));
  const isForeign = (path: NotePath | null): boolean => path !== null && findings.get(path)?.kind === 'foreign';
  const first = unfinished.findIndex(({ changes }) => changes.some(({ from, to }) => isForeign(from) || isForeign(to)));
  return first < 0 ? [] : unfinished.slice(first);
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
  constructor(
    private readonly host: Host,
    private readonly journal: Journal,
    private readonly weakness: ProtocolWeakness,
  ) {}

  async look(files: ReadonlyMap<NotePath, FileHistory>): Promise<ReadonlyMap<NotePath, Finding>> {
    const findings = new Map<NotePath, Finding>();
    for (const [path, file] of files) {
      findings.set(path, await this.find(path, file));
      await this.host.scheduler.pause();
    }
    return findings;
  }

  private async find(path: NotePath, file: FileHistory): Promise<Finding> {
    const present = await this.present(path);
    if (!(present instanceof Uint8Array)) {
      const state: FileState = present === null ? null : this.host.crypto.sha256(present);
      if (state === file.states.at(-1)) return { kind: 'final' };
      if (file.states.includes(state)) return { kind: 'behind', present };
    }
    return (await this.isTorn(present, file)) ? { kind: 'behind', present } : { kind: 'foreign' };
  }

  private async present(path: NotePath): Promise<Content> {
    try {
      return await this.host.vault.read(path);
    } catch (error) {
      if (error instanceof VaultFailure && error.code === 'not_utf8') return this.host.vault.readBytes(path);
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

  /** Brings every file that is behind to its last state; what someone edited stays. */
  async mend(files: ReadonlyMap<NotePath, FileHistory>): Promise<readonly NotePath[]> {
    const mended: NotePath[] = [];
    for (const [path, file] of files) {
      const finding = await this.find(path, file);
      if (finding.kind !== 'behind') continue;
      await this.set(path, finding.present, file);
      mended.push(path);
      await this.host.scheduler.pause();
    }
    return mended;
  }

  private async set(path: NotePath, present: Content, file: FileHistory): Promise<void> {
    const state = file.states.at(-1) ?? null;
    if (state === null) return this.takeAway(path, present, file.toTrash);
    const text = await this.journal.text(state);
    if (text === null) this.host.logger.log('error', 'recovery_text_missing', { path, hash: state });
    else await this.write(path, present, text);
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
