/**
 * How the texts of one column write numbers and days, judged by all of them: `1,234` alone may be 1234 or 1.234, beside `1,50` it is 1.234.
 * Where nothing decides, that is said with both readings. docs/decisions.md#reading-texts
 */

import { type DayOrder, localeOrder, readDay } from './day-text';
import { type NumberForm, formWith, numberForm, readNumber, takeApart } from './number-text';

/** How texts are read. */
export interface Convention {
  readonly number: NumberForm;
  readonly order: DayOrder;
  /** Of names of months and words; absent: that of the program. */
  readonly locale?: string | undefined;
  /** `YYYY-MM-DDTHH:MM` on the clock here; null for a file, where `today` means nothing. */
  readonly now: string | null;
}

export type DecimalSign = '.' | ',';

/** A part of a convention that somebody can choose. */
export type Reading =
  { readonly kind: 'number'; readonly decimal: DecimalSign } | { readonly kind: 'day'; readonly order: DayOrder };

export interface Ambiguity {
  /** One of the texts that can be read in two ways. */
  readonly text: string;
  readonly readings: readonly [ReadingExample, ReadingExample];
}

export interface ReadingExample {
  readonly reading: Reading;
  /** What the text is then: `1234`, `2026-04-03`. */
  readonly value: string;
}

export interface ColumnConvention {
  /** Null: no text shows it, or texts contradict each other. */
  readonly decimal: DecimalSign | null;
  readonly order: DayOrder | null;
  /** Texts that contradict each other, such as `1,5` and `2.5`. */
  readonly isContradictory: boolean;
  /** Null: everything is decided. */
  readonly ambiguity: Ambiguity | null;
}

/** Knowledge from elsewhere, such as the other columns of the file. It decides where the texts do not. */
export type KnownConvention = Partial<Pick<ColumnConvention, 'decimal' | 'order'>>;

export function conventionOf(texts: Iterable<string>, known: KnownConvention = {}): ColumnConvention {
  const judge = new ConventionJudge();
  for (const text of texts) judge.add(text);
  return judge.verdict(known);
}

/** Takes the texts one by one, so that a long column can be judged in slices. */
export class ConventionJudge {
  private readonly decimals = new Set<DecimalSign>();
  private eitherSign: { readonly text: string; readonly sign: DecimalSign } | null = null;
  private hasBothSigns = false;
  private readonly orders = new Set<DayOrder>();
  private eitherOrder: string | null = null;

  add(text: string): void {
    const trimmed = text.trim();
    if (NUMBERED_DAY.test(trimmed)) return this.addDay(trimmed);
    const shown = shownSign(takeApart(trimmed)?.body ?? '');
    // `192.168.1.1` is not a number in either reading.
    if (shown === null || readNumber(trimmed, formWith(shown.decimal)) === null) return;
    if (shown.isSure) this.decimals.add(shown.decimal);
    else {
      this.hasBothSigns ||= this.eitherSign !== null && this.eitherSign.sign !== shown.decimal;
      this.eitherSign ??= { text: trimmed, sign: shown.decimal };
    }
  }

  private addDay(text: string): void {
    const [, first, sign, second] = NUMBERED_DAY.exec(text) ?? [];
    if (first === undefined || second === undefined) return;
    const [one, two] = [Number(first), Number(second)];
    // Days with points begin with the day everywhere.
    if (sign === '.' || one > 12) this.orders.add('dmy');
    else if (two > 12) this.orders.add('mdy');
    else if (one !== two) this.eitherOrder ??= text;
  }

  verdict(known: KnownConvention): ColumnConvention {
    const isContradictory =
      this.decimals.size > 1 || this.orders.size > 1 || (this.hasBothSigns && this.decimals.size === 0);
    const decimal = onlyOf(this.decimals) ?? (this.decimals.size > 1 ? null : (known.decimal ?? null));
    const order = onlyOf(this.orders) ?? (this.orders.size > 1 ? null : (known.order ?? null));
    const ambiguity =
      this.eitherSign !== null && decimal === null
        ? numberAmbiguity(this.eitherSign.text, this.eitherSign.sign)
        : this.eitherOrder !== null && order === null
          ? dayAmbiguity(this.eitherOrder)
          : null;
    return { decimal, order, isContradictory, ambiguity };
  }
}

const onlyOf = <T>(found: ReadonlySet<T>): T | null => (found.size === 1 ? ([...found][0] ?? null) : null);

/** A day in numbers, and what may be behind it. */
const NUMBERED_DAY = /^(\d{1,2})([./-])(\d{1,2})\2(?:\d{4}|\d{2})(?:[\s,T]+\d{1,2}:\d{2}.*)?$/;

interface ShownSign {
  /** The decimal sign, which an unsure one is in one of two readings. */
  readonly decimal: DecimalSign;
  readonly isSure: boolean;
}

const otherSign = (sign: DecimalSign): DecimalSign => (sign === '.' ? ',' : '.');

/** What the signs within one number say; null where it has none. */
function shownSign(body: string): ShownSign | null {
  const signs = body.match(/[.,]/g) as DecimalSign[] | null;
  if (signs === null) return null;
  const last = signs.at(-1) ?? '.';
  if (signs.includes(otherSign(last))) return { decimal: last, isSure: true };
  if (signs.length > 1) return { decimal: otherSign(last), isSure: true };
  // With spaces or apostrophes between threes the other sign is the decimal one.
  if (/[^\d.,]/.test(body)) return { decimal: last, isSure: true };
  const [before = '', behind = ''] = body.split(last);
  return { decimal: last, isSure: !(behind.length === 3 && /^[1-9]\d{0,2}$/.test(before)) };
}

/** Thousands first: most such texts are. */
function numberAmbiguity(text: string, sign: DecimalSign): Ambiguity {
  const example = (decimal: DecimalSign): ReadingExample => ({
    reading: { kind: 'number', decimal },
    value: String(readNumber(text, formWith(decimal)) ?? text),
  });
  return { text, readings: [example(otherSign(sign)), example(sign)] };
}

function dayAmbiguity(text: string): Ambiguity {
  const [day = text] = text.split(/[\s,T]+/);
  const example = (order: DayOrder): ReadingExample => ({
    reading: { kind: 'day', order },
    value: readDay(day, { order, today: null }) ?? day,
  });
  return { text, readings: [example('dmy'), example('mdy')] };
}

/** As a person here types. */
export const localeConvention = (now: string, locale?: string): Convention => ({
  number: numberForm(locale),
  order: localeOrder(locale),
  locale,
  now,
});

/** With what the texts of the column say, in place of the local usage. */
export const conventionFor = (usual: Convention, { decimal, order }: ColumnConvention): Convention => ({
  ...usual,
  number: decimal === null ? usual.number : formWith(decimal),
  order: order ?? usual.order,
});

/** Of a file, wherever it is read. */
export const FILE_CONVENTION: Convention = { number: formWith('.'), order: 'dmy', now: null };

export const withReading = (column: ColumnConvention, reading: Reading): ColumnConvention => ({
  ...column,
  ambiguity: null,
  ...(reading.kind === 'number' ? { decimal: reading.decimal } : { order: reading.order }),
});
