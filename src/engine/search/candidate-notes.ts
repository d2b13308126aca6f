/** All notes of a search by number: those of the segments, then those that had to be read. Narrowed word by word. docs/search.md#ranking */

import type { SchedulerPort } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import { compareCodePoints } from '../values/compare';
import type { Captured } from './coverage';
import { type ScanDeps, readNotes, weightsOf } from './note-scan';
import { pathScore, rarityOf, textScore } from './ranking';
import type { SearchWord } from './search-words';
import { type Segment, foldedPathOf } from './segment';

const NOTES_BETWEEN_PAUSES = 4096;

/** A segment, and the number of its first note among all. */
interface PlacedSegment {
  readonly segment: Segment;
  readonly base: number;
}

/** A note that was read and holds every word: what each weighs in its text. */
interface ScannedNote {
  readonly path: NotePath;
  readonly weights: readonly number[];
}

interface Scan {
  readonly notes: readonly ScannedNote[];
  /** For each word how many of the notes that were read hold its longest run; all of them where it has none. */
  readonly holding: readonly number[];
}

export async function makeCandidates(
  deps: ScanDeps,
  { segments, unindexed }: Captured,
  words: readonly SearchWord[],
  accepts: (path: NotePath) => boolean,
): Promise<CandidateNotes> {
  const scan = await scanNotes(deps, unindexed.filter(accepts), words);
  const placed: PlacedSegment[] = [];
  let size = 0;
  for (const { segment } of segments) {
    placed.push({ segment, base: size });
    size += segment.size;
  }
  const searched = new Uint8Array(size);
  for (const [i, { segment, live }] of segments.entries()) {
    const { base } = placed[i] as PlacedSegment;
    for (let note = 0; note < segment.size; note++) {
      if (live[note] === 1 && accepts(segment.pathOf(note))) searched[base + note] = 1;
      if (note % NOTES_BETWEEN_PAUSES === 0) await deps.scheduler.pause();
    }
  }
  return new CandidateNotes(placed, searched, scan, words, deps.scheduler);
}

async function scanNotes(deps: ScanDeps, paths: readonly NotePath[], words: readonly SearchWord[]): Promise<Scan> {
  const notes: ScannedNote[] = [];
  const holding = words.map(() => 0);
  for await (const read of readNotes(deps, paths)) {
    for (const [i, { runs }] of words.entries()) {
      const run = runs[0];
      if (run === undefined || read.holds(run)) (holding[i] as number) += 1;
    }
    const weights = weightsOf(read, words, deps.table);
    if (weights !== null) notes.push({ path: read.path, weights });
  }
  return { notes, holding };
}

export class CandidateNotes {
  /** Notes of the segments; the notes that were read come after them. */
  private readonly indexed: number;
  /** 1: still a candidate. */
  private readonly alive: Uint8Array;
  /** 1: only its text shows whether it holds a word of several runs. */
  private readonly open: Uint8Array;
  private readonly scores: Float64Array;
  private readonly weights: Uint32Array;
  private readonly rarities: number[] = [];

  constructor(
    private readonly segments: readonly PlacedSegment[],
    /** 1 for each note of the segments that is searched. */
    private readonly searched: Uint8Array,
    private readonly scan: Scan,
    private readonly words: readonly SearchWord[],
    private readonly scheduler: Pick<SchedulerPort, 'pause'>,
  ) {
    this.indexed = searched.length;
    const all = this.indexed + scan.notes.length;
    this.alive = new Uint8Array(all).fill(1);
    this.alive.set(searched);
    this.open = new Uint8Array(this.indexed);
    this.scores = new Float64Array(all);
    this.weights = new Uint32Array(this.indexed);
  }

  /** Leaves the notes that hold, or may hold, the word with this number. */
  async require(i: number): Promise<void> {
    const word = this.words[i] as SearchWord;
    await this.weigh(word.runs[0]);
    const rarity = rarityOf((await this.holding(word)) + (this.scan.holding[i] as number));
    this.rarities.push(rarity);
    const inPath = await this.notesByPath(word.text);
    const mayHold = word.isRun ? null : await this.notesWithAll(word);
    for (const { segment, base } of this.segments) {
      for (let at = 0; at < segment.size; at++) {
        if (at % NOTES_BETWEEN_PAUSES === 0) await this.scheduler.pause();
        const note = base + at;
        if (this.alive[note] === 0) continue;
        const weight = mayHold === null ? (this.weights[note] as number) : 0;
        const isOpen = mayHold?.[note] === 1;
        if (inPath[note] === 0 && weight === 0 && !isOpen) this.alive[note] = 0;
        else {
          const path = inPath[note] === 1 ? pathScore(segment.foldedPath(at), word.text) : 0;
          this.addScore(note, rarity * (path + textScore(weight)));
          if (isOpen) this.open[note] = 1;
        }
      }
    }
    this.scoreScanned(i, word, rarity);
  }

  private scoreScanned(i: number, { text }: SearchWord, rarity: number): void {
    for (const [at, { path, weights }] of this.scan.notes.entries()) {
      const foldedPath = foldedPathOf(path);
      const inPath = foldedPath.includes(text) ? pathScore(foldedPath, text) : 0;
      this.addScore(this.indexed + at, rarity * (inPath + textScore(weights[i] as number)));
    }
  }

  /** 1 for each note of the segments whose path holds the text. */
  private async notesByPath(text: string): Promise<Uint8Array> {
    const found = new Uint8Array(this.indexed);
    for (const { segment, base } of this.segments) {
      segment.eachPathWith(text, (note) => void (found[base + note] = 1));
      await this.scheduler.pause();
    }
    return found;
  }

  /** `weights`: of a run in the text of each note. Without a run every note may hold the word. */
  private async weigh(run: string | undefined, weights = this.weights): Promise<void> {
    weights.fill(run === undefined ? 1 : 0);
    if (run === undefined) return;
    for (const { segment, base } of this.segments) await segment.addWeights(run, weights, base, this.scheduler);
  }

  /** How many notes of the segments hold the longest run of the word, which was weighed. */
  private async holding({ runs }: SearchWord): Promise<number> {
    let count = 0;
    const inPath = runs[0] === undefined ? null : await this.notesByPath(runs[0]);
    for (let note = 0; note < this.indexed; note++)
      if (this.searched[note] === 1 && ((this.weights[note] as number) > 0 || inPath?.[note] === 1)) count++;
    return count;
  }

  /** 1 for each note whose text holds all runs of the word. */
  private async notesWithAll({ runs }: SearchWord): Promise<Uint8Array> {
    const holds = Uint8Array.from(this.weights, (weight) => (weight > 0 ? 1 : 0));
    const weights = new Uint32Array(this.indexed);
    for (const run of runs.slice(1)) {
      await this.weigh(run, weights);
      for (let note = 0; note < this.indexed; note++) if (weights[note] === 0) holds[note] = 0;
    }
    return holds;
  }

  get hasAny(): boolean {
    return this.alive.includes(1);
  }

  get total(): number {
    let total = 0;
    for (const each of this.alive) total += each;
    return total;
  }

  /** Notes whose texts have to be read for words of several runs. */
  unverified(): readonly number[] {
    const notes: number[] = [];
    for (let note = 0; note < this.indexed; note++)
      if (this.alive[note] === 1 && this.open[note] === 1) notes.push(note);
    return notes;
  }

  rarity(word: number): number {
    return this.rarities[word] as number;
  }

  /** Four decimals are given, and compared. */
  score(note: number): number {
    return Math.round((this.scores[note] as number) * 10_000) / 10_000;
  }

  addScore(note: number, score: number): void {
    (this.scores[note] as number) += score;
  }

  drop(note: number): void {
    this.alive[note] = 0;
  }

  pathOf(note: number): NotePath {
    if (note >= this.indexed) return (this.scan.notes[note - this.indexed] as ScannedNote).path;
    let at = this.segments.length - 1;
    while ((this.segments[at] as PlacedSegment).base > note) at--;
    const { segment, base } = this.segments[at] as PlacedSegment;
    return segment.pathOf(note - base);
  }

  /** The best after the one named, at most so many, in order: by score, then by path. */
  async best(most: number, after: number | null): Promise<readonly number[]> {
    const found: number[] = [];
    for (let note = 0; note < this.alive.length; note++) {
      if (note % NOTES_BETWEEN_PAUSES === 0) await this.scheduler.pause();
      if (this.alive[note] === 0 || (after !== null && this.compare(note, after) <= 0)) continue;
      if (found.length === most) {
        if (this.compare(note, found[most - 1] as number) > 0) continue;
        found.pop();
      }
      found.splice(this.placeIn(found, note), 0, note);
    }
    return found;
  }

  private placeIn(found: readonly number[], note: number): number {
    let low = 0;
    let high = found.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(note, found[middle] as number) < 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private compare(a: number, b: number): number {
    const difference = this.score(b) - this.score(a);
    return difference !== 0 ? difference : compareCodePoints(this.pathOf(a), this.pathOf(b));
  }
}
