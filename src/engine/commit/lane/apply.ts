/** Writes the files of one recorded migration; after a clash it restores the earlier texts. D7 */

import { folderOf } from '../../note/paths';
import type { Host, LoggerPort } from '../../ports/host';
import { type FileStat, type NotePath, VaultFailure, type VaultPort } from '../../ports/vault-port';
import type { StagedChange } from '../../storage/transaction/staged-change';

/** One step that was done, and how to undo it. */
export interface AppliedStep {
  readonly path: NotePath;
  back(): Promise<unknown>;
}

export interface ApplyFailure {
  readonly change: StagedChange;
  readonly error: VaultFailure;
  /** True when a note was not as planned; false when the host could not write. */
  readonly isClash: boolean;
  /** What could not be put back, in the order in which it was done. */
  readonly left: readonly AppliedStep[];
}

/** Applies every change. On a failure everything that still holds our text is put back. */
export async function applyFileChanges(
  { vault, logger, scheduler }: Pick<Host, 'vault' | 'logger' | 'scheduler'>,
  changes: readonly StagedChange[],
): Promise<{ readonly stats: readonly FileStat[] } | { readonly failure: ApplyFailure }> {
  const done: AppliedStep[] = [];
  const stats: FileStat[] = [];
  for (const change of changes) {
    try {
      const stat = await applyChange(vault, change, done);
      if (stat !== null) stats.push(stat);
    } catch (error) {
      if (!(error instanceof VaultFailure)) throw error;
      const { left } = await putBack(done, logger);
      return { failure: { change, error, isClash: error.code !== 'io', left } };
    }
    await scheduler.pause();
  }
  return { stats };
}

async function applyChange(vault: VaultPort, change: StagedChange, done: AppliedStep[]): Promise<FileStat | null> {
  const { from, to, before, after } = change;
  if (change.kind === 'opaque') return moveNote(vault, change.from, change.to, done);
  if (from === null || before === null) return createNote(vault, to as NotePath, after as string, done);
  if (to === null || after === null) {
    // What an undo takes back was made by the engine.
    await (change.undoes === undefined ? vault.trash(from, before) : vault.remove(from, before));
    done.push({ path: from, back: () => vault.create(from, before) });
    return null;
  }
  let stat: FileStat | null = null;
  if (before !== after) {
    stat = await vault.replace(from, before, after);
    done.push({ path: from, back: () => vault.replace(from, after, before) });
  }
  if (from !== to) {
    stat = await moveUnchanged(vault, from, to, after, done);
  }
  return stat;
}

async function createNote(vault: VaultPort, path: NotePath, text: string, done: AppliedStep[]): Promise<FileStat> {
  const stat = await vault.create(path, text);
  done.push({ path, back: () => vault.remove(path, text) });
  return stat;
}

/** A move has no text to compare, so the text is looked at just before. */
async function moveUnchanged(
  vault: VaultPort,
  from: NotePath,
  to: NotePath,
  text: string,
  done: AppliedStep[],
): Promise<FileStat> {
  const present = await vault.read(from);
  if (present !== text) throw new VaultFailure(present === null ? 'missing' : 'changed', from);
  return moveNote(vault, from, to, done);
}

async function moveNote(vault: VaultPort, from: NotePath, to: NotePath, done: AppliedStep[]): Promise<FileStat> {
  const stat = await vault.move(from, to);
  done.push({ path: to, back: () => vault.move(to, from) });
  return stat;
}

/** The last step first. Returns the steps left to put back where the disk refused, in the order of `done`, and why. */
export async function putBack(
  done: readonly AppliedStep[],
  logger: LoggerPort,
): Promise<{ readonly left: readonly AppliedStep[]; readonly failure: VaultFailure | null }> {
  const left: AppliedStep[] = [];
  let failure: VaultFailure | null = null;
  for (const step of [...done].reverse()) {
    try {
      await step.back();
    } catch (error) {
      if (!(error instanceof VaultFailure)) throw error;
      logger.log('warning', 'put_back_left_alone', { path: step.path, code: error.code });
      // Somebody wrote it since: their text stays. A disk that refuses is another matter, and so is what comes of that: a note
      // may not be in its place because one that was moved over could not go back.
      if (error.code === 'io') failure ??= error;
      if (failure !== null) left.unshift(step);
    }
  }
  return { left, failure };
}

/** Empty folders, deepest first, so that parents are empty by the time their turn comes. One that stays does no harm. */
export async function removeFolders(vault: VaultPort, folders: Iterable<NotePath>, logger: LoggerPort): Promise<void> {
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    try {
      if (folder !== '') await vault.removeFolder(folder);
    } catch (error) {
      if (!(error instanceof VaultFailure)) throw error;
      logger.log('warning', 'folder_not_removed', { path: folder, code: error.code });
    }
  }
}

/** The folders that must be made for a file, outermost first. */
export function parentFolders(path: NotePath): readonly NotePath[] {
  const folders: NotePath[] = [];
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) folders.unshift(folder);
  return folders;
}
