/** Entries under the words of their texts: found by the beginning of a word, and with a slip or two. docs/quick-find.md#matching */

import MiniSearch from 'minisearch';
import { foldText } from '../../text/fold-text';
import type { NameEntry, NameField } from './name-entry';

export const NAME_FIELDS = [
  'name',
  'aliases',
  'headings',
  'tags',
  'description',
] as const satisfies readonly NameField[];

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
    this.words.add(entry);
  }

  delete(id: string): void {
    const known = this.entries.get(id);
    if (known === undefined) return;
    this.words.remove(known);
    this.entries.delete(id);
  }

  /** Every word of the query must be in an entry. The best first, then by name and place. */
  find(query: string, isMeant: (entry: NameEntry) => boolean): readonly NameMatch[] {
    const found = this.words.search(query, {
      prefix: true,
      fuzzy: (word) => (word.length < SHORTEST_WITH_SLIPS ? false : SLIPS),
      boost: WEIGHTS,
      combineWith: 'AND',
      filter: ({ id }) => isMeant(this.entries.get(id as string) as NameEntry),
    });
    const wanted = foldText(query).trim();
    const matches = found.map(({ id, score, match }) => {
      const entry = this.entries.get(id as string) as NameEntry;
      return { ...bestText(entry, wanted, match), entry, score };
    });
    return matches
      .sort(
        (a, b) =>
          b.closeness - a.closeness ||
          b.score - a.score ||
          compare(a.entry.name[0], b.entry.name[0]) ||
          compare(a.entry.place, b.entry.place),
      )
      .map(({ entry, field, text, score }) => ({ entry, field, text, score }));
  }
}

/** Words; each character where no blanks stand between words (Chinese, Japanese). */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+/gu;

const textOf = (entry: NameEntry, field: NameField): string => entry[field].join('\n');

const isSame = (a: NameEntry, b: NameEntry): boolean =>
  NAME_FIELDS.every((field) => textOf(a, field) === textOf(b, field));

const compare = (a = '', b = ''): number => (a < b ? -1 : Number(a > b));

interface BestText {
  readonly field: NameField;
  readonly text: string;
  readonly closeness: number;
}

/** `match`: the words of the entry that match, each with its fields. */
function bestText(entry: NameEntry, wanted: string, match: Readonly<Record<string, readonly string[]>>): BestText {
  for (const closeness of [WHOLE, BEGINNING]) {
    for (const field of ['name', 'aliases'] as const) {
      const text = entry[field].find((each) => isClose(foldText(each), wanted, closeness));
      if (text !== undefined) return { field, text, closeness };
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
  return { field, text: text ?? entry.name[0] ?? '', closeness: 0 };
}

const isClose = (text: string, wanted: string, closeness: number): boolean =>
  closeness === WHOLE ? text === wanted : text.startsWith(wanted);
