/** Who would be left with a link or a word that leads nowhere when an undo takes away what came, and said so only since. D7, D16, D17 */

import type { Conflict } from '../../errors';
import type { Migration } from '../../history/journal/migration';
import { isWord, nameOf } from '../../integrity/vocabulary';
import { linkpathFromRoot } from '../../links/resolve-link';
import type { NotePath } from '../../ports/vault-port';
import type { StagedChange } from '../../storage/transaction/staged-change';
import { linkSpecOf } from '../../values/column';
import type { WriteContext } from '../define-operation';
import { NoteTexts } from '../note-texts';
import { linksOf } from '../rows/link-values';
import { wordConflicts } from '../rows/mind-words';
import { usesOfWords } from '../rows/used-words';
import { type LocatedText, textsNow } from './notes-since';

/**
 * To be called when the earlier content is staged, and nothing else. What the undo writes itself says again what it
 * said; what awaited the row before it came (the migration knows) awaits it again, wherever it lies by now. A link that
 * meant another file then means that one again, so that it is held when that one is gone.
 */
export async function holdersSince(context: WriteContext, migration: Migration): Promise<readonly Conflict[]> {
  const meantAnother = new NoteTexts(migration.turnedLinks ?? []);
  const links = (await textsNow(context, migration, migration.awaitedLinks ?? [])).filter(
    (link) => !(meantAnother.has(link.then, link.text) && losesItsFile(context, link)),
  );
  const words = await textsNow(context, migration, migration.awaitedWords ?? []);
  const holders = new Holders(context, links, new NoteTexts(words.map(({ path, text }) => [path, text])));
  const conflicts: Conflict[] = [];
  for (const change of context.transaction.staging()) {
    conflicts.push(...holders.linkingTo(change), ...(await holders.naming(change)));
    await context.host.scheduler.pause();
  }
  return conflicts;
}

/** It leads to a file that goes, and to none afterwards. */
function losesItsFile({ transaction }: WriteContext, { path, text }: LocatedText): boolean {
  const target = transaction.before.links.resolve(text, path);
  return target !== null && transaction.staged(target)?.to === null && transaction.links.resolve(text, path) === null;
}

class Holders {
  /** By note. */
  private readonly awaitedLinks = new Map<NotePath, LocatedText[]>();

  constructor(
    private readonly context: WriteContext,
    awaitedLinks: readonly LocatedText[],
    private readonly awaitedWords: NoteTexts,
  ) {
    for (const link of awaitedLinks)
      this.awaitedLinks.set(link.path, [...(this.awaitedLinks.get(link.path) ?? []), link]);
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
    return this.linksSince(source, target).size > 0;
  }

  /** The link paths by which the note means the file only since. */
  private linksSince(source: NotePath, target: NotePath): ReadonlySet<string> {
    const { links } = this.context.transaction.before;
    const present = links.outgoing(source);
    const meant = new Set(present.filter((linkpath) => links.resolve(linkpath, source) === target));
    const stood = new Set(present.map((linkpath) => linkpathFromRoot(linkpath, source)));
    let rewritten = 0;
    for (const { text, then } of this.awaitedLinks.get(source) ?? []) {
      const fromRoot = linkpathFromRoot(text, then);
      if (stood.has(fromRoot)) {
        for (const linkpath of meant) if (linkpathFromRoot(linkpath, source) === fromRoot) meant.delete(linkpath);
      } else if (links.resolve(text, then) === target) rewritten += 1;
    }
    // One that was written anew when the note moved stands for one that is not there any more.
    return meant.size > rewritten ? meant : new Set();
  }

  private columnsOf(source: NotePath, target: NotePath, table: string): readonly string[] {
    const at = this.context.transaction.before.rowAt(source);
    if (at === null) return [];
    const since = this.linksSince(source, target);
    const wants = at.table.columns.filter((spec) => linkSpecOf(spec)?.ref === table);
    return wants
      .filter(({ name }) => linksOf(at.row.values[name]).some((linkpath) => since.has(linkpath)))
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
