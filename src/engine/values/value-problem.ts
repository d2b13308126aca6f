/** Messages for problems of one value: what, where, what to do. Source: docs/http.md#errors, D5, D16. */

import { cutText } from '../text/cut-text';
import type { ViolationCode } from '../errors';
import type { ColumnType, ValueSpec } from './column-spec';
import { type Json, isList } from '../json';
import { probableValue } from './probable-value';
import { quoteValue } from './quote-value';

export interface ValueProblem {
  readonly code: ViolationCode;
  readonly message: string;
  /** The value, or the one item, that breaks the rule. */
  readonly value: Json;
  /** What it was probably meant to be, in the place of `value`. */
  readonly fix?: Json;
}

/** The place of a value, in the words of its messages. */
export interface ValuePlace {
  /** The column's name; empty where there is none. */
  readonly column: string;
  /** The table's name; empty where it is not known. */
  readonly table: string;
  /** Position of the item in a list, from 1; 0 for the value itself. */
  readonly item: number;
}

const LONGEST_SHOWN = 80;

/** As many of an enum's values as a message lists. */
const MOST_LISTED = 50;

const SHAPES: Readonly<Record<ColumnType, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  date: 'a day like 2026-11-21',
  datetime: 'a date and time like 2026-11-21T09:30:00+01:00',
  enum: 'one of its values',
  link: 'a link like [[Note]], or the name or path of a note',
  list: 'a list',
  json: 'JSON',
};

/** `pages: "3" is not a whole number; write it without quotes` */
export function typeProblem(spec: ValueSpec, value: Json, place: ValuePlace): ValueProblem {
  const message = `${placeLabel(place)}${shownText(value)} is not ${SHAPES[spec.type]}${remedy(spec, value)}`;
  return { code: 'type', message, value, ...fixOf(spec, value) };
}

/** `status: "don" is not allowed in tasks (todo, doing, done)`, each value with its meaning where it has one. */
export function enumProblem(spec: ValueSpec, value: Json, place: ValuePlace): ValueProblem {
  const values = spec.values ?? [];
  const more = values.length > MOST_LISTED ? `, and ${values.length - MOST_LISTED} more` : '';
  const where = place.table === '' ? '' : ` in ${place.table}`;
  const listed = `${values
    .slice(0, MOST_LISTED)
    .map((each) => withMeaning(spec, each))
    .join(', ')}${more}`;
  const message = `${placeLabel(place)}${shownText(value)} is not allowed${where} (${listed})`;
  return { code: 'enum', message, value, ...fixOf(spec, value) };
}

function fixOf(spec: ValueSpec, value: Json): { readonly fix?: Json } {
  const fix = probableValue(spec, value);
  return fix === undefined ? {} : { fix };
}

const withMeaning = ({ valueDescriptions = {} }: ValueSpec, value: string): string =>
  Object.hasOwn(valueDescriptions, value) ? `${value}: ${valueDescriptions[value] ?? ''}` : value;

/** `rating: 11 is above the maximum 10` */
export function valueProblem(code: ViolationCode, value: Json, is: string, place: ValuePlace): ValueProblem {
  return { code, message: `${placeLabel(place)}${shownText(value)} ${is}`, value };
}

function placeLabel({ column, item }: ValuePlace): string {
  if (column === '') return item === 0 ? '' : `item ${item}: `;
  return item === 0 ? `${column}: ` : `${column}: item ${item}: `;
}

function shownText(value: Json): string {
  return typeof value === 'number' ? String(value) : quoteValue(value, LONGEST_SHOWN);
}

function remedy(spec: ValueSpec, value: Json): string {
  if (spec.type === 'list') return '; put it in brackets';
  if (typeof value === 'string') return textRemedy(spec.type, value.trim());
  const inner = spec.type === 'link' ? innermostItem(value) : undefined;
  return typeof inner === 'string' ? `; in a note it needs quotes: "[[${cutText(inner)}]]"` : '';
}

/** `a]]b` and `[[a]]b]]`; what only begins as a link lacks something, and several links are not a name. */
function isNameWithBrackets(text: string): boolean {
  const name = /^\[\[(.*)\]\]$/s.exec(text)?.[1] ?? (text.startsWith('[[') ? '' : text);
  return /\[\[|\]\]/.test(name) && !/\]\].*\[\[/s.test(name);
}

function textRemedy(type: ColumnType, text: string): string {
  switch (type) {
    case 'integer':
    case 'number':
      return text !== '' && Number.isFinite(Number(text)) ? '; write it without quotes' : '';
    case 'boolean':
      return /^(?:true|false)$/i.test(text) ? '; write it without quotes' : '';
    case 'link':
      return isNameWithBrackets(text) ? '; no link can hold a name with [[ or ]] in it' : '';
    default:
      return '';
  }
}

/** `[[Note]]` without quotes is YAML for a list in a list. */
function innermostItem(value: Json): Json | undefined {
  const [outer] = isList(value) && value.length === 1 ? value : [];
  const [inner] = isList(outer) && outer.length === 1 ? outer : [];
  return inner;
}
