/**
 * `notedb serve` is killed again and again while clients write: every answered write is there, no write is there by half, and it goes on. D7
 * The feed lists each write once, and a webhook delivers each event. docs/reliability.md
 */

import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { firstChange, lastChange } from '../../src/engine/history/change-record';
import { MemoryLogger } from '../memory-host/memory-parts';
import { createNodeHost } from '../../src/hosts/node/node-host';
import { type LoopbackReceiver, startReceiver } from '../contracts/loopback-receiver';
import { times, within } from '../deep';
import { changesAfter } from '../engine/changes-after';
import { DeliveredEvents, FollowedFeed } from './followed-feed';
import { type Serving, bearer, post, Scratch } from './run-program';

const TOKEN = 'a-token-of-ours';
const scratch = new Scratch({ NOTEDB_TOKEN: TOKEN });
let receiver: LoopbackReceiver;
beforeAll(async () => void (receiver = await startReceiver()));
afterAll(async () => {
  await scratch.remove();
  await receiver.close();
});

const KILLS = times(20, 1000);
/** After so many kills the test waits until everything is delivered: most kills meet deliveries under way. */
const DELIVERED_EVERY = 10;
const CLIENTS = 4;
/** Rows of one client that are written alone, and those that are only written all together. */
const ALONE = 4;
const TOGETHER = 3;
/** Load before the kill, in milliseconds. */
const LONGEST_LOAD = 120;

/** The values of one client's rows by name. */
type Rows = ReadonlyMap<string, number>;

/** What one client knows: how its rows are, and how they are if the call that was never answered was done. */
interface Client {
  known: Rows;
  perhaps: Rows | null;
  /** The migrations of the answered calls since the last kill. */
  readonly answered: string[];
}

/** A small generator of its own, so that a seed repeats the calls and the moments. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const random = randomFrom(Number(process.env['SEED']));
let value = 0;
let writes = 0;

/** What the feed and the webhook select. */
const EVENTS = { tables: ['counts'], ops: ['insert', 'update', 'move', 'delete'] };

interface Call {
  readonly operation: string;
  readonly args: JsonObject;
  readonly after: Rows;
}

const names = (client: number, kind: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${kind} ${client} ${i}`);

function nextCall(client: number, known: Rows): Call {
  const after = new Map(known);
  value += 1;
  const alone = names(client, 'Alone', ALONE)[random(ALONE)] as string;
  if (random(4) === 0 && known.has(alone)) {
    after.delete(alone);
    return { operation: 'delete_rows', args: { table: 'counts', where: { name: alone }, mode: 'delete' }, after };
  }
  const written = random(2) === 0 ? [alone] : names(client, 'Together', TOGETHER);
  const rows = written.map((name) => ({ name, value }));
  for (const name of written) after.set(name, value);
  return { operation: 'merge_rows', args: { table: 'counts', on: ['name'], rows }, after };
}

/** Until the server is gone. */
async function writeOn(port: number, index: number, client: Client): Promise<void> {
  for (;;) {
    const { operation, args, after } = nextCall(index, client.known);
    client.perhaps = after;
    const answer = await post(port, operation, args, bearer(TOKEN)).catch(() => null);
    if (answer === null) return;
    expect([answer.status, answer.json]).toEqual([200, expect.anything()]);
    client.known = after;
    client.perhaps = null;
    client.answered.push(answer.json['migrationId'] as string);
    writes += 1;
  }
}

const ask = async (serving: Serving, operation: string, args: JsonObject = {}): Promise<JsonObject> => {
  const { status, json } = await post(serving.port, operation, args, bearer(TOKEN));
  if (status !== 200) throw new Error(JSON.stringify(json));
  return json;
};

async function rowsOf(serving: Serving): Promise<readonly Rows[]> {
  const { rows } = await ask(serving, 'select_rows', { table: 'counts', columns: ['name', 'value'], limit: 1000 });
  const found = Array.from({ length: CLIENTS }, () => new Map<string, number>());
  for (const { name, value: count } of rows as { name: string; value: number }[])
    found[Number(name.split(' ')[1])]?.set(name, count);
  return found;
}

const sorted = (rows: Rows): readonly (readonly [string, number])[] => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));

/** What an earlier process left: each client's rows as it knows them, or as they are after its last call; never anything between. */
async function judge(serving: Serving, clients: readonly Client[], followed: FollowedFeed): Promise<void> {
  const found = await rowsOf(serving);
  for (const [i, client] of clients.entries()) {
    const rows = sorted(found[i] as Rows);
    const possible = [client.known, ...(client.perhaps === null ? [] : [client.perhaps])].map(sorted);
    expect(possible).toContainEqual(rows);
    client.known = found[i] as Rows;
    client.perhaps = null;
  }
  expect(await ask(serving, 'check_table', { table: 'counts' })).toMatchObject({ ok: true, violations: [] });
  const { migrations } = await ask(serving, 'list_migrations', { limit: 1000 });
  const all = migrations as { migration_id: string; executed_at: string; failed: boolean }[];
  const done = new Set(all.filter(({ failed }) => !failed).map(({ migration_id }) => migration_id));
  const answered = clients.flatMap((client) => client.answered.splice(0));
  expect(answered.filter((id) => !done.has(id))).toEqual([]);
  const listed = await followed.catchUp((args) => ask(serving, 'list_changes', args));
  expect(answered.filter((id) => !listed.has(id))).toEqual([]);
  expect([...listed].filter((id) => !done.has(id))).toEqual([]);
  expect(sorted(followed.values())).toEqual(sorted(new Map(found.flatMap((rows) => [...rows]))));
  expect(new Set(all.map(({ migration_id }) => migration_id)).size).toBe(all.length);
  const stamps = all.map(({ executed_at }) => executed_at);
  expect(stamps).toEqual([...new Set(stamps)].sort().reverse());
}

/** The numbers of the changes that the journal holds: first and last of each record, in order. */
async function numbersIn(vault: string): Promise<readonly (readonly [number, number])[]> {
  const host = await createNodeHost({
    vaultFolder: vault,
    logger: new MemoryLogger(),
    stateFolder: path.join(scratch.folder, 'state', 'notedb'),
    cacheFolder: path.join(scratch.folder, 'unused'),
    readOnly: true,
  });
  const records = await changesAfter(host);
  host.close();
  return records.map((record) => [firstChange(record), lastChange(record)]);
}

describe('killed while it is written to', () => {
  it(
    `${KILLS} times, it loses no answered write, event or delivery, leaves none by half, and gives no number twice`,
    async () => {
      const vault = scratch.vault();
      const args = [vault, '--port', '0'];
      let serving = await scratch.serve(args);
      await ask(serving, 'create_table', {
        name: 'counts',
        description: 'What is counted.',
        history: true,
        columns: [
          { name: 'name', type: 'string', description: 'Of what.', required: true },
          { name: 'value', type: 'integer', description: 'How much.' },
        ],
      });
      const hook = await ask(serving, 'create_webhook', { url: `http://${receiver.host}/in`, ...EVENTS });
      const followed = new FollowedFeed(EVENTS, hook['cursor'] as number);
      const delivered = new DeliveredEvents(receiver);
      const clients = Array.from({ length: CLIENTS }, (): Client => ({
        known: new Map(),
        perhaps: null,
        answered: [],
      }));
      for (let kill = 0; kill < KILLS; kill += 1) {
        const load = clients.map((client, i) => writeOn(serving.port, i, client));
        load.push(followed.followUntilGone((args) => ask(serving, 'list_changes', args)));
        await new Promise((resolve) => setTimeout(resolve, random(LONGEST_LOAD)));
        // On a busy machine nothing may be answered by then; a run of kills has at least as many writes.
        while (writes <= kill) await new Promise((resolve) => setTimeout(resolve, 1));
        serving.child.kill('SIGKILL');
        await Promise.all([serving.finished, ...load]);
        // Some are killed again before they are ready: while they recover.
        if (random(5) === 0) {
          const hurried = scratch.start(['serve', ...args]);
          await new Promise((resolve) => setTimeout(resolve, random(300)));
          hurried.child.kill('SIGKILL');
          await hurried.finished;
        }
        serving = await scratch.serve(args);
        await judge(serving, clients, followed);
        if (kill % DELIVERED_EVERY === 0 || kill === KILLS - 1) await delivered.agreeWith(followed);
      }
      expect(await followed.readAgain((args) => ask(serving, 'list_changes', args))).toEqual(followed.digest());
      console.log(`kills: ${KILLS}, writes answered: ${writes}, events: ${followed.count}, ${delivered.summary()}`);
      serving.child.kill('SIGTERM');
      expect((await serving.finished).status).toBe(0);
      const numbers = await numbersIn(vault);
      expect(numbers.length).toBeGreaterThan(KILLS);
      // Calls of operations have numbers too, and a kill may leave some out: docs/feed.md#numbers.
      expect(numbers.filter(([first], i) => first <= (numbers[i - 1]?.[1] ?? 0))).toEqual([]);
    },
    within(120_000),
  );
});
