/** Lets the words of a vocabulary follow the rows that they name. Source: docs/operations.md#column-specs (vocabulary); D16: a rename there follows. */

import { rowNameOf, rowsNamed, wordsOf } from '../integrity/vocabulary';
import type { NotePath } from '../ports/vault-port';
import type { Json } from '../json';
import type { LinkedContext, StagedContext } from '../contexts';
import { movePartners } from './move-partners';
import { NoteTexts } from './note-texts';
import { placeChangedRow } from '../rows/row-path';
import { setRowValues } from '../rows/list-keys';
import { type OpenRow, asItStands, openRow } from '../rows/row-edit';
import { orRefuse } from '../rows/refusals';
import { written } from '../rows/row-values';
import { type VocabularyUse, visitVocabularyUses, withWords } from '../rows/vocabulary-uses';

/**
 * A word stays that another row of the vocabulary had for its name before and has still, and so do the words that an undo brings back:
 * they name nothing again.
 */
export class NameFollower {
  private readonly stay: NoteTexts;
  /** By the first path of a row: the name that its words have by now. */
  private readonly named = new Map<NotePath, string>();

  constructor(private readonly context: StagedContext) {
    this.stay = new NoteTexts(context.staged.returningWords);
  }

  /**
   * A row whose own file name is made of the word moves as well, and may be a word itself. `linked`: links were followed before;
   * those to what moves now follow here. Null: they will be.
   */
  async follow(linked: LinkedContext | null): Promise<void> {
    for (let renames = this.renames(); renames.size > 0; renames = this.renames()) {
      const edited: OpenRow[] = [];
      for (const [vocabulary, names] of renames) {
        await visitVocabularyUses(this.context, { vocabulary, words: new Set(names.keys()) }, async (use) => {
          await orRefuse(this.context.transaction, async () => {
            const open = await this.followUse(use, names, linked !== null);
            if (open !== null) edited.push(open);
          });
          await this.context.host.scheduler.pause();
        });
      }
      if (linked !== null) await movePartners(linked, edited);
    }
  }

  /** Old name -> new name, by vocabulary as it is called now; those that were followed are left out. */
  private renames(): Map<string, Map<string, string>> {
    const { transaction } = this.context;
    const renames = new Map<string, Map<string, string>>();
    const renamedNow: (readonly [NotePath, string])[] = [];
    for (const [from, to] of transaction.moves()) {
      const table = transaction.before.tableAt(from)?.qualified;
      const [was, is] = [this.nameSoFar(from), rowNameOf(to)];
      if (table === undefined || was === is) continue;
      const vocabulary = transaction.renamed.get(table) ?? table;
      renamedNow.push([from, is]);
      if (transaction.tableAt(to)?.qualified !== vocabulary || this.isKept(vocabulary, was)) continue;
      const names = renames.get(vocabulary) ?? new Map<string, string>();
      renames.set(vocabulary, names.set(was, is));
    }
    for (const [from, is] of renamedNow) this.named.set(from, is);
    return renames;
  }

  private nameSoFar(from: NotePath): string {
    return this.named.get(from) ?? rowNameOf(from);
  }

  /** A row that takes the name over from the one that leaves it does not keep its words. */
  private isKept(vocabulary: string, name: string): boolean {
    const { transaction } = this.context;
    return rowsNamed(transaction, vocabulary, name).some((path) => {
      const staged = transaction.stagedAt(path);
      const from = staged === null ? path : staged.from;
      return from !== null && this.nameSoFar(from) === name;
    });
  }

  /** The row as it was; null when it keeps its words. */
  private async followUse(
    use: VocabularyUse,
    names: ReadonlyMap<string, string>,
    late: boolean,
  ): Promise<OpenRow | null> {
    const { transaction, zone } = this.context;
    const { table, column } = use;
    if (transaction.staged(use.row.path)?.kind === 'restore') return null;
    const open = await openRow(this.context, table, use.row.path);
    const { path, row, text } = open;
    const nameFor = (word: string): string => (this.stay.has(path, word) ? word : (names.get(word) ?? word));
    const words = wordsOf(row.values[column.name]);
    if (words.every((word) => nameFor(word.normalize('NFC')) === word.normalize('NFC'))) return null;
    const value = withWords({ ...use, row }, (word) => renamedWord(word, nameFor));
    const values: Record<string, Json> = { ...row.values, ...(value === undefined ? {} : { [column.name]: value }) };
    const after = setRowValues(
      transaction.codec(table),
      text,
      new Map([[column.name, asItStands(this.context, open, column.name, written(column, value))]]),
    );
    const place = late ? path : placeChangedRow(transaction, table, row, { ...row, values }, { zone });
    const to: NotePath = typeof place === 'string' ? place : path;
    transaction.put({ from: path, to, before: text, after, follows: true });
    return open;
  }
}

/** As it is written where it keeps its name. */
function renamedWord(word: string, nameFor: (word: string) => string): string {
  const name = nameFor(word.normalize('NFC'));
  return name === word.normalize('NFC') ? word : name;
}
