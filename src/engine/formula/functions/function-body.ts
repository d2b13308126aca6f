/** What a function of formulas is given, and how its arguments are checked for each row. docs/formulas.md#functions */

import type { FormulaKind } from '../../../kernel/formula-functions';
import { isDate, isDatetime } from '../../values/time/dates';
import { Duration } from '../duration';
import type { FormulaType } from '../formula-type';
import { type FormulaValue, type FormulaFrame, isItems } from '../formula-value';

/** Known when a call is compiled: the types of the receiver, which comes first, and of the arguments. */
export interface CallContext {
  readonly types: readonly FormulaType[];
  readonly zone: string;
  readonly now: number;
}

/** Arguments have passed `isOfKind`; null only where the parameter is of any type. */
type CallFunction = (args: readonly FormulaValue[], frame: FormulaFrame) => FormulaValue;

export type FunctionBody = (context: CallContext) => CallFunction;

/** A body that needs nothing but its arguments. */
export const pure =
  <Args extends readonly (FormulaValue | undefined)[]>(calculate: (...args: Args) => FormulaValue): FunctionBody =>
  () =>
  (args) =>
    calculate(...(args as unknown as Args));

/** Notes may hold values that are not of the type of their column. */
export function isOfKind(kind: FormulaKind, value: FormulaValue): boolean {
  switch (kind) {
    case 'any':
      return true;
    case 'text':
    case 'link':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
    case 'datetime':
      return typeof value === 'string' && (isDate(value) || isDatetime(value));
    case 'duration':
      return value instanceof Duration;
    case 'list':
      return isItems(value);
  }
}
