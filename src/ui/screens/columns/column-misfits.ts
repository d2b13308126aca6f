/** Rows whose values a changed column would not take, by value, with the value that was probably meant. docs/app/columns.md */

import type { Json } from '../../../engine/index';
import { conventionHere } from '../../components/text/date-text';
import type { GridColumn } from '../../components/grid-column';
import { nearNames } from '../../../kernel/near-names';
import { refusalOf } from '../../client/describe-problem';
import { type ColumnDraft, gridColumnOf, itemTypeOf } from './column-draft';
import { type NumberForm, numberText, readNumber } from '../../../kernel/number-text';
import { readBoolean, readText } from '../../../kernel/read-text';
import { type Convention, conventionFor, conventionOf } from '../../../kernel/column-convention';

export interface MisfitGroup {
  readonly key: string;
  readonly code: string;
  readonly value: Json;
  /** Vault paths of the rows. */
  readonly paths: readonly string[];
  /** The engine's reason, for what has no words of its own. */
  readonly message: string;
  /** As it is typed; empty: nothing is near. */
  readonly near: string;
}

/** What a dry run of the column was refused for, row by row. The rest of a refusal names no row. */
export function misfitsOf(thrown: unknown, draft: ColumnDraft, before: ColumnDraft | null): readonly MisfitGroup[] {
  // What was allowed until now is no slip of the pen.
  const known = new Set<Json>(before?.choices.map(({ value }) => value));
  const violations = refusalOf(thrown)?.violations ?? [];
  const texts = violations.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  const convention = conventionFor(conventionHere(), conventionOf(texts));
  const nearOf = (value: Json, code: string): string =>
    known.has(value) ? '' : nearText(draft, value, code, convention);
  const groups = new Map<string, MisfitGroup & { paths: string[] }>();
  for (const { path, code, value = null, message } of violations) {
    if (path === null) continue;
    // Rows with one value stand against each other: another value for all of them mends nothing.
    const key = code === 'unique' ? `${code} ${path}` : `${code} ${JSON.stringify(value)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { key, code, value, message, paths: [path], near: nearOf(value, code) });
    else group.paths.push(path);
  }
  return [...groups.values()];
}

export const countMisfits = (groups: readonly MisfitGroup[]): number =>
  new Set(groups.flatMap(({ paths }) => paths)).size;

/** The value that was probably meant, as it is typed into a field. */
export function nearText(draft: ColumnDraft, value: Json, code: string, convention: Convention): string {
  if (value === null || code === 'unique') return '';
  const text = typeof value === 'string' ? value.trim() : typeof value === 'object' ? '' : String(value);
  if (text === '') return '';
  switch (itemTypeOf(draft)) {
    case 'enum':
      return nearChoice(gridColumnOf(draft), text);
    case 'integer':
    case 'number':
      return nearNumber(draft, value, text, convention);
    case 'boolean':
      return String(readBoolean(text) ?? '');
    case 'date':
      return nearDay(draft, text, convention);
    case 'datetime': {
      const { value: moment, reason } = readText(text, gridColumnOf({ ...draft, type: 'datetime' }), convention);
      return reason === null && typeof moment === 'string' ? moment : '';
    }
    case 'string':
      return text;
    default:
      return '';
  }
}

const nearChoice = ({ values }: GridColumn, text: string): string =>
  values.find((value) => value.toLowerCase() === text.toLowerCase()) ?? nearNames(text, values)[0] ?? '';

/** The day of a date-time as well. */
function nearDay(draft: ColumnDraft, text: string, convention: Convention): string {
  const day = text.slice(0, /^\d{4}-\d{2}-\d{2}T/.test(text) ? 10 : undefined);
  const { value, reason } = readText(day, gridColumnOf({ ...draft, type: 'date' }), convention);
  return reason === null && typeof value === 'string' ? value : '';
}

function nearNumber(draft: ColumnDraft, value: Json, text: string, { number }: Convention): string {
  const read = typeof value === 'number' ? value : (readNumber(text, number) ?? leadingNumber(text, number));
  if (read === null) return '';
  const [min, max, step] = [draft.min, draft.max, draft.step].map((limit) => readNumber(limit));
  const whole = itemTypeOf(draft) === 'integer' ? Math.round(read) : read;
  const origin = min ?? 0;
  const stepped = typeof step === 'number' && step > 0 ? origin + Math.round((whole - origin) / step) * step : whole;
  const within = Math.min(Math.max(stepped, min ?? -Infinity), max ?? Infinity);
  return numberText(Number(within.toPrecision(15)));
}

/** `35 min` is 35. */
function leadingNumber(text: string, form: NumberForm): number | null {
  const [, digits] = /^([-+]?\d+(?:[.,]\d+)?)\s*[^\d\s.,].*$/.exec(text) ?? [];
  return digits === undefined ? null : readNumber(digits, form);
}

/** Why the rows of a group don't fit, in words for their person. */
export function misfitReason({ code, value, message }: MisfitGroup): string {
  switch (code) {
    case 'required':
      return 'No value yet';
    case 'enum':
      return 'None of the choices';
    case 'range':
      return 'Out of the limits';
    case 'step':
      return 'Not a whole step';
    case 'unique':
      return 'The same as another row';
    case 'broken_link':
    case 'ref':
      return 'Leads to no row there';
    case 'type':
      return value === null ? 'No value yet' : 'Of another type';
    default:
      return message;
  }
}
