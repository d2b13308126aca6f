/** How long the main thread of a page is at one thing: Chromium's own record of its tasks. */

import type { Browser, Page } from 'playwright-core';

/** Shorter ones block nobody, and are thousands. */
const SHORTEST_MS = 1;

export interface Tasks {
  /** Milliseconds, of tasks of a millisecond and more. */
  readonly p99: number;
  readonly longest: number;
  readonly over50: number;
  readonly count: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly url?: string } };
}

/** `tab` alone may be busy in its process. */
export async function tasksDuring(browser: Browser, tab: Page, work: () => Promise<unknown>): Promise<Tasks> {
  const categories = ['-*', 'toplevel', 'disabled-by-default-devtools.timeline', '__metadata'];
  await browser.startTracing(tab, { categories });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] };
  const mainThreads = traceEvents.flatMap(({ name, args, pid, tid }) =>
    name === 'thread_name' && args?.name === 'CrRendererMain' ? [`${pid} ${tid}`] : [],
  );
  const threads = new Map(mainThreads.map((thread) => [thread, [] as number[]]));
  for (const { name, pid, tid, dur = 0 } of traceEvents) {
    if (name.endsWith('RunTask')) threads.get(`${pid} ${tid}`)?.push(dur / 1000);
  }
  // Other pages of the browser do nothing.
  const sum = (times: readonly number[]): number => times.reduce((total, time) => total + time, 0);
  const [busiest = []] = [...threads.values()].sort((one, other) => sum(other) - sum(one));
  const times = busiest.filter((time) => time >= SHORTEST_MS).sort((one, other) => one - other);
  return {
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    longest: times.at(-1) ?? 0,
    over50: times.filter((time) => time > 50).length,
    count: times.length,
  };
}
