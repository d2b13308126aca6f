/** Who would be left with a link or a word that leads nowhere when an undo takes away what came, and said so only since. D7, D16, D17 */

import type { Conflict } from '../../errors';
import type { Migration } from '../../history/migration';
import { isWord, nameOf } from '../../integrity/vocabulary';
import type { NotePath } from '../../ports/vault-port';
import type { StagedChange } from '../../storage/staged-change';
import { linkSpecOf } from '../../values/column';
import type { WriteContext } from '../define-operation';
import { NoteTexts } from '../note-texts';
import { linksOf } from '../rows/link-values';
import { wordConflicts } from '../rows/mind-words';
import { usesOfWords } from '../rows/used-words';

/**
 * To be called when the earlier content is staged, and nothing else. What the undo writes itself says again what it
 * said; what awaited the row before it came (the migration knows) awaits it again.
 */
export async function holdersSince(context: WriteContext, migration: Migration): Promise<readonly Conflict[]> {
  const holders = new Holders(context, new NoteTexts(migration.awaitedLinks), new NoteTexts(migration.awaitedWords));
  const conflicts: Conflict[] = [];
  for (const change of context.transaction.staging()) {
    conflicts.push(...holders.linkingTo(change), ...(await holders.naming(change)));
    await context.host.scheduler.pause();
  }
  return conflicts;
}

class Holders {
  constructor(
    private readonly context: WriteContext,
    private readonly awaitedLinks: NoteTexts,
    private readonly awaitedWords: NoteTexts,
  ) {}

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
      return this.isLinkedSince(source, from)
        ? [{ path: source, column: null, code: 'restrict', message, actual: from }]
        : [];
    });
  }

  /** The table of which the file is no row any more. Null: it stays one, was none, or the table itself goes. */
  private tableLeft({ was, becomes }: StagedChange): string | null {
    const isLeft = was !== null && becomes?.table !== was.table;
    return isLeft && this.context.transaction.catalog.table(was.table) !== null ? was.table : null;
  }

  private isLinkedSince(source: NotePath, target: NotePath): boolean {
    return this.context.transaction.before.links
      .outgoing(source)
      .some((linkpath) => this.means(source, linkpath, target));
  }

  private means(source: NotePath, linkpath: string, target: NotePath): boolean {
    const { links } = this.context.transaction.before;
    return links.resolve(linkpath, source) === target && !this.awaitedLinks.has(source, linkpath);
  }

  private columnsOf(source: NotePath, target: NotePath, table: string): readonly string[] {
    const at = this.context.transaction.before.rowAt(source);
    if (at === null) return [];
    const wants = at.table.columns.filter((spec) => linkSpecOf(spec)?.ref === table);
    return wants
      .filter(({ name }) => linksOf(at.row.values[name]).some((linkpath) => this.means(source, linkpath, target)))
      .map(({ name }) => name);
  }

  /** A name that is given back is followed by the words; one that goes is held. */
  async naming(change: StagedChange): Promise<readonly Conflict[]> {
    const { from } = change;
    const { transaction } = this.context;
    const left = this.tableLeft(change);
    if (from === null || left === null || isWord(transaction, left, nameOf(from))) return [];
    const words = new Set([nameOf(from)]);
    const uses = (await usesOfWords(this.context, left, words)).filter(
      ({ row }) => transaction.staged(row.path) === null && !this.awaitedWords.has(row.path, nameOf(from)),
    );
    return wordConflicts({ words, uses });
  }
}

function refConflict(source: NotePath, column: string, target: NotePath, table: string | null): Conflict {
  const name = table?.split('.').at(-1) ?? '';
  const message = `${column} of ${source} links to ${target} as a row of ${name}`;
  return { path: source, column, code: 'ref', message, actual: target };
}
