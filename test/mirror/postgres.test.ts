/** `notedb mirror` on a real PostgreSQL: every value, through renames, drops, hand edits, gaps and failures. docs/mirror.md, docs/adr/0012-mirror.md */

import * as fc from 'fast-check';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { openPostgresTarget } from '../../src/hosts/node/postgres/postgres-target';
import type { MirrorTarget } from '../../src/mirror/mirror-target';
import { type MirrorEvent, VaultMirror } from '../../src/mirror/vault-mirror';
import { times, within } from '../deep';
import { feedStep, tableOfPeople } from '../engine/feed/feed-steps';
import { write } from '../engine/history/random-steps';
import { type TestVault, column, onHost, openVault } from '../engine/open-vault';
import { createMemoryHost } from '../memory-host/memory-host';
import { rowsOfVault } from './compare-mirror';
import { askOf, catchUp } from './follow-mirror';
import { PostgresServer, whyNoPostgres } from './postgres-server';
import { asInstants, rowsInPostgres } from './rows-in-postgres';

let server: PostgresServer;
let client: Client;
const targets: MirrorTarget[] = [];
let schemas = 0;

beforeAll(async () => {
  if (whyNoPostgres !== null) return;
  server = await PostgresServer.start();
  client = await server.connect();
});
afterAll(async () => {
  await Promise.all(targets.map((target) => target.close()));
  await client?.end();
  await server?.remove();
});

const EVERY_TYPE: JsonObject = {
  name: 'orders',
  description: 'What was ordered, and by whom.',
  columns: [
    column('name', 'string', { required: true }),
    column('status', 'enum', { values: ['open', 'paid'], value_descriptions: { open: 'not paid', paid: "it's paid" } }),
    column('pieces', 'integer'),
    column('price', 'number'),
    column('gift', 'boolean'),
    column('due', 'date'),
    column('sent', 'datetime'),
    column('by', 'link', { ref: 'people' }),
    column('helpers', 'list', { items: { type: 'link', ref: 'people' } }),
    column('tags_of_it', 'list', { items: { type: 'string' } }),
    column('counts', 'list', { items: { type: 'integer' } }),
    column('extra', 'json'),
  ],
};

const order = (name: string, more: JsonObject = {}): JsonObject => ({
  ...{ name, status: 'open', pieces: 3, price: 2.5, gift: true, due: '2026-11-28', sent: '2026-11-28T10:30' },
  ...{ by: '[[Ada]]', helpers: ['[[Ada]]', '[[Bo]]'], tags_of_it: ['a, b', '"c"'], counts: [1, 2] },
  ...{ extra: { k: [1, { m: 'x' }], 'ä "\\': null } },
  ...more,
});

interface Mirrored {
  readonly target: MirrorTarget;
  readonly vault: TestVault;
  readonly schema: string;
  readonly mirror: VaultMirror;
  readonly events: MirrorEvent[];
  /** Brings the mirror up to date and compares every value. */
  readonly agree: () => Promise<void>;
  readonly rows: (table: string, columns?: string) => Promise<readonly Record<string, unknown>[]>;
}

interface MirrorSettings {
  readonly schema?: string;
  readonly name?: string;
  readonly team?: string | null;
  readonly user?: string;
  readonly wants?: (table: string) => boolean;
}

function mirrorOf(run: TestVault['run'], settings: MirrorSettings = {}): Omit<Mirrored, 'vault' | 'agree'> {
  const { schema = `vault_${(schemas += 1)}`, name = 'test', team = null, wants = () => true } = settings;
  const target = openPostgresTarget({ url: server.url(settings.user), schema, team });
  targets.push(target);
  const events: MirrorEvent[] = [];
  const options = { ask: askOf(run), target, vault: name, wants, keepsLog: true, waitMs: 0 };
  const mirror = new VaultMirror({ ...options, report: (event) => events.push(event) });
  const rows = async (table: string, columns = '*'): Promise<readonly Record<string, unknown>[]> =>
    (await client.query<Record<string, unknown>>(`select ${columns} from "${schema}"."${table}" order by 1`)).rows;
  return { schema, mirror, events, rows, target };
}

async function mirrored(vault: TestVault, settings: MirrorSettings = {}): Promise<Mirrored> {
  const made = mirrorOf((name, args) => vault.run(name, args), settings);
  const agree = async (): Promise<void> => {
    await catchUp(made.mirror);
    expect(await rowsInPostgres(client, made.schema)).toEqual(asInstants(await rowsOfVault(vault.run, settings.wants)));
  };
  await agree();
  return { vault, agree, ...made };
}

/** Ada, Bo, and an order of each. */
async function shop(): Promise<TestVault> {
  const vault = await openVault();
  await vault.run('create_table', tableOfPeople('people'));
  await vault.run('create_table', EVERY_TYPE);
  for (const name of ['Ada', 'Bo']) await vault.run('insert_row', { table: 'people', values: { name, points: 1 } });
  await vault.run('insert_row', { table: 'orders', values: order('One') });
  await vault.run('insert_row', { table: 'orders', values: { name: 'Bare' } });
  return vault;
}

const refusal = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'it was not refused',
    (error: unknown) => String(error),
  );

describe.skipIf(whyNoPostgres !== null)('a mirror in PostgreSQL', () => {
  it('has columns of the types of SQL, links with ids, and enums with their meanings', async () => {
    const { rows, schema } = await mirrored(await shop());
    const types = await client.query<{ name: string; type: string }>(
      'select column_name as name, data_type as type from information_schema.columns where table_schema = $1 and table_name = $2',
      [schema, 'orders'],
    );
    expect(Object.fromEntries(types.rows.map(({ name, type }) => [name, type]))).toMatchObject({
      ...{ path: 'text', id: 'text', name: 'text', status: 'text', pieces: 'bigint', price: 'double precision' },
      ...{ gift: 'boolean', due: 'date', sent: 'timestamp with time zone', by: 'text', by_id: 'text' },
      ...{ tags_of_it: 'ARRAY', counts: 'jsonb', extra: 'jsonb' },
    });
    const [ada] = await rows('people', 'id');
    expect(await rows('orders__helpers')).toMatchObject([
      { position: 1, value: '[[Ada]]', target_id: expect.any(String) as string },
      { position: 2, value: '[[Bo]]' },
    ]);
    const joined = await client.query(
      `select p.name from "${schema}".orders o join "${schema}".people p on p.id = o.by_id`,
    );
    expect([joined.rows, ada]).toEqual([[{ name: 'Ada' }], { id: expect.any(String) as string }]);
    expect(await rows('orders__status__values', 'position, value, description')).toEqual([
      { position: 1, value: 'open', description: 'not paid' },
      { position: 2, value: 'paid', description: "it's paid" },
    ]);
  });

  it('renames tables and columns, adds, drops and casts columns, with the rows of that moment', async () => {
    const { vault, agree, rows, events } = await mirrored(await shop());
    await vault.run('rename_column', { table: 'orders', from_column: 'pieces', to_column: 'count' });
    await vault.run('alter_table', { table: 'orders', name: 'sales' });
    await vault.run('update_rows', { table: 'sales', where: { name: 'One' }, set_values: { count: 9 } });
    await agree();
    expect(await rows('sales', 'name, count')).toEqual([
      { name: 'Bare', count: null },
      { name: 'One', count: '9' },
    ]);
    await vault.run('add_column', { table: 'sales', column: column('by_id', 'string', { dense: true, default: 'x' }) });
    await vault.run('alter_column', { table: 'sales', column: 'count', changes: { type: 'number' } });
    await vault.run('drop_column', { table: 'sales', column: 'helpers' });
    await vault.run('rename_value', { table: 'sales', column: 'status', from_value: 'open', to_value: 'new' });
    await vault.run('insert_row', { table: 'sales', values: { name: 'Two', count: 1.5, status: 'new' } });
    await agree();
    expect(events.filter(({ kind }) => kind === 'read')).toHaveLength(1);
    await vault.run('alter_column', { table: 'sales', column: 'count', changes: { type: 'string' } });
    await agree();
    await vault.run('drop_table', { table: 'sales', mode: 'archive' });
    await agree();
    expect(await refusal(rows('sales'))).toContain('does not exist');
  });

  it('keeps values by hand that are not of their type, and takes them out when they are right', async () => {
    const { vault, agree, rows } = await mirrored(await shop());
    const [path] = [...vault.host.image().files.keys()].filter((file) => file.endsWith('/One.md'));
    const text = vault.text(path ?? '') ?? '';
    const change = async (changed: string): Promise<void> => {
      write(vault, path ?? '', changed);
      await vault.engine.rescan();
    };
    await change(text.replace(/pieces: .*/, 'pieces: many').replace(/due: .*/, 'due: 2026-02-30'));
    await agree();
    expect(await rows('orders', 'name, pieces, due, _invalid')).toMatchObject([
      {},
      { name: 'One', pieces: null, due: null, _invalid: { pieces: 'many', due: '2026-02-30' } },
    ]);
    await change(text);
    await agree();
    expect(await rows('orders', 'name, pieces, _invalid')).toMatchObject([{}, { pieces: '3', _invalid: null }]);
  });

  it('leads links to rows that come, go and move', async () => {
    const { vault, agree, rows } = await mirrored(await shop());
    await vault.run('insert_row', { table: 'orders', values: order('Later', { by: null, helpers: [] }) });
    const [path = ''] = [...vault.host.image().files.keys()].filter((file) => file.endsWith('/Later.md'));
    write(vault, path, (vault.text(path) ?? '').replace('name: Later', 'name: Later\nby: "[[Cy]]"'));
    await vault.engine.rescan();
    await agree();
    expect(await rows('orders', 'name, by, by_id')).toMatchObject([{}, { by: '[[Cy]]', by_id: null }, {}]);
    await vault.run('insert_row', { table: 'people', values: { name: 'Cy' } });
    await agree();
    expect(await rows('orders', 'name, by_id')).toMatchObject([{}, { by_id: expect.any(String) as string }, {}]);
    const [cy = ''] = [...vault.host.image().files.keys()].filter((file) => file.endsWith('/Cy.md'));
    write(vault, cy, null);
    await vault.engine.rescan();
    await agree();
    expect(await rows('orders', 'name, by_id')).toMatchObject([{}, { by_id: null }, {}]);
  });

  it(
    'has every value after any sequence of operations, edits and crashes',
    async () => {
      const property = fc.asyncProperty(fc.array(feedStep, { minLength: 4, maxLength: 12 }), async (steps) => {
        let vault = await onHost(createMemoryHost());
        await vault.run('create_table', tableOfPeople('people'));
        await vault.run('create_table', tableOfPeople('folk'));
        const run = (name: string, args: JsonObject = {}): Promise<JsonObject> => vault.run(name, args);
        const { mirror, schema, target } = mirrorOf(run);
        for (const [i, act] of steps.entries()) {
          vault = (await act(vault)) ?? vault;
          if (i % 3 !== 0 && i < steps.length - 1) continue;
          await catchUp(mirror);
          expect(await rowsInPostgres(client, schema)).toEqual(asInstants(await rowsOfVault(run)));
        }
        await target.close();
        await client.query(`drop schema "${schema}" cascade`);
      });
      await fc.assert(property, { numRuns: times(6, 300) });
    },
    within(60_000),
  );

  it('logs each change with its values before and after', async () => {
    const { vault, agree, rows } = await mirrored(await shop());
    await vault.run('update_rows', { table: 'orders', where: { name: 'One' }, set_values: { pieces: 4 } });
    await agree();
    const [, change] = await rows('_log', 'seq, "table", op, before, after');
    expect(change).toMatchObject({
      table: 'main.default.orders',
      op: 'update',
      before: { pieces: 3 },
      after: { pieces: 4 },
    });
  });

  it('shows the vaults of a team in one view, also after one of them has other columns', async () => {
    const first = await mirrored(await shop(), { name: 'Ann', team: 'team' });
    const second = await mirrored(await shop(), { name: 'Ben', team: 'team' });
    const counts = async (): Promise<unknown> =>
      (await client.query('select _vault, count(*)::int, max(pieces) from team.orders group by 1 order by 1')).rows;
    expect(await counts()).toEqual([
      { _vault: 'Ann', count: 2, max: '3' },
      { _vault: 'Ben', count: 2, max: '3' },
    ]);
    await second.vault.run('drop_column', { table: 'orders', column: 'pieces' });
    await second.agree();
    await first.vault.run('insert_row', { table: 'orders', values: order('Three') });
    await first.agree();
    expect(await counts()).toEqual([
      { _vault: 'Ann', count: 3, max: '3' },
      { _vault: 'Ben', count: 2, max: null },
    ]);
  });

  it('mirrors the tables that are asked for, under their later names too', async () => {
    const wants = (table: string): boolean => table === 'main.default.people';
    const { vault, mirror, rows } = await mirrored(await shop(), { wants });
    await vault.run('alter_table', { table: 'people', name: 'crowd' });
    await vault.run('insert_row', { table: 'crowd', values: { name: 'Cy' } });
    await catchUp(mirror);
    expect(await rows('crowd', 'name')).toEqual([{ name: 'Ada' }, { name: 'Bo' }, { name: 'Cy' }]);
    expect(await refusal(rows('orders'))).toContain('does not exist');
  });

  it('goes on when the database went away in the middle, with nothing half done', async () => {
    const { vault, mirror, agree } = await mirrored(await shop());
    await vault.run('update_rows', { table: 'orders', set_values: { pieces: 5 } });
    await server.kill();
    expect(await refusal(mirror.step(false))).toContain('it can not be reached');
    await server.run();
    await client.end().catch(() => undefined);
    client = await server.connect();
    await agree();
  });

  it('says what is wrong with the target, and changes nothing in it', async () => {
    const vault = await shop();
    await client.query('create schema taken; create table taken.people (mine text); create role nobody_here login');
    const taken = mirrorOf(vault.run, { schema: 'taken' });
    expect(await refusal(catchUp(taken.mirror))).toContain('there is a table that the mirror did not make');
    expect(
      (await client.query("select count(*)::int from information_schema.tables where table_schema = 'taken'")).rows,
    ).toEqual([{ count: 1 }]);
    const barred = mirrorOf(vault.run, { user: 'nobody_here' });
    expect(await refusal(catchUp(barred.mirror))).toContain('the user may not do this there');
    const { schema, agree, target } = await mirrored(vault);
    const second = mirrorOf(vault.run, { schema });
    expect(await refusal(catchUp(second.mirror))).toContain('another mirror writes to the schema');
    await client.query(`create view "${schema}".mine as select pieces from "${schema}".orders`);
    await vault.run('drop_column', { table: 'orders', column: 'pieces' });
    expect(await refusal(agree())).toContain('a view or another object of yours depends');
    await client.query(`drop view "${schema}".mine`);
    await agree();
    await client.query('alter database postgres set default_transaction_read_only = on');
    await target.close();
    await vault.run('insert_row', { table: 'people', values: { name: 'Cy' } });
    expect(await refusal(agree())).toContain('it is read-only');
    await client.query(
      'set default_transaction_read_only = off; alter database postgres reset default_transaction_read_only',
    );
    await agree();
  });

  it('reads everything anew from another feed of the same vault, and refuses another vault', async () => {
    const { vault, schema, events, target, mirror, agree } = await mirrored(await shop());
    await target.close();
    await client.query(`update "${schema}"._feed set feed = 'another'`);
    const stranger = mirrorOf(vault.run, { schema, name: 'other' });
    expect(await refusal(catchUp(stranger.mirror))).toContain('it holds the vault "test" already');
    await stranger.target.close();
    await vault.run('delete_rows', {
      table: 'people',
      where: { name: 'Bo' },
      mode: 'delete',
      on_referenced: 'set_null',
    });
    await mirror.step(false);
    await agree();
    expect(events).toContainEqual({ kind: 'reading', reason: 'the vault has another feed' });
  });
});
