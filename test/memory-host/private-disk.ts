/**
 * The disk under the memory host's private store, with what a crash may undo.
 *
 * The model: a whole write is atomic and durable. Appended bytes that were not synced may survive up to any point, and what
 * follows that point may be zeros or rubbish. A removal may be undone. After a failed sync the bytes stay readable but never
 * become durable, whatever later syncs say: that is what Linux does.
 */

/** A file as the process sees it. */
export interface PrivateFile {
  parts: Uint8Array[];
  length: number;
  /** So many bytes from the start survive a crash. */
  durable: number;
  /** Where each append since the last sync began. */
  unsynced: number[];
  /** A sync failed: nothing becomes durable any more. */
  isPoisoned: boolean;
}

/** Files by name; `lost` holds what a crash may bring back in place of a removed file. */
export class PrivateDisk {
  readonly files = new Map<string, PrivateFile>();
  readonly lost = new Map<string, PrivateFile>();

  constructor(files: ReadonlyMap<string, Uint8Array> = new Map()) {
    for (const [name, bytes] of files) this.files.set(name, wholeFile(bytes));
  }

  read(name: string): Uint8Array | null {
    const file = this.files.get(name);
    return file === undefined ? null : wholeBytes(file);
  }

  write(name: string, bytes: Uint8Array): void {
    this.lost.delete(name);
    this.files.set(name, wholeFile(bytes.slice()));
  }

  append(name: string, bytes: Uint8Array): void {
    let file = this.files.get(name);
    if (file === undefined) {
      file = { parts: [], length: 0, durable: 0, unsynced: [], isPoisoned: false };
      this.files.set(name, file);
    }
    file.unsynced.push(file.length);
    file.parts.push(bytes.slice());
    file.length += bytes.length;
  }

  sync(name: string): void {
    const file = this.files.get(name);
    if (file === undefined || file.isPoisoned) return;
    this.lost.delete(name);
    file.durable = file.length;
    file.unsynced = [];
  }

  failSync(name: string): void {
    const file = this.files.get(name);
    if (file !== undefined) file.isPoisoned = true;
  }

  remove(name: string): void {
    const file = this.files.get(name);
    if (file === undefined) return;
    this.files.delete(name);
    if (file.durable > 0 && !this.lost.has(name)) this.lost.set(name, file);
  }
}

/** The whole content in one piece; kept that way, so that asking again costs nothing. */
export function wholeBytes(file: PrivateFile): Uint8Array {
  const [first] = file.parts;
  if (first !== undefined && file.parts.length === 1) return first;
  const joined = new Uint8Array(file.length);
  let offset = 0;
  for (const part of file.parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  file.parts = [joined];
  return joined;
}

function wholeFile(bytes: Uint8Array): PrivateFile {
  return { parts: [bytes], length: bytes.length, durable: bytes.length, unsynced: [], isPoisoned: false };
}

/** One way in which the private files may have come out of a crash. */
interface PrivateVariant {
  readonly label: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** One of the further cuts: enough when it is seen beside notes that kept everything. */
  readonly isFine: boolean;
}

/** An unsynced tail is cut around so many of its appends, counted from either end. */
const APPENDS_TO_CUT = 3;

/**
 * Everything kept; everything lost; then one file at a time in each of its other states, the rest kept. The unsynced tail of each is cut and spoiled at
 * `furtherCuts` more places, evenly apart.
 */
export function* privateVariants(disk: PrivateDisk, furtherCuts: number): Generator<PrivateVariant> {
  for (const variant of usualVariants(disk)) yield { ...variant, isFine: false };
  if (furtherCuts === 0) return;
  const kept = wholeFiles(disk);
  for (const [name, file] of disk.files) {
    for (const { label, bytes } of spoiledAt(file, furtherPlaces(file, furtherCuts)))
      yield { label: `${name} ${label}`, files: withFile(kept, name, bytes), isFine: true };
  }
}

const wholeFiles = (disk: PrivateDisk): ReadonlyMap<string, Uint8Array> =>
  new Map([...disk.files].map(([name, file]) => [name, wholeBytes(file)]));

function* usualVariants(disk: PrivateDisk): Generator<Omit<PrivateVariant, 'isFine'>> {
  const kept = wholeFiles(disk);
  yield { label: 'private files kept', files: kept };
  const unsynced = [...disk.files].filter(([, file]) => file.durable < file.length);
  if (unsynced.length + disk.lost.size > 1) yield { label: 'private files lost', files: allLost(disk, kept) };
  for (const [name, file] of unsynced) {
    for (const tail of tailsOf(file)) yield { label: `${name} ${tail.label}`, files: withFile(kept, name, tail.bytes) };
  }
  for (const [name, file] of disk.lost) {
    yield { label: `${name} not removed`, files: withFile(kept, name, wholeBytes(file).subarray(0, file.durable)) };
    if (disk.files.has(name)) yield { label: `${name} removed`, files: withFile(kept, name, null) };
  }
}

interface UnsyncedTail {
  readonly label: string;
  /** Null: the file is not there. */
  readonly bytes: Uint8Array | null;
}

function* tailsOf(file: PrivateFile): Generator<UnsyncedTail> {
  const whole = wholeBytes(file);
  if (file.durable === 0) yield { label: 'not there', bytes: null };
  for (const end of cutsOf(file)) yield { label: `cut at ${end} of ${file.length}`, bytes: whole.subarray(0, end) };
  yield* spoiledAt(file, spoiledFrom(file));
}

/** The length arrived before the bytes, from each of these places on. */
function* spoiledAt(file: PrivateFile, places: readonly number[]): Generator<UnsyncedTail> {
  const whole = wholeBytes(file);
  for (const start of places) {
    yield { label: `zeros from ${start} to ${file.length}`, bytes: spoilBytes(whole, start, () => 0) };
    yield { label: `rubbish from ${start} to ${file.length}`, bytes: spoilBytes(whole, start, (byte) => byte ^ 0x5a) };
  }
}

/** Ends of the file: the durable length, each append's start, middle, and its last byte but one. */
function cutsOf(file: PrivateFile): readonly number[] {
  const cuts = new Set<number>([file.durable]);
  for (const [start, end] of appendsOf(file)) {
    if (start >= file.durable) cuts.add(start);
    cuts.add(Math.max(file.durable, Math.min(start + 1, end - 1)));
    cuts.add(Math.max(file.durable, (start + end) >> 1));
    cuts.add(Math.max(file.durable, end - 1));
  }
  return [...cuts].sort((a, b) => a - b);
}

/** From the durable end, or from the middle of the last append. */
function spoiledFrom(file: PrivateFile): readonly number[] {
  const last = file.unsynced.at(-1) ?? file.durable;
  return [...new Set([file.durable, Math.max(file.durable, (last + file.length) >> 1)])];
}

/** Evenly apart in the bytes that are not synced; each of them where there are no more. */
function furtherPlaces({ durable, length }: PrivateFile, count: number): readonly number[] {
  const step = Math.max(1, (length - durable) / (count + 1));
  const places: number[] = [];
  for (let place = durable + step; place < length; place += step) places.push(Math.floor(place));
  return places;
}

function appendsOf(file: PrivateFile): readonly (readonly [number, number])[] {
  const ranges = file.unsynced.map((start, index) => [start, file.unsynced[index + 1] ?? file.length] as const);
  if (ranges.length <= 2 * APPENDS_TO_CUT) return ranges;
  return [...ranges.slice(0, APPENDS_TO_CUT), ...ranges.slice(-APPENDS_TO_CUT)];
}

function spoilBytes(whole: Uint8Array, start: number, change: (byte: number) => number): Uint8Array {
  const copy = whole.slice();
  for (let index = start; index < copy.length; index += 1) copy[index] = change(copy[index] ?? 0);
  return copy;
}

function allLost(disk: PrivateDisk, kept: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const [name, bytes] of kept) {
    const durable = disk.files.get(name)?.durable ?? 0;
    if (durable > 0) files.set(name, bytes.subarray(0, durable));
  }
  for (const [name, file] of disk.lost) files.set(name, wholeBytes(file).subarray(0, file.durable));
  return files;
}

function withFile(
  files: ReadonlyMap<string, Uint8Array>,
  name: string,
  bytes: Uint8Array | null,
): ReadonlyMap<string, Uint8Array> {
  const copy = new Map(files);
  if (bytes === null) copy.delete(name);
  else copy.set(name, bytes);
  return copy;
}
