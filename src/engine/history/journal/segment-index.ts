/** The journal's segments as they are read: their records, and where each text lies. docs/formats.md: Journal segment. */

import type { Host } from '../../ports/host';
import { inTurns } from '../../ports/in-turns';
import type { ExternalRecord } from '../change-record';
import { decodePack } from './contents';
import type { ContentHash } from './content-hash';
import type { Abort, Migration } from './migration';
import { type LocatedPack, type PackLocation, type SegmentRecords, readSegment, segmentFile } from './segment-records';
import type { TableVersion } from '../versions/table-version';

/** So many segments stay at hand for who reads on in them. */
const MOST_LOOKED = 2;

export class SegmentIndex {
  private readonly packs = new Map<ContentHash, PackLocation>();
  /** Segments whose texts are known. */
  private readonly located = new Set<number>();
  /** Records by segment, of those that were read since they were last let go. */
  private readonly loaded = new Map<number, LoadedSegment>();
  /** The ones looked at last, the latest last. */
  private readonly looked = new Map<number, SegmentRecords>();
  /** Several readers wait for one reading. */
  private readonly loading = new Map<number, Promise<LoadedSegment | null>>();
  /** Neighbours in a pack are asked for one after the other. */
  private lastPack: { readonly location: PackLocation; readonly texts: ReadonlyMap<ContentHash, string> } | null = null;

  constructor(
    private readonly host: Pick<Host, 'compression' | 'logger' | 'privateStore' | 'scheduler'>,
    /** Ascending. */
    private readonly numbers: number[],
    private readonly verify: boolean,
  ) {}

  get last(): number {
    return this.numbers.at(-1) ?? 0;
  }

  /** A segment that is appended to from now on. */
  begin(segment: number): void {
    this.numbers.push(segment);
    this.located.add(segment);
    this.loaded.set(segment, emptySegment(segment));
  }

  async load(from: number): Promise<void> {
    for (const segment of this.numbers.filter((number) => number >= from)) await this.loadOne(segment);
  }

  private async loadOne(segment: number): Promise<LoadedSegment | null> {
    const present = this.loaded.get(segment) ?? this.loading.get(segment);
    if (present !== undefined) return present;
    const loading = this.readToKeep(segment).finally(() => this.loading.delete(segment));
    this.loading.set(segment, loading);
    return loading;
  }

  private async readToKeep(segment: number): Promise<LoadedSegment | null> {
    const records = await this.readOrLooked(segment);
    if (records === null || !this.numbers.includes(segment)) return null;
    if (!records.clean) this.host.logger.log('warning', 'journal_tail_dropped', { segment });
    await this.locate(records);
    const { packs: _packs, clean: _clean, ...loaded } = records;
    this.loaded.set(segment, loaded);
    return loaded;
  }

  private async read(segment: number): Promise<SegmentRecords | null> {
    const bytes = await this.host.privateStore.read(segmentFile(segment));
    return bytes === null ? null : readSegment(segment, bytes, this.host.scheduler, this.verify);
  }

  /** Who looked at its records asks for their texts next. */
  private async readOrLooked(segment: number): Promise<SegmentRecords | null> {
    return this.looked.get(segment) ?? this.read(segment);
  }

  private async locate({ segment, packs }: SegmentRecords): Promise<void> {
    if (this.located.has(segment)) return;
    await inTurns(packs, this.host.scheduler, (pack) => this.place([pack]));
    this.located.add(segment);
  }

  /** What the disk holds of a segment's migrations from `offset` on, the end of an append; null when it can't be read. */
  async migrationsAfter(segment: number, offset: number): Promise<readonly Migration[] | null> {
    const { privateStore, scheduler } = this.host;
    try {
      const tail = await privateStore.readRange(segmentFile(segment), offset, Number.MAX_SAFE_INTEGER);
      return tail === null ? [] : (await readSegment(segment, tail, scheduler, this.verify)).migrations;
    } catch {
      return null;
    }
  }

  /** The records of the newest segment. */
  remember(records: SegmentRecords): void {
    const present = this.loaded.get(records.segment) ?? emptySegment(records.segment);
    this.loaded.set(records.segment, joinRecords(present, records));
    this.place(records.packs);
  }

  /** A text that lies in several packs is found where it was found first. */
  private place(packs: readonly LocatedPack[]): void {
    for (const { hashes, location } of packs)
      for (const hash of hashes) if (!this.packs.has(hash)) this.packs.set(hash, location);
  }

  /** The numbers of the segments, ascending. */
  get all(): readonly number[] {
    return this.numbers;
  }

  atHand(segment: number): LoadedSegment | null {
    return this.loaded.get(segment) ?? null;
  }

  /** The records of a segment, which do not stay at hand but for the last ones looked at. */
  async look(segment: number): Promise<LoadedSegment | null> {
    const present = this.loaded.get(segment) ?? this.looked.get(segment);
    if (present !== undefined) return present;
    const records = await this.read(segment);
    if (records === null) return null;
    if (this.looked.size >= MOST_LOOKED) this.looked.delete([...this.looked.keys()][0] as number);
    this.looked.set(segment, records);
    return records;
  }

  /** The loaded parts of the segments from `segment` on. */
  since(segment: number): readonly LoadedSegment[] {
    return [...this.loaded.values()].filter((each) => each.segment >= segment);
  }

  /** Those that there are when the first one is asked for. Each stays at hand until it is let go. */
  async *newestFirst(): AsyncGenerator<LoadedSegment> {
    for (const segment of [...this.numbers].reverse()) {
      const records = await this.loadOne(segment);
      if (records !== null) yield records;
    }
  }

  /** The segments, with their texts, one at a time: the whole journal may not fit into memory. */
  async *oldestFirst(isWanted: (segment: number) => boolean = () => true): AsyncGenerator<SegmentRecords> {
    for (const segment of this.numbers.filter(isWanted)) {
      const records = await this.read(segment);
      if (records !== null) yield records;
    }
  }

  /** Lets the records of the segments before this one go: they are read again when somebody asks for them. */
  release(before: number): void {
    for (const segment of [...this.loaded.keys()]) if (segment < before) this.loaded.delete(segment);
  }

  /** Looks for a text in the segments whose texts were not needed yet. */
  private async seek(hash: ContentHash): Promise<void> {
    if (this.packs.has(hash)) return;
    for (const segment of [...this.numbers].reverse()) {
      if (this.packs.has(hash)) return;
      const records = this.located.has(segment) ? null : await this.readOrLooked(segment);
      if (records !== null) await this.locate(records);
    }
  }

  /** Removes segments whose texts, as far as they are needed, `moved` holds now. */
  async remove(segments: readonly number[], moved: readonly LocatedPack[]): Promise<void> {
    const gone = new Set(segments);
    for (const [hash, { segment }] of this.packs) if (gone.has(segment)) this.packs.delete(hash);
    this.place(moved);
    // A text that was found in one of them may lie in another segment too.
    this.located.clear();
    for (const segment of segments) {
      this.loaded.delete(segment);
      this.looked.delete(segment);
      this.numbers.splice(this.numbers.indexOf(segment), 1);
    }
    for (const segment of segments) await this.host.privateStore.remove(segmentFile(segment));
  }

  /** True when a text is known to be there; older segments are not asked. */
  holds(hash: ContentHash): boolean {
    return this.packs.has(hash);
  }

  /** In the order in which their texts lie: read so, each pack of them is inflated once. Unknown ones come last. */
  inPlaceOrder<T>(items: readonly T[], hashOf: (item: T) => ContentHash): readonly T[] {
    const placed = items.map((item) => ({ item, place: this.placeOf(hashOf(item)) }));
    return placed.sort((a, b) => (a.place === b.place ? 0 : a.place - b.place)).map(({ item }) => item);
  }

  private placeOf(hash: ContentHash): number {
    const location = this.packs.get(hash);
    return location === undefined ? Number.POSITIVE_INFINITY : location.segment * SEGMENT_SPAN + location.offset;
  }

  /** The texts with these hashes; without those that no segment holds any more. */
  async texts(hashes: ReadonlySet<ContentHash>): Promise<ReadonlyMap<ContentHash, string>> {
    const texts = new Map<ContentHash, string>();
    const wanted = [...hashes];
    for (const hash of wanted) await this.seek(hash);
    for (const hash of this.inPlaceOrder(wanted, (each) => each)) {
      const text = await this.text(hash);
      if (text !== null) texts.set(hash, text);
      await this.host.scheduler.pause();
    }
    return texts;
  }

  /** The text with this hash, null when no segment holds it any more. */
  async text(hash: ContentHash): Promise<string | null> {
    await this.seek(hash);
    for (;;) {
      const location = this.packs.get(hash);
      if (location === undefined) return null;
      const texts = await this.pack(location);
      if (texts !== null) return texts.get(hash) ?? null;
      // Its segment went in between, and it lies in another one now.
      if (this.packs.get(hash) === location) return null;
    }
  }

  private async pack(location: PackLocation): Promise<ReadonlyMap<ContentHash, string> | null> {
    const { segment, offset, length } = location;
    const present = this.lastPack?.location;
    if (this.lastPack !== null && present?.segment === segment && present.offset === offset) return this.lastPack.texts;
    const payload = await this.host.privateStore.readRange(segmentFile(segment), offset, length);
    if (payload === null) return null;
    const texts = decodePack(payload, this.host.compression);
    this.lastPack = { location, texts };
    return texts;
  }
}

/** More bytes than a segment ever has. */
const SEGMENT_SPAN = 2 ** 32;

/** Where its texts lie is known by hash. */
export type LoadedSegment = Omit<SegmentRecords, 'packs' | 'clean'>;

const emptySegment = (segment: number): LoadedSegment => ({
  segment,
  migrations: [],
  aborts: [],
  applied: [],
  versions: [],
  external: [],
});

function joinRecords(a: LoadedSegment, b: LoadedSegment): LoadedSegment {
  (a.migrations as Migration[]).push(...b.migrations);
  (a.aborts as Abort[]).push(...b.aborts);
  (a.applied as number[]).push(...b.applied);
  (a.versions as TableVersion[]).push(...b.versions);
  (a.external as ExternalRecord[]).push(...b.external);
  return a;
}
