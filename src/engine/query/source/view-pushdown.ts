/** Pushes the filter of a select down into the query of a view. Source: docs/sources-and-views.md#views; D17. */

import { type Json, type JsonObject, isJsonObject, isList } from '../../json';
import { OPERATORS } from '../../catalog/shapes';

/**
 * The filter of a view with the conditions of another one. They are and-ed, but for an operator that the view has on the
 * same column: the new one takes its place. Only the top level of both is looked at; `and`, `or` and `not` are added.
 */
export function conjoinWhere(view: JsonObject, narrower: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...view };
  const more: JsonObject[] = [];
  for (const [key, value] of Object.entries(narrower)) {
    const present = merged[key];
    if (present === undefined) merged[key] = value;
    else if (isCombination(key)) more.push({ [key]: value });
    else {
      const both = mergeConditions(present, value);
      if (both === null) more.push({ [key]: value });
      else merged[key] = both;
    }
  }
  if (more.length === 0) return merged;
  const { and, ...rest } = merged;
  return { ...rest, and: [...(and === undefined ? [] : asList(and)), ...more] };
}

/** `{and: [...]}` as a list; anything else stays a part, so that the reader of the filter reports it. */
const asList = (and: Json): readonly Json[] => (isList(and) ? and : [{ and }]);

const isCombination = (key: string): boolean => key === 'and' || key === 'or' || key === 'not';

/** Null when one of them is an object that is not a set of operators (a value of a json column, a mistake). */
function mergeConditions(view: Json, narrower: Json): Json | null {
  const [old, added] = [operatorsOf(view), operatorsOf(narrower)];
  if (old === null && added === null) return narrower;
  return old === null || added === null ? null : { ...old, ...added };
}

function operatorsOf(condition: Json): JsonObject | null {
  if (!isJsonObject(condition)) return { eq: condition };
  const keys = Object.keys(condition);
  return keys.length > 0 && keys.every((key) => (OPERATORS as readonly string[]).includes(key)) ? condition : null;
}

export interface PushedDownWhere {
  /** On the columns of what the view reads. */
  readonly source: JsonObject;
  /** On what the view computes. */
  readonly output: JsonObject;
}

/**
 * A filter over a view that groups: what names one of `outputs` looks at the groups, all else at the rows before. Each part
 * of an `and` goes by itself, since narrowing writes such lists of its own; `or` and `not` stay whole. D17
 */
export function pushDownWhere(where: JsonObject, outputs: ReadonlySet<string>): PushedDownWhere {
  const source: Record<string, Json> = {};
  const output: Record<string, Json> = {};
  for (const [key, value] of Object.entries(where)) {
    if (key !== 'and' || !isFilters(value)) {
      (namesAny(key, value, outputs) ? output : source)[key] = value;
      continue;
    }
    const parts = value.map((part) => pushDownWhere(part, outputs));
    addParts(
      source,
      parts.map((part) => part.source),
    );
    addParts(
      output,
      parts.map((part) => part.output),
    );
  }
  return { source, output };
}

/** An empty list is left to the reader of the filter. */
const isFilters = (value: Json): value is readonly JsonObject[] =>
  Array.isArray(value) && value.length > 0 && value.every(isJsonObject);

function addParts(filter: Record<string, Json>, parts: readonly JsonObject[]): void {
  const and = parts.filter((part) => Object.keys(part).length > 0);
  if (and.length > 0) filter['and'] = and;
}

function namesAny(key: string, value: Json, names: ReadonlySet<string>): boolean {
  // A dotted key follows the link that an aggregate found.
  if (!isCombination(key)) return names.has(key) || names.has(key.slice(0, key.indexOf('.')));
  const parts = isList(value) ? value : [value];
  return parts.some(
    (part) => isJsonObject(part) && Object.entries(part).some(([inner, of]) => namesAny(inner, of, names)),
  );
}
