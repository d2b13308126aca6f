/** What search_notes must find, said as plainly as possible: a scan of every note, code point by code point. docs/search.md */

export interface NaiveMatch {
  readonly start: number;
  readonly end: number;
  readonly context: string;
}

const MARK = /\p{M}/gu;

/** The fold of one code point. */
function foldPoint(character: string): string {
  const plain = character.normalize('NFKD').replace(MARK, '').toLowerCase().normalize('NFKD').replace(MARK, '');
  return plain.replaceAll('ß', 'ss').replaceAll('ς', 'σ').replaceAll('ı', 'i');
}

export const naiveFold = (text: string): string => Array.from(text, foldPoint).join('');

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
  for (const character of text) {
    const own = foldPoint(character);
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
