/**
 * The disk under the memory vault, with what a crash may undo.
 *
 * The model: every path has the states that it went through since it was last synced. After a crash a path holds any one of
 * them, independently of other paths and folders, so that later changes may survive earlier ones. A text that was written but
 * not synced may also be torn: a proper prefix of its bytes, with nothing or zeros after it. A rename that was not synced leaves the
 * old name, the new name or both, never neither: that is what journaling file systems and `link` plus `unlink` promise. Folders made
 * since the last sync may be gone when nothing in them stayed. This is more than ext4 (ordered) and APFS ever do.
 */

import type { NotePath } from '../../src/engine/ports/vault-port';
import { folderOf } from '../../src/engine/note/paths';
import { foldPath } from '../../src/hosts/vault-path';
import { type VaultFile, byteLengthOf, type TearKind, COARSE_TEARS, tearContent, tearsOf } from './disk-image';

/** One rename: compared by identity, for a file may go to and fro. */
export interface DiskRename {
  readonly from: NotePath;
  readonly to: NotePath;
}

/** What a path held at one moment. */
export interface PathState {
  readonly file: VaultFile | null;
  /** The content was never synced. */
  readonly tearable: boolean;
  /** The rename by which the file came here or went away. */
  readonly rename?: DiskRename;
}

/** Files and folders with the states that a crash may bring back. */
export class VaultDisk {
  readonly files: Map<NotePath, VaultFile>;
  readonly folders: Set<NotePath>;
  /** Per path, oldest first: the durable state, then every state since. The last one is what `files` holds. */
  readonly pending = new Map<NotePath, PathState[]>();
  /** Folders whose making or removal is not durable. */
  readonly pendingFolders = new Map<NotePath, 'made' | 'removed'>();
  private foldedNames: Map<string, NotePath> | null = null;
  private sortedPaths: readonly NotePath[] | null = null;

  constructor(files: ReadonlyMap<NotePath, VaultFile> = new Map(), folders: ReadonlySet<NotePath> = new Set()) {
    this.files = new Map(files);
    this.folders = new Set(folders);
  }

  /** The paths of all files in code-unit order, hidden ones too. */
  sorted(): readonly NotePath[] {
    this.sortedPaths ??= [...this.files.keys()].sort();
    return this.sortedPaths;
  }

  /** The file or folder that has this name when case is left aside. */
  sameName(path: NotePath): NotePath | undefined {
    this.foldedNames ??= new Map([...this.folders, ...this.files.keys()].map((name) => [foldPath(name), name]));
    return this.foldedNames.get(foldPath(path));
  }

  put(path: NotePath, file: Omit<VaultFile, 'size'>): VaultFile {
    const whole = { ...file, size: file.bytes?.length ?? byteLengthOf(file.text) };
    this.makeFolders(folderOf(path));
    this.record(path, { file: whole, tearable: true });
    return whole;
  }

  delete(path: NotePath): void {
    this.record(path, { file: null, tearable: false });
  }

  rename(from: NotePath, to: NotePath): void {
    const rename = this.link(from, to);
    if (rename !== null) this.record(from, { file: null, tearable: false, rename });
  }

  /** The first half of a rename: both names are there. */
  link(from: NotePath, to: NotePath): DiskRename | null {
    const file = this.files.get(from);
    if (file === undefined) return null;
    const tearable = this.pending.get(from)?.at(-1)?.tearable ?? false;
    this.makeFolders(folderOf(to));
    const rename = { from, to };
    this.record(to, { file, tearable, rename });
    return rename;
  }

  makeFolders(path: NotePath): void {
    for (let folder = path; folder !== '' && !this.folders.has(folder); folder = folderOf(folder)) {
      this.folders.add(folder);
      this.foldedNames?.set(foldPath(folder), folder);
      this.pendingFolders.set(folder, 'made');
    }
  }

  removeFolder(path: NotePath): void {
    if (!this.folders.delete(path)) return;
    this.foldedNames = null;
    this.pendingFolders.set(path, 'removed');
  }

  isEmptyFolder(path: NotePath): boolean {
    const prefix = `${path}/`;
    for (const name of this.folders) if (name.startsWith(prefix)) return false;
    for (const name of this.files.keys()) if (name.startsWith(prefix)) return false;
    return true;
  }

  /** What this path holds, and its folders, is durable now. */
  sync(path: NotePath): void {
    const states = this.pending.get(path);
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) this.pendingFolders.delete(folder);
    this.pendingFolders.delete(path);
    if (states === undefined) return;
    this.pending.delete(path);
    // A durable removal by a rename makes the new name durable too, though not what stands in it.
    const { file, rename } = states.at(-1) ?? {};
    if (file === null && rename !== undefined) this.settleRename(rename);
  }

  private settleRename(rename: DiskRename): void {
    const states = this.pending.get(rename.to);
    const index = states?.findIndex((state) => state.rename === rename) ?? -1;
    if (states === undefined || index < 0) return;
    states.splice(0, index);
    if (states.length === 1 && states[0]?.tearable === false) this.pending.delete(rename.to);
  }

  private record(path: NotePath, state: PathState): void {
    const present = this.files.get(path) ?? null;
    const states = this.pending.get(path);
    if (states === undefined) this.pending.set(path, [{ file: present, tearable: false }, state]);
    else states.push(state);
    if (state.file === null) this.drop(path);
    else this.hold(path, state.file, present === null);
  }

  private hold(path: NotePath, file: VaultFile, isNew: boolean): void {
    this.files.set(path, file);
    if (!isNew) return;
    this.sortedPaths = null;
    this.foldedNames?.set(foldPath(path), path);
  }

  private drop(path: NotePath): void {
    this.files.delete(path);
    this.sortedPaths = null;
    if (this.foldedNames?.get(foldPath(path)) === path) this.foldedNames.delete(foldPath(path));
  }
}

/** One way in which the vault may have come out of a crash. */
interface VaultVariant {
  readonly label: string;
  readonly files: ReadonlyMap<NotePath, VaultFile>;
  readonly folders: ReadonlySet<NotePath>;
  /** One of the finer tears: enough when it is seen beside a private store that kept everything. */
  readonly isFine: boolean;
}

/** The state that a path came back with: an index into its states, and how much of the text there is. */
interface PathChoice {
  readonly index: number;
  readonly torn?: TearKind;
}

type PathChoices = ReadonlyMap<NotePath, PathChoice>;

/** All combinations are listed for so many unsynced paths; above it, those that differ from kept or lost in one path. */
const FULL_PRODUCT_PATHS = 3;

/** Everything kept, everything lost, each path lost, kept or torn alone; for few paths every combination. */
export function* vaultVariants(disk: VaultDisk): Generator<VaultVariant> {
  const seen = new Set<string>();
  for (const [name, choices, losesFolders] of namedChoices(disk)) {
    const sensible = keepRenamesWhole(disk, choices);
    const key = [...sensible].map(([, choice]) => `${choice.index}${choice.torn ?? ''}`).join();
    if (seen.has(key) && losesFolders === undefined) continue;
    seen.add(key);
    yield buildVariant(disk, name, sensible, losesFolders ?? false);
  }
}

/** `losesFolders` is given where it makes the difference to a choice that was there before. */
function* namedChoices(
  disk: VaultDisk,
): Generator<readonly [name: string, choices: PathChoices, losesFolders?: boolean]> {
  const kept = new Map(
    [...disk.pending].map(([path, states]) => [path, { index: states.length - 1 }] as [NotePath, PathChoice]),
  );
  const lost = new Map([...disk.pending].map(([path]) => [path, { index: 0 }] as [NotePath, PathChoice]));
  yield ['all kept', kept];
  if (disk.pendingFolders.size > 0) yield ['folders lost', kept, true];
  if (disk.pending.size === 0) return;
  yield ['all lost', lost, true];
  if (disk.pendingFolders.size > 0) yield ['all lost, folders kept', lost, false];
  for (const [path, states] of disk.pending) {
    for (const choice of choicesOf(states)) {
      const name = describeChoice(path, choice, states);
      yield [`${name}, others kept`, new Map([...kept, [path, choice]])];
      yield [`${name}, others lost`, new Map([...lost, [path, choice]])];
    }
  }
  if (disk.pending.size <= FULL_PRODUCT_PATHS) yield* everyCombination(disk);
}

function* everyCombination(disk: VaultDisk): Generator<readonly [string, PathChoices]> {
  let combinations: [NotePath, PathChoice][][] = [[]];
  for (const [path, states] of disk.pending) {
    const choices = choicesOf(states).filter((choice) => !isFine(choice));
    combinations = combinations.flatMap((earlier) => choices.map((choice) => earlier.concat([[path, choice]])));
  }
  for (const combination of combinations) {
    const names = combination.map(([path, choice]) => describeChoice(path, choice, disk.pending.get(path) ?? []));
    yield [names.join('; '), new Map(combination)];
  }
}

function choicesOf(states: readonly PathState[]): readonly PathChoice[] {
  return states.flatMap(({ tearable, file }, index): PathChoice[] => {
    const tears = tearable && file !== null ? tearsOf(file) : [];
    return [{ index }, ...tears.map((torn) => ({ index, torn }))];
  });
}

const isFine = ({ torn }: PathChoice): boolean => torn !== undefined && !COARSE_TEARS.has(torn);

/** The new name of a rename can't be missing while the old one is gone: then the old name is there still. */
function keepRenamesWhole(disk: VaultDisk, choices: PathChoices): PathChoices {
  let result = choices;
  for (let changed = true; changed;) {
    changed = false;
    for (const [to, states] of disk.pending) {
      for (const [index, { file, rename }] of states.entries()) {
        const isKept = (result.get(to)?.index ?? 0) >= index;
        if (file === null || rename === undefined || isKept) continue;
        const removal = disk.pending.get(rename.from)?.findIndex((state) => state.rename === rename) ?? -1;
        if (removal < 0 || (result.get(rename.from)?.index ?? 0) < removal) continue;
        result = new Map([...result, [rename.from, { index: removal - 1 }]]);
        changed = true;
      }
    }
  }
  return result;
}

function buildVariant(disk: VaultDisk, label: string, choices: PathChoices, losesFolders: boolean): VaultVariant {
  const files = new Map(disk.files);
  for (const [path, choice] of choices) {
    const state = disk.pending.get(path)?.[choice.index];
    const file = state?.file ?? null;
    if (file === null) files.delete(path);
    else files.set(path, choice.torn === undefined ? file : tornFile(file, choice.torn));
  }
  const folders = foldersOf(disk, files, losesFolders);
  return { label, files, folders, isFine: [...choices.values()].some(isFine) };
}

function foldersOf(disk: VaultDisk, files: ReadonlyMap<NotePath, VaultFile>, loses: boolean): ReadonlySet<NotePath> {
  const folders = new Set(disk.folders);
  if (loses) {
    for (const [folder, fate] of disk.pendingFolders) {
      if (fate === 'made') folders.delete(folder);
      else folders.add(folder);
    }
  }
  const addParents = (path: NotePath): void => {
    for (let folder = folderOf(path); folder !== '' && !folders.has(folder); folder = folderOf(folder))
      folders.add(folder);
  };
  if (loses || disk.pending.size > 0) {
    for (const path of files.keys()) addParents(path);
    for (const folder of [...folders]) addParents(folder);
  }
  return folders;
}

function tornFile({ mtime, ctime, ...file }: VaultFile, torn: TearKind): VaultFile {
  const content = tearContent(file, torn);
  return { ...content, size: content.bytes?.length ?? byteLengthOf(content.text), mtime, ctime };
}

function describeChoice(path: NotePath, choice: PathChoice, states: readonly PathState[]): string {
  const state = choice.index === 0 ? 'lost' : choice.index === states.length - 1 ? 'kept' : `at step ${choice.index}`;
  return `${path} ${state}${choice.torn === undefined ? '' : ` and torn (${choice.torn})`}`;
}
