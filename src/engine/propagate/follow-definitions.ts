/** Lets the definitions follow rows and notes that get another name or place. docs/links.md#definitions-that-follow; D26 */

import {
  type DefinitionText,
  type TextUse,
  definitionTexts,
  mapDefinitionTexts,
  textsByEntry,
} from '../catalog/references/definition-texts';
import { TextFollower } from '../catalog/references/text-follower';
import { readerText } from '../catalog/references/column-references';
import type { Catalog } from '../catalog/catalog';
import type { ComputedContext } from '../contexts';
import { rowNameOf, rowsNamed } from '../integrity/vocabulary';
import { type FileMoves, type FollowedText, fileMoves } from '../links/followed-text';
import { MovedFiles } from '../links/moved-files';
import { rewriteLinks } from '../links/rewrite-links';
import { joinPath } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import { stageDefinitions } from '../rows/schema-change/stage-definitions';
import type { Transaction } from '../storage/transaction/transaction';
import { linkSpecOf } from '../values/column-spec';
import { getOrInsert } from '../values/maps';

/** A text that this very write gives is written for the vault as it will be, and stays. */
export async function followDefinitions(context: ComputedContext): Promise<void> {
  const { transaction, host, staged } = context;
  const { links, before, catalog } = transaction;
  if (!(links instanceof MovedFiles)) return;
  const follower = new DefinitionFollower(
    transaction,
    fileMoves(before.links, links, links.moves),
    (template, source) =>
      rewriteLinks(template, {
        source,
        sourceAfter: source,
        newPathOf: (target) => links.moves.get(target) ?? null,
        before: before.links,
        after: links,
        settings: host.linkSettings(),
      }),
  );
  const isOwn = ownTexts(transaction, staged.undoes !== undefined);
  const followed = (use: TextUse, text: string): FollowedText =>
    isOwn({ use, text }) ? { text } : follower.followed(use, text);
  const problems = new Set<string>();
  let isTouched = false;
  for (const { use, text } of definitionTexts(catalog)) {
    const found = followed(use, text);
    if ('problem' in found) problems.add(`${verbOf(use)} ${JSON.stringify(text)}, which ${found.problem}`);
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

const verbOf = ({ owner, kind, columns: [column] }: TextUse): string =>
  kind === 'compared' ? `${owner} compares ${column?.column ?? ''} with` : `${owner} is`;

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
  return section === 'views'
    ? definition.views.get(name)
    : section === 'bases'
      ? definition.bases.get(name)
      : definition.tables.get(name);
}

class DefinitionFollower {
  private readonly words = new Map<string, ReadonlyMap<string, string>>();
  private readonly texts: TextFollower;

  constructor(
    private readonly transaction: Transaction,
    private readonly moves: FileMoves,
    private readonly relink: (text: string, source: NotePath) => string,
  ) {
    this.texts = new TextFollower(moves, (vocabulary) => this.renamesOf(vocabulary));
  }

  followed({ kind, columns }: TextUse, text: string): FollowedText {
    const { before, catalog } = this.transaction;
    if (kind === 'note') return { text: this.relink(text, joinPath(catalog.root, 'template.md')) };
    const ref = kind === 'default' ? refOf(columns) : null;
    return this.texts.followed(
      columns,
      text,
      ref === null ? undefined : (path) => before.tableAt(path)?.qualified === ref,
    );
  }

  /** A name that another row keeps is left out. */
  private renamesOf(vocabulary: string): ReadonlyMap<string, string> {
    return getOrInsert(this.words, vocabulary, () => {
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

function refOf([column]: TextUse['columns']): string | null {
  const spec = column?.spec ?? null;
  return spec === null ? null : (linkSpecOf(spec)?.ref ?? null);
}
