/** The one fold of searches and of `icontains`: case and accents don't count, letters do. docs/search.md#the-fold; D6, D24 */

/** A letter of two code points that are one letter when they are composed: й and ё with a mark of their own, kana with a voicing mark. */
const SPLIT_LETTER = /[иеіуИЕІУ][\u0306\u0308]|[\u3041-\u30ff\uff66-\uff9d][\u3099\u309a\uff9e\uff9f]/gu;

/** Marks of a script that has vowels or voicing by marks (Indic, Thai, kana) distinguish words; the others are accents and points. */
const ACCENT =
  /(?![\u3099\u309a])(?=[\p{Script=Inherited}\p{Script=Common}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}/gu;

/** A mark folds by itself, so that normalization never moves it. */
const MARK_OR_LETTERS = /[\p{M}\uff9e\uff9f]|[^\p{M}\uff9e\uff9f]+/gu;

/** Letters that Unicode does not decompose. */
const UNDECOMPOSED: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', æ: 'ae', œ: 'oe' };

/**
 * NFKD, accents and points removed, lower case; ß is ss, ς is σ, ı is i, ø is o. Each code point folds by itself, and so does a letter
 * of two (`isSplitLetter`): the fold of a text is the folds of its letters in a row. An accent folds to nothing.
 */
export function foldText(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase();
  return joinSplitLetters(text).replace(MARK_OR_LETTERS, foldLetters);
}

/** Whether the two code units at `at` are one letter. */
export function isSplitLetter(text: string, at: number): boolean {
  const pair = text.slice(at, at + 2);
  return joinSplitLetters(pair) !== pair;
}

/** Whether a text has letters of two code points at all. */
export const hasSplitLetters = (text: string): boolean => text.search(SPLIT_LETTER) >= 0;

const joinSplitLetters = (text: string): string =>
  text.replace(SPLIT_LETTER, (pair) => {
    const letter = pair.normalize('NFKC');
    return letter.length === 1 ? letter : pair;
  });

function foldLetters(text: string): string {
  const plain = withoutAccents(text);
  // There and back, so that ß and ẞ become ss; a sigma at the end of a word is a sigma.
  const lower = withoutAccents(plain.toLowerCase().toUpperCase().toLowerCase());
  return lower.replace(/[ςøłđħŧæœ]/g, (letter) => (letter === 'ς' ? 'σ' : (UNDECOMPOSED[letter] ?? letter)));
}

const withoutAccents = (text: string): string => joinSplitLetters(text.normalize('NFKD')).replace(ACCENT, '');
