/** How well a note fits one word of a query. docs/search.md#ranking */

/** At this weight a word in the text counts half. */
const HALF_WEIGHT = 4;

const WHOLE_NAME = 2;
const NAME_WORD = 1.5;
const NAME_WORD_START = 1.2;
const IN_NAME = 0.8;
const IN_FOLDER = 0.2;

/** Of a word, by the number of notes that hold it: 0.76 for one note, 0.22 for a hundred, 0.11 for ten thousand. */
export const rarityOf = (notes: number): number => 1 / Math.log(Math.E + notes);

/** From 0 to 1. `weight`: of all occurrences in the text, by their places. */
export const textScore = (weight: number): number => weight / (weight + HALF_WEIGHT);

/** `foldedPath` holds the word, and has no `.md`. */
export function pathScore(foldedPath: string, word: string): number {
  const name = foldedPath.slice(foldedPath.lastIndexOf('/') + 1);
  if (name === word) return WHOLE_NAME;
  let best = IN_FOLDER;
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1))
    best = Math.max(best, placeScore(name, at, at + word.length));
  return best;
}

function placeScore(name: string, start: number, end: number): number {
  if (start > 0 && isLetter(name.charAt(start - 1))) return IN_NAME;
  return end < name.length && isLetter(name.charAt(end)) ? NAME_WORD_START : NAME_WORD;
}

const isLetter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);
