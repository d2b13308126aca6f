/** What search_notes must find, said as plainly as possible: a scan of every note, letter by letter. docs/search.md */

export interface NaiveMatch {
  readonly start: number;
  readonly end: number;
  readonly context: string;
}

/** Scripts whose marks are accents or points; a mark of any other script belongs to its letter. */
const ACCENTS = ['Inherited', 'Common', 'Latin', 'Greek', 'Cyrillic', 'Arabic', 'Hebrew'];
const isAccent = (point: string): boolean =>
  /^\p{M}$/u.test(point) &&
  !'\u3099\u309a'.includes(point) &&
  ACCENTS.some((script) => new RegExp(`^\\p{Script=${script}}$`, 'u').test(point));

const SPELT_OUT = new Map(
  Object.entries({ ß: 'ss', ς: 'σ', ı: 'i', ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', æ: 'ae', œ: 'oe' }),
);

/** The letters of a text: code points, and pairs that compose to й, ё, ї, ў or a voiced kana. */
export function lettersOf(text: string): string[] {
  const letters: string[] = [];
  for (const point of text) {
    const pair = `${letters.at(-1) ?? ''}${point}`;
    const composed = pair.normalize('NFKC');
    const isCyrillic = /^[иеіуИЕІУ][\u0306\u0308]$/.test(pair);
    const isKana = /^[ぁ-ヿ\uff66-\uff9d][\u3099\u309a\uff9e\uff9f]$/.test(pair);
    if ((isCyrillic || isKana) && composed.length === 1) letters[letters.length - 1] = pair;
    else letters.push(point);
  }
  return letters;
}

/** The fold of one letter. */
function foldLetter(letter: string): string {
  const kept = lettersOf(letter.normalize('NFKD')).flatMap((each) =>
    each.length === 2 && each.normalize('NFKC').length === 1 ? [each.normalize('NFKC')] : isAccent(each) ? [] : [each],
  );
  const lower = kept.map((each) => (isWhole(each) ? each.toLowerCase() : lowerOf(each)));
  return Array.from(lower.join(''), (each) => SPELT_OUT.get(each) ?? each).join('');
}

/** A composed letter that keeps its mark. */
const isWhole = (letter: string): boolean =>
  letter.normalize('NFD').length === 2 && lettersOf(letter.normalize('NFD')).length === 1;

const lowerOf = (letter: string): string =>
  Array.from(letter.toLowerCase().normalize('NFKD'))
    .filter((each) => !isAccent(each))
    .join('');

export const naiveFold = (text: string): string => lettersOf(text).map(foldLetter).join('');

const words = (query: string): string[] =>
  [...new Set(query.split(/\s+/u).map(naiveFold))].filter((word) => word !== '');

const searchedPath = (path: string): string => naiveFold(path.replace(/\.md$/i, ''));

/** A note's text is null where nobody can read it. */
export function naiveSearch(notes: ReadonlyMap<string, string | null>, query: string, contextLength: number) {
  const found = new Map<string, readonly NaiveMatch[]>();
  for (const [path, text] of notes) {
    const folded = naiveFold(text ?? '');
    if (!path.toLowerCase().endsWith('.md')) continue;
    if (!words(query).every((word) => searchedPath(path).includes(word) || folded.includes(word))) continue;
    found.set(path, matchesIn(text ?? '', words(query), contextLength));
  }
  return found;
}

function matchesIn(text: string, wanted: readonly string[], contextLength: number): readonly NaiveMatch[] {
  const points: { at: number; end: number }[] = [];
  let folded = '';
  let at = 0;
  for (const character of lettersOf(text)) {
    const own = foldLetter(character);
    // A mark belongs to what stands before it.
    if (own === '' && points.length > 0) {
      const last = points.at(-1)?.at;
      for (const point of points) if (point.at === last) point.end = at + character.length;
    }
    for (let i = 0; i < own.length; i++) points.push({ at, end: at + character.length });
    folded += own;
    at += character.length;
  }
  const ranges: { start: number; end: number }[] = [];
  for (const word of wanted) {
    for (let from = folded.indexOf(word); from >= 0; from = folded.indexOf(word, from + word.length)) {
      const last = points[from + word.length - 1];
      ranges.push({ start: points[from]?.at ?? -1, end: last?.end ?? -1 });
    }
  }
  return joined(ranges)
    .slice(0, 20)
    .map(({ start, end }) => ({ start, end, context: contextOf(text, start, end, contextLength) }));
}

function joined(ranges: readonly { start: number; end: number }[]): { start: number; end: number }[] {
  const result: { start: number; end: number }[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1);
    if (last !== undefined && range.start < last.end) last.end = Math.max(last.end, range.end);
    else result.push({ ...range });
  }
  return result;
}

function contextOf(text: string, start: number, end: number, length: number): string {
  const halves = (at: number): boolean => /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
  let from = Math.max(0, start - length);
  let to = Math.min(text.length, end + length);
  if (from < start && halves(from)) from += 1;
  if (to > end && halves(to)) to -= 1;
  return text.slice(from, to);
}
