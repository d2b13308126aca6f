/** Makes a segment of notes: reads the runs of their texts, in turns with others. docs/search.md#the-index */

import type { SchedulerPort } from '../ports/host';
import type { FileStat } from '../ports/vault-port';
import { type FoldTable, LetterReader, MANY, UnitClass } from './fold-table';
import { ZoneWeights, zonesOf } from './note-zones';
import { PostingWriter } from './posting-writer';
import { FIRST_HASH, RunTable, grown, nextHash } from './run-table';
import { Segment } from './segment';

/** Code units that are read between two pauses: about a millisecond of work. */
const PIECE = 1 << 16;

const NO_ENTRY = 0xffffffff;

export class SegmentBuilder {
  private readonly runs = new RunTable();
  private readonly postings = new PostingWriter();
  /** By run, the latest entry. */
  private latest = new Uint32Array(1 << 10).fill(NO_ENTRY);
  /** Runs of one character that is not a letter, by its code unit. */
  private readonly singles = new Map<number, number>();
  private readonly stats: FileStat[] = [];
  /** Code units that were read. */
  length = 0;
  /** The run that is being read: its code units, how many they are, their hash, and where it begins in the text. */
  private run = new Uint16Array(64);
  private units = 0;
  private hash = FIRST_HASH;
  private start = 0;
  /** Of the text that is being read. */
  private weights = new ZoneWeights([]);

  constructor(
    private readonly table: FoldTable,
    private readonly scheduler: Pick<SchedulerPort, 'pause'>,
  ) {}

  get size(): number {
    return this.stats.length;
  }

  /** `text` null: the note is found by its path only. */
  async add(stat: FileStat, text: string | null): Promise<void> {
    this.addNote(stat);
    if (text === null) return;
    this.length += text.length;
    this.weights = new ZoneWeights(zonesOf(text));
    const letters = new LetterReader(text);
    for (let at = 0; at < text.length;) {
      at = this.read(letters, at, Math.min(text.length, at + PIECE));
      await this.scheduler.pause();
    }
    this.endRun();
  }

  private addNote(stat: FileStat): number {
    return this.stats.push(stat) - 1;
  }

  /** Up to `end`, or one code unit further. Returns where it is. The state of the run is in variables: it changes with each letter. */
  private read(letters: LetterReader, from: number, end: number): number {
    const { table } = this;
    const { text } = letters;
    let { run, units, hash } = this;
    let at = from;
    while (at < end) {
      const entry = letters.isSplit(at) ? MANY : table.entryOf(text.charCodeAt(at));
      if (entry >>> 16 === UnitClass.letter) {
        if (units === 0) this.start = at;
        if (units === run.length) run = this.run = grown(run, 0);
        const unit = entry & 0xffff;
        run[units++] = unit;
        hash = nextHash(hash, unit);
        at++;
        continue;
      }
      this.units = units;
      this.hash = hash;
      at += entry === MANY ? this.takeMany(letters.letterAt(at), at) : this.take(entry & 0xffff, entry >>> 16, at);
      ({ run, units, hash } = this);
    }
    this.units = units;
    this.hash = hash;
    return at;
  }

  /** A letter with a fold of several code units or none. Returns how long it is. */
  private takeMany(letter: string, at: number): number {
    const folded = this.table.foldOf(letter);
    for (let i = 0; i < folded.length; i++) {
      const unit = folded.charCodeAt(i);
      this.take(unit, this.table.classOf(unit), at);
    }
    return letter.length;
  }

  /** A folded code unit, its class, and where it comes from. Returns 1. */
  private take(unit: number, kind: number, at: number): 1 {
    if (kind !== UnitClass.letter) {
      this.endRun();
      if (kind === UnitClass.single) this.enterSingle(unit, at);
      return 1;
    }
    if (this.units === 0) this.start = at;
    if (this.units === this.run.length) this.run = grown(this.run, 0);
    this.run[this.units++] = unit;
    this.hash = nextHash(this.hash, unit);
    return 1;
  }

  private endRun(): void {
    if (this.units === 0) return;
    this.enter(this.runs.numberOf(this.run, this.units, this.hash), this.start);
    this.units = 0;
    this.hash = FIRST_HASH;
  }

  private enterSingle(unit: number, at: number): void {
    let run = this.singles.get(unit);
    if (run === undefined) {
      this.run[0] = unit;
      this.singles.set(unit, (run = this.runs.numberOf(this.run, 1, nextHash(FIRST_HASH, unit))));
    }
    this.enter(run, at);
  }

  private enter(run: number, at: number): void {
    const note = this.stats.length - 1;
    const weight = this.weights.at(at);
    if (run >= this.latest.length) {
      const before = this.latest.length;
      this.latest = grown(this.latest, run + 1).fill(NO_ENTRY, before);
    }
    const entry = this.latest[run] as number;
    if (entry !== NO_ENTRY && this.postings.noteOf(entry) === note) this.postings.addWeight(entry, weight);
    else this.latest[run] = this.postings.add(run, note, weight);
  }

  /** All notes of a segment but those that `isLeftOut` names. Later additions must come after them. */
  async addSegment(segment: Segment, isLeftOut: (note: number) => boolean): Promise<void> {
    const numbers = new Int32Array(segment.size).fill(-1);
    for (let note = 0; note < segment.size; note++)
      if (!isLeftOut(note)) numbers[note] = this.addNote(segment.stats[note] as FileStat);
    for (let run = 0; run + 1 < segment.starts.length; run++) {
      const [from, to] = [segment.starts[run] as number, (segment.starts[run + 1] as number) - 1];
      let own = -1;
      segment.eachPosting(run, (note, weight) => {
        const number = numbers[note] as number;
        if (number < 0) return;
        if (own < 0) own = this.numberOf(segment.vocabulary, from, to);
        this.postings.add(own, number, weight);
      });
      if (run % 64 === 0) await this.scheduler.pause();
    }
  }

  private numberOf(text: string, from: number, to: number): number {
    let hash = FIRST_HASH;
    while (to - from > this.run.length) this.run = grown(this.run, 0);
    for (let at = from; at < to; at++) {
      const unit = text.charCodeAt(at);
      this.run[at - from] = unit;
      hash = nextHash(hash, unit);
    }
    return this.runs.numberOf(this.run, to - from, hash);
  }

  async segment(): Promise<Segment> {
    const { postings, postingStarts } = await this.postings.write(this.runs.size, this.scheduler);
    const { text: vocabulary, starts } = this.runs.vocabulary();
    const { stats } = this;
    return Segment.of({ stats, vocabulary, starts, postings, postingStarts }, this.scheduler);
  }
}
