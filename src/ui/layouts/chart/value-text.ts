/** A number of a chart as a text. */

import { numberText } from '../../../kernel/number-text';

export const valueText = (value: number | null): string =>
  value === null ? 'no value' : numberText(Math.round(value * 100) / 100);
