/** The links and words that came after a migration and would dangle when it is undone. docs/history.md: undo_migration */

import type { Conflict } from '../errors';
import { isWord, rowNameOf } from '../integrity/vocabulary';
import { linkpathFromRoot } from '../links/resolve-link';
import type { NotePath } from '../ports/vault-port';
import type { StagedChange } from '../storage/transaction/staged-change';
import { linkSpecOf } from '../values/column-spec';
import type { WriteContext } from '../contexts';
import { NoteTexts } from '../propagate/note-texts';
import { linksOf } from '../rows/link-values';
import { wordConflicts } from '../rows/vocabulary-references';
import { vocabularyUses } from '../rows/vocabulary-uses';
import type { LaterWrites, LocatedText } from './later-writes';
import type { UndoneChanges } from './undone-parts';

/**
 * The notes that hold what the staged undo would take away, as conflicts. A reference that dangled before the row came (the migration
 * records it) may dangle again, wherever its note lies now; one that led to another file then may not, once that file is gone. `standing`: in notes that the
 * migration touched, and that are not taken back now.
 */
export async function laterReferences(
  context: WriteContext,
  later: LaterWrites,
  standing: UndoneChanges['standing'],
): Promise<readonly Conflict[]> {
  const { turnedLinks, awaitedLinks, awaitedWords } = later.migration;
  const ledElsewhere = new NoteTexts(turnedLinks);
  const links = (await later.locate(awaitedLinks)).filter(
    (link) => !(ledElsewhere.has(link.pastPath, link.text) && isFileRemoved(context, link)),
  );
  const words = [...(await later.locate(awaitedWords)), ...standing.words];
  const references = new LaterReferences(
    context,
    [...links, ...standing.links],
    new NoteTexts(words.map(({ path, text }) => [path, text])),
  );
  const conflicts: Conflict[] = [];
  for (const change of context.transaction.staging()) {
    conflicts.push(...references.linkingTo(change), ...(await references.naming(change)));
    await context.host.scheduler.pause();
  }
  return conflicts;
}

/** It leads to a file that goes, and to none afterwards. */
function isFileRemoved({ transaction }: WriteContext, { path, text }: LocatedText): boolean {
  const target = transaction.before.links.resolve(text, path);
  return target !== null && transaction.staged(target)?.to === null && transaction.links.resolve(text, path) === null;
}

class LaterReferences {
  /** By note. */
  private readonly danglingLinks = new Map<NotePath, LocatedText[]>();

  constructor(
    private readonly context: WriteContext,
    danglingLinks: readonly LocatedText[],
    private readonly danglingWords: NoteTexts,
  ) {
    for (const link of danglingLinks)
      this.danglingLinks.set(link.path, [...(this.danglingLinks.get(link.path) ?? []), link]);
  }

  /** A file that goes breaks every link to it; a row that only leaves its table, those that want a row of the table. */
  linkingTo(change: StagedChange): readonly Conflict[] {
    const { from, to } = change;
    const left = this.tableLeft(change);
    if (from === null || (to !== null && left === null)) return [];
    const { transaction } = this.context;
    const sources = transaction.before.links.backlinks(from).filter((source) => transaction.staged(source) === null);
    return sources.flatMap((source): readonly Conflict[] => {
      if (to !== null)
        return this.columnsOf(source, from, left ?? '').map((name) => refConflict(source, name, from, left));
      const message = `${source} links to ${from}`;
      return this.isLinkedLater(source, from)
        ? [{ path: source, column: null, code: 'restrict', message, actual: from }]
        : [];
    });
  }

  /** The table of which the file is not a row any more. Null: it stays one, was none, or the table itself goes. */
  private tableLeft({ was, becomes }: StagedChange): string | null {
    const isLeft = was !== null && becomes?.table !== was.table;
    return isLeft && this.context.transaction.catalog.table(was.table) !== null ? was.table : null;
  }

  private isLinkedLater(source: NotePath, target: NotePath): boolean {
    return this.laterLinks(source, target).size > 0;
  }

  /** The link paths that lead to the file only because of later changes. */
  private laterLinks(source: NotePath, target: NotePath): ReadonlySet<string> {
    const { links } = this.context.transaction.before;
    const present = links.outgoing(source);
    const meant = new Set(present.filter((linkpath) => links.resolve(linkpath, source) === target));
    const stood = new Set(present.map((linkpath) => linkpathFromRoot(linkpath, source)));
    let rewritten = 0;
    for (const { text, pastPath } of this.danglingLinks.get(source) ?? []) {
      const fromRoot = linkpathFromRoot(text, pastPath);
      if (stood.has(fromRoot)) {
        for (const linkpath of meant) if (linkpathFromRoot(linkpath, source) === fromRoot) meant.delete(linkpath);
      } else if (links.resolve(text, pastPath) === target) rewritten += 1;
    }
    // One that was written anew when the note moved replaces one that is gone.
    return meant.size > rewritten ? meant : new Set();
  }

  private columnsOf(source: NotePath, target: NotePath, table: string): readonly string[] {
    const at = this.context.transaction.before.rowAt(source);
    if (at === null) return [];
    const later = this.laterLinks(source, target);
    const wants = at.table.columns.filter((spec) => linkSpecOf(spec)?.ref === table);
    return wants
      .filter(({ name }) => linksOf(at.row.values[name]).some((linkpath) => later.has(linkpath)))
      .map(({ name }) => name);
  }

  /** A name that is given back is followed by the words; one that goes is held. */
  async naming(change: StagedChange): Promise<readonly Conflict[]> {
    const { from } = change;
    const { transaction } = this.context;
    const left = this.tableLeft(change);
    if (from === null || left === null || isWord(transaction, left, rowNameOf(from))) return [];
    const words = new Set([rowNameOf(from)]);
    const uses = (await vocabularyUses(this.context, left, words)).filter(
      ({ row }) => transaction.staged(row.path) === null && !this.danglingWords.has(row.path, rowNameOf(from)),
    );
    return wordConflicts({ words, uses });
  }
}

function refConflict(source: NotePath, column: string, target: NotePath, table: string | null): Conflict {
  const name = table?.split('.').at(-1) ?? '';
  const message = `${column} of ${source} links to ${target} as a row of ${name}`;
  return { path: source, column, code: 'ref', message, actual: target };
}
