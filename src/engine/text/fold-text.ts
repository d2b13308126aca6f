/** The one fold of searches and of `icontains`: case and accents don't count. docs/search.md#the-fold; D6, D24 */

/**
 * NFKD, marks removed, lower case; ß is ss, ς is σ, ı is i. Each code point folds by itself, so the fold of a text is the folds of its
 * code points in a row. A combining mark folds to nothing.
 */
export function foldText(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase();
  const plain = withoutMarks(text);
  // There and back, so that ß and ẞ become ss; a sigma at the end of a word is a sigma.
  return withoutMarks(plain.toLowerCase().toUpperCase().toLowerCase()).replaceAll('ς', 'σ');
}

const withoutMarks = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');
