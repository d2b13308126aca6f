/** Random selects of every kind, each with the SQL that asks the same. docs/queries.md (where SQL differs). */

import type { Json, JsonObject } from '../../../src/engine/index';
import { type Expression, type ManyExpression, anyFilter, orderSql, ownNames } from './conditions';
import { type Total, type Totalled, anyExpression, anyTotal, countOf } from './totals';
import { type Chance, type Column, POOLS, type World } from './world';

/** A select, and the statements that say what its answer has to be. */
export interface Question {
  readonly args: JsonObject;
  /** One row with the column `total`. */
  readonly total: string;
  readonly rows: string;
  /** Of a join: `path` of the left row and `match`, the path of the right one, in order. */
  readonly matches?: string;
  /** Columns of the rows that are lists: JSON texts in SQL. */
  readonly lists: readonly string[];
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

interface Order {
  readonly keys: readonly string[];
  readonly sql: readonly string[];
  readonly of: readonly { readonly sql: string; readonly descending: boolean }[];
}

/** Empty ones last, both ways. D6 */
function anyOrder(chance: Chance, names: readonly Expression[]): Order {
  const ordered = names.filter(({ type }) => type !== 'list');
  const order = chance.some(2, () => ({ expression: anyExpression(chance, ordered), descending: chance.once(2) }));
  const of = order.map(({ expression, descending }) => ({ sql: orderSql(expression), descending }));
  return {
    keys: order.map(({ expression, descending }) => `${descending ? '-' : ''}${expression.name}`),
    sql: of.map(({ sql, descending }) => nullsLast(sql, descending)),
    of,
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
      return grouped(chance, computing(chance, world, sideOfA(world)), null);
    case 2:
      return joined(chance, world);
    case 3: {
      const side = computing(chance, world, chance.once(2) ? sideOfA(world) : sideOfB(world));
      return chance.once(2) ? plain(chance, side) : grouped(chance, side, null);
    }
    default: {
      const side = chance.once(2) ? sideOfA(world) : computing(chance, world, sideOfA(world));
      return grouped(chance, side, anyJoin(chance, world));
    }
  }
}

/** What is selected from. */
interface Side {
  readonly args: JsonObject & { readonly table: 'a' | 'b' };
  readonly names: readonly Expression[];
  /** What only a filter may name. */
  readonly many: readonly ManyExpression[];
  readonly from: string;
}

const sideOfA = (world: World): Side => ({
  args: { table: 'a' },
  names: [...namesOf(world), ...FILES_OF_A],
  many: manyThrough('file_links', world.right, 'b', 'x.path = a.l_path'),
  from: FROM,
});

const sideOfB = ({ left, right }: World): Side => ({
  args: { table: 'b' },
  names: [...ownNames(right, 'b'), ...FILES_OF_B],
  many: manyThrough('file_backlinks', left, 'a', 'x.l_path = b.path'),
  from: 'b',
});

/** A row of `a` links to one file, which may be missing. */
const FILES_OF_A: readonly Expression[] = [
  { name: 'file_name', type: 'string', sql: 'substr(a.path, 3, 2)', pool: ['aa', 'ah', 'bh'] },
  {
    name: 'file_links',
    type: 'list',
    items: 'link',
    sql: 'CASE WHEN a.l IS NOT NULL THEN json_array(a.l) END',
  },
  { name: 'file_backlink_count', type: 'integer', sql: '(a.path IS NULL)' },
];

const FILES_OF_B: readonly Expression[] = [
  { name: 'file_name', type: 'string', sql: 'substr(b.path, 3, 7)', pool: ['note aa', 'note ac', 'note ba'] },
  { name: 'file_link', type: 'link', sql: "'[[' || substr(b.path, 3, 7) || ']]'" },
  {
    name: 'file_backlinks',
    type: 'list',
    items: 'link',
    sql: "(SELECT NULLIF(json_group_array('[[' || substr(x.path, 3, 2) || ']]' ORDER BY x.path), '[]') FROM a AS x WHERE x.l_path = b.path)",
    pool: ['[[aa]]', '[[ab]]', '[[af]]'],
  },
  {
    name: 'file_backlink_count',
    type: 'integer',
    sql: '(SELECT count(*) FROM a AS x WHERE x.l_path = b.path)',
  },
];

/** A column of the notes behind a file column. It has no type, so dates and choices are texts. */
const manyThrough = (name: string, columns: readonly Column[], table: string, on: string): readonly ManyExpression[] =>
  columns.flatMap((column) =>
    column.type === 'link' || column.type === 'boolean'
      ? []
      : {
          name: `${name}.${column.name}`,
          pool: POOLS[column.type],
          sql: (condition) =>
            `EXISTS (SELECT 1 FROM (SELECT x.${column.name} AS v FROM ${table} AS x WHERE ${on}) WHERE ${condition})`,
        },
  );

/** With rollups, formulas, both or neither. */
function computing(chance: Chance, world: World, own: Side): Side {
  const rolled = chance.once(3) ? own : withRollups(chance, world, own);
  return chance.once(2) ? withFormulas(chance, rolled) : rolled;
}

/** With columns that add up the rows of the other table: those that link here, or the one behind the own link. */
function withRollups(chance: Chance, { left, right }: World, { args, names, ...side }: Side): Side {
  const isReferred = args.table === 'b';
  const columns = ownNames(isReferred ? left : right, 'r');
  const behind = right.map(({ name, type }): Expression => ({ name: `l.${name}`, type, sql: `(SELECT x.${name} FROM b AS x WHERE x.path = r.l_path)` })); // prettier-ignore
  const all = isReferred ? [...columns, ...behind] : columns;
  const link = isReferred ? { table: 'a', by: 'l' } : { via: 'l' };
  const source = isReferred ? 'a AS r WHERE r.l_path = b.path' : 'b AS r WHERE r.path = a.l_path';
  const rollups = Array.from({ length: 1 + chance.below(2) }, (_, i) => {
    const name = `r${i}`;
    const order = anyOrder(chance, all);
    const total = anyTotal(chance, { names: all, rowOrder: order.of, paths: ['r.path'], all: null }, name);
    const filter = chance.once(2) ? null : anyFilter(chance, all);
    const sql = `(SELECT ${total.sql} FROM ${source} AND (${filter?.sql ?? '1'}))`;
    const where = filter === null ? {} : { where: filter.where };
    const rollup = { ...link, ...where, value: total.written, order_rows_by: order.keys };
    return { expression: { ...expressionOf(total), sql }, rollup };
  });
  const rollup = Object.fromEntries(rollups.map((each) => [each.expression.name, each.rollup]));
  return { ...side, args: { ...args, rollup }, names: [...names, ...rollups.map(({ expression }) => expression)] };
}

const expressionOf = ({ written: _, order: __, ...expression }: Total): Expression => expression;

/** With a formula or two, the second perhaps of the first. */
function withFormulas(chance: Chance, { args, names, ...side }: Side): Side {
  const first = anyFormula(chance, names, 'f0');
  const second = chance.once(2) ? null : anyFormula(chance, [...names, first.expression, first.expression], 'f1');
  const formulas = second === null ? [first] : chance.once(2) ? [first, second] : [second, first];
  const compute = Object.fromEntries(formulas.map(({ expression, text }) => [expression.name, text]));
  return { ...side, args: { ...args, compute }, names: [...names, ...formulas.map(({ expression }) => expression)] };
}

interface Formula {
  readonly expression: Expression;
  readonly text: string;
}

function anyFormula(chance: Chance, names: readonly Expression[], name: string): Formula {
  const own = names.filter((each) => !each.name.includes('.'));
  const of = (...types: readonly Expression['type'][]): Expression[] => own.filter(({ type }) => types.includes(type));
  const [numbers, dates, texts] = [of('integer', 'number'), of('date'), of('string')];
  const made = (type: Column['type'], text: string, sql: string): Formula => ({
    text,
    expression: { name, type, sql: `(${sql})` },
  });
  const kinds: (() => Formula)[] = [
    ...(numbers.length === 0 ? [] : [() => ofNumbers(chance, numbers, made), () => ofNumbers(chance, numbers, made)]),
    ...(dates.length === 0 ? [] : [() => ofDates(chance, dates, made)]),
    ...(texts.length === 0 ? [] : [() => ofTexts(chance, texts, made)]),
  ];
  return kinds.length === 0 ? made('number', '2 + 1', '2 + 1') : chance.of(kinds)();
}

type Making = (type: Column['type'], text: string, sql: string) => Formula;

/** How a formula names a column. */
const inFormula = ({ name }: Expression): string => name.replace(/^file_/, 'file.');

function ofNumbers(chance: Chance, numbers: readonly Expression[], made: Making): Formula {
  const [one, other] = [chance.of(numbers), chance.of(numbers)];
  const [a, b, x, y] = [inFormula(one), inFormula(other), one.sql, other.sql];
  const factor = chance.below(4) - 1;
  return chance.of([
    () => made('number', `${a} * ${factor} + ${b}`, `${x} * ${factor} + ${y}`),
    () => made('number', `${a} - ${b}`, `${x} - ${y}`),
    () => made('number', `if(${a} > ${b}, ${a}, ${b})`, `CASE WHEN ${x} > ${y} THEN ${x} ELSE ${y} END`),
    () => made('number', `${a} / ${b}`, `(${x} * 1.0) / ${y}`),
    () => made('boolean', `${a} > ${b}`, `${x} > ${y}`),
    () => made('boolean', `${a} && !${b}`, `coalesce(${x} <> 0, 0) AND NOT coalesce(${y} <> 0, 0)`),
  ])();
}

function ofDates(chance: Chance, dates: readonly Expression[], made: Making): Formula {
  const [one, other] = [chance.of(dates), chance.of(dates)];
  const [a, b, x, y] = [inFormula(one), inFormula(other), one.sql, other.sql];
  const days = chance.below(4) - 1;
  return chance.of([
    () => made('date', `${a} + "${days}d"`, `date(${x}, '${days} days')`),
    () => made('integer', `${a}.month`, `CAST(strftime('%m', ${x}) AS INTEGER)`),
    () => made('number', `(${a} - ${b}).days`, `julianday(${x}) - julianday(${y})`),
  ])();
}

function ofTexts(chance: Chance, texts: readonly Expression[], made: Making): Formula {
  const one = chance.of(texts);
  const [a, x] = [inFormula(one), one.sql];
  // Texts with numbers in them have another order. An empty text is an empty value here, and one of its own in SQLite.
  const texted = [
    () => made('string', `${a}.slice(0, 2)`, `substr(${x}, 1, 2)`),
    () => made('string', `${a} + "e"`, `coalesce(${x}, '') || 'e'`),
  ];
  return chance.of([
    ...(one.pool === undefined ? texted : []),
    () => made('boolean', `${a}.contains("a")`, `instr(${x}, 'a') > 0`),
    () => made('integer', `${a}.length`, `length(${x})`),
  ])();
}

function plain(chance: Chance, { args, names, many, from }: Side): Question {
  const filter = anyFilter(chance, [...names, ...many]);
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
    lists: listsOf(shown),
  };
}

const listsOf = (shown: readonly Expression[]): readonly string[] =>
  shown.filter(({ type }) => type === 'list').map(({ name }) => name);

interface Join {
  readonly args: JsonObject;
  readonly columns: readonly Column[];
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
    const [own, other] = pairOf(chance, pair);
    const both = `${other.sql} = ${own.sql}`;
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
    columns: right,
    on: sql,
    where: `(${filter?.sql ?? '1'})`,
    keepsUnmatched,
  };
}

/** Dates perhaps by the same function. */
function pairOf(chance: Chance, [left, right]: readonly [Column, Column]): readonly [Expression, Expression] {
  const [own, other] = [ownNames([left], 'a'), ownNames([right], 'j')];
  if (left.type !== 'date' && left.type !== 'datetime') return [own[0] as Expression, other[0] as Expression];
  const made = anyExpression(chance, own);
  const name = made.name.replace(left.name, right.name);
  return [made, { name, type: made.type, sql: made.sql.replaceAll(`a.${left.name}`, `j.${right.name}`) }];
}

function joined(chance: Chance, world: World): Question {
  const { args, names, many } = chance.once(2) ? sideOfA(world) : computing(chance, world, sideOfA(world));
  const filter = anyFilter(chance, [...names, ...many]);
  const join = anyJoin(chance, world);
  const order = anyOrder(chance, names);
  const page = anyPage(chance);
  const has = join.keepsUnmatched ? '1' : `EXISTS (SELECT 1 FROM b AS j WHERE ${join.on} AND ${join.where})`;
  const where = `(${filter.sql}) AND ${has}`;
  const rows = `SELECT a.path FROM ${FROM} WHERE ${where} ORDER BY ${[...order.sql, 'a.path'].join()} ${page.sql}`;
  return {
    args: { ...args, where: filter.where, join: join.args, columns: [], order_by: order.keys, ...page.args },
    lists: [],
    total: `SELECT count(*) AS total FROM ${FROM} WHERE ${where}`,
    rows,
    matches: `SELECT a.path, j.path AS match FROM (${rows}) AS page JOIN a ON a.path = page.path JOIN b AS j ON ${join.on} AND ${join.where} ORDER BY a.path, j.path`,
  };
}

function grouped(chance: Chance, { args, names: own, many, from }: Side, join: Join | null): Question {
  const single = own.filter(({ type }) => type !== 'list');
  const joinedNames = join === null ? [] : ownNames(join.columns, 'j').map((each) => ({ ...each, name: `j.${each.name}` })); // prettier-ignore
  const names = [...single, ...joinedNames];
  const kind = join?.keepsUnmatched === true ? 'LEFT' : 'INNER';
  const source = join === null ? from : `${from} ${kind} JOIN b AS j ON ${join.on} AND ${join.where}`;
  const filter = anyFilter(chance, [...own, ...many]);
  const keys = [...new Map(chance.some(2, () => anyExpression(chance, names)).map((key) => [key.name, key])).values()];
  const rowOrder = anyOrder(chance, names);
  const totalled: Totalled = {
    names,
    rowOrder: rowOrder.of,
    paths: [`${args.table}.path`, ...(join === null ? [] : ["coalesce(j.path, '')"])],
    all: `SELECT count(*) FROM ${source} WHERE ${filter.sql}`,
  };
  const totals = chance.some(3, () => 0).map((_, i) => anyTotal(chance, totalled, `t${i}`));
  const shownTotals = keys.length === 0 && totals.length === 0 ? [countOf('t0')] : totals;
  const aggregates = Object.fromEntries(shownTotals.map(({ name, written }): [string, Json] => [name, written]));
  const counted = shownTotals.length === 0 ? [countOf('count')] : shownTotals;
  const shown: readonly Expression[] = [...keys, ...counted];
  const order = orderOfGroups(chance, keys, counted);
  const page = anyPage(chance);
  const groupBy = keys.length === 0 ? '' : `GROUP BY ${keys.map(({ sql }) => `${sql}`).join()}`;
  const columns = shown.map(({ name, sql }) => `${sql} AS ${quoted(name)}`);
  const having = keys.length === 0 || chance.once(2) ? null : anyFilter(chance, shown);
  const body = `FROM ${source} WHERE (${filter.sql}) ${groupBy}${having === null ? '' : ` HAVING ${having.sql}`}`;
  return {
    args: {
      ...args,
      ...(join === null ? {} : { join: join.args }),
      where: filter.where,
      group_by: keys.map(({ name }) => name),
      aggregates,
      having: having?.where ?? null,
      order_by: order.keys,
      order_rows_by: rowOrder.keys,
      ...page.args,
    },
    total: `SELECT count(*) AS total FROM (SELECT ${keys.length === 0 ? 'count(*)' : '1'} ${body})`,
    rows: `SELECT ${columns.join()} ${body} ${order.sql.length === 0 ? '' : `ORDER BY ${order.sql.join()}`} ${page.sql}`,
    lists: listsOf(shown),
  };
}

/** By keys and aggregates but lists, then by the keys. */
function orderOfGroups(
  chance: Chance,
  keys: readonly Expression[],
  totals: readonly Total[],
): Pick<Order, 'keys' | 'sql'> {
  const ordered = [...keys.map((key) => ({ name: key.name, sql: orderSql(key) })), ...totals.filter(({ type }) => type !== 'list').map(({ name, order }) => ({ name, sql: order }))]; // prettier-ignore
  const order =
    ordered.length === 0 ? [] : chance.some(2, () => ({ by: chance.of(ordered), descending: chance.once(2) }));
  return {
    keys: order.map(({ by, descending }) => `${descending ? '-' : ''}${by.name}`),
    sql: [
      ...order.map(({ by, descending }) => nullsLast(by.sql, descending)),
      ...keys.map((key) => nullsLast(orderSql(key), false)),
    ],
  };
}
