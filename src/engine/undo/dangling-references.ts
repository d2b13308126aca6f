/** The links and words in untouched notes that led nowhere until this write: they dangle again when it is undone. docs/history.md: undo_migration */

import { columnsOfVocabulary, isWord, rowNameOf } from '../integrity/vocabulary';
import { nameKey } from '../links/fold-name';
import type { NoteText } from '../history/journal/migration';
import { inTurns } from '../ports/in-turns';
import type { NotePath } from '../ports/vault-port';
import type { StagedChange } from '../storage/transaction/staged-change';
import type { Transaction } from '../storage/transaction/transaction';
import { linkSpecOf } from '../values/column-spec';
import type { WriteContext } from '../contexts';
import { vocabularyUses, wordsIn } from '../rows/vocabulary-uses';
import { getOrInsert } from '../values/maps';

export interface DanglingReferences {
  readonly links: readonly NoteText[];
  readonly words: readonly NoteText[];
}

/** Of the whole transaction. Links and words are found by index: a file that nothing named costs a look. */
export async function danglingReferences(
  context: Pick<WriteContext, 'transaction' | 'host'>,
): Promise<DanglingReferences> {
  const { transaction, host } = context;
  const links: NoteText[] = [];
  const newWords = new NewWords(transaction);
  await inTurns(transaction.staging(), host.scheduler, (change) => {
    danglingLinks(transaction, change, links);
    newWords.include(change);
  });
  const words: NoteText[] = [];
  for (const [vocabulary, names] of newWords.byTable) {
    for (const use of await vocabularyUses(context, vocabulary, names)) {
      if (transaction.staged(use.row.path) !== null) continue;
      words.push(...wordsIn(use, names).map((word) => textIn(transaction, use.row.path, word)));
    }
  }
  return { links, words };
}

const isCreated = ({ from, to }: StagedChange): boolean => from === null && to !== null;

/** It is a row of a table that it was not a row of. */
const becomesRow = ({ becomes, was }: StagedChange): boolean => becomes !== null && becomes.table !== was?.table;

/** Adds them to `found`. Of a file that was there before, only columns that want a row of its table. */
function danglingLinks(transaction: Transaction, change: StagedChange, found: NoteText[]): void {
  const { to, becomes } = change;
  if (to === null || !(isCreated(change) || becomesRow(change))) return;
  const { links } = transaction.before;
  const key = change.kind === 'create' ? change.nameKey : nameKey(to);
  if (links.codesMeaning(key).length === 0) return;
  links.visitLinksNamed(key, (linkpath, source) => {
    if (transaction.staged(source) !== null || transaction.links.resolve(linkpath, source) !== to) return;
    if (isCreated(change) || wantsRowOf(transaction, source, becomes?.table ?? ''))
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
    const word = rowNameOf(to);
    const isNew = becomesRow(change) || from === null || rowNameOf(from) !== word;
    if (!isNew || isWord(this.transaction.before, becomes.table, word)) return;
    const words = this.byTable.get(becomes.table) ?? new Set<string>();
    this.byTable.set(becomes.table, words.add(word));
  }

  private isVocabulary(table: string): boolean {
    const answer = getOrInsert(
      this.vocabularies,
      table,
      () => columnsOfVocabulary(this.transaction.catalog, table).length > 0,
    );
    return answer;
  }
}
