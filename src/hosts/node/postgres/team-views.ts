/** Views over the vaults of a team that are mirrored into schemas of one database. docs/mirror.md#several-vaults */

import type { TableShape } from '../../../mirror/table-shape';
import type { RunStatement } from './run-statement';
import { SQL_TYPES, literal, quoted } from './sql-names';

/** How the views are known from others in the schema. */
/** How a schema of a mirror is known. */
export const FEED_MARK = 'The cursor of notedb mirror';

const MARK = 'The vaults of a team, by notedb mirror';

interface TeamTable {
  readonly schema: string;
  readonly vault: string;
  readonly shape: TableShape;
}

/** Those that the mirrors made. Other mirrors of the team wait until the end of the transaction. */
export async function dropTeamViews(query: RunStatement, team: string): Promise<void> {
  await query('select pg_advisory_xact_lock(hashtext($1), hashtext($2))', ['notedb team', team]);
  const found = await query(
    "select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relkind = 'v' " +
      "and obj_description(c.oid, 'pg_class') = $2",
    [team, MARK],
  );
  for (const { name } of found.rows) await query(`drop view ${quoted(team)}.${quoted(name as string)}`);
}

/** One for each name that a table has in any schema of the team. */
export async function makeTeamViews(query: RunStatement, team: string): Promise<void> {
  const there = await query('select to_regnamespace($1) as there', [quoted(team)]);
  if (there.rows[0]?.['there'] === null) await query(`create schema ${quoted(team)}`);
  const byName = new Map<string, TeamTable[]>();
  for (const table of await tablesOf(query, team)) {
    const name = table.shape.name;
    byName.set(name, [...(byName.get(name) ?? []), table]);
  }
  for (const [name, tables] of byName) {
    const view = `${quoted(team)}.${quoted(name)}`;
    await query(`create view ${view} as ${unionOf(tables)}`);
    await query(`comment on view ${view} is ${literal(MARK)}`);
  }
}

async function tablesOf(query: RunStatement, team: string): Promise<readonly TeamTable[]> {
  const schemas = await query(
    "select n.nspname as schema from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relname = '_feed' " +
      "and c.relkind = 'r' and obj_description(c.oid, 'pg_class') = $1 and has_table_privilege(c.oid, 'select') order by 1",
    [FEED_MARK],
  );
  const tables: TeamTable[] = [];
  for (const { schema } of schemas.rows) {
    const name = quoted(schema as string);
    const found = await query(
      `select vault, shape from ${name}._feed, ${name}._tables where team = $1 order by position`,
      [team],
    );
    for (const { vault, shape } of found.rows)
      tables.push({
        schema: schema as string,
        vault: vault as string,
        shape: JSON.parse(shape as string) as TableShape,
      });
  }
  return tables;
}

/** A column of different types is text; one that a vault lacks is empty there. */
function unionOf(tables: readonly TeamTable[]): string {
  const types = new Map<string, string>();
  for (const { shape } of tables)
    for (const [name, type] of typesOf(shape)) types.set(name, (types.get(name) ?? type) === type ? type : 'text');
  return tables
    .map(({ schema, vault, shape }) => {
      const own = typesOf(shape);
      const columns = [...types].map(([name, type]) => {
        const value = own.has(name) ? quoted(name) : 'null';
        return `${value}::${type} as ${quoted(name)}`;
      });
      const from = `${quoted(schema)}.${quoted(shape.name)}`;
      return `select ${[`${literal(vault)}::text as _vault`, 'path', 'id', ...columns].join(', ')} from ${from}`;
    })
    .join(' union all ');
}

const typesOf = ({ columns }: TableShape): ReadonlyMap<string, string> =>
  new Map(
    columns.flatMap(({ kind, name, idName }) => [
      ...(kind === 'links' ? [] : [[name, SQL_TYPES[kind]] as const]),
      ...(idName === undefined ? [] : [[idName, 'text'] as const]),
    ]),
  );
