/** What a pasted text means in a column, by its type and the texts beside it. What can't be understood goes to the engine, which says why. */

import type { Json } from '../../../engine/index';
import { type Convention, type ColumnConvention, conventionFor, conventionOf } from '../../../kernel/column-convention';
import { addDays } from '../../../kernel/day-text';
import { takeApart } from '../../../kernel/number-text';
import { readText } from '../../../kernel/read-text';
import type { GridColumn } from '../grid-column';
import { conventionHere } from '../text/date-text';
import type { CellInput } from './copied-cells';

export interface PastedColumn {
  readonly convention: Convention;
  /** How its texts were read, where that differs from the locale; else null. */
  readonly remark: string | null;
}

/** By all texts of the column; where they show nothing, as is usual here. */
export function pastedColumn(column: GridColumn, inputs: readonly CellInput[]): PastedColumn {
  const usual = conventionHere();
  const judged = conventionOf(inputs.flatMap((input) => (rawIn(column, input) === null ? [input.text] : [])));
  const convention = conventionFor(usual, judged);
  return { convention, remark: remarkOf(column, usual, judged) };
}

const ORDERS = { dmy: 'day first', mdy: 'month first', ymd: 'year first' } as const;

function remarkOf({ label, type }: GridColumn, usual: Convention, { decimal, order }: ColumnConvention): string | null {
  if ((type === 'date' || type === 'datetime') && order !== null && order !== usual.order) {
    return `${label}: days are read ${ORDERS[order]}.`;
  }
  const isNumber = type === 'number' || type === 'integer';
  if (!isNumber || decimal === null || decimal === usual.number.decimal) return null;
  return `${label}: ${decimal === ',' ? 'commas begin' : 'points begin'} the fraction.`;
}

/** What a spreadsheet holds behind the text, where the column takes it; null: the text counts. */
function rawIn({ type }: GridColumn, input: CellInput): Json {
  if (!('raw' in input)) return null;
  const { text, raw } = input;
  if (typeof raw === 'boolean') return type === 'boolean' ? raw : null;
  const written = takeApart(text);
  switch (type) {
    case 'integer':
    case 'number':
      // `60%` is 60, as it is shown; a day is not a number.
      return written === null || written.unit === '%' ? null : raw;
    case 'date':
      return written === null ? serialDay(raw) : null;
    case 'datetime':
      return written === null ? serialMoment(raw) : null;
    default:
      return null;
  }
}

/** Spreadsheets count days from the end of 1899. */
const DAY_ZERO = '1899-12-30';
const SECONDS_A_DAY = 86_400;

const serialDay = (serial: number): string | null => (serial >= 1 ? addDays(DAY_ZERO, Math.floor(serial)) : null);

function serialMoment(serial: number): string | null {
  const seconds = Math.round(serial * SECONDS_A_DAY);
  const day = serialDay(Math.floor(seconds / SECONDS_A_DAY));
  if (day === null) return null;
  const [hours, minutes, rest] = [3600, 60, 1].map(
    (unit) => Math.floor((seconds % SECONDS_A_DAY) / unit) % (unit === 3600 ? 24 : 60),
  );
  const two = (part = 0): string => String(part).padStart(2, '0');
  return `${day}T${two(hours)}:${two(minutes)}${rest === 0 ? '' : `:${two(rest)}`}`;
}

/** Null empties the cell. Throws SyntaxError for JSON that is none. */
export function readInput(
  column: GridColumn,
  input: CellInput,
  convention = pastedColumn(column, [input]).convention,
): Json {
  if ('value' in input && input.type === column.type) return input.value;
  const raw = rawIn(column, input);
  if (raw !== null) return raw;
  const { value, reason } = readText(input.text, column, convention);
  if (reason === 'no JSON') throw new SyntaxError('This is not JSON.');
  return value;
}
