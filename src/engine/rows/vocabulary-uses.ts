/** Finds and replaces the uses of a vocabulary: names of another table's rows. Source: docs/operations.md#column-specs (vocabulary); D16. */

import type { TableDefinition } from '../catalog/definition';
import { columnsOfVocabulary, wordsOf } from '../integrity/vocabulary';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';
import type { ColumnSpec } from '../values/column-spec';
import type { Json } from '../json';
import type { WriteContext } from '../contexts';

export interface VocabularyUse {
  readonly table: TableDefinition;
  readonly column: ColumnSpec;
  readonly row: Row;
}

type VocabularyContext = Pick<WriteContext, 'transaction' | 'host'>;

/** As the transaction leaves the rows so far: for names that go or change. Found by index, in the order of their paths. */
export async function vocabularyUses(
  context: VocabularyContext,
  vocabulary: string,
  words: ReadonlySet<string>,
): Promise<readonly VocabularyUse[]> {
  const uses: VocabularyUse[] = [];
  await visitVocabularyUses(context, { vocabulary, words }, (use) => Promise.resolve(void uses.push(use)));
  return uses;
}

/** For a visitor who writes: where a word is in the path, the row has moved when the next column of it is visited. */
export async function visitVocabularyUses(
  context: VocabularyContext,
  { vocabulary, words }: { readonly vocabulary: string; readonly words: ReadonlySet<string> },
  visit: (use: VocabularyUse) => Promise<void>,
): Promise<void> {
  if (words.size === 0) return;
  for (const [table, column] of columnsOfVocabulary(context.transaction.catalog, vocabulary)) {
    for (const use of await usesIn(context, table, column, words)) await visit(use);
  }
}

async function usesIn(
  { transaction, host }: VocabularyContext,
  table: TableDefinition,
  column: ColumnSpec,
  words: ReadonlySet<string>,
): Promise<readonly VocabularyUse[]> {
  const rows = new Map<NotePath, Row>();
  const view = transaction.table(table.qualified);
  for (const word of words) {
    const value = column.type === 'list' ? [word] : word;
    for (const row of view.rivals(column.name, value, '')) rows.set(row.path, row);
    await host.scheduler.pause();
  }
  const found = [...rows.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return found.map((row) => ({ table, column, row })).filter((use) => wordsIn(use, words).length > 0);
}

/** The words of a use that are among these. */
export const wordsIn = ({ column, row }: VocabularyUse, words: ReadonlySet<string>): readonly string[] =>
  wordsOf(row.values[column.name]).filter((word) => words.has(word.normalize('NFC')));

/** The value with other words; null takes a word away. Undefined: nothing is left. A word that becomes one that stays goes. */
export function withWords({ column, row }: VocabularyUse, wordFor: (word: string) => string | null): Json | undefined {
  const words = wordsOf(row.values[column.name]);
  const others = words.map(wordFor);
  const staying = new Set(words.filter((word, i) => others[i] === word));
  const isNew = (word: string | null, i: number): boolean =>
    word !== null && !staying.has(word) && others.indexOf(word) === i;
  const left = others.filter((word, i) => word === words[i] || isNew(word, i));
  if (left.length === 0) return undefined;
  return column.type === 'list' ? left : left[0];
}
