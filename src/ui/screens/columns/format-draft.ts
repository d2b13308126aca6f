/** The format of a column as its form has it. docs/app/columns.md#formats */

import type { JsonObject } from '../../../engine/index';
import type { NumberFormatting, NumberStyle, TextFormat } from '../../../kernel/number-format';
import { readNumber } from '../../../kernel/number-text';
import type { CellType } from '../../components/grid-column';

/** What another style needs stays in its field, so that going back brings it back. */
export interface FormatDraft {
  readonly style: NumberStyle | '';
  readonly decimals: string;
  readonly unit: string;
  readonly currency: string;
  readonly text: TextFormat | '';
}

export const formatDraft = (
  number: Partial<NumberFormatting> | undefined,
  text: TextFormat | undefined,
): FormatDraft => ({
  style: number?.style ?? '',
  decimals: number?.decimals === undefined ? '' : String(number.decimals),
  unit: number?.unit ?? '',
  currency: number?.currency ?? '',
  text: text ?? '',
});

/** As a column spec has them; null where there is none. */
export const formatValues = (format: FormatDraft, type: CellType): JsonObject => ({
  number_format: type === 'number' || type === 'integer' ? numberFormat(format) : null,
  text_format: type === 'string' && format.text !== '' ? format.text : null,
});

function numberFormat({ style, decimals, unit, currency }: FormatDraft): JsonObject | null {
  if (style === '') return null;
  const digits = decimals.trim();
  const code = currency.trim().toUpperCase();
  return {
    style,
    // A text that is not a number goes to the engine, which says why it is refused.
    ...(style === 'stars' || digits === '' ? {} : { decimals: readNumber(digits) ?? digits }),
    ...((style === 'number' || style === 'bar') && unit.trim() !== '' ? { unit: unit.trim() } : {}),
    ...(style === 'currency' && code !== '' ? { currency: code } : {}),
  };
}

/** Why it can't be tried yet, in words. */
export const formatProblem = ({ style, currency }: FormatDraft, type: CellType): string | null =>
  (type === 'number' || type === 'integer') && style === 'currency' && currency.trim() === ''
    ? 'Which currency? Write its three letters, such as EUR.'
    : null;
