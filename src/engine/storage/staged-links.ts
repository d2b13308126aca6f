/** What links mean with the files as a transaction leaves them. */

import type { FileLinks } from '../links/link-sources';
import { MovedFiles } from '../links/moved-files';
import type { NotePath } from '../ports/vault-port';
import type { StagedChange } from './staged-change';
import type { StagedNames } from './staged-names';
import type { LinkView } from './view';

export class StagedLinks {
  private known: LinkView | null = null;

  /** `changes`: everything that is staged, asked for when it is needed, and `names`: where it comes to lie. */
  constructor(
    private readonly base: FileLinks,
    private readonly changes: () => ReadonlyMap<string, StagedChange>,
    private readonly names: StagedNames,
  ) {}

  get view(): LinkView {
    return (this.known ??= this.overlaid());
  }

  /**
   * A file is staged, `earlier` it was staged otherwise. The view is made anew only when the file goes elsewhere: a write of many
   * rows looks at links after each of them.
   */
  follow(earlier: StagedChange | undefined, from: NotePath | null, to: NotePath | null): void {
    if (to === (earlier === undefined ? from : earlier.to)) return;
    if (earlier === undefined && this.known instanceof MovedFiles) this.known.include(from, to);
    else this.known = null;
  }

  private overlaid(): LinkView {
    const { newNames } = this.names;
    const changes = this.changes();
    if (newNames.size > 0 && newNames.size === changes.size) return MovedFiles.withNew(this.base, newNames);
    const moves = new Map<NotePath, NotePath>();
    const added: NotePath[] = [];
    const removed: NotePath[] = [];
    for (const { from, to } of changes.values()) {
      if (from === to) continue;
      if (from !== null && to !== null) moves.set(from, to);
      else if (to !== null) added.push(to);
      else if (from !== null) removed.push(from);
    }
    return moves.size + added.length + removed.length === 0
      ? this.base
      : new MovedFiles(this.base, moves, added, removed);
  }
}
