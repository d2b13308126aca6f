/** The images of the vault after a crash: a bounded choice from the states that its disk remembers. */

import type { NotePath } from '../../engine/ports/vault-port';
import { parentOf } from '../vault-path';
import type { VaultFile } from './disk-image';
import { byteLengthOf } from './disk-image';
import type { TearKind } from './tears';
import { COARSE_TEARS, tearContent, tearsOf } from './tears';
import type { PathState, VaultDisk } from './vault-disk';

/** One way in which the vault may have come out of a crash. */
export interface VaultVariant {
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
    for (let folder = parentOf(path); folder !== '' && !folders.has(folder); folder = parentOf(folder))
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
