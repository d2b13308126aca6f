/** Numbers as people read and type them: decimal sign, groups of digits, currency and percent. */

export interface NumberForm {
  readonly decimal: string;
  /** Parts thousands; empty: nothing does. Spaces and apostrophes may anyway. */
  readonly group: string;
}

const forms = new Map<string, NumberForm>();

export function numberForm(locale?: string): NumberForm {
  const known = forms.get(locale ?? '');
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(locale).formatToParts(1234567.5);
  const part = (type: Intl.NumberFormatPartTypes): string => parts.find((each) => each.type === type)?.value ?? '';
  const form = { decimal: part('decimal') || '.', group: part('group') };
  forms.set(locale ?? '', form);
  return form;
}

/** Where one sign is the decimal one, the other parts thousands. */
export const formWith = (decimal: '.' | ','): NumberForm => ({ decimal, group: decimal === '.' ? ',' : '.' });

/** Without groups and with all digits. */
export function numberText(value: number, locale?: string): string {
  const text = String(value);
  return text.includes('e') ? text : text.replace('.', numberForm(locale).decimal);
}

/** A number as it is written, taken apart. */
export interface WrittenNumber {
  readonly sign: string;
  /** Digits with their decimal sign and groups. */
  readonly body: string;
  /** `e5`, or empty. */
  readonly exponent: string;
  /** `$`, `EUR`, `%`, or empty. */
  readonly unit: string;
}

/** Any three letters would take the `ABC 123` of a stock list for money. */
const CODES = 'USD|EUR|GBP|CHF|JPY|CNY|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|INR|BRL|MXN|ZAR|KRW|SGD|HKD|TRY|ILS';
const UNIT = `(?:[A-Z]{0,3}\\p{Sc}|${CODES})`;
const WRITTEN = new RegExp(
  `^([-+\\u2212]?)\\s*(${UNIT})?\\s*([-+\\u2212]?)(\\d[\\d.,'\\u2019\\s]*|[.,]\\d+)(e[-+]?\\d+)?\\s*(${UNIT}|%)?$`,
  'iu',
);

/** Null for what has anything but digits, signs of numbers and a currency or percent sign. */
export function takeApart(text: string): WrittenNumber | null {
  const [, first = '', before = '', second = '', body = '', exponent = '', behind = ''] =
    WRITTEN.exec(text.trim()) ?? [];
  if (body === '' || (first !== '' && second !== '') || (before !== '' && behind !== '')) return null;
  const sign = `${first}${second}`.replace('\u2212', '-');
  return { sign, body: body.trim(), exponent, unit: (before || behind).toUpperCase() };
}

/**
 * Null for any other text, and for more digits than a number keeps. `4,5` is one where the form says so, and `1,234` is 1234
 * where it parts thousands so; a point is a decimal sign wherever it can't part thousands. `$5` is 5, and so is `5%`.
 */
export function readNumber(text: string, form: NumberForm = numberForm()): number | null {
  const written = takeApart(text);
  const digits = written === null ? null : plainDigits(written.body, form);
  if (written === null || digits === null) return null;
  const plain = `${written.sign}${digits}${written.exponent}`;
  const number = Number(plain);
  return Number.isFinite(number) && isExact(plain, number) ? number : null;
}

/** Whether a text is a number but for its many digits. */
export function hasTooManyDigits(text: string, form: NumberForm = numberForm()): boolean {
  const written = takeApart(text);
  return written !== null && plainDigits(written.body, form) !== null && readNumber(text, form) === null;
}

/** Digits with a point, without groups; null where the signs are not where the form has them. */
function plainDigits(body: string, form: NumberForm): string | null {
  const { decimal } = !body.includes(form.decimal) && !isParted(body, form.group) ? POINT : form;
  const parts = body.split(decimal);
  const [whole = '', fraction] = parts;
  if (parts.length > 2 || (fraction !== undefined && !/^\d*$/.test(fraction))) return null;
  const digits = /^\d*$/.test(whole) ? whole : withoutGroups(whole, form.group);
  if (digits === null || digits + (fraction ?? '') === '') return null;
  return fraction === undefined || fraction === '' ? digits : `${digits || '0'}.${fraction}`;
}

const POINT: NumberForm = { decimal: '.', group: '' };

const GROUP_SIGNS = [' ', '\u00a0', '\u202f', '\u2009', "'", '\u2019'];

function withoutGroups(whole: string, group: string): string | null {
  const sign = [group, ...GROUP_SIGNS].find((each) => each !== '' && whole.includes(each));
  return sign !== undefined && isParted(whole, sign) ? whole.split(sign).join('') : null;
}

/** Whether the sign is between threes of digits and nowhere else, or as India parts them: `12,34,567`. */
function isParted(text: string, group: string): boolean {
  if (group === '' || !text.includes(group)) return false;
  const [first = '', ...rest] = text.split(group);
  const last = rest.pop() ?? '';
  const isThree = rest.every((each) => /^\d{3}$/.test(each)) && /^\d{1,3}$/.test(first);
  const isTwo = rest.length > 0 && rest.every((each) => /^\d{2}$/.test(each)) && /^\d{1,2}$/.test(first);
  return /^\d{3}$/.test(last) && (isThree || isTwo);
}

const isExact = (plain: string, number: number): boolean => significant(plain) === significant(String(number));

/** The digits that count and the power of ten behind them. */
function significant(plain: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^[-+]?(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i.exec(plain) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  return `${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}
