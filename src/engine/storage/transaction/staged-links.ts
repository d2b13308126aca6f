/** Resolves links with the files as a transaction leaves them. */

import type { FileLinks } from '../../links/link-sources';
import { MovedFiles } from '../../links/moved-files';
import type { SchedulerPort } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import type { LinkView } from '../view';
import type { StagedChange } from './staged-change';

interface FileMoves {
  readonly moves: Map<NotePath, NotePath>;
  readonly added: NotePath[];
  readonly removed: NotePath[];
}

export class StagedLinks {
  private known: LinkView | null = null;

  /** `changes`: everything that is staged, asked for when it is needed. `names.newNames`: new files of names that no other file has. */
  constructor(
    private readonly base: FileLinks,
    private readonly changes: () => ReadonlyMap<string, StagedChange>,
    private readonly names: { readonly newNames: ReadonlyMap<string, NotePath> },
  ) {}

  get view(): LinkView {
    return (this.known ??= this.withNewAlone() ?? this.overlaid(this.moves()));
  }

  /** Builds in turns what the first request else builds at once. Nothing is staged meanwhile. */
  async prepare(scheduler: Pick<SchedulerPort, 'pause'>): Promise<void> {
    this.known ??= this.withNewAlone();
    if (this.known !== null) return;
    const found = this.moves();
    this.known = isEmpty(found) ? this.base : await MovedFiles.inTurns(this.base, found, scheduler);
  }

  /** The file was staged as `earlier`. The view changes only when it goes elsewhere: a write of many rows looks at links after each. */
  follow(earlier: StagedChange | undefined, from: NotePath | null, to: NotePath | null): void {
    if (to === (earlier === undefined ? from : earlier.to)) return;
    if (earlier === undefined && this.known instanceof MovedFiles) this.known.include(from, to);
    else this.known = null;
  }

  /** Null when more is staged than new files of new names. */
  private withNewAlone(): LinkView | null {
    const { newNames } = this.names;
    const isAll = newNames.size > 0 && newNames.size === this.changes().size;
    return isAll ? MovedFiles.withNew(this.base, newNames) : null;
  }

  private moves(): FileMoves {
    const found: FileMoves = { moves: new Map(), added: [], removed: [] };
    for (const { from, to } of this.changes().values()) {
      if (from === to) continue;
      if (from !== null && to !== null) found.moves.set(from, to);
      else if (to !== null) found.added.push(to);
      else if (from !== null) found.removed.push(from);
    }
    return found;
  }

  private overlaid(found: FileMoves): LinkView {
    return isEmpty(found) ? this.base : new MovedFiles(this.base, found.moves, found.added, found.removed);
  }
}

const isEmpty = ({ moves, added, removed }: FileMoves): boolean => moves.size + added.length + removed.length === 0;
