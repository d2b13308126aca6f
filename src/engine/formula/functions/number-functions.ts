/** Functions of numbers. docs/formulas.md#numbers */

import { type FormulaValue, finite, wholeNumber } from '../formula-value';
import { type FunctionBody, pure } from './function-body';

const MOST_DIGITS = 15;

/** Half up, by the decimal digits: 1.005 has 1.01 at two digits, which its double lies below. */
function rounded(value: number, digits?: number): FormulaValue {
  if (digits === undefined) return wholeNumber(Math.round(value));
  if (!Number.isInteger(digits) || digits < 0 || digits > MOST_DIGITS) return null;
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  const [shiftedMantissa = '', shiftedExponent = '0'] = String(shifted).split('e');
  return finite(Number(`${shiftedMantissa}e${Number(shiftedExponent) - digits}`));
}

export const NUMBER_FUNCTIONS = {
  min: pure((...numbers: number[]) => Math.min(...numbers)),
  max: pure((...numbers: number[]) => Math.max(...numbers)),
  'number.abs': pure((value: number) => Math.abs(value)),
  'number.ceil': pure((value: number) => wholeNumber(Math.ceil(value))),
  'number.floor': pure((value: number) => wholeNumber(Math.floor(value))),
  'number.round': pure(rounded),
  'number.toFixed': pure((value: number, digits: number) =>
    Number.isInteger(digits) && digits >= 0 && digits <= 100 ? value.toFixed(digits) : null,
  ),
} as const satisfies Readonly<Record<string, FunctionBody>>;
