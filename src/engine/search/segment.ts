/** An immutable part of the text index: some notes, the runs of their texts, and which note holds which. docs/search.md#the-index */

import type { SchedulerPort } from '../ports/host';
import type { FileStat, NotePath } from '../ports/vault-port';
import { withoutMarkdownExtension } from '../note/paths';
import { foldText } from '../../kernel/fold-text';

/** Runs between two pauses; lists of notes are short. */
const RUNS_BETWEEN_PAUSES = 256;
const NOTES_BETWEEN_PAUSES = 512;

export interface SegmentContent {
  /** As each note was when its text was read: the index holds for a note that still is so. */
  readonly stats: readonly FileStat[];
  /** The runs, each followed by a line break, and where each begins. */
  readonly vocabulary: string;
  readonly starts: Uint32Array;
  /** For each run the notes that hold it: `encodePosting`, ascending. */
  readonly postings: Uint8Array;
  /** Where those of each run begin; one more than there are runs. */
  readonly postingStarts: Uint32Array;
}

export class Segment implements SegmentContent {
  readonly stats: readonly FileStat[];
  readonly vocabulary: string;
  readonly starts: Uint32Array;
  readonly postings: Uint8Array;
  readonly postingStarts: Uint32Array;

  private constructor(
    content: SegmentContent,
    /** Folded, one a line. */
    private readonly foldedPaths: string,
    private readonly pathStarts: Uint32Array,
  ) {
    this.stats = content.stats;
    this.vocabulary = content.vocabulary;
    this.starts = content.starts;
    this.postings = content.postings;
    this.postingStarts = content.postingStarts;
  }

  static async of(content: SegmentContent, scheduler: Pick<SchedulerPort, 'pause'>): Promise<Segment> {
    const starts = new Uint32Array(content.stats.length + 1);
    const folded: string[] = [];
    for (const [i, { path }] of content.stats.entries()) {
      const line = foldedPathOf(path);
      folded.push(line);
      starts[i + 1] = (starts[i] as number) + line.length + 1;
      if (i % NOTES_BETWEEN_PAUSES === 0) await scheduler.pause();
    }
    return new Segment(content, `${folded.join('\n')}\n`, starts);
  }

  get size(): number {
    return this.stats.length;
  }

  pathOf(note: number): NotePath {
    return (this.stats[note] as FileStat).path;
  }

  foldedPath(note: number): string {
    return this.foldedPaths.slice(this.pathStarts[note], (this.pathStarts[note + 1] as number) - 1);
  }

  /** Adds to `weights`, from `base` on, what `run`, as a part of the runs in each note's text, weighs there. */
  async addWeights(
    run: string,
    weights: Uint32Array,
    base: number,
    scheduler: Pick<SchedulerPort, 'pause'>,
  ): Promise<void> {
    const { vocabulary, starts } = this;
    let number = 0;
    let found = 0;
    for (let at = vocabulary.indexOf(run); at >= 0; at = vocabulary.indexOf(run, starts[number])) {
      while ((starts[number + 1] as number) <= at) number++;
      this.addPostings(number++, weights, base);
      if (++found % RUNS_BETWEEN_PAUSES === 0) await scheduler.pause();
    }
  }

  private addPostings(run: number, weights: Uint32Array, base: number): void {
    const { postings } = this;
    const end = this.postingStarts[run + 1] as number;
    let note = base - 1;
    for (let at = this.postingStarts[run] as number; at < end;) {
      let byte = postings[at++] as number;
      let head = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = postings[at++] as number;
        head |= (byte & 0x7f) << shift;
      }
      note += (head >>> 1) + 1;
      let weight = 1;
      if ((head & 1) === 1) {
        byte = postings[at++] as number;
        weight = byte & 0x7f;
        for (let shift = 7; byte > 0x7f; shift += 7) {
          byte = postings[at++] as number;
          weight |= (byte & 0x7f) << shift;
        }
      }
      (weights[note] as number) += weight;
    }
  }

  /** Calls `visit` for each note that holds the run. */
  eachPosting(run: number, visit: (note: number, weight: number) => void): void {
    const reader = new PostingReader(this.postings, this.postingStarts[run] as number);
    const end = this.postingStarts[run + 1] as number;
    for (let note = -1; reader.at < end;) {
      const head = reader.varint();
      note += (head >>> 1) + 1;
      visit(note, (head & 1) === 1 ? reader.varint() : 1);
    }
  }

  /** Calls `visit` for each note with `text` in its folded path, without `.md`. */
  eachPathWith(text: string, visit: (note: number) => void): void {
    const { foldedPaths, pathStarts } = this;
    let note = 0;
    for (let at = foldedPaths.indexOf(text); at >= 0; at = foldedPaths.indexOf(text, pathStarts[note])) {
      while ((pathStarts[note + 1] as number) <= at) note++;
      visit(note++);
    }
  }
}

class PostingReader {
  constructor(
    private readonly bytes: Uint8Array,
    public at: number,
  ) {}

  varint(): number {
    let byte = this.bytes[this.at++] as number;
    let value = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = this.bytes[this.at++] as number;
      value |= (byte & 0x7f) << shift;
    }
    return value;
  }
}

/** As a query's words are looked for in it. A path has no line break where it comes from a vault; if one has, it counts as a space. */
export const foldedPathOf = (path: NotePath): string => foldText(withoutMarkdownExtension(path)).replaceAll('\n', ' ');
