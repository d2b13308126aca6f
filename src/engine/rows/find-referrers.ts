/** Finds references to deleted rows: links, and vocabulary words. Source: docs/operations.md#delete_rows (restrict); D16, D17. */

import type { TableDefinition } from '../catalog/definition';
import type { Conflict } from '../errors';
import { noteNameOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';
import type { WriteContext } from '../contexts';
import { type RemovedWords, removedWords, wordConflicts } from './vocabulary-references';
import { wordsIn } from './vocabulary-uses';

export interface RowReferrers {
  /** The notes that stay and link to a row, by the row. */
  readonly links: ReadonlyMap<NotePath, readonly NotePath[]>;
  readonly words: RemovedWords;
}

/** `stays`: whether what a note says now holds afterwards too; else its links and words do not count. */
export async function rowReferrersOf(
  context: WriteContext,
  definition: TableDefinition,
  rows: readonly Row[],
  stays: (path: NotePath) => boolean,
): Promise<RowReferrers> {
  const links = new Map<NotePath, readonly NotePath[]>();
  for (const { path } of rows) {
    const sources = context.transaction.before.links.backlinks(path).filter(stays);
    if (sources.length > 0) links.set(path, sources);
    await context.host.scheduler.pause();
  }
  const words = await removedWords(context, definition, rows);
  return { links, words: { ...words, uses: words.uses.filter(({ row }) => stays(row.path)) } };
}

export const isReferred = ({ links, words }: RowReferrers): boolean => links.size + words.uses.length > 0;

export function restrictConflicts({ links, words }: RowReferrers): readonly Conflict[] {
  const conflicts = [...links].flatMap(([path, sources]) =>
    sources.map((source) => ({
      path: source,
      column: null,
      code: 'restrict',
      message: `${source} links to ${path}`,
      actual: path,
    })),
  );
  return [...conflicts, ...wordConflicts(words)];
}

/** "2 of 5 rows are linked from other notes (Ada, Bo)" */
export function restrictMessage({ links, words }: RowReferrers, rows: number): string {
  const held = new Set([
    ...[...links.keys()].map(noteNameOf),
    ...words.uses.flatMap((use) => wordsIn(use, words.words)),
  ]);
  const orUsed = words.uses.length === 0 ? '' : ', or their names are used there';
  const names = `${[...held].slice(0, 3).join(', ')}${held.size > 3 ? ', …' : ''}`;
  return `${held.size} of ${rows} rows are linked from other notes${orUsed} (${names})`;
}
