/** Reads the prose of a Markdown page: its sentences, and what makes a sentence hard to read. */

export const MOST_WORDS = 25;

/** Phrases that plain English has better words for. */
const PHRASES: readonly RegExp[] = [
  /\bwhoever\b/i,
  /\btold\b/i,
  /\bstands?\b(?!-)/i,
  /\bwhat (?:is|are|was|were)\b/i,
  /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b)/i,
  /\bsomebody else\b/i,
  /\bof (?:now|then)\b/i,
];

/** Phrases that source files do without as well. */
const SOURCE_PHRASES: readonly RegExp[] = [...PHRASES, /\bnobody\b/i, /\btell(?:s|ing)?\b/i, /\bstood\b/i];

/** A sentence that is hard to read, behind its reason. */
export function problemsOf(page: string): string[] {
  return sentences(page).flatMap((sentence) => {
    const count = words(sentence);
    return [...(count > MOST_WORDS ? [`${count} words: ${sentence}`] : []), ...phrasesIn(sentence, PHRASES)];
  });
}

/** A comment or a text of a source file with one of the phrases, behind that phrase. */
export const sourceProblemsOf = (text: string): string[] =>
  phrasesIn(text.replaceAll(/(`+)[^]*?\1/g, 'Code').replaceAll(/\s+/g, ' '), SOURCE_PHRASES);

const phrasesIn = (sentence: string, phrases: readonly RegExp[]): string[] => {
  const own = withoutQuotes(sentence);
  return phrases.flatMap((phrase) => phrase.exec(own)?.[0] ?? []).map((found) => `"${found}": ${sentence}`);
};

/** Labels of the interface and messages are cited as they are. */
const withoutQuotes = (sentence: string): string =>
  sentence.replaceAll(/(?<![*\w])\*[^*]+\*(?![*\w])|"[^"]*"/g, 'Quote');

/** A code span is one word, and so is a name with hyphens. Marks without a letter or digit are none. */
export const words = (sentence: string): number =>
  sentence.split(/[\s—→]+/).filter((each) => /[\p{L}\p{N}]/u.test(each)).length;

/** An item of a list, a cell of a table and the text of a picture are read alone. Headings, code and front matter are left out. */
export const sentences = (page: string): string[] =>
  blocks(page).flatMap((block) =>
    block
      .split(/(?<=[.!?…]["'”’)*_]*)(?<!\b(?:e\.g|i\.e|etc|vs)\.)\s+(?=["'“‘(*_]*(?:[\p{Lu}\p{N}]|[a-z]+_[a-z]))/u)
      .map((sentence) => sentence.trim())
      .filter((sentence) => words(sentence) > 0),
  );

/** Stretches of text in which a sentence may run over lines. Links are their texts, code spans one word. */
function blocks(page: string): string[] {
  const pictures: string[] = [];
  const prose = page
    .replace(/^---\n[^]*?^---\n/, '')
    .replace(/^ *(```+)[^]*?^ *\1.*$/gm, '\n')
    .replace(/<!--[^]*?-->/g, '')
    .replace(/^#{1,6} .*$/gm, '\n')
    .replace(/(`+)(?!`)[^]*?[^`]\1(?!`)/g, 'Code')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, (_picture, text: string) => {
      pictures.push(text);
      return '';
    })
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return [
    ...prose
      .replace(/^ *(?:[-*]|\d+\.) /gm, '\n\n')
      .replace(/^\s*\|.*$/gm, (row) => `\n${row.replaceAll('|', '\n\n')}\n`)
      .split(/\n\s*\n/)
      .map((block) => block.replaceAll(/\s+/g, ' ').trim()),
    ...pictures,
  ].filter((block) => block !== '');
}
