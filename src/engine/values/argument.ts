/** Parses an argument by the type of its column, without coercion. D2 (datetime), D3, D16. */

import type { ColumnSpec, ItemSpec, ValueSpec } from './column-spec';
import { completeDatetime, isDate, isDatetime } from './time/dates';
import { type Json, isEmpty, isList } from '../json';
import { isValidValue } from './valid-value';
import { checkScalar, itemSpec, placeOf } from './validate';
import { typeProblem, type ValuePlace, type ValueProblem, valueProblem } from './value-problem';

export interface ArgumentContext {
  /** The database time zone: it completes a date-time without offset. */
  readonly zone: string;
  /** Name of the table that a message shows. */
  readonly table?: string;
}

export interface ParsedArgument {
  /** Undefined: unset (null, an empty string, an empty list), or not to be had because of the problems. */
  readonly value: Json | undefined;
  readonly problems: readonly ValueProblem[];
}

const UNSET: ParsedArgument = { value: undefined, problems: [] };

/**
 * An argument as a value of its column, with everything that is wrong with it, bounds and step included. A single value
 * is not a list, a bare date no date-time, an empty item no item.
 */
export function parseArgument(
  spec: ColumnSpec | ItemSpec,
  json: Json | undefined,
  { zone, table = '' }: ArgumentContext,
): ParsedArgument {
  if (json === undefined || isEmpty(json)) return UNSET;
  const place = (): ValuePlace => placeOf(spec, table);
  if (spec.type !== 'list') return parseScalar(spec, json, place, zone);
  if (!isList(json)) return { value: undefined, problems: [typeProblem(spec, json, place())] };
  const parsed = json.map((item, index) =>
    parseScalar(itemSpec(spec), item, () => ({ ...place(), item: index + 1 }), zone),
  );
  const problems = parsed.flatMap((item) => item.problems);
  return problems.length > 0
    ? { value: undefined, problems }
    : { value: parsed.map((item) => item.value as Json), problems };
}

/** Null for empty and invalid values: nearly all values are valid, and cost no message. */
function fineScalar(spec: ValueSpec, json: Json, zone: string): Json | null {
  if (spec.type === 'datetime') return typeof json === 'string' ? fineDatetime(json, zone) : null;
  const value = spec.type === 'json' ? json : completedValue(spec, json, zone);
  return !isEmpty(value) && isValidValue(spec, value) ? value : null;
}

/** What can be completed is one, but beyond the last year. */
function fineDatetime(text: string, zone: string): string | null {
  const completed = completeDatetime(text, zone);
  if (completed === text || completed === null) return completed;
  // In another year it would begin otherwise.
  return completed.startsWith(text) || isDatetime(completed) ? completed : null;
}

/** `place` is asked for when there is something to say of it. */
function parseScalar(spec: ValueSpec, json: Json, place: () => ValuePlace, zone: string): ParsedArgument {
  const fine = fineScalar(spec, json, zone);
  if (fine !== null) return { value: fine, problems: NONE };
  const value = spec.type === 'json' ? json : completedValue(spec, json, zone);
  if (isEmpty(value)) return wrongArgument([valueProblem('type', value, 'is empty; leave it out', place())]);
  if (isBareDate(spec, value)) return wrongArgument([typeProblem(spec, value, place())]);
  const problems = checkScalar(spec, value, place());
  return problems.length > 0 ? wrongArgument(problems) : { value, problems };
}

const NONE: readonly ValueProblem[] = [];

const wrongArgument = (problems: readonly ValueProblem[]): ParsedArgument => ({ value: undefined, problems });

/** As it will be written: a date-time with its offset, zero without a sign. */
function completedValue({ type }: ValueSpec, json: Json, zone: string): Json {
  if (type === 'datetime' && typeof json === 'string') return completeDatetime(json, zone) ?? json;
  return json === 0 ? 0 : json;
}

const isBareDate = ({ type }: ValueSpec, value: Json): boolean =>
  type === 'datetime' && typeof value === 'string' && isDate(value);
