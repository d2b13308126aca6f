/** Counts the `notedb` blocks in notes that name what a write calls otherwise: they are text, and stay as they are. docs/links.md#definitions-that-follow; D26 */

import type { Catalog } from '../catalog/catalog';
import type { DefinitionRename } from '../catalog/references/definition-rename';
import { sourceNamesOf } from '../catalog/references/query-reads';
import type { ReadSnapshot } from '../commit/lane/snapshot-readers';
import type { OpenedView } from '../commit/open-view';
import { isMarkdown, noteNameOf, withoutMarkdownExtension } from '../note/paths';
import type { SchedulerPort } from '../ports/host';
import { inTurns } from '../ports/in-turns';
import type { NotePath } from '../ports/vault-port';
import type { TextIndex } from '../search/text-index';
import type { Transaction } from '../storage/transaction/transaction';

/** Notes that a warning names. */
const MOST_NAMED = 5;

const BLOCK = /^(`{3,})notedb[ \t]*\r?\n([\s\S]*?)^\1/gm;

/**
 * A sentence for each name that blocks hold, of the notes that the caller sees. The rename of a row alone reads no other note for
 * it: where the text index does not know all notes yet, blocks with its name are not counted.
 */
export async function namedBlockWarnings(
  texts: Pick<TextIndex, 'open' | 'isReady'>,
  open: () => OpenedView<ReadSnapshot>,
  transaction: Transaction,
  scheduler: Pick<SchedulerPort, 'pause'>,
): Promise<readonly string[]> {
  const { renames, before } = transaction;
  const rows = texts.isReady ? await rowNames(transaction, scheduler) : [];
  const names = [...renames.map((rename) => nameOf(rename, before.catalog)), ...rows];
  if (names.length === 0) return [];
  const seen = open();
  const found = await texts.open(seen).find({ query: '```notedb', contextLength: 0, accepts: isMarkdown });
  const counts = new Map<string, { blocks: number; readonly notes: NotePath[] }>();
  for (const { path } of found?.results ?? []) {
    const text = await seen.vault.read(path);
    for (const [, , block = ''] of (text ?? '').matchAll(BLOCK)) count(counts, names, block, path);
  }
  return [...counts].map(([name, { blocks, notes }]) => {
    const more = notes.length > MOST_NAMED ? ` and ${notes.length - MOST_NAMED} more` : '';
    const what = blocks === 1 ? '1 notedb block names' : `${blocks} notedb blocks name`;
    return `${what} ${name}, and no write changes a block: ${notes.slice(0, MOST_NAMED).join(', ')}${more}`;
  });
}

/** The renamed thing, and whether the text of a block holds it. */
interface FormerName {
  readonly name: string;
  readonly isIn: (block: string) => boolean;
}

function count(
  counts: Map<string, { blocks: number; readonly notes: NotePath[] }>,
  names: readonly FormerName[],
  block: string,
  path: NotePath,
): void {
  for (const { name, isIn } of names) {
    if (!isIn(block)) continue;
    const known = counts.get(name) ?? { blocks: 0, notes: [] };
    counts.set(name, known);
    known.blocks += 1;
    if (known.notes.at(-1) !== path) known.notes.push(path);
  }
}

/** A column or a value counts in a block of its table, or of a view over it. */
function nameOf(rename: DefinitionRename, catalog: Catalog): FormerName {
  const { from } = rename;
  if (rename.kind === 'table') return { name: from, isIn: (block) => holdsTable(block, from) };
  const readers = catalog.views().filter(({ query }) => sourceNamesOf(catalog, query).includes(rename.table));
  const tables = [rename.table, ...readers.map(({ qualified }) => qualified)];
  return { name: from, isIn: (block) => holdsWord(block, from) && tables.some((table) => holdsTable(block, table)) };
}

const holdsTable = (block: string, qualified: string): boolean =>
  holdsWord(block, qualified) || holdsWord(block, qualified.slice(qualified.lastIndexOf('.') + 1));

const isPartOfWord = (text: string | undefined): boolean => text !== undefined && /[\p{L}\p{N}_]/u.test(text);

function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!isPartOfWord(text[at - 1]) && !isPartOfWord(text[at + word.length])) return true;
  return false;
}

/** A link to it, or its path. A note that goes to the archive has no other name. */
async function rowNames(
  transaction: Transaction,
  scheduler: Pick<SchedulerPort, 'pause'>,
): Promise<readonly FormerName[]> {
  const names: FormerName[] = [];
  await inTurns(transaction.moves(), scheduler, ([from, to]) => {
    const isArchived = transaction.before.tableAt(from) !== null && transaction.tableAt(to) === null;
    if (!isMarkdown(from) || isArchived) return;
    const [name, whole] = [noteNameOf(from), withoutMarkdownExtension(from)];
    const isRenamed = name !== noteNameOf(to);
    const isIn = (block: string): boolean => (isRenamed && holdsLink(block, name)) || holdsWord(block, whole);
    names.push({ name: isRenamed ? `[[${name}]]` : whole, isIn });
  });
  return names;
}

const holdsLink = (block: string, name: string): boolean =>
  [']]', '|', '#'].some((end) => block.includes(`[[${name}${end}`));
