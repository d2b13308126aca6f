/** Which notes the segments of the text index hold as they are now, and which have to be read. docs/search.md#exact-at-any-time */

import { isMarkdown } from '../note/paths';
import type { SchedulerPort } from '../ports/host';
import { inTurns } from '../ports/in-turns';
import type { FileStat, NotePath } from '../ports/vault-port';
import type { FrozenMap } from '../storage/tracked-map';
import type { Segment } from './segment';

export type Files = FrozenMap<NotePath, FileStat>;

type PausePort = Pick<SchedulerPort, 'pause'>;

/** A segment with the notes of it that count: others are gone, or not any more as they were. */
export interface LiveSegment {
  readonly segment: Segment;
  /** 1 for each note that counts. */
  readonly live: Uint8Array;
}

/** The index for the notes of one view. It never changes. */
export interface Captured {
  readonly segments: readonly LiveSegment[];
  /** Notes of the view that no segment holds as they are in it. */
  readonly unindexed: readonly NotePath[];
}

interface CountedSegment extends LiveSegment {
  readonly serial: number;
  count: number;
}

/** In one segment. */
const MOST_NOTES = 1 << 15;
const ITEMS_BETWEEN_PAUSES = 512;

export class Coverage {
  private readonly bySerial = new Map<number, CountedSegment>();
  /** Where each note lies that counts: the serial number of its segment and its number in it. */
  private readonly places = new Map<NotePath, number>();
  private readonly pending = new Set<NotePath>();
  /** Notes that could not be read, as they were then. They stay pending: a search tries again, the index does not. */
  private readonly unreadable = new Map<NotePath, FileStat>();
  /** The files that all of this is true of. Null: not looked at yet. */
  private files: Files | null = null;
  private serials = 0;

  /** Brings it up to date with these files, the current ones. */
  async align(files: Files, scheduler: PausePort): Promise<void> {
    const changed = this.files?.changedKeys?.();
    if (changed === undefined) await this.alignWhole(files, scheduler);
    else await inTurns(changed, scheduler, (path) => this.check(path, files));
    this.files = files;
  }

  /** The first time, while it has no readers. */
  private async alignWhole(files: Files, scheduler: PausePort): Promise<void> {
    let i = 0;
    for (const path of await notesIn(files, scheduler)) {
      this.check(path, files);
      if (++i % ITEMS_BETWEEN_PAUSES === 0) await scheduler.pause();
    }
  }

  private check(path: NotePath, files: Files): void {
    const stat = files.get(path);
    const place = this.places.get(path);
    if (place !== undefined) {
      if (isSameFile(this.statAt(place), stat)) return;
      this.kill(path, place);
    }
    if (stat !== undefined && isMarkdown(path)) this.pending.add(path);
    else this.pending.delete(path);
  }

  private statAt(place: number): FileStat | undefined {
    return this.bySerial.get(Math.floor(place / MOST_NOTES))?.segment.stats[place % MOST_NOTES];
  }

  private kill(path: NotePath, place: number): void {
    const held = this.bySerial.get(Math.floor(place / MOST_NOTES)) as CountedSegment;
    held.live[place % MOST_NOTES] = 0;
    held.count -= 1;
    this.places.delete(path);
    if (held.count === 0) this.bySerial.delete(held.serial);
  }

  /** Notes to be read for the index, at most so many. */
  nextPending(most: number): readonly NotePath[] {
    const next: NotePath[] = [];
    for (const path of this.pending) {
      if (next.length === most) break;
      if (!isSameFile(this.unreadable.get(path), this.files?.get(path))) next.push(path);
    }
    return next;
  }

  setUnreadable(stat: FileStat): void {
    this.unreadable.set(stat.path, stat);
  }

  /** Its notes count as far as they are pending and still as they were when they were read. Nothing but captures meanwhile. */
  async add(segment: Segment, scheduler: PausePort): Promise<void> {
    const held = this.newSegment(segment);
    await inTurns(segment.stats, scheduler, (stat, note) => {
      const { path } = stat;
      if (!this.pending.has(path) || !isSameFile(stat, this.files?.get(path))) return;
      this.pending.delete(path);
      this.unreadable.delete(path);
      this.place(path, held, note);
    });
    if (held.count === 0) this.bySerial.delete(held.serial);
  }

  private newSegment(segment: Segment): CountedSegment {
    const held = { segment, live: new Uint8Array(segment.size), serial: this.serials++, count: 0 };
    this.bySerial.set(held.serial, held);
    return held;
  }

  private place(path: NotePath, held: CountedSegment, note: number): void {
    held.live[note] = 1;
    held.count += 1;
    this.places.set(path, held.serial * MOST_NOTES + note);
  }

  /** `merged` has the notes of the others; those of them that count now count in it. */
  replace(others: readonly LiveSegment[], merged: Segment): void {
    const serials = new Set(
      [...this.bySerial.values()].filter((each) => isOneOf(each, others)).map((each) => each.serial),
    );
    const held = this.newSegment(merged);
    for (const [note, stat] of merged.stats.entries()) {
      const place = this.places.get(stat.path);
      if (place !== undefined && serials.has(Math.floor(place / MOST_NOTES))) this.place(stat.path, held, note);
    }
    for (const serial of serials) this.bySerial.delete(serial);
    if (held.count === 0) this.bySerial.delete(held.serial);
  }

  /** With how many notes of each count. */
  get segments(): readonly (LiveSegment & { readonly count: number })[] {
    return [...this.bySerial.values()];
  }

  /** For a view, whichever moment it is of, and whatever part of the vault it shows. */
  async capture(files: Files, scheduler: PausePort): Promise<Captured> {
    const [since, sinceView] = [this.files?.changedKeys?.(), files.changedKeys?.()];
    return since === undefined || sinceView === undefined
      ? captureWhole(this.segments, files, scheduler)
      : this.captureNear(files, [since, sinceView]);
  }

  /** Only what changed since this was true, or since the view was made, can be otherwise in the view. */
  private captureNear(files: Files, changed: readonly Iterable<NotePath>[]): Captured {
    const segments = new Map(
      [...this.bySerial].map(([serial, { segment, live }]) => [serial, { segment, live: live.slice() }]),
    );
    const unindexed = new Set(this.pending);
    for (const paths of changed) {
      for (const path of paths) {
        const [stat, place] = [files.get(path), this.places.get(path)];
        const isIndexed = place !== undefined && isSameFile(this.statAt(place), stat);
        if (place !== undefined && !isIndexed) {
          const { live } = segments.get(Math.floor(place / MOST_NOTES)) as LiveSegment;
          live[place % MOST_NOTES] = 0;
        }
        if (stat !== undefined && isMarkdown(path) && !isIndexed) unindexed.add(path);
        else unindexed.delete(path);
      }
    }
    return { segments: [...segments.values()], unindexed: [...unindexed] };
  }
}

const isOneOf = ({ segment }: LiveSegment, others: readonly LiveSegment[]): boolean =>
  others.some((other) => other.segment === segment);

/** A view of which nothing is known. */
async function captureWhole(segments: readonly LiveSegment[], files: Files, scheduler: PausePort): Promise<Captured> {
  const found = new Set<NotePath>();
  const captured: LiveSegment[] = [];
  for (const { segment } of segments) {
    const live = new Uint8Array(segment.size);
    for (const [note, stat] of segment.stats.entries()) {
      if (note % ITEMS_BETWEEN_PAUSES === 0) await scheduler.pause();
      if (found.has(stat.path) || !isSameFile(stat, files.get(stat.path))) continue;
      found.add(stat.path);
      live[note] = 1;
    }
    captured.push({ segment, live });
  }
  const notes = await notesIn(files, scheduler);
  return { segments: captured, unindexed: notes.filter((path) => !found.has(path)) };
}

async function notesIn(files: Files, scheduler: PausePort): Promise<readonly NotePath[]> {
  const paths: NotePath[] = [];
  let i = 0;
  for (const path of [...files.keys()]) {
    if (isMarkdown(path)) paths.push(path);
    if (++i % ITEMS_BETWEEN_PAUSES === 0) await scheduler.pause();
  }
  return paths;
}

/**
 * The very stat that the store had when the text was read: it gets another one with each change that it learns of, even within one
 * time stamp. Of a file that could not be looked at nothing is known.
 */
const isSameFile = (known: FileStat | undefined, stat: FileStat | undefined): boolean =>
  known !== undefined && known === stat && known.size >= 0;
