/** The text index in the host's cache: a list, and a file for each segment. docs/formats.md#text-index */

import type { Host } from '../ports/host';
import type { FileStat, NotePath } from '../ports/vault-port';
import {
  type PackedSections,
  type SectionContent,
  checksumIn,
  packSections,
  unpackSections,
} from '../storage/store/packed-sections';
import type { Json } from '../json';
import type { Files } from './coverage';
import { Segment } from './segment';

type CacheHost = Pick<Host, 'cache' | 'clock' | 'scheduler'>;

/** Counts up when what the files hold, the fold or the runs change. */
const FORMAT = 2;

const LIST = 'text-index';
const segmentFile = (number: number): string => `text-index-${number}`;

/** Notes that were written this shortly before the list was made may have changed again within one time stamp. */
const RACY = 2000;

const UNKNOWN = Number.NaN;
const NOTES_BETWEEN_PAUSES = 512;

interface SegmentEntry {
  readonly file: number;
  readonly checksum: number;
}

interface SegmentList {
  readonly format: number;
  /** The id of the vault: another one may lie at the same path by now. */
  readonly vault: string;
  readonly savedAt: number;
  readonly segments: readonly SegmentEntry[];
}

export class IndexCache {
  /** Segments that lie in the cache already. */
  private saved = new Map<Segment, SegmentEntry>();

  constructor(
    private readonly host: CacheHost,
    private readonly vault: string,
  ) {}

  /** The segments as they were saved. A note that is not as it was then has a stat that no file has. Empty: there is nothing of use. */
  async load(files: Files): Promise<readonly Segment[]> {
    const list = await this.readList();
    if (list === null) return [];
    const segments: Segment[] = [];
    for (const entry of list.segments) {
      const sections = await this.readSegment(entry);
      if (sections === null) continue;
      const segment = await segmentOf(sections, files, list.savedAt - RACY, this.host.scheduler);
      segments.push(segment);
      this.saved.set(segment, entry);
    }
    return segments;
  }

  private async readList(): Promise<SegmentList | null> {
    const bytes = await this.host.cache.read(LIST);
    const sections = bytes === null ? null : await unpackSections(bytes, this.host.scheduler);
    if (sections?.has('list') !== true) return null;
    const list = sections.json('list') as unknown as SegmentList;
    return list.format === FORMAT && list.vault === this.vault ? list : null;
  }

  private async readSegment({ file, checksum }: SegmentEntry): Promise<PackedSections | null> {
    const bytes = await this.host.cache.read(segmentFile(file));
    if (bytes === null || bytes.length < 4 || checksumIn(bytes) !== checksum) return null;
    return unpackSections(bytes, this.host.scheduler);
  }

  /** New segments first, then the list, so that the list in the cache always fits the segments. */
  async save(segments: readonly Segment[]): Promise<void> {
    const { cache, clock } = this.host;
    const before = [...this.saved.values()].map(({ file }) => file);
    const taken = new Set(before);
    const saved = new Map<Segment, SegmentEntry>();
    for (const segment of segments) {
      const entry = this.saved.get(segment) ?? (await this.write(segment, firstFree(taken)));
      taken.add(entry.file);
      saved.set(segment, entry);
    }
    const entries = [...saved.values()];
    const list: SegmentList = { format: FORMAT, vault: this.vault, savedAt: clock.now(), segments: entries };
    await cache.write(LIST, await packSections(new Map([['list', list as unknown as Json]]), this.host.scheduler));
    this.saved = saved;
    const needed = new Set(entries.map(({ file }) => file));
    for (const file of before) if (!needed.has(file)) await cache.remove(segmentFile(file));
  }

  private async write(segment: Segment, file: number): Promise<SegmentEntry> {
    const bytes = await packSections(sectionsOf(segment), this.host.scheduler);
    await this.host.cache.write(segmentFile(file), bytes);
    return { file, checksum: checksumIn(bytes) };
  }
}

function firstFree(taken: ReadonlySet<number>): number {
  let number = 0;
  while (taken.has(number)) number++;
  return number;
}

function sectionsOf({ stats, vocabulary, starts, postings, postingStarts }: Segment): Map<string, SectionContent> {
  return new Map<string, SectionContent>([
    ['paths', stats.map(({ path }) => path)],
    ['sizes', Float64Array.from(stats, ({ size }) => size)],
    ['mtimes', Float64Array.from(stats, ({ mtime }) => mtime)],
    ['change_times', Float64Array.from(stats, ({ changeTime = UNKNOWN }) => changeTime)],
    ['vocabulary', vocabulary],
    ['starts', starts],
    ['postings', postings],
    ['posting_starts', postingStarts],
  ]);
}

async function segmentOf(
  sections: PackedSections,
  files: Files,
  trustedBefore: number,
  scheduler: Host['scheduler'],
): Promise<Segment> {
  const stats: FileStat[] = [];
  const saved = { sizes: sections.doubles('sizes'), mtimes: sections.doubles('mtimes') };
  const changeTimes = sections.doubles('change_times');
  for (const [i, path] of (sections.json('paths') as readonly NotePath[]).entries()) {
    const [size, mtime] = [saved.sizes[i] as number, saved.mtimes[i] as number];
    const stat = files.get(path);
    const isSame =
      stat?.size === size &&
      stat.mtime === mtime &&
      mtime < trustedBefore &&
      isSameChangeTime(stat, changeTimes[i] as number, trustedBefore);
    stats.push(isSame ? stat : { path, size, mtime, ctime: 0 });
    if (i % NOTES_BETWEEN_PAUSES === 0) await scheduler.pause();
  }
  // Copies: the paths and the vocabulary, which are read, need not stay in memory as bytes.
  const content = {
    stats,
    vocabulary: sections.json('vocabulary') as string,
    starts: sections.integers('starts').slice(),
    postings: sections.octets('postings').slice(),
    postingStarts: sections.integers('posting_starts').slice(),
  };
  await scheduler.pause();
  return Segment.of(content, scheduler);
}

const isSameChangeTime = ({ changeTime }: FileStat, saved: number, trustedBefore: number): boolean =>
  changeTime === undefined || (changeTime === saved && changeTime < trustedBefore);
