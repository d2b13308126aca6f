/** A schema of a PostgreSQL database as the target of a mirror. docs/mirror.md#postgresql */

import { Client } from 'pg';
import { cleanJson } from '../../../mirror/cell-value';
import {
  type LogLine,
  type MirrorRow,
  type MirrorState,
  type MirrorTarget,
  type MirrorTransaction,
  type RowChanges,
  TargetFailure,
} from '../../../mirror/mirror-target';
import type { ShapeDifference } from '../../../mirror/shape-difference';
import { type ColumnShape, type TableShape, linkColumns } from '../../../mirror/table-shape';
import { targetFailure } from './postgres-failure';
import type { RunStatement } from './run-statement';
import { relinkStatements, rowStatements } from './row-statements';
import { literal, quoted } from './sql-names';
import { TableStatements } from './table-statements';
import { FEED_MARK, dropTeamViews, makeTeamViews } from './team-views';

export interface PostgresOptions {
  readonly url: string;
  readonly schema: string;
  /** The schema with the views over the vaults of a team; null: none. */
  readonly team: string | null;
}

const CONNECT_MS = 15_000;
/** A statement that takes longer is one whose answer got lost. */
const ANSWER_MS = 600_000;
const GOODBYE_MS = 1_000;

export const openPostgresTarget = (options: PostgresOptions): MirrorTarget => new PostgresTarget(options);

class PostgresTarget implements MirrorTarget {
  private client: Client | null = null;

  constructor(private readonly options: PostgresOptions) {}

  async transaction<T>(run: (transaction: MirrorTransaction) => Promise<T>): Promise<T> {
    const client = this.client ?? (await this.connect());
    const query = statementsOf(client);
    try {
      await query('begin');
      const result = await run(await PostgresTransaction.begin(query, this.options));
      await query('commit');
      return result;
    } catch (error) {
      await query('rollback').catch(() => this.disconnect());
      if (error instanceof TargetFailure) await this.disconnect();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.disconnect();
  }

  private async connect(): Promise<Client> {
    const client = clientFor(this.options.url);
    // Also while nothing is asked: the next statement says what happened.
    client.on('error', () => {
      if (this.client === client) this.client = null;
    });
    try {
      await client.connect();
    } catch (error) {
      await client.end().catch(() => undefined);
      throw targetFailure(error);
    }
    this.client = client;
    await this.lock(statementsOf(client)).catch(async (error: unknown) => {
      await this.disconnect();
      throw error;
    });
    return client;
  }

  /** Held as long as the connection is. */
  private async lock(query: RunStatement): Promise<void> {
    await query("set lock_timeout = '30s'");
    await query('set client_min_messages = warning');
    const { schema } = this.options;
    const locked = await query('select pg_try_advisory_lock(hashtext($1), hashtext($2)) as mine', [LOCK, schema]);
    if (locked.rows[0]?.['mine'] !== true)
      throw new TargetFailure(`another mirror writes to the schema "${schema}"`, false);
  }

  private async disconnect(): Promise<void> {
    const { client } = this;
    this.client = null;
    if (client === null) return;
    // A connection that hangs says no goodbye.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, GOODBYE_MS)));
    await Promise.race([client.end().catch(() => undefined), late]);
    clearTimeout(timer);
  }
}

const LOCK = 'notedb mirror';

function clientFor(url: string): Client {
  try {
    return new Client({
      connectionString: url,
      application_name: LOCK,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
    });
  } catch {
    throw new TargetFailure('the URL is none of PostgreSQL: postgres://user@host/database', true);
  }
}

const statementsOf =
  (client: Client): RunStatement =>
  async (text, values = []) => {
    try {
      return await client.query(text, [...values]);
    } catch (error) {
      throw targetFailure(error);
    }
  };

class PostgresTransaction implements MirrorTransaction {
  private readonly tables: TableStatements;
  private hasDroppedViews = false;
  private isSetUp = false;
  private saved: readonly TableShape[] | null = null;

  private constructor(
    private readonly query: RunStatement,
    private readonly options: PostgresOptions,
    readonly state: MirrorState | null,
  ) {
    this.tables = new TableStatements(options.schema);
  }

  static async begin(query: RunStatement, options: PostgresOptions): Promise<PostgresTransaction> {
    const schema = quoted(options.schema);
    const found = await query('select to_regclass($1) as feed', [`${schema}._feed`]);
    if (found.rows[0]?.['feed'] === null) return new PostgresTransaction(query, options, null);
    const feed = await query(`select feed, seq, vault, zone, must_relink from ${schema}._feed for update`);
    const tables = await query(`select shape from ${schema}._tables order by position`);
    const [row] = feed.rows;
    if (row === undefined) return new PostgresTransaction(query, options, null);
    await query(`set local time zone ${literal(row['zone'] as string)}`);
    return new PostgresTransaction(query, options, {
      feed: row['feed'] as string,
      seq: Number(row['seq']),
      vault: row['vault'] as string,
      zone: row['zone'] as string,
      mustRelink: row['must_relink'] as boolean,
      tables: tables.rows.map(({ shape }) => JSON.parse(shape as string) as TableShape),
    });
  }

  async save(state: MirrorState): Promise<void> {
    if (this.state === null) await this.setUp();
    const schema = quoted(this.options.schema);
    const { feed, seq, vault, zone, mustRelink, tables } = state;
    await this.query(
      `insert into ${schema}._feed (feed, seq, at, vault, zone, must_relink, team) values ($1, $2, now(), $3, $4, $5, $6) ` +
        'on conflict (one) do update set feed = excluded.feed, seq = excluded.seq, at = excluded.at, vault = excluded.vault, ' +
        'zone = excluded.zone, must_relink = excluded.must_relink, team = excluded.team',
      [feed, seq, vault, zone, mustRelink, this.options.team],
    );
    await this.query(`set local time zone ${literal(zone)}`);
    if (this.isSaved(tables)) return;
    await this.query(`delete from ${schema}._tables`);
    for (const [i, table] of tables.entries())
      await this.query(`insert into ${schema}._tables (position, qualified, name, shape) values ($1, $2, $3, $4)`, [
        ...[i, table.qualified, table.name, JSON.stringify(table)],
      ]);
    this.saved = tables;
    await this.dropViews();
    if (this.options.team !== null) await makeTeamViews(this.query, this.options.team);
    this.hasDroppedViews = false;
  }

  private isSaved(tables: readonly TableShape[]): boolean {
    const saved = this.saved ?? this.state?.tables ?? [];
    return !this.hasDroppedViews && JSON.stringify(saved) === JSON.stringify(tables);
  }

  private async setUp(): Promise<void> {
    if (this.isSetUp) return;
    this.isSetUp = true;
    const schema = quoted(this.options.schema);
    const found = await this.query('select to_regnamespace($1) as there', [schema]);
    if (found.rows[0]?.['there'] === null) await this.query(`create schema ${schema}`);
    await this.query(
      `create table if not exists ${schema}._feed (one boolean primary key default true check (one), feed text not null, ` +
        'seq bigint not null, at timestamptz not null, vault text not null, zone text not null, must_relink boolean not null, team text)',
    );
    await this.query(`comment on table ${schema}._feed is ${literal(FEED_MARK)}`);
    await this.query(
      `create table if not exists ${schema}._tables (position integer primary key, qualified text, name text, shape text)`,
    );
  }

  async create(table: TableShape): Promise<void> {
    await this.setUp();
    await this.define(this.tables.create(table));
  }

  drop(table: TableShape): Promise<void> {
    return this.define(this.tables.drop(table));
  }

  reshape(difference: ShapeDifference): Promise<void> {
    return this.define(this.tables.reshape(difference));
  }

  private async define(statements: readonly string[]): Promise<void> {
    await this.dropViews();
    for (const statement of statements) await this.query(statement);
  }

  /** They depend on the tables. */
  private async dropViews(): Promise<void> {
    if (this.options.team === null || this.hasDroppedViews) return;
    this.hasDroppedViews = true;
    await dropTeamViews(this.query, this.options.team);
  }

  async clear(table: TableShape): Promise<void> {
    for (const { kind, name } of table.columns)
      if (kind === 'links') await this.query(`delete from ${this.tables.in(name)}`);
    await this.query(`delete from ${this.tables.in(table.name)}`);
  }

  async write(table: TableShape, changes: RowChanges): Promise<boolean> {
    let isThere = true;
    for (const { text, values, rows } of rowStatements(table, changes, (name) => this.tables.in(name))) {
      const { rowCount } = await this.query(text, values);
      isThere &&= rows === undefined || rowCount === rows;
    }
    return isThere;
  }

  async hasInvalid(table: TableShape, { column }: ColumnShape): Promise<boolean> {
    const found = await this.query(`select 1 from ${this.tables.in(table.name)} where _invalid ? $1 limit 1`, [column]);
    return found.rows.length > 0;
  }

  async linking(table: TableShape, ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length === 0) return [];
    const queries = linkColumns(table).map(({ kind, name, idName }) =>
      kind === 'links'
        ? `select path from ${this.tables.in(name)} where target_id = any($1)`
        : `select path from ${this.tables.in(table.name)} where ${quoted(idName ?? '')} = any($1)`,
    );
    const found = await this.query(queries.join(' union '), [ids]);
    return found.rows.map(({ path }) => path as string);
  }

  async relink(table: TableShape, rows: readonly Pick<MirrorRow, 'path' | 'values' | 'targets'>[]): Promise<void> {
    for (const { text, values } of relinkStatements(table, rows, (name) => this.tables.in(name)))
      await this.query(text, values);
  }

  async log(lines: readonly LogLine[]): Promise<void> {
    const log = `${quoted(this.options.schema)}._log`;
    await this.query(
      `create table if not exists ${log} (seq bigint, at timestamptz, "table" text, op text, id text, path text, actor jsonb, before jsonb, after jsonb)`,
    );
    await this.query(`create index if not exists _log_seq on ${log} (seq)`);
    if (lines.length === 0) return;
    const columns =
      'seq bigint, at timestamptz, "table" text, op text, id text, path text, actor jsonb, before jsonb, after jsonb';
    await this.query(`insert into ${log} select * from json_to_recordset($1::json) as x (${columns})`, [
      JSON.stringify(lines.map((line) => cleanJson({ ...line }))),
    ]);
  }
}
