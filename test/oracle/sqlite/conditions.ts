/** Random filters and what they are in SQL. D6: a condition is true or false, an empty value included; not is the complement. */

import type { Json, JsonObject } from '../../../src/engine/index';
import { type Chance, type Column, LEVELS, POOLS, type Type, type Value } from './world';

/** Something that a query can name. */
export interface Expression {
  /** `c0`, `l.d1`, `date(c2)+3`. */
  readonly name: string;
  readonly type: Type | 'list';
  readonly sql: string;
  /** What its values may be, where not those of its type. */
  readonly pool?: readonly Value[];
  /** Of a list: the type of its items. Its SQL is a JSON text, or NULL without items. */
  readonly items?: Type;
}

/** A name through links to many rows: one of them that matches is enough. */
export interface ManyExpression {
  readonly name: string;
  readonly pool: readonly Value[];
  /** With the condition on the value `v`. */
  readonly sql: (condition: string) => string;
}

/** What is compared and ordered: an ordered enum by its position. */
export const orderSql = ({ type, sql }: Pick<Expression, 'type' | 'sql'>): string =>
  type === 'enum' ? `CASE ${sql} WHEN 'low' THEN 1 WHEN 'mid' THEN 2 WHEN 'top' THEN 3 END` : sql;

const literal = (value: Value): string =>
  typeof value === 'string' ? `'${value}'` : typeof value === 'boolean' ? String(Number(value)) : String(value);

const orderLiteral = (value: Value): string =>
  LEVELS.includes(value as string) ? String(LEVELS.indexOf(value as string) + 1) : literal(value);

export interface Filter {
  readonly where: JsonObject;
  readonly sql: string;
}

const NEGATIONS = { ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** All that a filter may name. */
type Names = readonly (Expression | ManyExpression)[];

const isOfOne = (each: Expression | ManyExpression): each is Expression => 'type' in each;

export function anyFilter(chance: Chance, names: Names, depth = 0): Filter {
  const shape = depth > 2 ? 9 : chance.below(10);
  if (shape < 2) {
    const { where, sql } = anyFilter(chance, names, depth + 1);
    return { where: { not: where }, sql: `NOT (${sql})` };
  }
  if (shape < 5) {
    const kind = chance.of(['and', 'or'] as const);
    const parts = chance.some(3, () => anyFilter(chance, names, depth + 1));
    const none = kind === 'and' ? '1' : '0';
    const sql =
      parts.length === 0 ? none : parts.map((part) => `(${part.sql})`).join(kind === 'and' ? ' AND ' : ' OR ');
    return { where: { [kind]: parts.map((part) => part.where) }, sql };
  }
  if (chance.once(6)) {
    const pair = comparison(chance, names.filter(isOfOne));
    if (pair !== null) return pair;
  }
  const expression = chance.of(names);
  return isOfOne(expression) ? leaf(chance, expression) : someMatch(chance, expression);
}

const COMPARISONS = { eq: '=', ...NEGATIONS } as const;

function someMatch(chance: Chance, { name, pool, sql }: ManyExpression): Filter {
  const values = [chance.of(pool), chance.of(pool)];
  return chance.once(2)
    ? { where: { [name]: values[0] as Json }, sql: sql(`v = ${literal(values[0] as Value)}`) }
    : { where: { [name]: { in: values } }, sql: sql(`v IN (${values.map(literal).join()})`) };
}

const isNumber = ({ type }: Expression): boolean => type === 'integer' || type === 'number';

const isTime = ({ type }: Expression): boolean => type === 'date' || type === 'datetime';

/** A column against others that it can be compared with; null: there is none. */
function comparison(chance: Chance, names: readonly Expression[]): Filter | null {
  const left = chance.of(names);
  if (left.type === 'list') return holding(chance, left, names);
  const others = names.filter(
    (each) => each.name !== left.name && (each.type === left.type || [isNumber, isTime].every((is) => is(each) === is(left)) && (isNumber(left) || isTime(left))), // prettier-ignore
  );
  if (others.length === 0) return null;
  const right = chance.of(others);
  const isOrdered = left.type !== 'link' && left.type !== 'boolean';
  if (isOrdered && chance.once(5)) return betweenColumns(left, right, chance.of(others));
  if (left.type === 'string' && chance.once(3)) return textPair(chance, left, right);
  const operator = chance.of(isOrdered ? (['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const) : (['eq', 'ne'] as const));
  const missing = operator === 'ne' ? 1 : 0;
  const [one, other] = alike(left, right);
  return {
    where: { [left.name]: { [operator]: { column: right.name } } },
    sql: `COALESCE(${one} ${COMPARISONS[operator]} ${other}, ${missing})`,
  };
}

/** Dates and date-times meet by their days. */
const alike = (left: Expression, right: Expression): readonly [string, string] =>
  isTime(left) && left.type !== right.type
    ? [`date(${left.sql})`, `date(${right.sql})`]
    : [orderSql(left), orderSql(right)];

function betweenColumns(left: Expression, from: Expression, to: Expression): Filter {
  const [a, low] = alike(left, from);
  const [b, high] = alike(left, to);
  return {
    where: { [left.name]: { between: [{ column: from.name }, { column: to.name }] } },
    sql: `(COALESCE(${a} >= ${low}, 0) AND COALESCE(${b} <= ${high}, 0))`,
  };
}

function textPair(chance: Chance, left: Expression, right: Expression): Filter {
  const operator = chance.of(['contains', 'starts_with', 'ends_with'] as const);
  const [a, b] = [left.sql, right.sql];
  const sql = {
    contains: `instr(${a}, ${b}) > 0`,
    starts_with: `substr(${a}, 1, length(${b})) = ${b}`,
    ends_with: `substr(${a}, -length(${b})) = ${b}`,
  }[operator];
  return { where: { [left.name]: { [operator]: { column: right.name } } }, sql: `COALESCE(${sql}, 0)` };
}

/** A list that has the value of another column, from either side. */
function holding(chance: Chance, list: Expression, names: readonly Expression[]): Filter | null {
  const others = names.filter(({ type }) => type === list.items);
  if (others.length === 0) return null;
  const item = chance.of(others);
  return {
    where: chance.once(2)
      ? { [list.name]: { contains: { column: item.name } } }
      : { [item.name]: { in: { column: list.name } } },
    sql: `has_item(${list.sql}, ${item.sql})`,
  };
}

function leaf(chance: Chance, expression: Expression): Filter {
  const { name, type, sql } = expression;
  const operator = chance.of(operatorsOf(type));
  const is = (operand: Json, condition: string): Filter => ({
    where: { [name]: operator === 'eq' && chance.once(2) ? operand : { [operator]: operand } },
    sql: condition,
  });
  if (operator === 'exists') {
    const exists = chance.once(2);
    return is(exists, `${sql} IS ${exists ? 'NOT ' : ''}NULL`);
  }
  const one = (): Value => valueOf(chance, expression);
  const value = one();
  switch (operator) {
    case 'eq':
      return is(value, `COALESCE(${sql} = ${literal(value)}, 0)`);
    case 'ne':
      return is(value, `COALESCE(${sql} <> ${literal(value)}, 1)`);
    case 'in': {
      const values = [value, ...(chance.once(2) ? [] : [one()])];
      return is(values, `COALESCE(${sql} IN (${values.map(literal).join()}), 0)`);
    }
    case 'contains':
      if (type === 'list') return is(value, `has_item(${sql}, ${literal(value)})`);
      return is(String(value).slice(1), `COALESCE(instr(${sql}, '${String(value).slice(1)}') > 0, 0)`);
    case 'icontains':
      return is(String(value).slice(1).toUpperCase(), `COALESCE(instr(${sql}, '${String(value).slice(1)}') > 0, 0)`);
    case 'starts_with': {
      const part = String(value).slice(0, 2);
      return is(part, `COALESCE(substr(${sql}, 1, ${part.length}) = '${part}', 0)`);
    }
    case 'ends_with': {
      const part = String(value).slice(-2);
      return is(part, `COALESCE(substr(${sql}, -${part.length}) = '${part}', 0)`);
    }
    case 'between': {
      const to = one();
      return is(
        [value, to],
        `COALESCE(${orderSql(expression)} BETWEEN ${orderLiteral(value)} AND ${orderLiteral(to)}, 0)`,
      );
    }
    case 'empty': {
      const isEmpty = chance.once(2);
      return is(isEmpty, `${sql} IS ${isEmpty ? '' : 'NOT '}NULL`);
    }
    case 'length': {
      const length = chance.below(5);
      const count = type === 'list' ? `json_array_length(${sql})` : `length(${sql})`;
      return is({ gte: length }, `COALESCE(${count}, 0) >= ${length}`);
    }
    default:
      return is(value, `COALESCE(${orderSql(expression)} ${NEGATIONS[operator]} ${orderLiteral(value)}, 0)`);
  }
}

function valueOf(chance: Chance, { type, items, pool }: Expression): Value {
  if (pool !== undefined) return chance.of(pool);
  const own = type === 'list' ? (items as Type) : type;
  return own === 'link' ? linkValue(chance) : chance.of(POOLS[own]);
}

const linkValue = (chance: Chance): string => `[[note a${chance.of(['a', 'b', 'c', 'd'])}]]`;

type Operator =
  | 'eq'
  | 'in'
  | 'exists'
  | 'empty'
  | 'contains'
  | 'icontains'
  | 'starts_with'
  | 'ends_with'
  | 'between'
  | 'length'
  | keyof typeof NEGATIONS;

function operatorsOf(type: Expression['type']): readonly Operator[] {
  if (type === 'list') return ['exists', 'empty', 'contains', 'contains', 'length'];
  const all: readonly Operator[] = ['eq', 'ne', 'in', 'exists', 'empty'];
  if (type === 'link' || type === 'boolean') return all;
  const ordered: readonly Operator[] = [...all, 'gt', 'gte', 'lt', 'lte', 'between'];
  return type === 'string' ? [...ordered, 'contains', 'icontains', 'starts_with', 'ends_with', 'length'] : ordered;
}

/** The columns of one side. */
export const ownNames = (columns: readonly Column[], alias: string): readonly Expression[] => [
  ...columns.map(({ name, type }) => ({ name, type, sql: `${alias}.${name}` })),
];
