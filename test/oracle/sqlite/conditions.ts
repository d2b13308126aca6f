/** Random filters and what they are in SQL. D6: a condition is true or false, an empty value included; not is the complement. */

import type { Json, JsonObject } from '../../../src/engine/index';
import { type Chance, type Column, LEVELS, POOLS, type Type, type Value } from './world';

/** Something that a query can name. */
export interface Expression {
  /** `c0`, `l.d1`, `date(c2)+3`. */
  readonly name: string;
  readonly type: Type;
  readonly sql: string;
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

export function anyFilter(chance: Chance, names: readonly Expression[], depth = 0): Filter {
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
    const pair = comparison(chance, names);
    if (pair !== null) return pair;
  }
  return leaf(chance, chance.of(names));
}

const COMPARISONS = { eq: '=', ...NEGATIONS } as const;

/** A column against another one of its type; null: there is none. */
function comparison(chance: Chance, names: readonly Expression[]): Filter | null {
  const left = chance.of(names);
  const isNumber = ({ type }: Expression): boolean => type === 'integer' || type === 'number';
  const others = names.filter(
    (each) => each.name !== left.name && (each.type === left.type || (isNumber(each) && isNumber(left))),
  );
  if (others.length === 0) return null;
  const right = chance.of(others);
  const isOrdered = left.type !== 'link' && left.type !== 'boolean';
  const operator = chance.of(isOrdered ? (['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const) : (['eq', 'ne'] as const));
  const missing = operator === 'ne' ? 1 : 0;
  return {
    where: { [left.name]: { [operator]: { column: right.name } } },
    sql: `COALESCE(${orderSql(left)} ${COMPARISONS[operator]} ${orderSql(right)}, ${missing})`,
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
  const value = type === 'link' ? linkValue(chance) : chance.of(POOLS[type]);
  switch (operator) {
    case 'eq':
      return is(value, `COALESCE(${sql} = ${literal(value)}, 0)`);
    case 'ne':
      return is(value, `COALESCE(${sql} <> ${literal(value)}, 1)`);
    case 'in': {
      const values = [value, ...(chance.once(2) ? [] : [type === 'link' ? linkValue(chance) : chance.of(POOLS[type])])];
      return is(values, `COALESCE(${sql} IN (${values.map(literal).join()}), 0)`);
    }
    case 'contains':
      return is(String(value).slice(1), `COALESCE(instr(${sql}, '${String(value).slice(1)}') > 0, 0)`);
    case 'icontains':
      return is(String(value).slice(1).toUpperCase(), `COALESCE(instr(${sql}, '${String(value).slice(1)}') > 0, 0)`);
    case 'starts_with': {
      const part = String(value).slice(0, 2);
      return is(part, `COALESCE(substr(${sql}, 1, 2) = '${part}', 0)`);
    }
    case 'ends_with': {
      const part = String(value).slice(-2);
      return is(part, `COALESCE(substr(${sql}, -2) = '${part}', 0)`);
    }
    case 'between': {
      const to = chance.of(POOLS[type as Exclude<Type, 'link'>]);
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
      return is({ gte: length }, `COALESCE(length(${sql}), 0) >= ${length}`);
    }
    default:
      return is(value, `COALESCE(${orderSql(expression)} ${NEGATIONS[operator]} ${orderLiteral(value)}, 0)`);
  }
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

function operatorsOf(type: Type): readonly Operator[] {
  const all: readonly Operator[] = ['eq', 'ne', 'in', 'exists', 'empty'];
  if (type === 'link' || type === 'boolean') return all;
  const ordered: readonly Operator[] = [...all, 'gt', 'gte', 'lt', 'lte', 'between'];
  return type === 'string' ? [...ordered, 'contains', 'icontains', 'starts_with', 'ends_with', 'length'] : ordered;
}

/** The columns of one side. */
export const ownNames = (columns: readonly Column[], alias: string): readonly Expression[] => [
  ...columns.map(({ name, type }) => ({ name, type, sql: `${alias}.${name}` })),
];
