/** Measures two things in turn in one process, A B A B, and says how they compare. */

/** One side of a comparison: does the work once and returns what it took, in milliseconds. */
export type Sample = () => Promise<number>;

export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

export interface Comparison {
  /** Milliseconds a sample. */
  readonly engine: Spread;
  readonly anchor: Spread;
  readonly runs: number;
  /** False when the anchor's slowest run took more than twice its fastest: the machine was busy with something else. */
  readonly isJudged: boolean;
}

/** Fewer runs than this say nothing. */
export const FEWEST_RUNS = 5;

const STEADY = 2;

export async function compare(engine: Sample, anchor: Sample, runs = 7, warmUps = 2): Promise<Comparison> {
  const taken = { engine: [] as number[], anchor: [] as number[] };
  for (let run = -warmUps; run < Math.max(runs, FEWEST_RUNS); run++) {
    collectGarbage();
    const anchorTook = await anchor();
    collectGarbage();
    const engineTook = await engine();
    if (run < 0) continue;
    taken.anchor.push(anchorTook);
    taken.engine.push(engineTook);
  }
  const [engineSpread, anchorSpread] = [spreadOf(taken.engine), spreadOf(taken.anchor)];
  const isJudged = anchorSpread.max <= anchorSpread.min * STEADY;
  return { engine: engineSpread, anchor: anchorSpread, runs: taken.engine.length, isJudged };
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return { min: sorted[0] ?? 0, median: medianOf(sorted), max: sorted.at(-1) ?? 0 };
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** What one of many small pieces of work takes, in milliseconds: the mean over `times`. */
export function meanOf(times: number, work: (i: number) => unknown): Sample {
  return async () => {
    const start = performance.now();
    for (let i = 0; i < times; i++) await work(i);
    return (performance.now() - start) / times;
  };
}

/** The same for work that is not asynchronous: awaiting it would be counted too. */
export function meanOfSync(times: number, work: (i: number) => unknown): Sample {
  return async () => {
    const start = performance.now();
    for (let i = 0; i < times; i++) work(i);
    return (performance.now() - start) / times;
  };
}

/**
 * Garbage of one side must not be collected at the cost of the other. Only the young: V8 throws hundreds of compiled functions
 * away in a full collection that is forced ("weak objects" of --trace-deopt), and what comes next would be measured with code
 * that is compiled anew, which no running program goes through.
 */
export function collectGarbage(): void {
  (globalThis as { gc?: (options: { type: 'minor' }) => void }).gc?.({ type: 'minor' });
}
