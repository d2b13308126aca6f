/** Lets the definitions follow rows and notes that get another name or place. docs/links.md#definitions-that-follow; D26 */

import type { Catalog } from '../catalog/catalog';
import { readerText } from '../catalog/references/column-references';
import {
  type DefinitionText,
  type TextUse,
  definitionTexts,
  mapDefinitionTexts,
  textPlace,
  textsByEntry,
} from '../catalog/references/definition-texts';
import { TextFollower } from '../catalog/references/text-follower';
import type { ComputedContext, ValidatedContext, WriteContext } from '../contexts';
import { danglingTexts } from '../integrity/dangling-texts';
import { rowNameOf, rowsNamed } from '../integrity/vocabulary';
import { type FileMoves, type FollowedText, fileMoves } from '../links/followed-text';
import { MovedFiles } from '../links/moved-files';
import { rewriteLinks } from '../links/rewrite-links';
import { joinPath } from '../note/paths';
import type { LinkSettings } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import { stageDefinitions } from '../rows/schema-change/stage-definitions';
import type { Transaction } from '../storage/transaction/transaction';
import { linkSpecOf } from '../values/column-spec';
import { getOrInsert } from '../values/maps';

/** Follows the moves that the write stages. A text that this very write gives is written for the vault as it will be, and stays. */
export async function followDefinitions(context: ComputedContext): Promise<void> {
  const { transaction, host, staged } = context;
  const { links, before } = transaction;
  if (!(links instanceof MovedFiles)) return;
  const moves = fileMoves(before.links, links, links.moves);
  const words = new RenamedWords(transaction, moves);
  const follower = new DefinitionFollower(moves, host.linkSettings(), transaction.catalog, {
    wordsOf: (vocabulary) => words.of(vocabulary),
    tableBefore: (path) => before.tableAt(path)?.qualified,
  });
  const isOwn = ownTexts(transaction, staged.undoes !== undefined);
  await stageFollowed(context, (use, text) => (isOwn({ use, text }) ? { text } : follower.followed(use, text)));
}

/** Stages the definitions with their texts as `followed` gives them, and warns of those that can't follow. */
export async function stageFollowed(
  context: WriteContext,
  followed: (use: TextUse, text: string) => FollowedText,
): Promise<void> {
  const { transaction } = context;
  const { catalog } = transaction;
  const problems = new Set<string>();
  let isTouched = false;
  for (const { use, text } of definitionTexts(catalog)) {
    const found = followed(use, text);
    if ('problem' in found) problems.add(`${textPlace(use, text)}, which ${found.problem}`);
    else isTouched ||= found.text !== text;
  }
  if (isTouched) {
    const { changes, stuck } = mapDefinitionTexts(catalog, (use, text) => {
      const found = followed(use, text);
      return 'text' in found ? found.text : text;
    });
    for (const reader of stuck) problems.add(`${readerText(reader)} names what has different names in its tables now`);
    await stageDefinitions(context, catalog.withChanges(changes));
  }
  transaction.warnings.push(...problems);
}

/** Links that the write gives to the definitions and that lead to no row. What an undo brings back was there before. */
export function warnOfDanglingTexts({ transaction, staged }: ValidatedContext): void {
  if (!transaction.catalogChanged || staged.undoes !== undefined) return;
  const isOwn = ownTexts(transaction, false);
  transaction.warnings.push(...danglingTexts(transaction, definitionTexts(transaction.catalog).filter(isOwn)));
}

/** What the write itself says: an undo brings whole entries back; of anything else the texts that were not there before. */
function ownTexts(transaction: Transaction, isUndo: boolean): (text: DefinitionText) => boolean {
  const { before, catalog, renamed } = transaction;
  if (!transaction.catalogChanged) return () => false;
  const known = textsByEntry(before.catalog);
  const former = new Map([...renamed].map(([old, name]) => [`tables ${name}`, `tables ${old}`]));
  return ({ use: { entry }, text }) => {
    const old = former.get(entry) ?? entry;
    if (isUndo && old === entry && entryIn(catalog, entry) !== entryIn(before.catalog, entry)) return true;
    return known.get(old)?.has(text) !== true;
  };
}

function entryIn({ definition }: Catalog, entry: string): unknown {
  const [section, name = ''] = entry.split(' ');
  if (section === 'views') return definition.views.get(name);
  return section === 'bases' ? definition.bases.get(name) : definition.tables.get(name);
}

interface FollowedRows {
  /** Old name -> new one of the rows of a vocabulary, where the words in notes follow. */
  readonly wordsOf: (vocabulary: string) => ReadonlyMap<string, string>;
  /** The table of a row by where it lay. */
  readonly tableBefore: (path: NotePath) => string | undefined;
}

export class DefinitionFollower {
  private readonly texts: TextFollower;

  constructor(
    private readonly moves: FileMoves,
    private readonly settings: LinkSettings,
    private readonly catalog: Catalog,
    private readonly rows: FollowedRows,
  ) {
    this.texts = new TextFollower(moves, rows.wordsOf);
  }

  followed({ kind, columns }: TextUse, text: string): FollowedText {
    if (kind === 'note') return { text: this.relinked(text) };
    const ref = kind === 'default' ? refOf(columns) : null;
    return this.texts.followed(columns, text, ref === null ? undefined : (path) => this.rows.tableBefore(path) === ref);
  }

  private relinked(text: string): string {
    const { before, after, moves } = this.moves;
    const source = joinPath(this.catalog.root, 'template.md');
    const newPathOf = (target: NotePath): NotePath | null => moves.get(target) ?? null;
    return rewriteLinks(text, { source, sourceAfter: source, newPathOf, before, after, settings: this.settings });
  }
}

function refOf([column]: TextUse['columns']): string | null {
  const spec = column?.spec ?? null;
  return spec === null ? null : (linkSpecOf(spec)?.ref ?? null);
}

/** The words of vocabularies that a write follows in the notes. A name that another row keeps is left out. */
class RenamedWords {
  private readonly known = new Map<string, ReadonlyMap<string, string>>();

  constructor(
    private readonly transaction: Transaction,
    private readonly moves: FileMoves,
  ) {}

  of(vocabulary: string): ReadonlyMap<string, string> {
    return getOrInsert(this.known, vocabulary, () => {
      const { before, renamed } = this.transaction;
      const renames = new Map<string, string>();
      for (const [from, to] of this.moves.moves) {
        const [was, is] = [rowNameOf(from), rowNameOf(to)];
        const table = before.tableAt(from)?.qualified ?? '';
        if (was === is || (renamed.get(table) ?? table) !== vocabulary) continue;
        if (this.transaction.tableAt(to)?.qualified === vocabulary && !this.isKept(vocabulary, was))
          renames.set(was, is);
      }
      return renames;
    });
  }

  private isKept(vocabulary: string, name: string): boolean {
    return rowsNamed(this.transaction, vocabulary, name).some((path) => {
      const from = this.transaction.stagedAt(path)?.from ?? path;
      return this.transaction.before.rowAt(from) !== null && rowNameOf(from) === name;
    });
  }
}
