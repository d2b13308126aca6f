/** Lets the words of a vocabulary follow the rows that they name. spec: vocabulary; D16: a rename there follows. */

import { isWord, nameOf, wordsOf } from '../integrity/vocabulary';
import type { NoteText } from '../history/migration';
import { setFrontMatter } from '../note/splice';
import type { NotePath } from '../ports/vault-port';
import type { Json } from '../values/json';
import type { WriteContext } from './define-operation';
import { NoteTexts } from './note-texts';
import { placeChangedRow } from './rows/row-place';
import { openRow } from './rows/row-edit';
import { orRefuse } from './rows/refusals';
import { written } from './rows/row-values';
import { type WordUse, visitUses, withWords } from './rows/used-words';

/**
 * To be called before links follow: a row whose own file name is made of the word moves as well, and may be a word
 * itself. A name that another row of the vocabulary still has stays, and so do the words that are `returning`: they name
 * nothing again.
 */
export async function followNames(context: WriteContext, returning: readonly NoteText[] = []): Promise<void> {
  const { transaction } = context;
  const stay = new NoteTexts(returning);
  const done = new Set<string>();
  for (;;) {
    const renames = renamesIn(context, done);
    if (renames.size === 0) return;
    for (const [vocabulary, names] of renames) {
      await visitUses(context, { vocabulary, words: new Set(names.keys()) }, async (use) => {
        const { path } = use.row;
        if (transaction.staged(path)?.restores !== undefined) return;
        const nameFor = (word: string): string => (stay.has(path, word) ? word : (names.get(word) ?? word));
        await orRefuse(transaction, () => follow(context, use, nameFor));
        await context.host.scheduler.pause();
      });
    }
  }
}

/** Old name -> new name, by vocabulary; those that are done are left out. */
function renamesIn({ transaction }: WriteContext, done: Set<string>): Map<string, Map<string, string>> {
  const renames = new Map<string, Map<string, string>>();
  for (const [from, to] of transaction.moves()) {
    const vocabulary = transaction.before.tableAt(from)?.qualified;
    const [was, is] = [nameOf(from), nameOf(to)];
    if (vocabulary === undefined || was === is || done.has(`${from}\n${to}`)) continue;
    done.add(`${from}\n${to}`);
    if (transaction.tableAt(to)?.qualified !== vocabulary || isWord(transaction, vocabulary, was)) continue;
    const names = renames.get(vocabulary) ?? new Map<string, string>();
    renames.set(vocabulary, names.set(was, is));
  }
  return renames;
}

async function follow(context: WriteContext, use: WordUse, nameFor: (word: string) => string): Promise<void> {
  const { transaction, zone } = context;
  const { table, column } = use;
  const { path, row, text } = await openRow(context, table, use.row.path);
  const words = wordsOf(row.values[column.name]);
  if (words.every((word) => nameFor(word.normalize('NFC')) === word.normalize('NFC'))) return;
  const value = withWords({ ...use, row }, (word) => renamed(word, nameFor));
  const values: Record<string, Json> = { ...row.values, ...(value === undefined ? {} : { [column.name]: value }) };
  const after = setFrontMatter(text, new Map([[column.name, written(column, value).raw]]));
  const place = placeChangedRow(transaction, table, row, { ...row, values }, zone);
  const to: NotePath = typeof place === 'string' ? place : path;
  const staged = transaction.staged(path);
  transaction.put({ from: path, to, before: text, after, follows: staged === null || staged.follows === true });
}

/** As it is written where it keeps its name. */
function renamed(word: string, nameFor: (word: string) => string): string {
  const name = nameFor(word.normalize('NFC'));
  return name === word.normalize('NFC') ? word : name;
}
