/** Entries under the words of their texts: found by the beginning of a word, and with a slip or two. docs/quick-find.md#matching */

import MiniSearch from 'minisearch';
import { foldText } from '../../../kernel/fold-text';
import type { NameEntry, NameField } from './name-entry';

const NAME_FIELDS = ['name', 'aliases', 'headings', 'tags', 'description'] as const satisfies readonly NameField[];

/** What a match weighs by its field. */
const WEIGHTS: Readonly<Record<NameField, number>> = { name: 8, aliases: 6, headings: 2, tags: 3, description: 1 };

/** Shorter words have no slips: too many others would be near. */
const SHORTEST_WITH_SLIPS = 4;
/** Slips by the letters of the word. */
const SLIPS = 0.25;

/** A match that is a whole name or alias, or its beginning, comes before all others. */
const WHOLE = 2;
const BEGINNING = 1;

export interface NameMatch {
  readonly entry: NameEntry;
  /** The text that matches best: the name, an alias, a heading … */
  readonly field: NameField;
  readonly text: string;
  readonly score: number;
}

export class NameTable {
  private readonly entries = new Map<string, NameEntry>();
  /** By id the name and the aliases, as a search compares them. */
  private readonly folded = new Map<string, readonly string[]>();
  private readonly words = new MiniSearch<NameEntry>({
    fields: [...NAME_FIELDS],
    extractField: (entry, field) => (field === 'id' ? entry.id : textOf(entry, field as NameField)),
    tokenize: (text) => text.match(WORDS) ?? [],
    processTerm: (word) => foldText(word),
    // It would wait for a timer of its own; entries are taken out by `remove`, which leaves nothing behind.
    autoVacuum: false,
  });

  get size(): number {
    return this.entries.size;
  }

  entry(id: string): NameEntry | null {
    return this.entries.get(id) ?? null;
  }

  ids(): Iterable<string> {
    return this.entries.keys();
  }

  /** Adds it, or puts it in the place of the one with its id. */
  set(entry: NameEntry): void {
    const known = this.entries.get(entry.id);
    if (known !== undefined && isSame(known, entry)) return;
    this.delete(entry.id);
    this.entries.set(entry.id, entry);
    this.folded.set(entry.id, [...entry.name, ...entry.aliases].map(foldText));
    this.words.add(entry);
  }

  delete(id: string): void {
    const known = this.entries.get(id);
    if (known === undefined) return;
    this.words.remove(known);
    this.entries.delete(id);
    this.folded.delete(id);
  }

  /** Every word of the query must be in an entry. The best first, at most `limit`, then by name and place. */
  find(query: string, limit: number, isMeant: (entry: NameEntry) => boolean): readonly NameMatch[] {
    const found = this.words.search(query, {
      prefix: true,
      fuzzy: (word) => (word.length < SHORTEST_WITH_SLIPS ? false : SLIPS),
      boost: WEIGHTS,
      combineWith: 'AND',
    });
    const wanted = foldText(query).trim();
    const best = new BestFirst(limit);
    // One letter begins words of half of the notes: only of those that are shown more is looked at than their score.
    for (const { id, score, match } of found) {
      const entry = this.entries.get(id as string) as NameEntry;
      const closeness = this.closenessOf(entry, wanted);
      if (best.takes(closeness, score) && isMeant(entry)) best.add({ entry, closeness, score, match });
    }
    return best.ranked.map(({ entry, score, match }) => ({ entry, score, ...bestText(entry, wanted, match) }));
  }

  private closenessOf({ id }: NameEntry, wanted: string): number {
    let closeness = 0;
    for (const name of this.folded.get(id) ?? []) {
      if (name === wanted) return WHOLE;
      if (name.startsWith(wanted)) closeness = BEGINNING;
    }
    return closeness;
  }
}

interface RankedEntry {
  readonly entry: NameEntry;
  readonly closeness: number;
  readonly score: number;
  /** The words of the entry that match, each with its fields. */
  readonly match: Readonly<Record<string, readonly string[]>>;
}

/** The best of many, in their order. */
class BestFirst {
  readonly ranked: RankedEntry[] = [];

  constructor(private readonly limit: number) {}

  /** False for one that is worse than all in a full list. */
  takes(closeness: number, score: number): boolean {
    if (this.ranked.length < this.limit) return this.limit > 0;
    const last = this.ranked.at(-1);
    if (last === undefined || closeness !== last.closeness) return last !== undefined && closeness > last.closeness;
    return score >= last.score;
  }

  add(added: RankedEntry): void {
    let at = this.ranked.length;
    while (at > 0 && compareRanked(added, this.ranked[at - 1] as RankedEntry) < 0) at--;
    this.ranked.splice(at, 0, added);
    if (this.ranked.length > this.limit) this.ranked.pop();
  }
}

const compareRanked = (a: RankedEntry, b: RankedEntry): number =>
  b.closeness - a.closeness ||
  b.score - a.score ||
  compare(a.entry.name[0], b.entry.name[0]) ||
  compare(a.entry.place, b.entry.place);

/** Words; each character where no blanks are between words (Chinese, Japanese). */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+/gu;

const textOf = (entry: NameEntry, field: NameField): string => entry[field].join('\n');

const isSame = (a: NameEntry, b: NameEntry): boolean =>
  NAME_FIELDS.every((field) => textOf(a, field) === textOf(b, field));

const compare = (a = '', b = ''): number => (a < b ? -1 : Number(a > b));

/** The text that matches: a name or alias that is the query or begins with it, else one of the field in which most words match. */
function bestText(
  entry: NameEntry,
  wanted: string,
  match: RankedEntry['match'],
): { readonly field: NameField; readonly text: string } {
  for (const isClose of [(text: string) => text === wanted, (text: string) => text.startsWith(wanted)]) {
    for (const field of ['name', 'aliases'] as const) {
      const text = entry[field].find((each) => isClose(foldText(each)));
      if (text !== undefined) return { field, text };
    }
  }
  const wordsIn = (field: NameField): readonly string[] =>
    Object.keys(match).filter((word) => match[word]?.includes(field) === true);
  const field = NAME_FIELDS.reduce<NameField>(
    (best, each) => (wordsIn(each).length > wordsIn(best).length ? each : best),
    'name',
  );
  const words = wordsIn(field);
  const text = entry[field].find((each) => words.some((word) => foldText(each).includes(word)));
  return { field, text: text ?? entry.name[0] ?? '' };
}
