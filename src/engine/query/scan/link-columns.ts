/** Which files the links of a column lead to, by number: found once, and kept as long as neither the links nor the files change. */

import type { NumberedFiles } from '../../links/frozen-links';
import type { SchedulerPort } from '../../ports/host';
import { chunkOf, offsetOf } from '../../storage/columns/chunked-array';
import type { FrozenColumn } from '../../storage/columns/stored-column';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import type { ValueDictionary } from '../../storage/columns/value-dictionary';
import type { LinkView } from '../../storage/view';
import type { Json } from '../../json';
import { linkDependsOnPath, linkTargetOfText } from '../where/link-operands';
import { inSteps } from '../group/value-vector';

/** The value is not a link, or leads to no file. */
const NOWHERE = -1;
/** The link leads elsewhere in other notes. */
const BY_NOTE = -2;

/** Links between two pauses. */
const LINKS_A_STEP = 32;

type FrozenCodeColumn = FrozenColumn & { readonly kind: 'codes' };

/** What something was derived from besides the object that it is kept with. */
interface DerivationBasis {
  readonly files: object | undefined;
  readonly generation: object | null;
}

class DerivedCacheByKey<K extends object, T> {
  private readonly entries = new WeakMap<K, { readonly basis: DerivationBasis; readonly found: T }>();

  get(key: K, basis: DerivationBasis): T | undefined {
    const entry = this.entries.get(key);
    const holds = entry?.basis.files === basis.files && entry?.basis.generation === basis.generation;
    return holds ? entry?.found : undefined;
  }

  set(key: K, basis: DerivationBasis, found: T): T {
    this.entries.set(key, { basis, found });
    return found;
  }
}

const basisOf = (links: LinkView, generation: object | null): DerivationBasis => ({
  files: links.filesGeneration,
  generation,
});

const byDictionary = new DerivedCacheByKey<ValueDictionary, Int32Array>();

/**
 * By code the number of the file that the link leads to, `NOWHERE` or `BY_NOTE`; for values that are lists `NOWHERE`. Null where files have no
 * numbers (in a transaction), and when files came or went meanwhile.
 */
export async function targetsOfCodes(
  dictionary: ValueDictionary,
  links: LinkView,
  scheduler: SchedulerPort,
): Promise<Int32Array | null> {
  const { fileNumbers } = links;
  if (fileNumbers === undefined) return null;
  const basis = basisOf(links, null);
  const known = byDictionary.get(dictionary, basis) ?? new Int32Array(0);
  const { size } = dictionary;
  if (known.length >= size) return known;
  const targets = new Int32Array(size);
  targets.set(known);
  for (let code = known.length; code < size; code++) {
    targets[code] = targetOfValue(dictionary.value(code), links, fileNumbers);
    // A link takes as long to resolve as a hundred rows to look at.
    if (code % LINKS_A_STEP === 0) await scheduler.pause();
  }
  return links.filesGeneration === basis.files ? byDictionary.set(dictionary, basis, targets) : null;
}

function targetOfValue(value: Json | undefined, links: LinkView, fileNumbers: NumberedFiles): number {
  if (typeof value !== 'string' || value === '') return NOWHERE;
  if (linkDependsOnPath(links, value)) return BY_NOTE;
  return numberOf(linkTargetOfText(links, value, ''), fileNumbers);
}

const numberOf = (path: string | null, fileNumbers: NumberedFiles): number =>
  path === null ? NOWHERE : fileNumbers.of(path);

const bySlot = new DerivedCacheByKey<object, Int32Array>();

/** By slot the number of the row's own file. Null as for `targetsOfCodes`. */
export async function filesOfSlots(
  { generation, capacity, paths }: RowsSnapshot,
  links: LinkView,
  scheduler: SchedulerPort,
): Promise<Int32Array | null> {
  const { fileNumbers } = links;
  if (fileNumbers === undefined) return null;
  const basis = basisOf(links, generation);
  const known = bySlot.get(generation, basis);
  if (known !== undefined) return known;
  const files = new Int32Array(capacity);
  await inSteps(capacity, scheduler, (from, to) => {
    for (let slot = from; slot < to; slot++) {
      files[slot] = fileNumbers.of(paths[chunkOf(slot)]?.[offsetOf(slot)] as string);
    }
  });
  return links.filesGeneration === basis.files ? bySlot.set(generation, basis, files) : null;
}

/** The rows whose links lead to a file: `slots` from `starts[file]` to `starts[file + 1]`, ascending, each once. */
export interface ReferrerIndex {
  readonly starts: Uint32Array;
  readonly slots: Uint32Array;
}

export const referrersOf = ({ starts, slots }: ReferrerIndex, file: number): Uint32Array =>
  slots.subarray(starts[file] ?? 0, starts[file + 1] ?? 0);

const byColumn = new DerivedCacheByKey<FrozenColumn, ReferrerIndex>();

/** True when the referrers of the column are there already. */
export const hasReferrers = (column: FrozenColumn, { generation }: RowsSnapshot, links: LinkView): boolean =>
  byColumn.get(column, basisOf(links, generation)) !== undefined;

/** A column whose links are looked at; of lists of links when `isList`. Values of another shape, which a hand left, are not links. */
export interface LinkColumn {
  readonly column: FrozenCodeColumn;
  readonly isList: boolean;
  readonly snapshot: RowsSnapshot;
}

/** Null as for `targetsOfCodes`. */
export async function referrerIndex(
  linkColumn: LinkColumn,
  links: LinkView,
  scheduler: SchedulerPort,
): Promise<ReferrerIndex | null> {
  const { column, snapshot } = linkColumn;
  const { fileNumbers } = links;
  if (fileNumbers === undefined) return null;
  const basis = basisOf(links, snapshot.generation);
  const known = byColumn.get(column, basis);
  if (known !== undefined) return known;
  const targets = await targetsOfCodes(column.dictionary, links, scheduler);
  if (targets === null) return null;
  const pairs = await pairsOf({ ...linkColumn, links, targets, fileNumbers }, scheduler);
  const found = await groupByFile(pairs, fileNumbers.end, scheduler);
  return links.filesGeneration === basis.files ? byColumn.set(column, basis, found) : null;
}

interface LinkingColumn extends LinkColumn {
  readonly links: LinkView;
  readonly targets: Int32Array;
  readonly fileNumbers: NumberedFiles;
}

interface FileSlotPairs {
  files: Int32Array;
  slots: Uint32Array;
  count: number;
}

/** Every link: the file, and the slot of the row, in the order of the slots. */
async function pairsOf(linking: LinkingColumn, scheduler: SchedulerPort): Promise<FileSlotPairs> {
  const { column, snapshot, targets, isList } = linking;
  const { chunks } = column;
  const pairs: FileSlotPairs = {
    files: new Int32Array(snapshot.size),
    slots: new Uint32Array(snapshot.size),
    count: 0,
  };
  await inSteps(snapshot.capacity, scheduler, (from, to) => {
    for (let slot = from; slot < to; slot++) {
      if (snapshot.live[chunkOf(slot)]?.[offsetOf(slot)] !== 1) continue;
      const code = chunks[chunkOf(slot)]?.[offsetOf(slot)] as number;
      const target = targets[code]!;
      if (isList || target === BY_NOTE) addEach(pairs, linking, code, slot);
      else if (target >= 0) addPair(pairs, target, slot);
    }
  });
  return pairs;
}

/** Each file of a list once. */
function addEach(pairs: FileSlotPairs, linking: LinkingColumn, code: number, slot: number): void {
  const { snapshot, links, column, isList, fileNumbers } = linking;
  const path = snapshot.paths[chunkOf(slot)]?.[offsetOf(slot)] as string;
  const files = new Set<number>();
  const value = column.dictionary.value(code);
  for (const item of !isList ? [value] : Array.isArray(value) ? (value as readonly Json[]) : []) {
    if (typeof item === 'string' && item !== '') files.add(numberOf(linkTargetOfText(links, item, path), fileNumbers));
  }
  for (const file of files) if (file !== NOWHERE) addPair(pairs, file, slot);
}

function addPair(pairs: FileSlotPairs, file: number, slot: number): void {
  if (pairs.count === pairs.files.length) {
    const [files, slots] = [new Int32Array(pairs.count * 2 + 16), new Uint32Array(pairs.count * 2 + 16)];
    files.set(pairs.files);
    slots.set(pairs.slots);
    pairs.files = files;
    pairs.slots = slots;
  }
  pairs.files[pairs.count] = file;
  pairs.slots[pairs.count++] = slot;
}

/** Counted, then placed. */
async function groupByFile(
  { files, slots, count }: FileSlotPairs,
  end: number,
  scheduler: SchedulerPort,
): Promise<ReferrerIndex> {
  const starts = new Uint32Array(end + 1);
  await inSteps(count, scheduler, (from, to) => {
    for (let i = from; i < to; i++) starts[files[i]! + 1]!++;
  });
  await inSteps(end, scheduler, (from, to) => {
    for (let file = from; file < to; file++) starts[file + 1]! += starts[file]!;
  });
  const next = starts.slice();
  const placed = new Uint32Array(count);
  await inSteps(count, scheduler, (from, to) => {
    for (let i = from; i < to; i++) placed[next[files[i]!]!++] = slots[i]!;
  });
  return { starts, slots: placed };
}
