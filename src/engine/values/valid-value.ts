/** Whether a value fits its column, by the value alone and without words. Source: docs/operations.md#column-specs, D16. */

import { parseLinkValue } from '../note/links/link-syntax';
import { DEEPEST } from '../yaml/yaml-guard';
import type { ValueSpec } from './column-spec';
import { isDate, isDatetime } from './time/dates';
import { type Json, isNestedDeeper } from '../json';

/** Of the step. D16 */
const STEP_TOLERANCE = 1e-9;

/** Of lists and objects in each other that a JSON value may have: with what they hold it can be an item of a list. */
export const MOST_LEVELS = DEEPEST - 2;

/** Nothing is wrong with a value that is not a list: the fast way, without words. */
export const isValidValue = (spec: ValueSpec, value: Json): boolean =>
  isOfType(spec, value) && (typeof value !== 'number' || isWithinBounds(spec, value));

function isWithinBounds({ min, max, step }: ValueSpec, value: number): boolean {
  if (typeof min === 'number' && value < min) return false;
  if (typeof max === 'number' && value > max) return false;
  return step === undefined || isOnStep(value, typeof min === 'number' ? min : 0, step);
}

/** Without a message: the fast way for valid values. */
export function isOfType(spec: ValueSpec, value: Json): boolean {
  switch (spec.type) {
    case 'string':
      return typeof value === 'string';
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && isDate(value);
    case 'datetime':
      return typeof value === 'string' && (isDatetime(value) || isDate(value));
    case 'enum':
      return typeof value === 'string' && (spec.values ?? []).includes(value);
    case 'link':
      return typeof value === 'string' && isLink(value);
    case 'list':
      return Array.isArray(value);
    case 'json':
      return !isNestedDeeper(value, MOST_LEVELS);
  }
}

/** The usual link without taking it apart. */
const isLink = (text: string): boolean =>
  /^\[\[[^[\]|#\\:\s][^[\]\\:\n]*\]\]$/.test(text) || parseLinkValue(text) !== null;

/** Off by at most a billionth of the step; or by less than a binary number this large can hold (`123456789.1` by `0.1`). */
export function isOnStep(value: number, base: number, step: number): boolean {
  const steps = Math.round((value - base) / step);
  const miss = Math.abs(value - (base + steps * step));
  return miss <= STEP_TOLERANCE * step || miss <= Number.EPSILON * Math.max(Math.abs(value), Math.abs(base));
}
