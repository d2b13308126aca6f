/** Random selects of every kind, each with the SQL that asks the same. docs/queries.md (where SQL differs). */

import type { Json, JsonObject } from '../../../src/engine/index';
import { type Expression, anyFilter, orderSql, ownNames } from './conditions';
import type { Chance, Type, World } from './world';

/** A select, and the statements that say what its answer has to be. */
export interface Question {
  readonly args: JsonObject;
  /** One row with the column `total`. */
  readonly total: string;
  readonly rows: string;
  /** Of a join: `path` of the left row and `match`, the path of the right one, in order. */
  readonly matches?: string;
}

interface Page {
  readonly args: JsonObject;
  readonly sql: string;
}

function anyPage(chance: Chance): Page {
  const limit = chance.once(3) ? null : chance.below(8);
  const offset = chance.once(2) ? null : chance.below(5);
  return { args: { limit, offset }, sql: `LIMIT ${limit ?? 100} OFFSET ${offset ?? 0}` };
}

/** Empty ones last, both ways. D6 */
function anyOrder(chance: Chance, names: readonly Expression[]): { keys: readonly string[]; sql: readonly string[] } {
  const order = chance.some(2, () => ({ expression: chance.of(names), descending: chance.once(2) }));
  return {
    keys: order.map(({ expression, descending }) => `${descending ? '-' : ''}${expression.name}`),
    sql: order.map(({ expression, descending }) => nullsLast(orderSql(expression), descending)),
  };
}

const nullsLast = (sql: string, descending: boolean): string => `(${sql}) IS NULL, ${sql}${descending ? ' DESC' : ''}`;

const quoted = (name: string): string => `"${name}"`;

/** What a query on `a` can name: its own columns, and those of `b` behind the link. */
function namesOf({ left, right }: World): readonly Expression[] {
  const behind = right.map(({ name, type }) => ({ name: `l.${name}`, type, sql: `lb.${name}` }));
  return [...ownNames(left, 'a'), ...behind];
}

const FROM = 'a LEFT JOIN b AS lb ON lb.path = a.l_path';

export function anyQuestion(chance: Chance, world: World): Question {
  switch (chance.below(5)) {
    case 0:
      return plain(chance, sideOfA(world));
    case 1:
      return grouped(chance, namesOf(world), FROM, {}, '1');
    case 2:
      return joined(chance, world);
    case 3: {
      const own = chance.once(2) ? sideOfA(world) : sideOfB(world);
      const rolled = chance.once(3) ? own : withRollups(chance, world, own);
      const side = rolled === own || chance.once(2) ? withFormulas(chance, rolled) : rolled;
      return chance.once(2) ? plain(chance, side) : grouped(chance, side.names, side.from, side.args, '1');
    }
    default: {
      const join = anyJoin(chance, world);
      const names = [
        ...namesOf(world),
        ...ownNames(world.right, 'j').map((each) => ({ ...each, name: `j.${each.name}` })),
      ];
      const kind = join.keepsUnmatched ? 'LEFT' : 'INNER';
      return grouped(
        chance,
        names,
        `${FROM} ${kind} JOIN b AS j ON ${join.on} AND ${join.where}`,
        { join: join.args },
        '1',
      );
    }
  }
}

/** What is selected from. */
interface Side {
  readonly args: JsonObject & { readonly table: 'a' | 'b' };
  readonly names: readonly Expression[];
  readonly from: string;
}

const sideOfA = (world: World): Side => ({ args: { table: 'a' }, names: namesOf(world), from: FROM });

const sideOfB = ({ right }: World): Side => ({ args: { table: 'b' }, names: ownNames(right, 'b'), from: 'b' });

/** With columns that add up the rows of the other table: those that link here, or the one behind the own link. */
function withRollups(chance: Chance, { left, right }: World, { args, names, from }: Side): Side {
  const isReferred = args.table === 'b';
  const columns = ownNames(isReferred ? left : right, 'r');
  const link = isReferred ? { table: 'a', by: 'l' } : { via: 'l' };
  const source = isReferred ? 'a AS r WHERE r.l_path = b.path' : 'b AS r WHERE r.path = a.l_path';
  const rollups = Array.from({ length: 1 + chance.below(2) }, (_, i) => {
    const name = `r${i}`;
    const total = anyTotal(chance, columns, name);
    const filter = chance.once(2) ? null : anyFilter(chance, columns);
    const sql = `(SELECT ${total.sql} FROM ${source} AND (${filter?.sql ?? '1'}))`;
    const where = filter === null ? {} : { where: filter.where };
    return { expression: { name, type: total.type, sql }, rollup: { ...link, ...where, value: total.written } };
  });
  const rollup = Object.fromEntries(rollups.map((each) => [each.expression.name, each.rollup]));
  return { args: { ...args, rollup }, names: [...names, ...rollups.map(({ expression }) => expression)], from };
}

/** With a formula or two, the second perhaps of the first. */
function withFormulas(chance: Chance, { args, names, from }: Side): Side {
  const first = anyFormula(chance, names, 'f0');
  const second = chance.once(2) ? null : anyFormula(chance, [...names, first.expression, first.expression], 'f1');
  const formulas = second === null ? [first] : chance.once(2) ? [first, second] : [second, first];
  const compute = Object.fromEntries(formulas.map(({ expression, text }) => [expression.name, text]));
  return { args: { ...args, compute }, names: [...names, ...formulas.map(({ expression }) => expression)], from };
}

function anyFormula(
  chance: Chance,
  names: readonly Expression[],
  name: string,
): { readonly expression: Expression; readonly text: string } {
  const own = names.filter((each) => !each.name.includes('.'));
  const numbers = own.filter(({ type }) => type === 'integer' || type === 'number');
  const dates = own.filter(({ type }) => type === 'date');
  const factor = chance.below(4) - 1;
  if (dates.length > 0 && chance.once(3)) {
    const date = chance.of(dates);
    const sql = `date(${date.sql}, '${factor} days')`;
    return { expression: { name, type: 'date', sql }, text: `${date.name} + "${factor}d"` };
  }
  if (numbers.length === 0)
    return { expression: { name, type: 'number', sql: `(0 + ${factor})` }, text: `${factor} + 0` };
  const [a, b] = [chance.of(numbers), chance.of(numbers)];
  const [text, sql] = chance.of([
    [`${a.name} * ${factor} + ${b.name}`, `${a.sql} * ${factor} + ${b.sql}`],
    [`${a.name} - ${b.name}`, `${a.sql} - ${b.sql}`],
    [
      `if(${a.name} > ${b.name}, ${a.name}, ${b.name})`,
      `CASE WHEN ${a.sql} > ${b.sql} THEN ${a.sql} ELSE ${b.sql} END`,
    ],
    [`${a.name} / ${b.name}`, `(${a.sql} * 1.0) / ${b.sql}`],
  ] as const);
  return { expression: { name, type: 'number', sql: `(${sql})` }, text };
}

function plain(chance: Chance, { args, names, from }: Side): Question {
  const filter = anyFilter(chance, names);
  const path = `${args.table}.path`;
  const order = anyOrder(chance, [...names, { name: 'path', type: 'string', sql: path }]);
  const page = anyPage(chance);
  const shown = [...new Set(chance.some(4, () => chance.of(names)))];
  const columns = shown.map(({ name, sql }) => `${sql} AS ${quoted(name)}`);
  return {
    args: {
      ...args,
      where: filter.where,
      columns: shown.map(({ name }) => name),
      order_by: order.keys,
      ...page.args,
    },
    total: `SELECT count(*) AS total FROM ${from} WHERE ${filter.sql}`,
    rows: `SELECT ${[path, ...columns].join()} FROM ${from} WHERE ${filter.sql} ORDER BY ${[...order.sql, path].join()} ${page.sql}`,
  };
}

interface Join {
  readonly args: JsonObject;
  readonly on: string;
  readonly where: string;
  readonly keepsUnmatched: boolean;
}

function anyJoin(chance: Chance, { left, right }: World): Join {
  const isText = (type: string): string => (type === 'enum' ? 'string' : type === 'integer' ? 'number' : type);
  const pairs = left.flatMap((own) =>
    right.filter((other) => isText(own.type) === isText(other.type)).map((other) => [own, other] as const),
  );
  const filter = chance.once(2) ? null : anyFilter(chance, ownNames(right, 'j'));
  const keepsUnmatched = chance.once(2);
  const [on, sql] = ((): [JsonObject, string] => {
    const pair = chance.once(3) || pairs.length === 0 ? null : chance.of(pairs);
    if (pair === null) return [{ l: 'path' }, 'j.path = a.l_path'];
    const [own, other] = pair;
    const both = `j.${other.name} = a.${own.name}`;
    return chance.once(4)
      ? [{ [own.name]: other.name, l: 'path' }, `${both} AND j.path = a.l_path`]
      : [{ [own.name]: other.name }, both];
  })();
  return {
    args: {
      table: 'b',
      as: 'j',
      on,
      type: keepsUnmatched ? 'left' : 'inner',
      where: filter?.where ?? null,
      columns: [],
    },
    on: sql,
    where: `(${filter?.sql ?? '1'})`,
    keepsUnmatched,
  };
}

function joined(chance: Chance, world: World): Question {
  const names = namesOf(world);
  const filter = anyFilter(chance, names);
  const join = anyJoin(chance, world);
  const order = anyOrder(chance, names);
  const page = anyPage(chance);
  const has = join.keepsUnmatched ? '1' : `EXISTS (SELECT 1 FROM b AS j WHERE ${join.on} AND ${join.where})`;
  const where = `(${filter.sql}) AND ${has}`;
  const rows = `SELECT a.path FROM ${FROM} WHERE ${where} ORDER BY ${[...order.sql, 'a.path'].join()} ${page.sql}`;
  return {
    args: { table: 'a', where: filter.where, join: join.args, columns: [], order_by: order.keys, ...page.args },
    total: `SELECT count(*) AS total FROM ${FROM} WHERE ${where}`,
    rows,
    matches: `SELECT a.path, j.path AS match FROM (${rows}) AS page JOIN a ON a.path = page.path JOIN b AS j ON ${join.on} AND ${join.where} ORDER BY a.path, j.path`,
  };
}

interface Total {
  readonly name: string;
  readonly written: string;
  readonly sql: string;
  readonly order: string;
  readonly type: Type;
}

function grouped(chance: Chance, names: readonly Expression[], from: string, more: JsonObject, on: string): Question {
  const own = names.filter(({ name }) => !name.startsWith('j.'));
  const filter = anyFilter(chance, own);
  const keys = [...new Map(chance.some(2, () => anyKey(chance, names)).map((key) => [key.name, key])).values()];
  const totals = chance.some(3, () => 0).map((_, i) => anyTotal(chance, names, `t${i}`));
  const shownTotals = keys.length === 0 && totals.length === 0 ? [COUNT('t0')] : totals;
  const aggregates = Object.fromEntries(shownTotals.map(({ name, written }): [string, Json] => [name, written]));
  const counted = shownTotals.length === 0 ? [COUNT('count')] : shownTotals;
  const orders = [...keys.map((key) => ({ name: key.name, sql: orderSql(key) })), ...counted.map(({ name, order }) => ({ name, sql: order }))]; // prettier-ignore
  const order = chance.some(2, () => ({ by: chance.of(orders), descending: chance.once(2) }));
  const page = anyPage(chance);
  const groupBy = keys.length === 0 ? '' : `GROUP BY ${keys.map(({ sql }) => sql).join()}`;
  const last = keys.map((key) => nullsLast(orderSql(key), false));
  const orderBy = [...order.map(({ by, descending }) => nullsLast(by.sql, descending)), ...last];
  const columns = [...keys.map(({ name, sql }) => `${sql} AS ${quoted(name)}`), ...counted.map(({ name, sql }) => `${sql} AS ${name}`)]; // prettier-ignore
  const body = `FROM ${from} WHERE ${on} AND (${filter.sql}) ${groupBy}`;
  return {
    args: {
      table: 'a',
      where: filter.where,
      group_by: keys.map(({ name }) => name),
      aggregates,
      order_by: order.map(({ by, descending }) => `${descending ? '-' : ''}${by.name}`),
      ...more,
      ...page.args,
    },
    total: `SELECT count(*) AS total FROM (SELECT ${keys.length === 0 ? 'count(*)' : '1'} ${body})`,
    rows: `SELECT ${columns.join()} ${body} ${orderBy.length === 0 ? '' : `ORDER BY ${orderBy.join()}`} ${page.sql}`,
  };
}

const COUNT = (name: string): Total => ({
  name,
  written: 'count',
  sql: 'count(*)',
  order: 'count(*)',
  type: 'integer',
});

function anyKey(chance: Chance, names: readonly Expression[]): Expression {
  const key = chance.of(names);
  if (key.type !== 'date' || chance.once(2)) return key;
  const days = chance.below(5) - 2;
  const offset = days === 0 ? '' : days > 0 ? `+${days}` : String(days);
  return { name: `date(${key.name})${offset}`, type: 'date', sql: `date(${key.sql}, '${days} days')` };
}

function anyTotal(chance: Chance, names: readonly Expression[], name: string): Total {
  const column = chance.of(names);
  const kinds = ['count', 'min', 'max', ...(column.type === 'integer' || column.type === 'number' ? ['sum', 'avg'] : column.type === 'enum' ? ['avg'] : [])]; // prettier-ignore
  const kind = chance.of(kinds);
  if (chance.once(5)) return COUNT(name);
  const written = `${kind}:${column.name}`;
  const order = `${kind}(${orderSql(column)})`;
  const isPlace = column.type === 'enum' && (kind === 'min' || kind === 'max');
  return {
    name,
    written,
    order,
    type: kind === 'count' ? 'integer' : kind === 'avg' ? 'number' : column.type,
    sql: isPlace ? `CASE ${order} WHEN 1 THEN 'low' WHEN 2 THEN 'mid' WHEN 3 THEN 'top' END` : order,
  };
}
