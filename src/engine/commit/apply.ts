/** Writes the files of one recorded migration, and takes them back when someone was faster. D7 */

import { folderOf } from '../note/paths';
import type { Host, LoggerPort } from '../ports/host';
import { type FileStat, type NewFile, type NotePath, VaultFailure, type VaultPort } from '../ports/vault-port';
import type { StagedChange } from '../storage/staged-change';

/** One step that was done, and how to undo it. */
interface Done {
  readonly path: NotePath;
  back(): Promise<unknown>;
}

/** Files that were made. Of a write of many rows nobody wants a step for each, unless it fails. */
class Made {
  readonly files: NewFile[] = [];

  constructor(private readonly vault: VaultPort) {}

  get steps(): readonly Done[] {
    return this.files.map(({ path, text }) => ({ path, back: () => this.vault.remove(path, text) }));
  }
}

export interface ApplyFailure {
  readonly change: StagedChange;
  readonly error: VaultFailure;
  /** True when a note was not as planned; false when the host could not write. */
  readonly isClash: boolean;
  /** False when a file that holds our text could not be put back. */
  readonly isPutBack: boolean;
}

/** Applies every change. On a failure everything that still holds our text is put back. `meanwhile`: see `VaultPort.createMany`. */
export async function applyChanges(
  { vault, logger, scheduler }: Pick<Host, 'vault' | 'logger' | 'scheduler'>,
  changes: readonly StagedChange[],
  meanwhile: () => Promise<void>,
): Promise<{ readonly stats: readonly FileStat[] } | { readonly failure: ApplyFailure }> {
  const written: Written = { done: [], stats: [] };
  for (let i = 0; i < changes.length;) {
    const created = creationsFrom(changes, i);
    const change = changes[i] as StagedChange;
    const failed =
      created.length > 0 ? await create(vault, created, written, meanwhile) : await alter(vault, change, written);
    if (failed !== null) {
      const isPutBack = await putBack(written.done, logger);
      return { failure: { ...failed, isClash: failed.error.code !== 'io', isPutBack } };
    }
    i += Math.max(1, created.length);
    await scheduler.pause();
  }
  return { stats: written.stats };
}

/** What was done, and the stats that it left. */
interface Written {
  readonly done: (Done | Made)[];
  readonly stats: FileStat[];
}

type Failed = Pick<ApplyFailure, 'change' | 'error'>;

interface Creation extends NewFile {
  readonly change: StagedChange;
}

/** The new notes that stand next to each other from `start` on: none of them waits for another. */
function creationsFrom(changes: readonly StagedChange[], start: number): readonly Creation[] {
  const created: Creation[] = [];
  for (let i = start; i < changes.length; i++) {
    const change = changes[i] as StagedChange;
    const { from, to, before, after, asIs } = change;
    const isNew = from === null || (before === null && asIs === undefined);
    if (!isNew || to === null || after === null) break;
    created.push({ change, path: to, text: after });
  }
  return created;
}

/** The first failure; null when all are written. */
async function create(
  vault: VaultPort,
  created: readonly Creation[],
  written: Written,
  meanwhile: () => Promise<void>,
): Promise<Failed | null> {
  const outcomes = await vault.createMany(created, meanwhile);
  const made = new Made(vault);
  written.done.push(made);
  let failed: Failed | null = null;
  for (let i = 0; i < outcomes.length; i++) {
    const outcome = outcomes[i] ?? null;
    const creation = created[i] as Creation;
    if (outcome instanceof VaultFailure) failed ??= { change: creation.change, error: outcome };
    else if (outcome !== null) {
      written.stats.push(outcome);
      made.files.push(creation);
    }
  }
  return failed;
}

async function alter(vault: VaultPort, change: StagedChange, written: Written): Promise<Failed | null> {
  try {
    const stat = await applyChange(vault, change, written.done);
    if (stat !== null) written.stats.push(stat);
    return null;
  } catch (error) {
    if (!(error instanceof VaultFailure)) throw error;
    return { change, error };
  }
}

/** A change to a note that is there. */
async function applyChange(vault: VaultPort, change: StagedChange, done: Written['done']): Promise<FileStat | null> {
  const { to, before, after } = change;
  const from = change.from as NotePath;
  if (change.asIs !== undefined && to !== null) return move(vault, from, to, done);
  const present = before as string;
  if (to === null || after === null) {
    await (change.forGood === true ? vault.remove(from, present) : vault.trash(from, present));
    done.push({ path: from, back: () => vault.create(from, present) });
    return null;
  }
  let stat: FileStat | null = null;
  if (present !== after) {
    stat = await vault.replace(from, present, after);
    done.push({ path: from, back: () => vault.replace(from, after, present) });
  }
  if (from !== to) {
    stat = await moveUnchanged(vault, from, to, after, done);
  }
  return stat;
}

/** A move has no text to compare, so the text is looked at just before. */
async function moveUnchanged(
  vault: VaultPort,
  from: NotePath,
  to: NotePath,
  text: string,
  done: Written['done'],
): Promise<FileStat> {
  const present = await vault.read(from);
  if (present !== text) throw new VaultFailure(present === null ? 'missing' : 'changed', from);
  return move(vault, from, to, done);
}

async function move(vault: VaultPort, from: NotePath, to: NotePath, done: Written['done']): Promise<FileStat> {
  const stat = await vault.move(from, to);
  done.push({ path: to, back: () => vault.move(to, from) });
  return stat;
}

async function putBack(done: Readonly<Written['done']>, logger: LoggerPort): Promise<boolean> {
  let isPutBack = true;
  for (const step of done.flatMap((each) => (each instanceof Made ? each.steps : [each])).reverse()) {
    try {
      await step.back();
    } catch (error) {
      if (!(error instanceof VaultFailure)) throw error;
      // Somebody wrote it since: their text stays. A disk that refuses is another matter.
      logger.log('warning', 'put_back_left_alone', { path: step.path, code: error.code });
      if (error.code === 'io') isPutBack = false;
    }
  }
  return isPutBack;
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
