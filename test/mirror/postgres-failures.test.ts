/** What goes wrong while a mirror follows, on a real PostgreSQL: it says so, keeps what it has, and has every value afterwards. docs/mirror.md#when-something-fails */

import type { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { openPostgresTarget } from '../../src/hosts/node/postgres/postgres-target';
import type { MirrorTarget } from '../../src/mirror/mirror-target';
import { type MirrorEvent, VaultMirror } from '../../src/mirror/vault-mirror';
import { eventually } from '../eventually';
import { tableOfPeople } from '../engine/feed/feed-steps';
import { type TestVault, column, onHost, openVault } from '../engine/open-vault';
import { Scratch, bearer, post } from '../headless/run-program';
import { rowsOfVault } from './compare-mirror';
import { CuttingProxy } from './cutting-proxy';
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
afterEach(() => Promise.all(targets.splice(0).map((target) => target.close())));
afterAll(async () => {
  await client?.end();
  await server?.remove();
});

interface Following {
  readonly schema: string;
  readonly events: MirrorEvent[];
  readonly mirror: VaultMirror;
  readonly run: TestVault['run'];
  /** Brings the mirror up to date and compares every value. */
  readonly agree: () => Promise<void>;
}

/** `run` is asked for each call: the vault may be opened anew. */
async function following(run: TestVault['run'], url = server.url()): Promise<Following> {
  const schema = `vault_${(schemas += 1)}`;
  const target = openPostgresTarget({ url, schema, team: null });
  targets.push(target);
  const events: MirrorEvent[] = [];
  const mirror = new VaultMirror({
    ...{ ask: askOf(run), target, vault: 'test', wants: () => true, keepsLog: false, waitMs: 0 },
    report: (event) => events.push(event),
  });
  const agree = async (): Promise<void> => {
    await catchUp(mirror);
    expect(await rowsInPostgres(client, schema)).toEqual(asInstants(await rowsOfVault(run)));
  };
  await agree();
  return { schema, events, mirror, run, agree };
}

async function people(): Promise<TestVault> {
  const vault = await openVault();
  await vault.run('create_table', tableOfPeople('people'));
  for (const name of ['Ada', 'Bo']) await add(vault, name);
  return vault;
}

const add = (vault: TestVault, name: string): Promise<JsonObject> =>
  vault.run('insert_row', { table: 'people', values: { name, points: 1 } });

const refusal = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'it was not refused',
    (error: unknown) => String(error),
  );

const namesIn = async (schema: string): Promise<readonly string[]> =>
  (await client.query<{ name: string }>(`select name from ${schema}.people order by 1`)).rows.map(({ name }) => name);

/** Of mirrors, at the server. */
const sessions = async (): Promise<number> =>
  (await client.query("select 1 from pg_stat_activity where application_name = 'notedb mirror'")).rows.length;

describe.skipIf(whyNoPostgres !== null)('a mirror that something happens to', () => {
  it('keeps what it has while the disk of the database is full, and goes on when there is room', async () => {
    const vault = await people();
    const { schema, mirror, agree } = await following(vault.run);
    // The code by which PostgreSQL tells of a full disk; the disk itself is not.
    await client.query(
      `create function ${schema}.full_disk() returns trigger language plpgsql as $$ begin
         raise exception using errcode = 'disk_full', message = 'could not extend file: No space left on device';
       end $$;
       create trigger full_disk before update on ${schema}._feed for each statement execute function ${schema}.full_disk()`,
    );
    await add(vault, 'Cy');
    expect(await refusal(mirror.step(false))).toContain('its disk is full (could not extend file');
    expect(await namesIn(schema)).toEqual(['Ada', 'Bo']);
    await client.query(`drop trigger full_disk on ${schema}._feed`);
    await agree();
    expect(await namesIn(schema)).toEqual(['Ada', 'Bo', 'Cy']);
  });

  it('loses and repeats nothing, wherever in a transaction the network breaks', async () => {
    const vault = await people();
    const proxy = await CuttingProxy.start(server.port);
    const { mirror, agree } = await following(vault.run, server.url().replace(`:${server.port}`, `:${proxy.port}`));
    let cuts = 0;
    for (let passes = 0; ; passes += 1) {
      await add(vault, `Row ${passes}`);
      await vault.run('update_rows', { table: 'people', where: { name: 'Ada' }, set_values: { points: passes } });
      proxy.passes = passes;
      const said = await refusal(mirror.step(false));
      // Until the server has noticed, the old session holds the lock of the schema. `notedb mirror` waits for it.
      if (said !== 'it was not refused') await eventually(async () => expect(await sessions()).toBe(0));
      proxy.passes = Infinity;
      await agree();
      if (said === 'it was not refused') break;
      expect(said).toContain('it can not be reached');
      cuts += 1;
    }
    // Each statement of a page was cut off once, the commit too.
    expect(cuts).toBeGreaterThan(4);
    await proxy.close();
  });

  it('connects again after its session was ended in the middle of a statement', async () => {
    const vault = await people();
    const { schema, mirror, agree } = await following(vault.run);
    await add(vault, 'Cy');
    const other = await server.connect();
    await other.query(`begin; lock table ${schema}.people`);
    const step = refusal(mirror.step(false));
    await eventually(async () => {
      const ended = await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'notedb mirror' and wait_event_type = 'Lock'",
      );
      expect(ended.rowCount).toBe(1);
    });
    expect(await step).toContain('terminating connection');
    await other.end();
    await eventually(async () => expect(await sessions()).toBe(0));
    await agree();
  });

  it('does not write into a table of yours that a later table is called after', async () => {
    const vault = await people();
    const { schema, mirror, agree } = await following(vault.run);
    await client.query(`create table ${schema}.folk (mine text); insert into ${schema}.folk values ('kept')`);
    await vault.run('create_table', tableOfPeople('folk'));
    await add(vault, 'Cy');
    expect(await refusal(mirror.step(false))).toContain('there is a table that the mirror did not make');
    expect((await client.query(`select * from ${schema}.folk`)).rows).toEqual([{ mine: 'kept' }]);
    expect(await namesIn(schema)).toEqual(['Ada', 'Bo']);
    await client.query(`drop table ${schema}.folk`);
    await agree();
  });

  it('follows columns to other types, with their values in the new one', async () => {
    const vault = await people();
    await vault.run('create_table', {
      ...{ name: 'things', description: 'of a test' },
      columns: [
        column('name', 'string', { required: true }),
        column('count', 'string'),
        column('kind', 'enum', { values: ['big', 'small'] }),
        column('owner', 'link', { ref: 'people' }),
        column('day', 'date'),
      ],
    });
    const values = { name: 'One', count: '12', kind: 'big', owner: '[[Ada]]', day: '2026-11-28' };
    await vault.run('insert_row', { table: 'things', values });
    const { schema, events, agree } = await following(vault.run);
    for (const [name, type] of [
      ['count', 'integer'],
      ['kind', 'string'],
      ['owner', 'string'],
      ['day', 'string'],
    ] as const)
      await vault.run('alter_column', { table: 'things', column: name, changes: { type } });
    await agree();
    expect((await client.query(`select count, kind, owner, day from ${schema}.things`)).rows).toEqual([
      { count: '12', kind: 'big', owner: '[[Ada]]', day: '2026-11-28' },
    ]);
    const types = await client.query<{ type: string }>(
      "select data_type as type from information_schema.columns where table_schema = $1 and table_name = 'things' and column_name in ('count', 'day')",
      [schema],
    );
    expect(types.rows.map(({ type }) => type).sort()).toEqual(['bigint', 'text']);
    expect((await client.query('select to_regclass($1) as gone', [`${schema}.things__kind__values`])).rows).toEqual([
      { gone: null },
    ]);
    expect(events.filter(({ kind }) => kind === 'read')).toHaveLength(1);
  });

  it('reads everything anew in one transaction when the vault has forgotten the changes', async () => {
    let vault = await people();
    // Without its journal the vault does not know how the rows came.
    await vault.engine.close();
    vault = await onHost(vault.host.reboot({ ...vault.host.image(), cacheFiles: new Map(), privateFiles: new Map() }));
    let whileReading: () => Promise<void> = () => Promise.resolve();
    const run: TestVault['run'] = async (name, args) => {
      if (name === 'select_rows') await whileReading();
      return vault.run(name, args);
    };
    const { schema, events, agree } = await following(run);
    await vault.engine.close();
    const image = vault.host.image();
    const files = new Map(image.files);
    const [bo = ''] = [...files.keys()].filter((file) => file.endsWith('/Bo.md'));
    files.delete(bo);
    vault = await onHost(vault.host.reboot({ ...image, files, cacheFiles: new Map() }));
    await vault.engine.acceptDeletions();
    const seen: (readonly string[])[] = [];
    whileReading = async () => void seen.push(await namesIn(schema));
    await agree();
    expect(events.filter(({ kind }) => kind === 'reading')).toEqual([
      { kind: 'reading', reason: null },
      { kind: 'reading', reason: 'the vault does not keep the changes since then' },
    ]);
    expect(seen[0]).toEqual(['Ada', 'Bo']);
    expect(await namesIn(schema)).toEqual(['Ada']);
  });

  it('ends with status 1 when its token is revoked, and says why', async () => {
    const owner = new Scratch();
    const vault = owner.vault();
    const serving = await owner.serve([vault, '--port', '0']);
    const token = (await owner.run(['token', 'create', '--owner'])).stdout.trim();
    const reader = (await owner.run(['token', 'create', '--name', 'Reports', '--permissions', 'read'])).stdout.trim();
    const call = async (operation: string, args: JsonObject): Promise<void> =>
      expect((await post(serving.port, operation, args, bearer(token))).status).toBe(200);
    await call('create_table', tableOfPeople('people'));
    const app = new Scratch({ NOTEDB_TOKEN: reader, XDG_STATE_HOME: `${owner.folder}/state` });
    const running = app.start(['mirror', 'postgres', server.url(), '--vault', vault, '--schema', 'reports']);
    await eventually(() => expect(running.said.stdout, running.said.stderr).toContain('Mirrored 0 rows of 1 tables'));
    await call('insert_row', { table: 'people', values: { name: 'Ada', points: 1 } });
    await eventually(async () => expect(await namesIn('reports')).toEqual(['Ada']));
    await owner.run(['token', 'revoke', 'Reports']);
    const { status, stderr } = await running.finished;
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^notedb: the vault: .*token/) as string]);
    expect(await namesIn('reports')).toEqual(['Ada']);
    await Promise.all([app.remove(), owner.remove()]);
  });
});
