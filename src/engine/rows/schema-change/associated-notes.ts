/** Notes associated with a table that are not its rows: archived and excluded ones, duplicates. They follow the table. D2, D18 */

import type { Catalog } from '../../catalog/catalog';
import { withFolderReplaced } from '../../catalog/references/rename-table';
import { unparsableNote } from '../row-edit';
import { liesIn } from '../../links/same-place';
import { folderOf, isMarkdown, noteNameOf } from '../../note/paths';
import { rawString } from '../../yaml/raw-value';
import { setFrontMatter } from '../../yaml/front-matter/splice-front-matter';
import { inTurns } from '../../ports/in-turns';
import type { NotePath } from '../../ports/vault-port';
import { TABLE_KEY } from '../../storage/row';
import type { VaultView } from '../../storage/view';
import type { PlacedContext, WriteContext } from '../../contexts';
import { orRefuse } from '../refusals';
import { freePath } from '../row-path';
import { type MovedContent, movedContentOf, putOf } from '../content-to-move';
import type { TableAlteration } from './altered-rows';

interface AssociatedNote {
  readonly path: NotePath;
  readonly to: NotePath;
  readonly content: MovedContent;
  /** Its text afterwards; null for a file that is moved unread. */
  readonly after: string | null;
}

/** Where a note of the table's own folders lies afterwards; any other path stays. */
export function pathAfter(catalog: Catalog, { before, after }: TableAlteration, path: NotePath): NotePath {
  const archived = withFolderReplaced(path, catalog.archiveFolder(before), catalog.archiveFolder(after));
  return archived === path
    ? withFolderReplaced(path, catalog.tableFolder(before), catalog.tableFolder(after))
    : archived;
}

export class AssociatedNotes {
  private readonly notes: AssociatedNote[] = [];

  constructor(
    private readonly context: WriteContext,
    private readonly alteration: TableAlteration,
  ) {}

  /** Finds them by the former definition. `excluded`: rows that stop being rows. The gate reports a note that can't follow. */
  async open(excluded: ReadonlySet<NotePath>): Promise<void> {
    const { transaction, host } = this.context;
    const { before, after } = this.alteration;
    const isRenamed = before.qualified !== after.qualified;
    const view = transaction.before;
    const claims = new Set(isRenamed ? [...claimsOf(view, before.qualified), ...excluded] : []);
    if (isRenamed) this.refuseUnparsable(view, before.qualified);
    for (const path of new Set([...claims, ...(await this.notesInOwnFolders(view))])) {
      const to = pathAfter(transaction.catalog, this.alteration, path);
      if (to === path && !claims.has(path)) continue;
      await this.take(path, to, claims.has(path));
      await host.scheduler.pause();
    }
  }

  private async take(path: NotePath, to: NotePath, isClaim: boolean): Promise<void> {
    const { transaction, host } = this.context;
    const { qualified } = this.alteration.after;
    const content = await movedContentOf(transaction, host, path);
    if (content === null) return;
    if (!('text' in content)) {
      this.notes.push({ path, to, content, after: null });
      return;
    }
    const { text } = content;
    const keys = new Map([[TABLE_KEY, rawString(qualified)]]);
    const after = isClaim ? await orRefuse(transaction, () => Promise.resolve(setFrontMatter(text, keys))) : text;
    if (after !== null) this.notes.push({ path, to, content, after });
  }

  /** What lies in the archive and in excluded folders of the table's folder, rows of another table aside. */
  private async notesInOwnFolders(view: VaultView): Promise<readonly NotePath[]> {
    const { catalog } = view;
    const { before } = this.alteration;
    const folder = catalog.tableFolder(before);
    const isOwn = (path: NotePath): boolean =>
      liesIn(path, folder) && (catalog.isArchived(before, path) || catalog.isExcluded(before, path));
    const found: NotePath[] = [];
    await inTurns(view.files.keys(), this.context.host.scheduler, (path) => {
      if (isMarkdown(path) && isOwn(path) && view.tableAt(path) === null) found.push(path);
    });
    return found;
  }

  /** Rows are refused when they are opened; a note that is not a row yet would be one if it could be read. */
  private refuseUnparsable(view: VaultView, qualified: string): void {
    for (const [path, { table, reason }] of view.unparsable) {
      if (table !== qualified || view.rowAt(path) !== null) continue;
      this.context.transaction.refusals.push(unparsableNote(path, reason));
    }
  }

  async stage({ transaction, host }: PlacedContext): Promise<void> {
    for (const { path, to, content, after } of this.notes) {
      const place = to === path ? path : freePath(transaction, folderOf(to), noteNameOf(to), path);
      // They are not rows, so that no rule of rows is asked of them.
      transaction.put(putOf(path, place, content, after));
      await host.scheduler.pause();
    }
  }
}

/** Notes that name the table and are not rows of it. */
const claimsOf = (view: VaultView, qualified: string): readonly NotePath[] => [
  ...[...view.claims].flatMap(([path, claimed]) => (claimed === qualified ? [path] : [])),
  ...[...view.duplicates].flatMap(([path, { table }]) => (table === qualified ? [path] : [])),
];
