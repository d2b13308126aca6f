/** Numbers as a column shows them: decimals, unit, currency, percent. The stored value stays a plain number. docs/operations.md#column-specs */

import { numberText } from './number-text';

export const NUMBER_STYLES = ['number', 'percent', 'currency', 'bar', 'stars'] as const;

export type NumberStyle = (typeof NUMBER_STYLES)[number];

export interface NumberFormatting {
  readonly style: NumberStyle;
  readonly decimals?: number;
  /** Behind the number, such as `kg`. */
  readonly unit?: string;
  /** The three letters of ISO 4217. */
  readonly currency?: string;
}

export const TEXT_FORMATS = ['url', 'email', 'phone'] as const;

export type TextFormat = (typeof TEXT_FORMATS)[number];

/** More digits than a number keeps. */
const ALL_DIGITS = 20;

const formatters = new Map<string, Intl.NumberFormat>();

function formatterOf({ style, decimals, currency }: NumberFormatting, locale: string | undefined): Intl.NumberFormat {
  const key = JSON.stringify([locale, style, decimals, currency]);
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const isMoney = style === 'currency' && currency !== undefined;
  const digits =
    decimals !== undefined
      ? { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
      : isMoney
        ? {}
        : { maximumFractionDigits: ALL_DIGITS };
  const formatter = new Intl.NumberFormat(locale, {
    ...digits,
    ...(isMoney ? { style: 'currency', currency } : style === 'percent' ? { style: 'unit', unit: 'percent' } : {}),
  });
  formatters.set(key, formatter);
  return formatter;
}

/** As people read it. Without a format: all digits, and no groups. */
export function formattedNumber(value: number, format: NumberFormatting | null, locale?: string): string {
  if (format === null) return numberText(value, locale);
  const text = formatterOf(format, locale).format(value);
  // The space does not break.
  return format.unit === undefined ? text : `${text}\u00a0${format.unit}`;
}
