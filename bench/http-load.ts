/** Clients of an HTTP server in a thread of their own: they must not take the server's turns. */

import http from 'node:http';
import { parentPort, Worker, workerData } from 'node:worker_threads';

export interface Load {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Each sends its next request when it has its answer. */
  readonly clients: number;
  /** Of all clients; null: until `stop`. */
  readonly requests: number | null;
}

export interface LoadResult {
  /** Milliseconds from the first request to the last answer. */
  readonly took: number;
  /** Milliseconds of each request, sorted. */
  readonly latencies: readonly number[];
}

export interface RunningLoad {
  /** Resolves when the first request is answered. */
  readonly begun: Promise<void>;
  /** Resolves when all requests are answered. */
  readonly result: Promise<LoadResult>;
  /** No further request is sent. */
  stop(): void;
}

/** `bundle`: the file that calls `runLoad` in a worker. */
export function startLoad(bundle: string, load: Load): RunningLoad {
  const stopped = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(bundle, { workerData: { load, stopped } });
  const begun = new Promise<void>((resolve) => worker.once('message', () => resolve()));
  const result = new Promise<LoadResult>((resolve, reject) => {
    worker.on('message', (told: LoadResult | null) => told !== null && resolve(told)).once('error', reject);
  });
  return { begun, result, stop: () => void Atomics.store(stopped, 0, 1) };
}

/** The share `part` of the latencies is at most this. */
export const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0;

/** In the worker. */
export async function runLoad(): Promise<void> {
  const { load, stopped } = workerData as { readonly load: Load; readonly stopped: Int32Array };
  const agent = new http.Agent({ keepAlive: true, maxSockets: load.clients });
  const latencies: number[] = [];
  let sent = 0;
  const client = async (): Promise<void> => {
    while (Atomics.load(stopped, 0) === 0 && (load.requests === null || sent < load.requests)) {
      sent += 1;
      const start = performance.now();
      await ask(load, agent);
      if (latencies.push(performance.now() - start) === 1) parentPort?.postMessage(null);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: load.clients }, client));
  const took = performance.now() - start;
  agent.destroy();
  parentPort?.postMessage({ took, latencies: latencies.sort((a, b) => a - b) });
}

function ask({ port, path, headers, body }: Load, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const all = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), ...headers };
    const request = http.request({ host: '127.0.0.1', port, path, method: 'POST', headers: all, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`the server answers ${String(response.statusCode)}`));
      response.on('data', () => undefined).once('end', resolve);
    });
    request.once('error', reject).end(body);
  });
}
