/**
 * Vocabulary columns: each word is the name of another table's row. Source: docs/operations.md#column-specs
 * (vocabulary); D16.
 */

import type { Catalog } from '../catalog/catalog';
import type { TableDefinition } from '../catalog/definition';
import { meantNames } from '../catalog/near-values';
import type { Violation } from '../errors';
import { noteNameOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';
import type { View } from '../storage/view';
import { type ColumnSpec, vocabularyOf } from '../values/column-spec';
import { type Json, isList } from '../json';
import type { RuleSet } from './rules/rule-set';
import { anyNames } from './valid-targets';
import { addTo, getOrInsert } from '../values/maps';

export const hasVocabulary = (spec: ColumnSpec): boolean => vocabularyOf(spec) !== undefined;

type ColumnOfTable = readonly [TableDefinition, ColumnSpec];

const NO_COLUMNS: readonly ColumnOfTable[] = [];

/** By vocabulary. Every new row asks; definitions stay as they are. */
const columnsByCatalog = new WeakMap<Catalog, ReadonlyMap<string, readonly ColumnOfTable[]>>();

/** Every column whose words are the names of the rows of this table. */
export function columnsOfVocabulary(catalog: Catalog, qualified: string): readonly ColumnOfTable[] {
  const columns = getOrInsert(columnsByCatalog, catalog, () => columnsByVocabulary(catalog));
  return columns.get(qualified) ?? NO_COLUMNS;
}

function columnsByVocabulary(catalog: Catalog): ReadonlyMap<string, readonly ColumnOfTable[]> {
  const columns = new Map<string, ColumnOfTable[]>();
  for (const table of catalog.tables()) {
    for (const spec of table.columns) {
      const vocabulary = vocabularyOf(spec);
      if (vocabulary === undefined) continue;
      addTo(columns, vocabulary, [table, spec]);
    }
  }
  return columns;
}

/** A row of the table has this name; found among the files of the name, not by a look at the table. */
export function isWord(view: View, vocabulary: string, word: string): boolean {
  return view.links.candidates(word).some(isRowNamed(view, vocabulary, word));
}

export const rowsNamed = (view: View, vocabulary: string, word: string): readonly NotePath[] =>
  view.links.candidates(word).filter(isRowNamed(view, vocabulary, word));

function isRowNamed(view: View, vocabulary: string, word: string): (path: NotePath) => boolean {
  const name = word.normalize('NFC');
  return (path) => rowNameOf(path) === name && view.tableAt(path)?.qualified === vocabulary;
}

/** The word of a row. */
export const rowNameOf = (path: NotePath): string => noteNameOf(path).normalize('NFC');

export const wordsOf = (value: Json | undefined): readonly string[] =>
  (isList(value) ? value : [value]).filter((each): each is string => typeof each === 'string');

/** Without the names that a refusal lists, which take a look at the whole table. */
export function hasUnknownWord(view: View, spec: ColumnSpec, value: Json): boolean {
  const vocabulary = vocabularyOf(spec);
  return vocabulary !== undefined && wordsOf(value).some((word) => !isWord(view, vocabulary, word));
}

export function unknownWords(rules: RuleSet, spec: ColumnSpec, row: Row, value: Json): Violation[] {
  const vocabulary = vocabularyOf(spec);
  if (vocabulary === undefined) return [];
  return wordsOf(value)
    .filter((word) => !isWord(rules.view, vocabulary, word))
    .map((word) => {
      const { text, near } = anyNames(rules, { column: spec.name, ref: vocabulary, wanted: word });
      const message = `${spec.name}: ${JSON.stringify(word)} is the name of no row of ${vocabulary}. ${text}`;
      return { path: row.path, column: spec.name, code: 'vocabulary', message, value: word, ...meantNames(word, near) };
    });
}
