/** The rows that hold names of another table's rows in a vocabulary column, and what they hold instead. spec: vocabulary; D16. */

import type { TableDefinition } from '../../catalog/definition';
import { columnsOfVocabulary, wordsOf } from '../../integrity/vocabulary';
import type { Row } from '../../storage/row';
import type { ColumnSpec } from '../../values/column';
import type { Json, JsonObject } from '../../values/json';
import type { WriteContext } from '../define-operation';
import { matchingRows } from './matching-rows';

const MOST_CONDITIONS = 8;

export interface WordUse {
  readonly table: TableDefinition;
  readonly column: ColumnSpec;
  readonly row: Row;
}

/** As the transaction leaves the rows so far. Looks through the columns that may hold them: for names that go or change. */
export async function usesOfWords(
  context: WriteContext,
  vocabulary: string,
  words: ReadonlySet<string>,
): Promise<readonly WordUse[]> {
  if (words.size === 0) return [];
  const uses: WordUse[] = [];
  for (const [table, column] of columnsOfVocabulary(context.transaction.catalog, vocabulary)) {
    for (const row of await matchingRows(context, table, filterFor(column, words))) {
      const use = { table, column, row };
      if (wordsIn(use, words).length > 0) uses.push(use);
    }
  }
  return uses;
}

/** Of many words, each of which would be looked for in every value, only that there are some. */
function filterFor({ name, type }: ColumnSpec, words: ReadonlySet<string>): JsonObject {
  if (words.size > MOST_CONDITIONS) return { [name]: { exists: true } };
  return { or: [...words].map((word) => ({ [name]: type === 'list' ? { contains: word } : { eq: word } })) };
}

/** The words of a use that are among these. */
export const wordsIn = ({ column, row }: WordUse, words: ReadonlySet<string>): readonly string[] =>
  wordsOf(row.values[column.name]).filter((word) => words.has(word.normalize('NFC')));

/** The value with other words; null takes a word away. Undefined: nothing is left. */
export function withWords({ column, row }: WordUse, wordFor: (word: string) => string | null): Json | undefined {
  const words = [...new Set(wordsOf(row.values[column.name]).map(wordFor))].filter((word) => word !== null);
  if (words.length === 0) return undefined;
  return column.type === 'list' ? words : words[0];
}
