/** Watches the event loop of this process: the longest time without a turn, and which code took it. */

import fs from 'node:fs';
import { Session, type Profiler } from 'node:inspector';

/** The longest time without a turn while some work was done. */
export interface Block {
  /** In milliseconds, less what the thread waited for a processor. */
  readonly longest: number;
  /** All of the work, in milliseconds. */
  readonly took: number;
  /** The calls that took most of it, outermost first, each with its share. */
  readonly calls: readonly string[];
}

/** A call with less of the block than this is not followed. */
const LEAST_SHARE = 0.3;
/** Below them lies what came after an `await`. */
const ANY_TURN: ReadonlySet<string> = new Set([
  'processTimers',
  'runNextTicks',
  'runMicrotasks',
  'listOnTimeout',
  'processImmediate',
]);
const SAMPLED_EVERY_US = 500;

/** Runs `work` and finds its longest block. */
export async function longestBlock<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly block: Block }> {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: SAMPLED_EVERY_US });
  session.post('Profiler.start');
  await turn();
  const start = performance.now();
  const watch = watchTurns();
  const result = await work();
  await turn();
  watch.stop();
  const took = performance.now() - start;
  const profile = await stopped(session);
  session.disconnect();
  const { longest, from, to } = watch;
  return { result, block: { longest, took, calls: callsBetween(profile, from, to) } };
}

interface Watch {
  longest: number;
  /** When it was, in milliseconds of `performance.now()`. */
  from: number;
  to: number;
  stop(): void;
}

function watchTurns(): Watch {
  const watch: Watch = { longest: 0, from: 0, to: 0, stop: () => clearTimeout(timer) };
  let [last, waited] = [performance.now(), waitedForProcessor()];
  const tick = (): void => {
    const [now, waitedNow] = [performance.now(), waitedForProcessor()];
    const took = now - last - (waitedNow - waited);
    if (took > watch.longest) Object.assign(watch, { longest: took, from: last, to: now });
    [last, waited] = [now, waitedNow];
    timer = setTimeout(tick, 1);
  };
  let timer = setTimeout(tick, 1);
  return watch;
}

/** Timers have had their turn. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));

/** How long this thread was ready to run while others had the processors, in milliseconds. Linux tells; elsewhere it counts as ours. */
function waitedForProcessor(): number {
  try {
    return Number(fs.readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

function stopped(session: Session): Promise<Profiler.Profile> {
  return new Promise((resolve, reject) => {
    session.post('Profiler.stop', (error, { profile }) => (error === null ? resolve(profile) : reject(error)));
  });
}

/** Milliseconds on the clock of the profiler, which counts microseconds from the same moment as `process.hrtime`. */
const START_OF_CLOCK = Number(process.hrtime.bigint()) / 1e6 - performance.now();

/** From the outermost call to the innermost one, always into what took most. */
function callsBetween(profile: Profiler.Profile, from: number, to: number): readonly string[] {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const totals = totalsBetween(profile, nodes, (from + START_OF_CLOCK) * 1000, (to + START_OF_CLOCK) * 1000);
  const calls: string[] = [];
  let node = profile.nodes[0];
  const whole = totals.get(node?.id ?? 0) ?? 0;
  while (node !== undefined) {
    const largest = heaviest(node.children ?? [], totals);
    const share = largest === null ? 0 : (totals.get(largest) as number) / whole;
    if (largest === null || share < LEAST_SHARE) break;
    node = nodes.get(largest);
    if (node === undefined) break;
    if (!ANY_TURN.has(node.callFrame.functionName))
      calls.push(`${node.callFrame.functionName || '(anonymous)'} ${Math.round(share * 100)}%`);
  }
  return calls;
}

function heaviest(ids: readonly number[], totals: ReadonlyMap<number, number>): number | null {
  let largest: number | null = null;
  for (const id of ids) if (largest === null || (totals.get(id) ?? 0) > (totals.get(largest) ?? 0)) largest = id;
  return largest;
}

/** Microseconds that each node and those below it took. */
function totalsBetween(
  { samples = [], timeDeltas = [], startTime, nodes }: Profiler.Profile,
  byId: ReadonlyMap<number, Profiler.ProfileNode>,
  from: number,
  to: number,
): ReadonlyMap<number, number> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const totals = new Map<number, number>();
  let at = startTime;
  samples.forEach((sample, i) => {
    at += timeDeltas[i] ?? 0;
    if (at < from || at > to) return;
    for (let id: number | undefined = sample; id !== undefined && byId.has(id); id = parents.get(id))
      totals.set(id, (totals.get(id) ?? 0) + (timeDeltas[i + 1] ?? 0));
  });
  return totals;
}
