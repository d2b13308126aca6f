/** Mirror, program and database are killed again and again while clients write: afterwards the copy has every value. docs/reliability.md */

import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { times, within } from '../deep';
import { eventually } from '../eventually';
import { column } from '../engine/open-vault';
import { type Running, type Serving, Scratch, bearer, post } from '../headless/run-program';
import { rowsOfVault } from './compare-mirror';
import { PostgresServer, whyNoPostgres } from './postgres-server';
import { rowsInPostgres } from './rows-in-postgres';

const KILLS = times(5, 100);
const CLIENTS = 3;
const LONGEST_LOAD = 400;
const SCHEMA = 'mirrored';

const scratch = new Scratch();
let token = '';
let database: PostgresServer;
beforeAll(async () => {
  if (whyNoPostgres !== null) return;
  database = await PostgresServer.start();
  token = (await scratch.run(['token', 'create', '--owner'])).stdout.trim();
});
afterAll(async () => {
  await scratch.remove();
  await database?.remove();
});

const TABLE: JsonObject = {
  name: 'counts',
  description: 'What is counted.',
  columns: [
    column('name', 'string', { required: true }),
    column('value', 'integer'),
    column('seen', 'boolean'),
    column('next', 'link', { ref: 'counts' }),
    column('near', 'list', { items: { type: 'link', ref: 'counts' } }),
    column('extra', 'json'),
  ],
};

/** Repeats the calls of a seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const random = randomFrom(Number(process.env['SEED']));
let writes = 0;

function nextCall(client: number): readonly [operation: string, args: JsonObject] {
  const name = (): string => `Row ${client} ${random(12)}`;
  const rows = Array.from({ length: 1 + random(6) }, () => name());
  const value = random(1000);
  switch (random(8)) {
    case 0:
      return ['delete_rows', { table: 'counts', where: { name: name() }, mode: 'delete', on_referenced: 'set_null' }];
    case 1:
      return ['update_rows', { table: 'counts', where: { name: name() }, set_values: { name: name() } }];
    case 2:
      return [
        'update_rows',
        { table: 'counts', where: { value: { lt: value } }, set_values: { seen: value % 2 === 0 } },
      ];
    case 3:
      return [
        'update_rows',
        { table: 'counts', where: { name: name() }, set_values: { next: `[[${name()}]]`, near: [`[[${name()}]]`] } },
      ];
    default: {
      const made = [...new Set(rows)].map((each) => ({ name: each, value, extra: { k: [value, { m: each }] } }));
      return ['merge_rows', { table: 'counts', on: ['name'], rows: made }];
    }
  }
}

const REDEFINED: readonly (readonly [operation: string, args: JsonObject])[] = [
  ['add_column', { table: 'counts', column: column('more', 'integer', { dense: true, default: 1 }) }],
  ['rename_column', { table: 'counts', from_column: 'more', to_column: 'less' }],
  ['alter_column', { table: 'counts', column: 'less', changes: { type: 'number' } }],
  ['drop_column', { table: 'counts', column: 'less' }],
];

/** Until the server is gone, or somebody says so. */
async function writeOn(serving: Serving, client: number, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const [operation, args] = nextCall(client);
    const answer = await post(serving.port, operation, args, bearer(token)).catch(() => null);
    if (answer === null) return;
    // A link to a row that is gone, or a name that is taken, is refused.
    expect([200, 422]).toContain(answer.status);
    if (answer.status === 200) writes += 1;
  }
}

describe.skipIf(whyNoPostgres !== null)('a mirror that is killed', () => {
  it(
    `with its program and its database, ${KILLS} times, has every value`,
    async () => {
      const vault = scratch.vault();
      const serve = (): Promise<Serving> => scratch.serve([vault, '--port', '0']);
      const mirror = (): Running =>
        scratch.start(['mirror', 'postgres', database.url(), '--vault', vault, '--schema', SCHEMA]);
      let serving = await serve();
      const run = async (operation: string, args: JsonObject = {}): Promise<JsonObject> => {
        const { status, json } = await post(serving.port, operation, args, bearer(token));
        if (status !== 200) throw new Error(JSON.stringify(json));
        return json;
      };
      await run('create_table', TABLE);
      let following = mirror();
      let compared = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        let isOver = false;
        const load = Array.from({ length: CLIENTS }, (_, i) => writeOn(serving, i, () => isOver));
        const [operation, args] = REDEFINED[kill % REDEFINED.length] ?? ['', {}];
        if (kill > 0)
          load.push(
            run(operation, args).then(
              () => undefined,
              () => undefined,
            ),
          );
        await new Promise((resolve) => setTimeout(resolve, 100 + random(LONGEST_LOAD)));
        const victim = kill % 3;
        if (victim === 0) {
          following.child.kill('SIGKILL');
          await following.finished;
        } else if (victim === 1) {
          serving.child.kill('SIGKILL');
          await serving.finished;
        } else await database.kill();
        isOver = true;
        await Promise.all(load);
        if (victim === 0) following = mirror();
        else if (victim === 1) serving = await serve();
        else await database.run();
        const client: Client = await database.connect();
        await eventually(async () => {
          const rows = await rowsOfVault(run);
          expect(await rowsInPostgres(client, SCHEMA), following.said.stderr).toEqual(rows);
          compared += Object.keys(rows).length;
        });
        await client.end();
      }
      console.log(`kills: ${KILLS}, writes answered: ${writes}, rows compared: ${compared}, differences: 0`);
      following.child.kill('SIGTERM');
      expect((await following.finished).status).toBe(0);
      serving.child.kill('SIGTERM');
      expect((await serving.finished).status).toBe(0);
    },
    within(180_000),
  );
});
