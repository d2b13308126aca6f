/** Values while a formula is evaluated, and the row that it reads. docs/formulas.md#types */

import { type Json, isJsonObject } from '../json';
import { badRequest } from '../errors';
import { Duration } from './duration';

/** As stored; a date and a link are texts. */
export type FormulaValue = Json | Duration | readonly FormulaValue[];

/** The items, texts and numbers that one row may take. */
const MAX_FORMULA_WORK = 100_000;

/** What the closures of one formula read. One object for all rows: only `of` sets it. */
export interface FormulaFrame {
  values: readonly (Json | undefined)[];
  path: string;
  value: FormulaValue;
  index: number;
  acc: FormulaValue;
  work: number;
}

/** A part of a formula, compiled. */
export type Evaluate = (frame: FormulaFrame) => FormulaValue;

/** Refuses a row whose lists and texts grow without bound. docs/formulas.md#limits */
export function spend(frame: FormulaFrame, amount: number): void {
  frame.work += amount;
  if (frame.work > MAX_FORMULA_WORK) {
    throw badRequest(`a formula takes more than ${MAX_FORMULA_WORK} steps for ${frame.path}`, {
      hint: 'make its lists or texts shorter: filter or slice them first',
    });
  }
}

export const isItems = (value: FormulaValue): value is readonly FormulaValue[] => Array.isArray(value);

/** Null, false, 0, an empty text and an empty list count as false. */
export const isTruthy = (value: FormulaValue): boolean =>
  value !== null && value !== false && value !== 0 && value !== '' && !(isItems(value) && value.length === 0);

/** The text of any value; of null an empty one. */
export function textOf(value: FormulaValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (isItems(value)) return value.map(textOf).join(', ');
  if (value instanceof Duration) return value.toString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** As a column holds it: durations as milliseconds, no number that JSON lacks. */
export function storedValue(value: FormulaValue): Json {
  if (typeof value === 'number') return finite(value);
  if (value instanceof Duration) return value.milliseconds();
  return isItems(value) ? value.map(storedValue) : value;
}

/** Null for NaN and Infinity; -0 is 0. */
export const finite = (value: number): number | null => (Number.isFinite(value) ? (value === 0 ? 0 : value) : null);

/** Null beyond the integers that a number holds exactly. */
export const wholeNumber = (value: number): number | null =>
  Number.isSafeInteger(value) ? (value === 0 ? 0 : value) : null;

/** How many values lie in a value; counts no further than the limit. */
export function sizeOf(value: FormulaValue, limit = MAX_FORMULA_WORK): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / 16);
  const items = isItems(value) ? value : isJsonObject(value as Json) ? Object.values(value as object) : [];
  let size = 1;
  for (const item of items as readonly FormulaValue[]) {
    if (size > limit) break;
    size += sizeOf(item, limit - size);
  }
  return size;
}
