/** Errors as they leave an operation: what they echo of the arguments, or of notes, is cut. D25 */

import { type Conflict, NotedbError, type Violation } from '../errors';
import { MOST_QUOTED, cutText } from '../text/cut-text';
import { utf8Length } from '../../kernel/utf8-length';
import type { Json } from '../json';
import { quoteValue } from '../values/quote-value';

/** UTF-16 units of a whole message or hint: it lists many names, perhaps. */
const LONGEST = 4000;
/** Bytes of a value beside a message. */
const MOST_OF_A_VALUE = 2048;

/** No file has a longer one. */
const LONGEST_PATH = 4096;

/** A word that no language has; names and values of the vault are among them. */
const LONG_WORD = new RegExp(`\\S{${MOST_QUOTED + 1},}`, 'gu');

/** The error with at most 200 characters of each long text that the call gave, or that is one word. Anything else stays as it is. */
export function withShortMessages(error: unknown, call: readonly unknown[]): unknown {
  if (!(error instanceof NotedbError)) return error;
  const { message, violations, conflicts, hint } = error;
  const lists = { violations, conflicts };
  const texts = [
    message,
    hint ?? '',
    ...violations.map((each) => each.message),
    ...conflicts.map((each) => each.message),
  ];
  const isShort = texts.every(({ length }) => length <= MOST_QUOTED) && !Object.values(lists).flat().some(holdsMuch);
  if (isShort) return error;
  const given = longTexts(call);
  const short = (text: string): string => shortenMessage(text, given);
  return error.with({
    message: short(message),
    violations: violations.map((each) => ({
      ...each,
      ...namesOf(each),
      message: short(each.message),
      value: shortenValue(each.value),
    })),
    conflicts: conflicts.map((each) => ({
      ...each,
      ...namesOf(each),
      message: short(each.message),
      expected: shortenValue(each.expected),
      actual: shortenValue(each.actual),
    })),
    hint: hint === null ? undefined : short(hint),
  });
}

/** A message within bounds. `given`: the long texts of the call, the longest first. */
function shortenMessage(message: string, given: readonly string[]): string {
  if (message.length <= MOST_QUOTED) return message;
  let text = message;
  for (const each of given) if (text.length >= each.length) text = text.replaceAll(each, () => cutText(each));
  return cutText(
    text.replace(LONG_WORD, (word) => cutText(word)),
    LONGEST,
  );
}

/** What the call holds of long texts, keys and values alike, also in their JSON form. */
function longTexts(call: unknown): readonly string[] {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value === 'string' && value.length > MOST_QUOTED) {
      for (const form of [value, JSON.stringify(value).slice(1, -1), value.trim(), value.normalize('NFC')])
        found.add(form);
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [key, each] of Object.entries(value)) {
      look(key);
      look(each);
    }
  };
  look(call);
  return [...found].sort((a, b) => b.length - a.length);
}

/** Of the row, the note and the column with the problem: they may be those of the call. */
const namesOf = ({ path, column }: Violation | Conflict): Pick<Violation, 'path' | 'column'> => ({
  path: path === null || path.length <= LONGEST_PATH ? path : cutText(path),
  column: column === null ? null : cutText(column),
});

const holdsMuch = (entry: Violation | Conflict): boolean =>
  [entry.path, entry.column].some((name) => (name ?? '').length > MOST_QUOTED) ||
  ('value' in entry && shortenValue(entry.value) !== entry.value) ||
  ('expected' in entry && shortenValue(entry.expected) !== entry.expected) ||
  ('actual' in entry && shortenValue(entry.actual) !== entry.actual);

/** Short ones as they are. */
function shortenValue(value: Json | undefined): Json | undefined {
  if (value === undefined || value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return cutText(value, MOST_OF_A_VALUE);
  return utf8Length(JSON.stringify(value)) <= MOST_OF_A_VALUE ? value : quoteValue(value, MOST_OF_A_VALUE);
}
