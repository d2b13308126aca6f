/** Every call of docs/tour.md, in its order, against a served copy of the demo vault; the answers are those that it shows. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/engine/index';
import { openEngine } from '../../src/engine/index';
import type { Engine } from '../../src/engine/index';
import { createMemoryHost } from '../memory-host/memory-host';
import type { RunningHttpServer } from '../../src/hosts/node/process/http-server';
import { startHttpServer } from '../../src/hosts/node/process/http-server';
import { createServer } from '../../src/server/http-api';
import { readDemoVault } from '../demo/read-demo-vault';
import { TOKEN, ownerAuthentication, sha256 } from '../server/server-fixture';

const TOUR = readFileSync(path.join(import.meta.dirname, '../../docs/tour.md'), 'utf8');

interface TourCall {
  readonly line: number;
  readonly operation: string;
  readonly args: string;
  /** What the document shows of the answer. */
  readonly shown: Json;
}

/** The function that the reader pastes first. */
const ASK = /```sh\n(ask\(\) \{\n.*?\n\}\n)```/s.exec(TOUR)?.[1] ?? '';

/** Each `ask …` with the answer below it. */
const CALLS: readonly TourCall[] = [...TOUR.matchAll(/```sh\nask (\w+) '([^']*)'\n```\n\n```json\n(.*?)\n```/gs)].map(
  ({ 1: operation = '', 2: args = '', 3: shown = '', index }) => ({
    line: TOUR.slice(0, index).split('\n').length + 1,
    operation,
    args,
    shown: JSON.parse(shown) as Json,
  }),
);

/** `<…>` stands for what is new each time: an id, a time. The same name means the same value. */
const PLACEHOLDER = /^<[^<>]+>$/;
const known = new Map<string, string>();

let engine: Engine;
let socket: RunningHttpServer;
beforeAll(async () => {
  const host = createMemoryHost({ files: readDemoVault() });
  engine = await openEngine(host);
  const handler = createServer({
    engine,
    auth: ownerAuthentication(() => sha256(TOKEN)),
    version: '0.0.0',
    allowedOrigins: [],
    logger: host.logger,
    newId: () => 'id',
  });
  socket = await startHttpServer({ http, handler, port: 0, logger: host.logger });
}, 60_000);
afterAll(async () => {
  await socket.close();
  await engine.close();
});

/** The answer holds what is shown: other keys may stand beside; a list that ends with "…" goes on. */
function expectShown(shown: Json, answer: Json | undefined, where: string): void {
  if (typeof shown === 'string' && PLACEHOLDER.test(shown)) {
    expect(typeof answer, where).toBe('string');
    expect(known.get(shown) ?? answer, where).toBe(answer);
    known.set(shown, answer as string);
  } else if (Array.isArray(shown)) {
    const items = shown as readonly Json[];
    const isCut = items.at(-1) === '…';
    const wanted = isCut ? items.slice(0, -1) : items;
    const found = answer as readonly Json[];
    expect(Array.isArray(found), where).toBe(true);
    if (isCut) expect(found.length, where).toBeGreaterThan(wanted.length);
    else expect(found.length, `${where}: ${JSON.stringify(found)}`).toBe(wanted.length);
    for (const [index, item] of wanted.entries()) expectShown(item, found[index], `${where}[${index}]`);
  } else if (typeof shown === 'object' && shown !== null) {
    for (const [key, value] of Object.entries(shown)) {
      expectShown(value, (answer as JsonObject | undefined)?.[key], `${where}.${key}`);
    }
  } else if (typeof shown === 'string' && shown.endsWith(' …')) {
    expect(answer, where).toContain(shown.slice(0, -2));
  } else expect(answer, where).toEqual(shown);
}

/** The call as the reader sends it, with the ids that were answered before. */
const withKnown = (args: string): string => args.replaceAll(/<[^<>"]+>/g, (name) => known.get(name) ?? name);

it('shows one answer for each call', () => {
  expect(CALLS.length).toBeGreaterThan(20);
  expect(TOUR.match(/^ask \w+ /gm)).toHaveLength(CALLS.length);
});

it('gives the reader a function that asks', async () => {
  const function_ = ASK.replace('http://127.0.0.1:27390', socket.address).replace('$(cat .cache/demo-token)', TOKEN);
  const { stdout } = await promisify(execFile)('sh', ['-c', `${function_}\nask list_tables`]);
  expect(JSON.parse(stdout)).toMatchObject({ views: [{ name: 'vw_tasks_of' }] });
});

it.each(CALLS.map((call) => [`line ${call.line}: ${call.operation}`, call] as const))('%s', async (_name, call) => {
  const response = await fetch(`${socket.address}/notedb/operations/${call.operation}/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    body: withKnown(call.args),
  });
  expectShown(call.shown, (await response.json()) as Json, 'answer');
});
