/** The value that was probably meant where a column refuses one. docs/app/columns.md */

import type { Json } from '../../../engine/index';
import { numberText } from '../../components/cells/edit-draft';
import { localToday, readDay, readTime } from '../../components/text/date-text';
import type { GridColumn } from '../../components/grid-column';
import { nearest } from '../../components/text/nearest';
import { type ColumnDraft, gridColumnOf, itemTypeOf } from './column-draft';
import { plainNumber } from '../design/table-design';
import { readNumber } from '../../components/text/number-text';

/** The value that was probably meant, as it is typed into a field. */
export function nearText(draft: ColumnDraft, value: Json, code: string): string {
  if (value === null || code === 'unique') return '';
  const text = typeof value === 'string' ? value.trim() : typeof value === 'object' ? '' : String(value);
  if (text === '') return '';
  switch (itemTypeOf(draft)) {
    case 'enum':
      return nearChoice(gridColumnOf(draft), text);
    case 'integer':
    case 'number':
      return nearNumber(draft, value, text);
    case 'boolean':
      return /^(yes|y|x|1|on|true)$/i.test(text) ? 'true' : /^(no|n|0|off|false)$/i.test(text) ? 'false' : '';
    case 'date':
      return readDay(text.slice(0, text.includes('T') ? 10 : undefined), localToday()) ?? '';
    case 'datetime':
      return readTime(text, new Date()) ?? '';
    case 'string':
      return text;
    default:
      return '';
  }
}

const nearChoice = ({ values }: GridColumn, text: string): string =>
  values.find((value) => value.toLowerCase() === text.toLowerCase()) ?? nearest(text, values)[0] ?? '';

function nearNumber(draft: ColumnDraft, value: Json, text: string): string {
  const read = typeof value === 'number' ? value : (plainNumber(text) ?? leadingNumber(text));
  if (read === null) return '';
  const [min, max, step] = [draft.min, draft.max, draft.step].map((limit) => readNumber(limit));
  const whole = itemTypeOf(draft) === 'integer' ? Math.round(read) : read;
  const origin = min ?? 0;
  const stepped = typeof step === 'number' && step > 0 ? origin + Math.round((whole - origin) / step) * step : whole;
  const within = Math.min(Math.max(stepped, min ?? -Infinity), max ?? Infinity);
  return numberText(Number(within.toPrecision(15)));
}

/** `35 min` is 35. */
function leadingNumber(text: string): number | null {
  const [, digits] = /^([-+]?\d+(?:[.,]\d+)?)\s*[^\d\s.,].*$/.exec(text) ?? [];
  return digits === undefined ? null : plainNumber(digits);
}
