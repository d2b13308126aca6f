/** The runs of each note, gathered note by note and written run by run. docs/formats.md#text-index */

import type { SchedulerPort } from '../ports/host';
import { grown } from './run-table';

const FIRST_CAPACITY = 1 << 10;
const ENTRIES_BETWEEN_PAUSES = 1 << 14;
/** A note's number, a mark and a weight take at most so many bytes. */
const MOST_BYTES = 10;

export class PostingWriter {
  private runs = new Uint32Array(FIRST_CAPACITY);
  private notes = new Uint32Array(FIRST_CAPACITY);
  private weights = new Uint32Array(FIRST_CAPACITY);
  private count = 0;

  /** The notes of each run must be added in ascending order. Returns the number of the entry. */
  add(run: number, note: number, weight: number): number {
    if (this.count === this.runs.length) {
      this.runs = grown(this.runs, 0);
      this.notes = grown(this.notes, 0);
      this.weights = grown(this.weights, 0);
    }
    this.runs[this.count] = run;
    this.notes[this.count] = note;
    this.weights[this.count] = weight;
    return this.count++;
  }

  noteOf(entry: number): number {
    return this.notes[entry] as number;
  }

  addWeight(entry: number, weight: number): void {
    (this.weights[entry] as number) += weight;
  }

  /** A counting sort by run, which keeps the order of the notes. */
  async write(
    runs: number,
    scheduler: Pick<SchedulerPort, 'pause'>,
  ): Promise<{ readonly postings: Uint8Array; readonly postingStarts: Uint32Array }> {
    const order = await this.orderByRun(runs, scheduler);
    const postingStarts = new Uint32Array(runs + 1);
    const out = new VarintBuffer();
    let run = -1;
    let last = -1;
    for (let i = 0; i < this.count; i++) {
      const entry = order[i] as number;
      if (this.runs[entry] !== run) {
        while (run < (this.runs[entry] as number)) postingStarts[++run] = out.length;
        last = -1;
      }
      const [note, weight] = [this.notes[entry] as number, this.weights[entry] as number];
      out.room(MOST_BYTES);
      out.push(((note - last - 1) << 1) | (weight === 1 ? 0 : 1));
      if (weight !== 1) out.push(weight);
      last = note;
      if (i % ENTRIES_BETWEEN_PAUSES === 0) await scheduler.pause();
    }
    while (run < runs) postingStarts[++run] = out.length;
    return { postings: out.bytes(), postingStarts };
  }

  private async orderByRun(runs: number, scheduler: Pick<SchedulerPort, 'pause'>): Promise<Uint32Array> {
    const next = new Uint32Array(runs + 1);
    for (let i = 0; i < this.count; i++) (next[(this.runs[i] as number) + 1] as number)++;
    await scheduler.pause();
    for (let run = 0; run < runs; run++) (next[run + 1] as number) += next[run] as number;
    const order = new Uint32Array(this.count);
    for (let i = 0; i < this.count; i++) {
      order[(next[this.runs[i] as number] as number)++] = i;
      if (i % ENTRIES_BETWEEN_PAUSES === 0) await scheduler.pause();
    }
    return order;
  }
}

class VarintBuffer {
  private buffer = new Uint8Array(FIRST_CAPACITY);
  length = 0;

  room(bytes: number): void {
    if (this.length + bytes > this.buffer.length) this.buffer = grown(this.buffer, this.length + bytes);
  }

  push(value: number): void {
    let left = value;
    while (left > 0x7f) {
      this.buffer[this.length++] = (left & 0x7f) | 0x80;
      left >>>= 7;
    }
    this.buffer[this.length++] = left;
  }

  bytes(): Uint8Array {
    return this.buffer.slice(0, this.length);
  }
}
