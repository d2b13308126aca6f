/** Words that a formula may go on with: columns, functions, and fields of a value. docs/app/computed-columns.md */

import {
  type FormulaFunction,
  type FormulaFunctionKey,
  formulaFunctionName,
  formulaFunctions,
  formulaSignature,
} from '../../../kernel/formula-functions';
import { foldText } from '../../../kernel/fold-text';
import type { Suggestion } from '../../components/editors/suggestions';
import { type GridColumn, hasValues } from '../../components/grid-column';

/** The word at the cursor of a formula. */
export interface WordAtCursor {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Whether a dot comes before it: a field or a function of a value. */
  readonly isMember: boolean;
}

const WORD_BEFORE = /[\p{L}_][\p{L}\p{N}_]*$/u;
const WORD_AFTER = /^[\p{L}\p{N}_]*/u;

/** Null within quotes. */
export function wordAt(formula: string, cursor: number): WordAtCursor | null {
  const before = formula.slice(0, cursor);
  if (isQuoted(before)) return null;
  const begun = WORD_BEFORE.exec(before)?.[0] ?? '';
  const start = cursor - begun.length;
  const rest = begun === '' ? '' : (WORD_AFTER.exec(formula.slice(cursor))?.[0] ?? '');
  return {
    start,
    end: cursor + rest.length,
    text: begun,
    isMember: /[\p{L}\p{N}_)\]"']\.$/u.test(formula.slice(0, start)),
  };
}

function isQuoted(text: string): boolean {
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (quote !== '' && letter === '\\') at += 1;
    else if (quote === letter) quote = '';
    else if (quote === '' && (letter === '"' || letter === "'")) quote = letter;
  }
  return quote !== '';
}

const MOST = 8;

/** The ones that begin with the word come first. `value` is what takes its place. */
export function formulaSuggestions(word: WordAtCursor, columns: readonly GridColumn[]): readonly Suggestion[] {
  const typed = foldText(word.text);
  if (typed === '' && !word.isMember) return [];
  const all = word.isMember ? MEMBERS : [...columns.filter(hasValues).map(ofColumn), ...GLOBALS];
  const begins = all.filter(({ names }) => names.some((name) => name.startsWith(typed)));
  const holds = all.filter((each) => !begins.includes(each) && each.names.some((name) => name.includes(typed)));
  const found = [...begins, ...holds].map(({ suggestion }) => suggestion);
  // A word that is complete needs none.
  const isDone = found.some(({ value }) => value === word.text);
  return isDone ? [] : found.slice(0, MOST);
}

interface FormulaWord {
  /** By which it is found. */
  readonly names: readonly string[];
  readonly suggestion: Suggestion;
}

const ofColumn = ({ name, label }: GridColumn): FormulaWord => ({
  names: [foldText(name), foldText(label)],
  suggestion: { value: name, label, detail: label === name ? null : name },
});

const ofFunction = ([key, { takes, does }]: readonly [FormulaFunctionKey, FormulaFunction]): FormulaWord => {
  const name = formulaFunctionName(key);
  return {
    names: [foldText(name)],
    suggestion: { value: takes === null ? name : `${name}(`, label: formulaSignature(key), detail: does },
  };
};

const FUNCTIONS = [...formulaFunctions];
const GLOBALS = FUNCTIONS.filter(([, { of }]) => of === null).map(ofFunction);
const MEMBERS = FUNCTIONS.filter(([, { of }]) => of !== null).map(ofFunction);

export interface EditedFormula {
  readonly text: string;
  readonly cursor: number;
}

/** The formula with another text in that place. */
export function replaceIn(
  formula: string,
  { start, end }: Pick<WordAtCursor, 'start' | 'end'>,
  word: string,
): EditedFormula {
  const rest = formula.slice(end);
  // The bracket of a function may be there already.
  const put = word.endsWith('(') && rest.startsWith('(') ? word.slice(0, -1) : word;
  const isOpen = put.endsWith('(');
  return { text: `${formula.slice(0, start)}${put}${isOpen ? ')' : ''}${rest}`, cursor: start + put.length };
}
