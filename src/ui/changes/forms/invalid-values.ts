/** Values that a dry run refuses, each with what replaces it when the change is written. docs/app/columns.md */

import type { Json } from '../../../engine/index';
import type { Refusal } from '../../client/describe-problem';

type Violation = Refusal['violations'][number];

/** One value of a column, in all rows that have it. */
export interface InvalidValue {
  /** `valueKey` of its column and value; of a value that may be in one row alone, with its path. */
  readonly key: string;
  readonly column: string | null;
  readonly code: Violation['code'];
  readonly value: Json;
  /** The engine's reason. */
  readonly message: string;
  /** Vault paths of the rows. */
  readonly paths: readonly string[];
  /** The value that was probably meant, as it is typed; empty: none. */
  readonly near: string;
}

/** `value`: as it is typed. `leaveOut`: its rows are not written. */
export type ValueFix = { readonly kind: 'value'; readonly text: string } | { readonly kind: 'empty' | 'leaveOut' };

/** By the key of an invalid value. */
export type ValueFixes = ReadonlyMap<string, ValueFix>;

export const NO_FIXES: ValueFixes = new Map();

export const valueKey = (column: string | null, value: Json): string => JSON.stringify([column, value]);

interface Grouping {
  readonly near: (violation: Violation) => string;
  /** Whether another value for all rows with this one mends nothing. */
  readonly isOfOneRow?: (violation: Violation) => boolean;
}

export function invalidValues(
  violations: readonly Violation[],
  { near, isOfOneRow = () => false }: Grouping,
): readonly InvalidValue[] {
  const groups = new Map<string, InvalidValue & { readonly paths: string[] }>();
  for (const violation of violations) {
    const { column, code, value = null, message, path } = violation;
    const key = isOfOneRow(violation) ? JSON.stringify([column, value, path]) : valueKey(column, value);
    let group = groups.get(key);
    if (group === undefined) {
      group = { key, column, code, value, message, paths: [], near: near(violation) };
      groups.set(key, group);
    }
    if (path !== null && group.paths.at(-1) !== path) group.paths.push(path);
  }
  return [...groups.values()];
}

/** Rows of these values, each once. */
export const countRows = (values: readonly InvalidValue[]): number =>
  new Set(values.flatMap(({ paths }) => paths)).size;

/** Why a value is refused, in words for a person. */
export function invalidReason({ code, value, message }: Pick<InvalidValue, 'code' | 'value' | 'message'>): string {
  switch (code) {
    case 'required':
      return 'No value yet';
    case 'enum':
      return 'Not one of the choices';
    case 'range':
      return 'Out of range';
    case 'step':
      return 'Not a multiple of the step';
    case 'unique':
      return 'The same as another row';
    case 'broken_link':
    case 'ref':
      return 'Link target not found';
    case 'type':
      return value === null ? 'No value yet' : 'Of another type';
    default:
      return message;
  }
}
