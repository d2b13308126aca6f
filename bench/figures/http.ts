/** H1 to H3: many clients over HTTP, and a small call while thousands of rows are merged. */

import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type RunningHttpServer, startHttpServer } from '../../src/hosts/node/process/http-server';
import { createServer } from '../../src/server/http-api';
import { type OpenVault, openVault } from '../engine-on-disk';
import { type Load, type LoadResult, percentile, startLoad } from '../http-load';
import { type Comparison, collectGarbage, spreadOf } from '../measure';
import { type Result, resultOf } from '../result';
import { withCopy } from '../vault/copies';
import { vaultFolder } from '../vault/generate';
import { newTasks } from '../vault/notes';

const BUNDLE = fileURLToPath(import.meta.url);
const TOKEN = 'a-token-of-the-bench';
const CLIENTS = 16;
const REQUESTS = 3000;
const ROUNDS = 7;
const WARM_UPS = 2;
const P99 = 0.99;
const IDLE_MS = 2000;

const PAGE = { table: 'tasks', where: { status: 'todo' }, limit: 100 };

const toOperation = (port: number, name: string, args: object, more: Pick<Load, 'clients' | 'requests'>): Load => ({
  port,
  path: `/notedb/operations/${name}/`,
  headers: { Authorization: `Bearer ${TOKEN}` },
  body: JSON.stringify(args),
  ...more,
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const OWNER = sha256(TOKEN);

function serve({ engine, host }: OpenVault): Promise<RunningHttpServer> {
  const report = { logger: { log: () => undefined }, newId: () => host.ids.uuid() };
  const auth = { sha256, holderOf: (hash: string) => (hash === OWNER ? ({ kind: 'owner' } as const) : null) };
  const handler = createServer({ ...report, engine, auth, version: '0', allowedOrigins: [] });
  return startHttpServer({ http, handler, port: 0, logger: report.logger });
}

/** Turns the same rows into JSON at every request, and does nothing else. */
async function serveBare(answer: object): Promise<{ readonly port: number; close(): void }> {
  const server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

const run = (load: Load): Promise<LoadResult> => startLoad(BUNDLE, load).result;

export async function manyClients(size: number): Promise<readonly Result[]> {
  const vault = await openVault(vaultFolder('tasks', size));
  const server = await serve(vault);
  const bare = await serveBare(await vault.engine.run('select_rows', PAGE));
  const loads = [server.port, bare.port].map((port) =>
    toOperation(port, 'select_rows', PAGE, { clients: CLIENTS, requests: REQUESTS }),
  );
  const [engine, anchor]: LoadResult[][] = [[], []];
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    for (const [i, results] of [engine, anchor].entries()) {
      collectGarbage();
      const result = await run(loads[i] as Load);
      if (round >= 0) results?.push(result);
    }
  }
  bare.close();
  await server.close();
  await vault.close();
  const side = (of: (result: LoadResult) => number): Comparison =>
    comparisonOf((engine ?? []).map(of), (anchor ?? []).map(of));
  const p99 = side(({ latencies }) => percentile(latencies, P99));
  return [
    resultOf({ goal: 'H1', size, comparison: side(({ took }) => took / REQUESTS) }),
    resultOf({ goal: 'H2', size, comparison: p99 }),
  ];
}

export async function callsDuringMerge(size: number): Promise<Result> {
  return withCopy(vaultFolder('tasks', size), async (folder) => {
    const vault = await openVault(folder);
    const server = await serve(vault);
    const page = await vault.engine.run('select_rows', { table: 'tasks', columns: ['id'], limit: 1 });
    const [{ path }] = page['rows'] as [{ path: string }];
    const args = { table: 'tasks', where: { path } };
    const load = toOperation(server.port, 'select_rows', args, { clients: 1, requests: null });
    const p99During = async (work: () => Promise<unknown>): Promise<number> => {
      const calls = startLoad(BUNDLE, load);
      await calls.begun;
      await work();
      calls.stop();
      return percentile((await calls.result).latencies, P99);
    };
    const [idle, busy]: number[][] = [[], []];
    for (let round = -WARM_UPS; round < ROUNDS; round++) {
      const rows = newTasks(size, round + WARM_UPS + 1).map(({ values }) => values);
      const alone = await p99During(() => new Promise((resolve) => setTimeout(resolve, IDLE_MS)));
      const beside = await p99During(() => vault.engine.run('merge_rows', { table: 'tasks', on: ['title'], rows }));
      if (round < 0) continue;
      idle?.push(alone);
      busy?.push(beside);
    }
    await server.close();
    await vault.close();
    return resultOf({ goal: 'H3', size, comparison: comparisonOf(busy ?? [], idle ?? []) });
  });
}

function comparisonOf(engine: readonly number[], anchor: readonly number[]): Comparison {
  const spread = spreadOf(anchor);
  return { engine: spreadOf(engine), anchor: spread, runs: engine.length, isJudged: spread.max <= 2 * spread.min };
}
