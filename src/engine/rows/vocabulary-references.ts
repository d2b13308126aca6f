/** Vocabulary references to deleted rows: on_referenced of delete_rows. D16: held by restrict; set_null clears. */

import type { TableDefinition } from '../catalog/definition';
import type { Conflict } from '../errors';
import { rowNameOf } from '../integrity/vocabulary';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';
import type { WriteContext } from '../contexts';
import { openRow, stageEdit } from './row-edit';
import { orRefuse } from './refusals';
import { type VocabularyUse, visitVocabularyUses, vocabularyUses, withWords, wordsIn } from './vocabulary-uses';

/** The words that go, and the rows that stay and use them. */
export interface RemovedWords {
  readonly vocabulary: string;
  readonly words: ReadonlySet<string>;
  /** The rows that go. */
  readonly gone: ReadonlySet<NotePath>;
  readonly uses: readonly VocabularyUse[];
}

/** A name that a row of the table keeps is not lost. */
export async function removedWords(
  context: WriteContext,
  { qualified }: TableDefinition,
  rows: readonly Row[],
): Promise<RemovedWords> {
  const { transaction } = context;
  const gone = new Set(rows.map(({ path }) => path));
  const isKept = (word: string): boolean =>
    transaction.links
      .candidates(word)
      .some(
        (path) => !gone.has(path) && rowNameOf(path) === word && transaction.tableAt(path)?.qualified === qualified,
      );
  const words = new Set([...gone].map(rowNameOf).filter((word) => !isKept(word)));
  const uses = await vocabularyUses(context, qualified, words);
  return { vocabulary: qualified, words, gone, uses: uses.filter(({ row }) => !gone.has(row.path)) };
}

export const wordConflicts = ({ words, uses }: Pick<RemovedWords, 'words' | 'uses'>): readonly Conflict[] =>
  uses.flatMap((use) =>
    wordsIn(use, words).map((word) => ({
      path: use.row.path,
      column: use.column.name,
      code: 'restrict',
      message: `${use.row.path} uses the name "${word}" in ${use.column.name}`,
      actual: word,
    })),
  );

export async function clearWords(context: WriteContext, lost: RemovedWords): Promise<void> {
  const { transaction, host } = context;
  const { words, gone } = lost;
  await visitVocabularyUses(context, lost, async (use) => {
    const { path } = use.row;
    if (gone.has(path)) return;
    await orRefuse(transaction, async () => {
      const open = await openRow(context, use.table, path);
      const value = withWords({ ...use, row: open.row }, (word) => (words.has(word.normalize('NFC')) ? null : word));
      const edit = value === undefined ? { unset: [use.column.name] } : { setValues: { [use.column.name]: value } };
      stageEdit(context, open, { setValues: {}, unset: [], body: null, sections: {}, ...edit });
    });
    await host.scheduler.pause();
  });
}
