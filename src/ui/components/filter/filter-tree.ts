/** A filter as a person builds it: groups of conditions, to and from `where` of select_rows. docs/operations.md#filters */

import type { Json, JsonObject } from '../../../engine/index';

export type FilterJoin = 'and' | 'or';

/** Those of `where`, and what people say with `not` and with two of them. */
export type BuilderOperator =
  | 'eq'
  | 'ne'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'between'
  | 'in'
  | 'notIn'
  | 'contains'
  | 'notContains'
  | 'icontains'
  | 'notIcontains'
  | 'starts_with'
  | 'ends_with'
  | 'within'
  | 'notWithin'
  | 'empty'
  | 'filled';

export interface FilterCondition {
  readonly kind: 'condition';
  /** Of its tree, so that it keeps its place on the screen. */
  readonly id: number;
  /** Also through links: `project.owner`. */
  readonly column: string;
  readonly operator: BuilderOperator;
  /** Null: not given yet. Two values for `between`, a list for `in`. */
  readonly value: Json;
}

/** What the builder does not show in fields. It stays as it is. */
export interface WrittenCondition {
  readonly kind: 'written';
  readonly id: number;
  readonly filter: JsonObject;
}

export interface FilterGroup {
  readonly kind: 'group';
  readonly id: number;
  readonly join: FilterJoin;
  /** None of them, or not all of them. Never of the whole tree. */
  readonly isNegated: boolean;
  readonly parts: readonly FilterNode[];
}

export type FilterNode = FilterCondition | WrittenCondition | FilterGroup;

/** A condition without its id. */
export type ConditionBody = Omit<FilterCondition, 'id' | 'kind'>;

const SIMPLE: readonly string[] = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'icontains',
  'starts_with',
  'ends_with',
  'within',
];
/** Those whose operand may be another column. */
const COMPARES: readonly string[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'];

export const comparesColumns = (operator: BuilderOperator): boolean => COMPARES.includes(operator);
const NEGATED: Readonly<Record<string, BuilderOperator>> = {
  in: 'notIn',
  contains: 'notContains',
  icontains: 'notIcontains',
  within: 'notWithin',
};
const POSITIVE: Readonly<Partial<Record<BuilderOperator, string>>> = {
  notIn: 'in',
  notContains: 'contains',
  notIcontains: 'icontains',
  notWithin: 'within',
};
const JOINS: readonly string[] = ['and', 'or', 'not'];

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** Every filter is a tree, whatever it holds. */
export function treeOf(where: JsonObject | null): FilterGroup {
  const reader = new TreeReader();
  const entries = Object.entries(where ?? {});
  const [only] = entries;
  if (entries.length === 1 && only !== undefined && (only[0] === 'and' || only[0] === 'or')) {
    const parts = reader.listed(only[1]);
    if (parts !== null) return { kind: 'group', id: 0, join: only[0], isNegated: false, parts };
  }
  return { kind: 'group', id: 0, join: 'and', isNegated: false, parts: reader.entries(where ?? {}) };
}

class TreeReader {
  private last = 0;

  /** The filters of an `and` or `or`; null when it is none. */
  listed(given: Json): readonly FilterNode[] | null {
    if (!isList(given) || given.length === 0 || !given.every((each) => isJsonObject(each))) return null;
    return given.map((each) => this.node(each));
  }

  /** What must all hold in an object. */
  entries(filter: JsonObject): readonly FilterNode[] {
    return Object.entries(filter).flatMap(([key, given]) =>
      JOINS.includes(key) ? [this.joined(key, given)] : this.conditions(key, given),
    );
  }

  private node(filter: JsonObject): FilterNode {
    const parts = this.entries(filter);
    const [only] = parts;
    if (only === undefined) return { kind: 'written', id: this.id(), filter };
    return parts.length === 1 ? only : { kind: 'group', id: this.id(), join: 'and', isNegated: false, parts };
  }

  private joined(key: string, given: Json): FilterNode {
    if (key === 'and' || key === 'or') {
      const parts = this.listed(given);
      if (parts !== null) return { kind: 'group', id: this.id(), join: key, isNegated: false, parts };
    } else if (isJsonObject(given)) {
      const negated = this.negated(given);
      if (negated !== null) return negated;
    }
    return { kind: 'written', id: this.id(), filter: { [key]: given } };
  }

  private negated(filter: JsonObject): FilterNode | null {
    const entries = Object.entries(filter);
    const [only] = entries;
    if (only === undefined) return null;
    const body = entries.length === 1 ? bodyOf(...only) : null;
    const opposite = body === null ? undefined : NEGATED[body.operator];
    if (body !== null && opposite !== undefined) {
      return { kind: 'condition', id: this.id(), ...body, operator: opposite };
    }
    const node = this.node(filter);
    if (node.kind === 'group' && !node.isNegated) return { ...node, isNegated: true };
    return { kind: 'group', id: this.id(), join: 'or', isNegated: true, parts: [node] };
  }

  /** One condition, or one for each operator. A path over a list looks for one row that has all of them: it stays whole. */
  private conditions(column: string, given: Json): readonly FilterNode[] {
    const body = bodyOf(column, given);
    if (body !== null) return [{ kind: 'condition', id: this.id(), ...body }];
    const operators = isJsonObject(given) && !column.includes('.') ? Object.entries(given) : [];
    const bodies = operators.map(([operator, operand]) => bodyOf(column, { [operator]: operand }));
    if (bodies.length < 2 || bodies.some((each) => each === null)) {
      return [{ kind: 'written', id: this.id(), filter: { [column]: given } }];
    }
    return bodies.map((each) => ({ kind: 'condition', id: this.id(), ...(each as ConditionBody) }));
  }

  private id(): number {
    this.last += 1;
    return this.last;
  }
}

/** The column that an operand names; null for a value. */
export function comparedColumn(operand: Json): string | null {
  const name = isJsonObject(operand) && Object.keys(operand).length === 1 ? operand['column'] : null;
  return typeof name === 'string' ? name : null;
}

/** Null when it is not a single condition of the builder. */
function bodyOf(column: string, given: Json): ConditionBody | null {
  if (JOINS.includes(column)) return null;
  if (given === null) return { column, operator: 'empty', value: null };
  if (!isJsonObject(given)) return { column, operator: 'eq', value: given };
  const operators = Object.entries(given);
  const [only] = operators;
  if (only === undefined) return null;
  if (operators.length === 2) {
    const { gte = null, lte = null } = given;
    const isOfColumns = comparedColumn(gte) !== null || comparedColumn(lte) !== null;
    return gte === null || lte === null || isOfColumns ? null : { column, operator: 'between', value: [gte, lte] };
  }
  return operators.length === 1 ? singleBody(column, ...only) : null;
}

function singleBody(column: string, operator: string, value: Json): ConditionBody | null {
  if (operator === 'exists' || operator === 'empty') {
    const isFilled = value === (operator === 'exists');
    return typeof value === 'boolean' ? { column, operator: isFilled ? 'filled' : 'empty', value: null } : null;
  }
  if (operator === 'between') {
    const isPair = isList(value) && value.length === 2 && value.every((end) => comparedColumn(end) === null);
    return isPair ? { column, operator, value } : null;
  }
  if (comparedColumn(value) !== null && !COMPARES.includes(operator)) return null;
  if (value === null) {
    const word = operator === 'eq' ? 'empty' : operator === 'ne' ? 'filled' : null;
    return word === null ? null : { column, operator: word, value: null };
  }
  if (operator === 'in') return isList(value) ? { column, operator, value } : null;
  return SIMPLE.includes(operator) ? { column, operator: operator as BuilderOperator, value } : null;
}

/** Null: all rows. Conditions that are not complete, and groups without any that is, are left out. */
export function whereOf({ join, parts }: FilterGroup): JsonObject | null {
  const filters = parts.flatMap((part) => filtersOf(part));
  const [only] = filters;
  if (only === undefined) return null;
  if (join === 'or') return { or: filters };
  const keys = filters.flatMap((filter) => Object.keys(filter));
  const isPlain = new Set(keys).size === filters.length && !keys.some((key) => JOINS.includes(key));
  if (isPlain) return Object.fromEntries(filters.flatMap((filter) => Object.entries(filter)));
  return filters.length === 1 && Object.hasOwn(only, 'not') ? only : { and: filters };
}

/** One filter, or none. */
function filtersOf(node: FilterNode): readonly JsonObject[] {
  if (node.kind === 'written') return [node.filter];
  if (node.kind === 'condition') return isComplete(node) ? [conditionFilter(node)] : [];
  const parts = node.parts.flatMap((part) => filtersOf(part));
  if (parts.length === 0) return [];
  const group = { [node.join]: parts };
  return [node.isNegated ? { not: group } : group];
}

function conditionFilter({ column, operator, value }: FilterCondition): JsonObject {
  const positive = POSITIVE[operator];
  if (positive !== undefined) return { not: { [column]: { [positive]: value } } };
  if (operator === 'empty' || operator === 'filled') return { [column]: { exists: operator === 'filled' } };
  if (operator === 'between') {
    const [gte = null, lte = null] = isList(value) ? value : [];
    return { [column]: { gte, lte } };
  }
  return { [column]: operator === 'eq' && !isJsonObject(value) ? value : { [operator]: value } };
}

export const needsValue = (operator: BuilderOperator): boolean => operator !== 'empty' && operator !== 'filled';

/** Whether it has all that its operator needs. */
export function isComplete({ operator, value }: ConditionBody): boolean {
  if (!needsValue(operator)) return true;
  if (operator === 'between') return isList(value) && value.length === 2 && value.every(isGiven);
  return isGiven(value);
}

const isGiven = (value: Json): boolean => value !== null && value !== '' && !(isList(value) && value.length === 0);

/** How many conditions narrow the rows. */
export const conditionCount = (node: FilterNode): number =>
  node.kind === 'group'
    ? node.parts.reduce((sum, part) => sum + conditionCount(part), 0)
    : node.kind === 'written' || isComplete(node)
      ? 1
      : 0;
