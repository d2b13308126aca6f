/** What untouched notes say of what a write brings: their links and words led nowhere before, and do so again when it is undone. D7, D17 */

import { columnsOfVocabulary, isWord, nameOf } from '../../integrity/vocabulary';
import { nameKey } from '../../links/fold';
import type { NoteText } from '../../history/journal/migration';
import { inTurns } from '../../ports/in-turns';
import type { NotePath } from '../../ports/vault-port';
import type { StagedChange } from '../../storage/transaction/staged-change';
import type { Transaction } from '../../storage/transaction/transaction';
import { linkSpecOf } from '../../values/column';
import type { WriteContext } from '../define-operation';
import { usesOfWords, wordsIn } from '../rows/used-words';

export interface Awaited {
  readonly links: readonly NoteText[];
  readonly words: readonly NoteText[];
}

/** To be called when everything is staged. Links and words are found by index: a file that nothing named costs a look. */
export async function awaitedIn(context: Pick<WriteContext, 'transaction' | 'host'>): Promise<Awaited> {
  const { transaction, host } = context;
  const links: NoteText[] = [];
  const newWords = new NewWords(transaction);
  await inTurns(transaction.staging(), host.scheduler, (change) => {
    linksAwaiting(transaction, change, links);
    newWords.include(change);
  });
  const words: NoteText[] = [];
  for (const [vocabulary, names] of newWords.byTable) {
    for (const use of await usesOfWords(context, vocabulary, names)) {
      if (transaction.staged(use.row.path) !== null) continue;
      words.push(...wordsIn(use, names).map((word) => textIn(transaction, use.row.path, word)));
    }
  }
  return { links, words };
}

const comes = ({ from, to }: StagedChange): boolean => from === null && to !== null;

/** It is a row of a table that it was no row of. */
const joins = ({ becomes, was }: StagedChange): boolean => becomes !== null && becomes.table !== was?.table;

/** Adds them to `found`. Of a file that was there before, only columns that want a row of its table. */
function linksAwaiting(transaction: Transaction, change: StagedChange, found: NoteText[]): void {
  const { to, becomes } = change;
  if (to === null || !(comes(change) || joins(change))) return;
  const { links } = transaction.before;
  const key = change.nameKey ?? nameKey(to);
  if (links.codesMeaning(key).length === 0) return;
  links.visitLinksNamed(key, (linkpath, source) => {
    if (transaction.staged(source) !== null || transaction.links.resolve(linkpath, source) !== to) return;
    if (comes(change) || wantsRowOf(transaction, source, becomes?.table ?? ''))
      found.push(textIn(transaction, source, linkpath));
  });
}

function textIn(transaction: Transaction, path: NotePath, text: string): NoteText {
  const id = transaction.rowAt(path)?.row.id ?? '';
  return id === '' ? [path, text] : [path, text, id];
}

const wantsRowOf = (transaction: Transaction, source: NotePath, table: string): boolean =>
  transaction.tableAt(source)?.columns.some((spec) => linkSpecOf(spec)?.ref === table) === true;

/** Names that are words of a vocabulary from now on. */
class NewWords {
  readonly byTable = new Map<string, Set<string>>();
  private readonly vocabularies = new Map<string, boolean>();

  constructor(private readonly transaction: Transaction) {}

  include(change: StagedChange): void {
    const { from, to, becomes } = change;
    if (to === null || becomes === null || !this.isVocabulary(becomes.table)) return;
    const word = nameOf(to);
    const isNew = joins(change) || from === null || nameOf(from) !== word;
    if (!isNew || isWord(this.transaction.before, becomes.table, word)) return;
    const words = this.byTable.get(becomes.table) ?? new Set<string>();
    this.byTable.set(becomes.table, words.add(word));
  }

  private isVocabulary(table: string): boolean {
    let answer = this.vocabularies.get(table);
    if (answer === undefined) {
      answer = columnsOfVocabulary(this.transaction.catalog, table).length > 0;
      this.vocabularies.set(table, answer);
    }
    return answer;
  }
}
