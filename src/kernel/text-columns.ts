/** The columns of lines of texts: what each one looks like beside the others, and how its texts are read. docs/decisions.md#reading-texts */

import { type ColumnConvention, FILE_CONVENTION, type KnownConvention, conventionFor } from './column-convention';
import { type TextColumn, type TextValue, readText } from './read-text';
import { ITEMS_A_SLICE, type Slices } from './slices';
import { type GuessedType, typeInSlices } from './text-type';

export interface ColumnOfTexts {
  /** Texts of the lines, each once and trimmed. */
  readonly texts: readonly string[];
  readonly filled: number;
  readonly guess: GuessedType;
}

/** `hasPoints`: a single point is the decimal sign where no column shows another one. */
export function* columnsOfTexts(
  rows: readonly (readonly string[])[],
  { count, hasPoints }: { readonly count: number; readonly hasPoints: boolean },
): Slices<readonly ColumnOfTexts[]> {
  const columns: ColumnOfTexts[] = [];
  for (let at = 0; at < count; at += 1) columns.push(yield* columnOfTexts(rows, at));
  const known = knownOf(columns);
  for (const [at, { texts, filled, guess }] of columns.entries()) {
    const { ambiguity } = guess.convention;
    if (ambiguity === null) continue;
    // `1.234` is a fraction there. `1,234` stays ambiguous.
    const isPoint = hasPoints && decimalOf(ambiguity.readings[1].reading) === '.';
    const decided = isPoint && known.decimal === undefined ? { ...known, decimal: '.' as const } : known;
    columns[at] = { texts, filled, guess: yield* typeInSlices(texts, filled, decided) };
  }
  return columns;
}

const decimalOf = (reading: KnownConvention): KnownConvention['decimal'] => reading.decimal;

function* columnOfTexts(rows: readonly (readonly string[])[], at: number): Slices<ColumnOfTexts> {
  const texts = new Set<string>();
  let filled = 0;
  for (const [index, row] of rows.entries()) {
    const text = (row[at] ?? '').trim();
    if (text !== '') {
      texts.add(text);
      filled += 1;
    }
    if (index % (ITEMS_A_SLICE * 4) === 0) yield;
  }
  const distinct = [...texts];
  return { texts: distinct, filled, guess: yield* typeInSlices(distinct, filled) };
}

/** How the columns write numbers and days that show it, where all of them do it alike. */
function knownOf(columns: readonly ColumnOfTexts[]): KnownConvention {
  const decimals = new Set(columns.flatMap(({ guess }) => (guess.type === 'number' ? [guess.convention.decimal] : [])));
  const isTime = ({ type }: GuessedType): boolean => type === 'date' || type === 'datetime';
  const orders = new Set(columns.flatMap(({ guess }) => (isTime(guess) ? [guess.convention.order] : [])));
  // Columns that show nothing, such as those of ISO days, decide nothing.
  const [decimal = null, ...otherDecimals] = [...decimals].filter((each) => each !== null);
  const [order = null, ...otherOrders] = [...orders].filter((each) => each !== null);
  return {
    ...(decimal === null || otherDecimals.length > 0 ? {} : { decimal }),
    ...(order === null || otherOrders.length > 0 ? {} : { order }),
  };
}

/** Reads a text as one of a file. Null: it is empty. The text itself where it is not a value, so that its refusal names it. */
export function textReader(column: TextColumn, judged: ColumnConvention | undefined): (text: string) => TextValue {
  const convention = judged === undefined ? FILE_CONVENTION : conventionFor(FILE_CONVENTION, judged);
  return (text) => readText(text, column, convention).value;
}
