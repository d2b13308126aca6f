/** Random functions of dates and aggregates, and what they are in SQL. docs/queries.md#group_by-and-aggregates, #functions-of-a-date. */

import { type Expression, orderSql } from './conditions';
import type { Chance, Type, Value } from './world';

type InSql = (date: string) => string;

const whole = (format: string): InSql => (sql) => `CAST(strftime('${format}', ${sql}) AS INTEGER)`; // prettier-ignore

const text = (format: string): InSql => (sql) => `strftime('${format}', ${sql})`; // prettier-ignore

/** Name, type, SQL and some values. */
const DATE_FUNCTIONS: readonly (readonly [string, Type, InSql, readonly Value[]])[] = [
  ['year', 'integer', whole('%Y'), [2025, 2026]],
  ['quarter', 'string', (sql) => `strftime('%Y', ${sql}) || '-Q' || ((${whole('%m')(sql)} + 2) / 3)`, ['2026-Q1', '2026-Q4']],
  ['month', 'string', text('%Y-%m'), ['2026-02', '2026-03', '2026-12']],
  ['week', 'string', text('%G-W%V'), ['2026-W09', '2026-W53']],
  ['weekday', 'integer', (sql) => `((${whole('%w')(sql)} + 6) % 7) + 1`, [1, 4, 6, 7]],
  ['month_day', 'string', text('%m-%d'), ['02-28', '03-01', '12-31']],
  ['day', 'date', (sql) => `date(${sql})`, ['2026-02-28', '2026-03-01']],
]; // prettier-ignore

/** A date has no hour. */
const hourOf = ({ type, sql }: Expression): string => (type === 'date' ? 'NULL' : whole('%H')(sql));

/** A name, or of a date perhaps a function. */
export function anyExpression(chance: Chance, names: readonly Expression[]): Expression {
  const of = chance.of(names);
  if ((of.type !== 'date' && of.type !== 'datetime') || chance.once(3)) return of;
  if (chance.once(3)) {
    const days = chance.below(5) - 2;
    const offset = days === 0 ? '' : days > 0 ? `+${days}` : String(days);
    return { name: `date(${of.name})${offset}`, type: 'date', sql: `date(${of.sql}, '${days} days')` };
  }
  if (chance.once(6)) return { name: `hour(${of.name})`, type: 'integer', sql: hourOf(of), pool: [0, 10, 23] };
  const [name, type, sql, pool] = chance.of(DATE_FUNCTIONS);
  return { name: `${name}(${of.name})`, type, sql: sql(of.sql), pool };
}

/** An aggregate under a name, as an expression over the groups. */
export interface Total extends Expression {
  readonly written: string;
  /** What it is ordered by. */
  readonly order: string;
}

/** What the aggregates of a select read. */
export interface Totalled {
  readonly names: readonly Expression[];
  /** The order of the rows within a group, each with its direction, before their paths. */
  readonly rowOrder: readonly { readonly sql: string; readonly descending: boolean }[];
  /** By which rows without another order are sorted. */
  readonly paths: readonly string[];
  /** The number of all rows; null: a share is not asked for. */
  readonly all: string | null;
}

export const countOf = (name: string): Total => ({
  name,
  written: 'count',
  sql: 'count(*)',
  order: 'count(*)',
  type: 'integer',
});

export function anyTotal(chance: Chance, totalled: Totalled, name: string): Total {
  if (chance.once(7)) return countOf(name);
  const { all } = totalled;
  if (all !== null && chance.once(9)) {
    const sql = `count(*) * 1.0 / (${all})`;
    return { name, written: 'share', sql, order: sql, type: 'number', pool: [0.25, 0.5, 1] };
  }
  const column = anyExpression(chance, totalled.names);
  const isNumeric = column.type === 'integer' || column.type === 'number';
  const numeric = isNumeric ? ['sum', 'avg', 'median', 'median'] : column.type === 'enum' ? ['avg', 'median'] : [];
  const kind = chance.of(['count', 'count_distinct', 'min', 'max', 'first', 'last', 'list', ...numeric]);
  return { name, written: `${kind}:${column.name}`, ...calculated(kind, column, totalled) };
}

type Calculated = Pick<Total, 'type' | 'sql' | 'order' | 'items' | 'pool'>;

function calculated(kind: string, column: Expression, totalled: Totalled): Calculated {
  const { type, sql } = column;
  const pool = column.pool === undefined ? {} : { pool: column.pool };
  const same = (given: string): Calculated => ({ type, sql: given, order: orderSql({ type, sql: given }), ...pool });
  switch (kind) {
    case 'count':
      return { type: 'integer', sql: `count(${sql})`, order: `count(${sql})` };
    case 'count_distinct':
      return { type: 'integer', sql: `count(DISTINCT ${sql})`, order: `count(DISTINCT ${sql})` };
    case 'median': {
      const median = `median_of(json_group_array(${orderSql(column)}) FILTER (WHERE ${sql} IS NOT NULL))`;
      return { type: 'number', sql: median, order: median };
    }
    case 'first':
    case 'last':
      return same(`json_extract(${listSql(sql, totalled, kind === 'last')}, '$[0]')`);
    case 'list':
      return { type: 'list', items: type as Type, sql: `NULLIF(${listSql(sql, totalled, false)}, '[]')`, order: '', ...pool };
    default: {
      const order = `${kind}(${orderSql(column)})`;
      if (kind === 'sum') return { type, sql: order, order };
      if (kind === 'avg') return { type: 'number', sql: order, order };
      if (type !== 'enum') return { type, sql: order, order, ...pool };
      return { type, sql: `CASE ${order} WHEN 1 THEN 'low' WHEN 2 THEN 'mid' WHEN 3 THEN 'top' END`, order };
    }
  }
} // prettier-ignore

/** All values in the order of the rows, backwards too; empty keys last both ways. */
function listSql(sql: string, { rowOrder, paths }: Totalled, isBackwards: boolean): string {
  const keys = rowOrder.map((key) => `(${key.sql}) IS NULL, ${key.sql}${key.descending === isBackwards ? '' : ' DESC'}`);
  const last = paths.map((path) => `${path}${isBackwards ? ' DESC' : ''}`);
  return `json_group_array(${sql} ORDER BY ${[...keys, ...last].join()}) FILTER (WHERE ${sql} IS NOT NULL)`;
} // prettier-ignore
