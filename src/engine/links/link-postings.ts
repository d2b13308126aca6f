/** Which source holds which codes, and the other way round, in flat arrays: a link path of a note costs eight bytes. */

import type { SchedulerPort } from '../ports/host';
import { type Slices, drain } from '../../kernel/slices';

/** The share of edges that may be looked through before the lists of sources are made anew. */
const LOOK_THROUGH = 0.5;

const NO_CODES = new Uint32Array(0);

export class LinkPostings {
  /** Codes of all sources, each source's in one run; runs that were replaced are left behind until there are many. */
  private pool: Uint32Array = NO_CODES;
  private used = 0;
  private starts: Uint32Array = NO_CODES;
  private lengths: Uint32Array = NO_CODES;
  private edges = 0;
  private byCode: SourcesByCode | null = null;
  /** Sources that changed since `byCode` was made. */
  private readonly changed = new Set<number>();
  private lookedThrough = 0;

  get edgeCount(): number {
    return this.edges;
  }

  codesOf(source: number): Uint32Array {
    const start = this.starts[source] ?? 0;
    return this.pool.subarray(start, start + (this.lengths[source] ?? 0));
  }

  /** `codes` are distinct. */
  set(source: number, codes: ArrayLike<number>): void {
    const before = this.lengths[source] ?? 0;
    if (before === 0 && codes.length === 0) return;
    if (this.byCode !== null) this.changed.add(source);
    this.edges += codes.length - before;
    if (codes.length > before) {
      this.reserve(source, codes.length);
      this.starts[source] = this.used;
      this.used += codes.length;
    }
    this.lengths[source] = codes.length;
    const start = this.starts[source] ?? 0;
    for (let at = 0; at < codes.length; at++) this.pool[start + at] = codes[at] ?? 0;
  }

  /** Takes over what `toArrays` gave: the sources 0, 1, 2 … in order. Only for new postings. */
  adopt(offsets: Uint32Array, codes: Uint32Array): void {
    const count = offsets.length - 1;
    this.pool = codes.slice();
    this.used = codes.length;
    this.edges = codes.length;
    this.starts = offsets.slice(0, count);
    this.lengths = new Uint32Array(count);
    for (let source = 0; source < count; source++) {
      this.lengths[source] = (offsets[source + 1] ?? 0) - (offsets[source] ?? 0);
    }
  }

  /** Builds in turns what the first request for sources else builds at once. Nothing changes meanwhile. */
  async buildIndex(scheduler: Pick<SchedulerPort, 'pause'>): Promise<void> {
    if (this.byCode !== null) return;
    this.compact(0);
    const work = sourcesByCode(this.pool, this.used, this.starts, this.lengths);
    for (let step = work.next(); ; step = work.next()) {
      if (step.done === true) {
        this.byCode ??= step.value;
        return;
      }
      await scheduler.pause();
    }
  }

  /** Calls back for every source that holds one of the codes, once for each code that it holds. */
  visitSources(codes: readonly number[], visit: (source: number, code: number) => void): void {
    if (codes.length === 0) return;
    const byCode = this.upToDate();
    for (const code of codes) {
      const end = byCode.offsets[code + 1] ?? 0;
      for (let at = byCode.offsets[code] ?? 0; at < end; at++) {
        const source = byCode.sources[at];
        if (source !== undefined && !this.changed.has(source)) visit(source, code);
      }
    }
    for (const source of this.changed) {
      const held = this.codesOf(source);
      this.lookedThrough += held.length + 1;
      for (const code of codes) if (held.includes(code)) visit(source, code);
    }
  }

  private upToDate(): SourcesByCode {
    const isStale = this.lookedThrough > this.edges * LOOK_THROUGH;
    if (this.byCode === null || (isStale && this.changed.size > 0)) {
      this.compact(0);
      this.byCode = drain(sourcesByCode(this.pool, this.used, this.starts, this.lengths));
      this.changed.clear();
      this.lookedThrough = 0;
    }
    return this.byCode;
  }

  private reserve(source: number, length: number): void {
    if (source >= this.starts.length) {
      const size = Math.max(source + 1, this.starts.length * 2, 64);
      this.starts = grownArray(this.starts, size);
      this.lengths = grownArray(this.lengths, size);
    }
    if (this.used + length <= this.pool.length) return;
    if (this.used > 2 * this.edges) this.compact(length);
    if (this.used + length > this.pool.length) {
      this.pool = grownArray(this.pool, Math.max(this.used + length, this.pool.length * 2, 256));
    }
  }

  /** Lays the runs side by side, with room for `more` codes. */
  private compact(more: number): void {
    const total = this.lengths.reduce((sum, length) => sum + length, 0);
    const pool = new Uint32Array(total + more);
    let used = 0;
    for (let source = 0; source < this.lengths.length; source++) {
      pool.set(this.codesOf(source), used);
      this.starts[source] = used;
      used += this.lengths[source] ?? 0;
    }
    this.pool = pool;
    this.used = used;
  }
}

interface SourcesByCode {
  readonly offsets: Uint32Array;
  readonly sources: Uint32Array;
}

/** Sources between two stops. */
const SOURCES_A_SLICE = 4096;

/** `pool` is compact: the runs of the sources are in their order. */
function* sourcesByCode(
  pool: Uint32Array,
  used: number,
  starts: Uint32Array,
  lengths: Uint32Array,
): Slices<SourcesByCode> {
  let codes = 0;
  for (let at = 0; at < used; at++) codes = Math.max(codes, (pool[at] ?? 0) + 1);
  yield;
  const offsets = new Uint32Array(codes + 1);
  for (let at = 0; at < used; at++) incrementCount(offsets, (pool[at] ?? 0) + 1);
  yield;
  for (let code = 0; code < codes; code++) offsets[code + 1] = (offsets[code + 1] ?? 0) + (offsets[code] ?? 0);
  const next = offsets.slice();
  const sources = new Uint32Array(used);
  for (let source = 0; source < starts.length; source++) {
    if (source % SOURCES_A_SLICE === 0) yield;
    const start = starts[source] ?? 0;
    const end = start + (lengths[source] ?? 0);
    for (let at = start; at < end; at++) sources[incrementCount(next, pool[at] ?? 0)] = source;
  }
  return { offsets, sources };
}

/** Adds one and returns the former count. */
function incrementCount(counts: Uint32Array, at: number): number {
  const before = counts[at] ?? 0;
  counts[at] = before + 1;
  return before;
}

function grownArray(array: Uint32Array, size: number): Uint32Array {
  const copy = new Uint32Array(size);
  copy.set(array);
  return copy;
}
