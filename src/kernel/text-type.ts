/** The type that the texts of a column look like. What would not print back as it was written stays text. docs/decisions.md#reading-texts */

import {
  type ColumnConvention,
  ConventionJudge,
  FILE_CONVENTION,
  type KnownConvention,
  conventionFor,
  withReading,
} from './column-convention';
import { readDay, readMoment } from './day-text';
import { splitItems } from './list-text';
import { type NumberForm, readNumber, takeApart } from './number-text';
import type { TextType } from './read-text';
import { type Slices, drain, everyItem } from './slices';

export interface GuessedType {
  readonly type: TextType;
  /** Of a list. */
  readonly itemType: TextType;
  readonly convention: ColumnConvention;
  /** Whether another answer to the ambiguity would make the column one of numbers or days. */
  readonly isAsked: boolean;
  /** `$` or `%`, where numbers have it; empty: none. */
  readonly unit: string;
}

/** So few distinct texts, each seen twice on average, are a choice. As of infer_table. docs/operations.md#infer_table */
const MOST_CHOICES = 12;

/** `texts`: each once, trimmed, none empty. `filled`: how many there are with those that are there again. */
export const guessType = (texts: readonly string[], filled: number, known: KnownConvention = {}): GuessedType =>
  drain(typeInSlices(texts, filled, known));

export function* typeInSlices(
  texts: readonly string[],
  filled: number,
  known: KnownConvention = {},
): Slices<GuessedType> {
  const judge = new ConventionJudge();
  yield* everyItem(texts, (text) => (judge.add(text), true));
  const convention = judge.verdict(known);
  if (convention.ambiguity === null) return yield* decidedType(texts, filled, convention);
  for (const { reading } of convention.ambiguity.readings) {
    const { type } = yield* decidedType(texts, filled, withReading(convention, reading));
    if (!VALUE_TYPES.has(type)) continue;
    return { type: 'string', itemType: 'string', unit: '', convention, isAsked: true };
  }
  return yield* decidedType(texts, filled, convention);
}

function* decidedType(texts: readonly string[], filled: number, convention: ColumnConvention): Slices<GuessedType> {
  const guess = (type: TextType, itemType: TextType = 'string', unit = ''): GuessedType => ({
    ...{ type, itemType, unit, convention },
    isAsked: false,
  });
  if (texts.length === 0) return guess('string');
  const { number, order } = conventionFor(FILE_CONVENTION, convention);
  if (!convention.isContradictory) {
    const form = { order, today: null };
    if (yield* everyItem(texts, (text) => readDay(text, form) !== null)) return guess('date');
    if (yield* everyItem(texts, (text) => readMoment(text, form, null) !== null)) return guess('datetime');
    const numbers = new PrintedNumbers(number);
    if ((yield* everyItem(texts, (text) => numbers.add(text))) && numbers.unit !== null) {
      return guess(numbers.isWhole ? 'integer' : 'number', 'string', numbers.unit);
    }
  }
  for (const pair of BOOLEAN_PAIRS) if (texts.every((text) => pair.test(text))) return guess('boolean');
  if (yield* everyItem(texts, (text) => LINK.test(text))) return guess('link');
  if (yield* everyItem(texts, (text) => splitItems(text).every((item) => LINK.test(item))))
    return guess('list', 'link');
  if (yield* isListOfWords(texts)) return guess('list');
  const isChoice = texts.length <= MOST_CHOICES && texts.length * 2 <= filled;
  return guess(isChoice && texts.every((text) => !text.includes('\n')) ? 'enum' : 'string');
}

const VALUE_TYPES: ReadonlySet<TextType> = new Set(['integer', 'number', 'date', 'datetime']);

const BOOLEAN_PAIRS = [/^(true|false)$/i, /^(yes|no)$/i, /^(ja|nein)$/i, /^(oui|non)$/i, /^[✓✗]$/, /^[☑☐]$/] as const;
const LINK = /^!?\[\[[^\][\n]+\]\]$/;

/** Numbers that print back as they are written. */
class PrintedNumbers {
  private readonly units = new Set<string>();
  private readonly lengths = new Set<number>();
  private hasTrailingZero = false;
  isWhole = true;

  constructor(private readonly form: NumberForm) {}

  /** False: the text is another one. */
  add(text: string): boolean {
    const written = takeApart(text);
    const number = readNumber(text, this.form);
    if (written === null || number === null || written.sign === '+' || /^0\d/.test(written.body)) return false;
    if (written.exponent !== '' && String(number) !== text) return false;
    this.units.add(written.unit);
    const fraction = written.body.split(this.form.decimal)[1];
    this.isWhole &&= fraction === undefined && Number.isSafeInteger(number);
    if (fraction === undefined) return true;
    this.lengths.add(fraction.length);
    this.hasTrailingZero ||= fraction.endsWith('0') || fraction === '';
    return true;
  }

  /** Empty: they have none. Null: all of them together are not numbers of one kind. */
  get unit(): string | null {
    // `1.10` beside `1.9` is a version; beside `2.50` it is a price.
    if (this.hasTrailingZero && this.lengths.size > 1) return null;
    const [unit = '', ...others] = [...this.units].filter((each) => each !== '');
    const isMixedPercent = unit === '%' && this.units.has('');
    return others.length > 0 || isMixedPercent ? null : unit;
  }
}

/** Of an item: longer ones are sentences. */
const MOST_LETTERS = 40;

/** With semicolons between words, of which some are there again. */
function* isListOfWords(texts: readonly string[]): Slices<boolean> {
  if (!texts.some((text) => text.includes(';')) || texts.some((text) => text.includes('\n'))) return false;
  const words = new Set<string>();
  let count = 0;
  const areShort = yield* everyItem(texts, (text) => {
    const items = text.includes(';') ? splitItems(text) : [text];
    for (const item of items) words.add(item);
    count += items.length;
    return items.every(({ length }) => length <= MOST_LETTERS);
  });
  return areShort && words.size * 4 <= count * 3;
}
