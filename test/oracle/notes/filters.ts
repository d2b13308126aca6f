/** Random filters over the names of a relation: every operator that a type has, tokens, and all of it under and, or, not. */

import type { JsonObject } from '../../../src/engine/index';
import type { ColumnSpec } from '../../../src/engine/values/column-spec';
import type { Json } from '../../../src/engine/json';
import { LINKS, OWN_KEYS, POOLS } from './world';

/** Choices that fast-check makes, and makes smaller. */
export interface Chance {
  of<T>(values: readonly T[]): T;
  /** A whole number from 0 below `count`. */
  below(count: number): number;
  /** True once in `count` times. */
  once(count: number): boolean;
}

/** A name with the type of what it ends in. */
export interface Name {
  readonly name: string;
  readonly spec: ColumnSpec;
}

export function anyFilter(chance: Chance, names: readonly Name[], depth = 0): JsonObject {
  const shape = depth > 2 ? 0 : chance.below(10);
  if (shape === 7) return { not: anyFilter(chance, names, depth + 1) };
  if (shape > 7) {
    const parts = Array.from({ length: 1 + chance.below(3) }, () => anyFilter(chance, names, depth + 1));
    return { [shape === 8 ? 'or' : 'and']: parts };
  }
  if (shape === 6 && chance.once(2)) {
    const pair = anyPair(chance, names);
    if (pair !== null) return pair;
  }
  return Object.fromEntries(Array.from({ length: shape > 5 ? 2 : 1 }, () => leaf(chance, chance.of(names))));
}

/** A column of the row against another one; null: there is none. */
function anyPair(chance: Chance, names: readonly Name[]): JsonObject | null {
  const own = names.filter(({ name }) => /^\w+$/.test(name));
  if (own.length === 0) return null;
  const left = chance.of(own);
  const others = own.filter((right) => right.name !== left.name && pairOperators(left.spec, right.spec).length > 0);
  if (others.length === 0) return null;
  const right = chance.of(others);
  return { [left.name]: { [chance.of(pairOperators(left.spec, right.spec))]: { column: right.name } } };
}

function pairOperators(left: ColumnSpec, right: ColumnSpec): readonly string[] {
  const kind = ({ type }: Pick<ColumnSpec, 'type'>): string =>
    type === 'integer' ? 'number' : type === 'datetime' ? 'date' : type;
  if (left.type === 'list' && right.type === 'list') {
    const [a, b] = [left.items?.type, right.items?.type];
    return a === b && a !== 'json' ? ['eq', 'ne'] : [];
  }
  if (right.type === 'list' && left.type === right.items?.type && left.type !== 'link') return ['in'];
  if (left.type === 'list' && right.type === left.items?.type && right.type !== 'link') return ['contains'];
  if (kind(left) !== kind(right) || left.type === 'list' || left.type === 'json') return [];
  if (left.type === 'string') return ['eq', 'ne', ...ORDER, 'contains', 'starts_with', 'ends_with'];
  if (left.type === 'link' || left.type === 'boolean') return ['eq', 'ne'];
  return left.type === 'enum' && left.ordered !== true ? ['eq', 'ne'] : ['eq', 'ne', ...ORDER];
}

function leaf(chance: Chance, { name, spec }: Name): readonly [string, Json] {
  const operator = chance.of(operatorsOf(spec));
  const operand = anyOperand(chance, spec, operator);
  const isPlain = operator === 'eq' && (typeof operand !== 'object' || operand === null) && chance.once(3);
  if (isPlain) return [name, operand];
  if (!chance.once(5)) return [name, { [operator]: operand }];
  const second = chance.of(operatorsOf(spec));
  return [name, { [operator]: operand, [second]: second === operator ? operand : anyOperand(chance, spec, second) }];
}

const ENDS = ['starts_with', 'ends_with'];

const ORDER = ['gt', 'gte', 'lt', 'lte'];

function operatorsOf(spec: ColumnSpec): readonly string[] {
  const all = ['eq', 'ne', 'in', 'exists', 'empty'];
  const item = spec.type === 'list' ? spec.items : spec;
  // Items that are a tree can be looked through.
  const tree = item?.type === 'link' && item.ref === 'areas' ? ['within', 'within'] : [];
  switch (spec.type) {
    case 'list':
      return [...all, 'contains', 'contains', 'icontains', 'length', ...(item?.type === 'string' ? ENDS : []), ...tree];
    case 'string':
      return [...all, ...ORDER, 'between', 'contains', 'icontains', ...ENDS, 'length'];
    case 'enum':
      return [
        ...all,
        ...(spec.ordered === true ? [...ORDER, 'between'] : []),
        'contains',
        'icontains',
        ...ENDS,
        'length',
      ];
    case 'link':
      return [...all, 'contains', 'icontains', ...tree];
    case 'json':
      return [...all, 'contains', 'icontains'];
    case 'boolean':
      return all;
    default:
      return [...all, ...ORDER, 'between'];
  }
}

function anyOperand(chance: Chance, spec: ColumnSpec, operator: string): Json {
  const item = spec.type === 'list' ? (spec.items?.type ?? 'string') : spec.type;
  const one = (): Json => (chance.once(4) ? anyToken(chance, item) : operandOf(chance, item));
  const several = (): Json => Array.from({ length: chance.below(3) + 1 }, one);
  switch (operator) {
    case 'exists':
    case 'empty':
      return chance.once(2);
    case 'between':
      return [operandOf(chance, item), operandOf(chance, item)];
    case 'length':
      return chance.once(2) ? chance.below(4) : { gt: chance.below(3) };
    case 'starts_with':
    case 'ends_with':
      return chance.of(['a', 'item', 'lo', 'h', '10', 'da']);
    case 'in':
      if (chance.once(6)) return ownToken(chance);
      return spec.type === 'list' ? Array.from({ length: chance.below(2) + 1 }, several) : several();
    case 'contains':
      if (spec.type === 'list' || item === 'json') return one();
      return chance.of(['a', 'A', 'low', 'item', 'Bo', ownToken(chance)]);
    case 'icontains':
      return chance.of(['a', 'Ä', 'LOW', 'item', 'bo', ownToken(chance)]);
    case 'within':
      return chance.once(4) ? ownToken(chance) : chance.of([...LINKS.slice(0, 8), 'A/North.md', 'West', '[[North]]']);
    default:
      if (chance.once(8) && (operator === 'eq' || operator === 'ne')) return null;
      if (spec.type !== 'list') return one();
      return chance.once(4) ? ownToken(chance) : several();
  }
}

/** A link is compared by path, name and link alike. D6 */
const operandOf = (chance: Chance, type: ColumnSpec['type']): Json =>
  type === 'link' && chance.once(3)
    ? chance.of(['Ada', 'A/Ada.md', 'Bo', 'B/Bo', 'Nobody', 'South'])
    : type === 'date' || type === 'datetime'
      ? chance.of([...POOLS.date, ...POOLS.datetime])
      : chance.of(POOLS[type as 'string']);

const DATE_TOKENS = ['{today}', '{today-1d}', '{today+1d}', '{now}', '{now-12h}', '{today-5d}'];

const anyToken = (chance: Chance, type: ColumnSpec['type']): Json =>
  (type === 'date' || type === 'datetime') && chance.once(2) ? chance.of(DATE_TOKENS) : ownToken(chance);

function ownToken(chance: Chance): string {
  const key = chance.of(OWN_KEYS);
  const offset = chance.once(3) && (key === 'day' || key === 'date') ? chance.of(['+1d', '-1d', '-1w']) : '';
  return chance.once(3) ? `<this.${key}${offset}>` : `{this.${key}${offset}}`;
}
