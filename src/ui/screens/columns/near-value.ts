/** The value that was probably meant where a column refuses one. docs/app/columns.md */

import type { Json } from '../../../engine/index';
import { type Convention, conventionFor, conventionOf } from '../../../kernel/column-convention';
import { type NumberForm, numberText, readNumber } from '../../../kernel/number-text';
import { readText } from '../../../kernel/read-text';
import { draftOf } from '../../components/cells/edit-draft';
import { conventionHere } from '../../components/text/date-text';
import type { Refusal } from '../../client/describe-problem';
import { type ColumnDraft, gridColumnOf, itemTypeOf } from './column-draft';

type RefusedValue = Pick<Refusal['violations'][number], 'value' | 'code' | 'fix'>;

/** How the refused texts of one column write numbers and days: by all of them. */
export const refusedConvention = (violations: readonly { readonly value?: Json | undefined }[]): Convention =>
  conventionFor(
    conventionHere(),
    conventionOf(violations.flatMap(({ value }) => (typeof value === 'string' ? [value] : []))),
  );

/** The value that was probably meant, as it is typed. Only numbers and days are read by the convention of the column; else the engine knows. */
export function nearText(draft: ColumnDraft, violation: RefusedValue, convention: Convention): string {
  const { value = null, code, fix } = violation;
  if (value === null || code === 'unique') return '';
  const text = typeof value === 'string' ? value.trim() : typeof value === 'object' ? '' : String(value);
  switch (itemTypeOf(draft)) {
    case 'integer':
    case 'number':
      return nearNumber(draft, value, text, convention);
    case 'date':
      return nearDay(draft, text, convention);
    case 'datetime': {
      const { value: moment, reason } = readText(text, gridColumnOf({ ...draft, type: 'datetime' }), convention);
      return reason === null && typeof moment === 'string' ? moment : '';
    }
    default:
      return draftOf(gridColumnOf(draft), fix);
  }
}

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
