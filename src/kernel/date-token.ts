/** Days and moments that move along: `{today}`, `{today-7d}`, `{now+2h}`. D6 */

/** Minutes, hours, days, weeks, months, years. D6 */
export type DateUnit = 'min' | 'h' | 'd' | 'w' | 'm' | 'y';

export interface DateToken {
  readonly base: 'today' | 'now';
  /** Whole; negative is before. */
  readonly amount: number;
  readonly unit: DateUnit;
}

const TOKEN = /^\{(today|now)(?:([+-])(\d{1,9})(min|[hdwmy]))?\}$/;

/** `{today}`, `{now}`, with `+` or `-`, a whole number and a unit. Null for anything else. D6 */
export function parseDateToken(text: string): DateToken | null {
  const match = text.startsWith('{') ? TOKEN.exec(text) : null;
  if (match === null) return null;
  const [, base, sign, digits = '0', unit = 'd'] = match;
  const amount = sign === '-' ? 0 - Number(digits) : Number(digits);
  return { base: base as DateToken['base'], amount, unit: unit as DateUnit };
}

export const writeDateToken = ({ base, amount, unit }: DateToken): string =>
  amount === 0 ? `{${base}}` : `{${base}${amount < 0 ? '-' : '+'}${Math.abs(amount)}${unit}}`;
