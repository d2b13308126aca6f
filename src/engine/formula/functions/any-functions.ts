/** Functions of values of any type, and those that make a value of another. docs/formulas.md#any-type */

import { fitsWikiLink, formatWikiLink } from '../../../kernel/link-text';
import { isEmpty, type Json } from '../../json';
import { datetimeInstant, isDate, isDatetime } from '../../values/time/dates';
import { parseLinkValue } from '../../note/links/link-syntax';
import { Duration } from '../duration';
import { isMoment } from '../formula-type';
import { type FormulaValue, finite, isItems, isTruthy, textOf } from '../formula-value';
import { type FunctionBody, pure } from './function-body';

const NUMBER_TEXT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function toNumber(value: FormulaValue, isDateValue: boolean, zone: string): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Duration) return value.milliseconds();
  if (typeof value !== 'string') return null;
  if (isDateValue) return finite(datetimeInstant(value, zone));
  return NUMBER_TEXT.test(value.trim()) ? finite(Number(value)) : null;
}

/** An address becomes a Markdown link, a path a wiki link; a link stays. Null for a path that no link can hold. */
function toLink(path: string, display?: string): string | null {
  if (path.startsWith('[[') && display === undefined) return path;
  if (/^[a-z][a-z\d+.-]*:\/\/[^\s<>()]+$/i.test(path))
    return `[${(display ?? path).replace(/[[\]\n]/g, ' ')}](${path})`;
  const { linkpath = path, subpath = '' } = parseLinkValue(path) ?? {};
  return fitsWikiLink(linkpath) ? formatWikiLink(linkpath, subpath, display ?? null) : null;
}

/** The names of types that Bases has, and those of columns. */
const TYPE_TESTS: Readonly<Record<string, (value: FormulaValue) => boolean>> = {
  string: (value) => typeof value === 'string',
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' && (isDate(value) || isDatetime(value)),
  duration: (value) => value instanceof Duration,
  link: (value) => typeof value === 'string' && value.startsWith('[[') && parseLinkValue(value) !== null,
  list: isItems,
  object: (value) => typeof value === 'object' && value !== null && !isItems(value) && !(value instanceof Duration),
  null: (value) => value === null,
};

export const FORMULA_TYPE_NAMES: readonly string[] = Object.keys(TYPE_TESTS);

export const ANY_FUNCTIONS = {
  number:
    ({ types: [type], zone }) =>
    ([value = null]) =>
      toNumber(value, type !== undefined && isMoment(type), zone),
  list: pure((value: FormulaValue) => (isItems(value) ? value : value === null ? [] : [value])),
  link: pure(toLink),
  'any.isEmpty': pure((value: FormulaValue) => isEmpty(value as Json)),
  'any.isTruthy': pure(isTruthy),
  'any.isType': pure((value: FormulaValue, type: string) => ownTest(type)?.(value) ?? null),
  'any.toString': pure((value: FormulaValue) => (value === null ? null : textOf(value))),
} as const satisfies Readonly<Record<string, FunctionBody>>;

const ownTest = (type: string) => (Object.hasOwn(TYPE_TESTS, type) ? TYPE_TESTS[type] : undefined);
