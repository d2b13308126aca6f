/** Finds the notes whose passages mean what a question means, as one caller sees them. docs/semantic.md#answers */

import { isInside, noteNameOf } from '../note/paths';
import type { CryptoPort } from '../ports/host';
import { type NotePath, VaultFailure } from '../ports/vault-port';
import { cutText } from '../text/cut-text';
import { passageKey } from './index-update';
import { type SeenNotes, isIndexed } from './notes-to-index';
import { type Passage, cutPassages } from './passages';
import { type SemanticIndex, keyText } from './semantic-index';

export interface SemanticQuestion {
  readonly vector: Float32Array;
  readonly limit: number;
  /** Qualified names; null: every note. */
  readonly tables: ReadonlySet<string> | null;
  /** Empty: the whole vault. */
  readonly folder: NotePath;
  /** Cosine. */
  readonly minScore: number | null;
}

export interface FoundPassage {
  readonly path: NotePath;
  readonly score: number;
  readonly heading: string | null;
  readonly snippet: string;
  readonly table?: string;
}

/** UTF-16 units. */
const LONGEST_SNIPPET = 300;
/** Passages that are looked at first, for one result. */
const PASSAGES_A_RESULT = 4;

interface Candidate {
  readonly path: NotePath;
  readonly key: string;
  readonly score: number;
}

/**
 * One result a note, best first. A passage counts only while its note holds it: a note that changed since it was embedded is
 * found by its remaining passages.
 */
export async function searchPassages(
  index: SemanticIndex,
  question: SemanticQuestion,
  seen: SeenNotes,
  crypto: CryptoPort,
): Promise<readonly FoundPassage[]> {
  const isWanted = index.maskOf((path) => matches(path, question, seen));
  const current = new CurrentPassages(seen, crypto);
  for (let most = Math.max(64, question.limit * PASSAGES_A_RESULT); ; most *= 4) {
    // Taken out at once: the index goes on while notes are read.
    const candidates = index.vectors
      .nearest(question.vector, most, isWanted)
      .filter(({ score }) => question.minScore === null || score >= question.minScore)
      .map(({ slot, score }): Candidate => {
        return { path: index.pathOf(slot), key: keyText(index.vectors.key(slot)), score };
      });
    const total = index.vectors.size;
    const found = await firstCurrent(candidates, question.limit, current);
    if (found.length === question.limit || most >= total) return found.map((each) => withTable(each, seen));
  }
}

const matches = (path: NotePath, { tables, folder }: SemanticQuestion, { view }: SeenNotes): boolean =>
  isIndexed(view.files.get(path)) &&
  isInside(path, folder) &&
  (tables === null || tables.has(view.tableAt(path)?.qualified ?? ''));

async function firstCurrent(
  candidates: readonly Candidate[],
  limit: number,
  current: CurrentPassages,
): Promise<readonly FoundPassage[]> {
  const found = new Map<NotePath, FoundPassage>();
  for (const [i, { path, key, score }] of candidates.entries()) {
    if (found.size === limit) break;
    if (found.has(path)) continue;
    if (!current.isRead(path)) await current.read(candidates.slice(i, i + limit * 2).map((each) => each.path));
    const passage = current.passage(path, key);
    if (passage !== null) found.set(path, { path, score: rounded(score), ...shown(passage) });
  }
  return [...found.values()];
}

/** The passages of notes as the caller sees them, by their embedded text. */
class CurrentPassages {
  private readonly byPath = new Map<NotePath, ReadonlyMap<string, Passage>>();

  constructor(
    private readonly seen: SeenNotes,
    private readonly crypto: CryptoPort,
  ) {}

  isRead(path: NotePath): boolean {
    return this.byPath.has(path);
  }

  async read(paths: readonly NotePath[]): Promise<void> {
    const unread = [...new Set(paths)].filter((path) => !this.byPath.has(path));
    const texts = await this.seen.vault.readMany(unread);
    unread.forEach((path, i) => {
      const text = texts[i] ?? null;
      const passages = text === null || text instanceof VaultFailure ? [] : cutPassages(noteNameOf(path), text);
      this.byPath.set(
        path,
        new Map(passages.map((passage) => [keyText(passageKey(this.crypto, passage.embedded)), passage])),
      );
    });
  }

  passage(path: NotePath, key: string): Passage | null {
    return this.byPath.get(path)?.get(key) ?? null;
  }
}

const shown = ({ heading, text }: Passage): Pick<FoundPassage, 'heading' | 'snippet'> => ({
  heading,
  snippet: cutText(text.replace(/\s+/g, ' '), LONGEST_SNIPPET),
});

/** More digits would add nothing: a number of a vector is a byte. */
const rounded = (score: number): number => Math.round(score * 10_000) / 10_000;

function withTable(found: FoundPassage, { view }: SeenNotes): FoundPassage {
  const table = view.tableAt(found.path);
  return table === null ? found : { ...found, table: table.qualified };
}
