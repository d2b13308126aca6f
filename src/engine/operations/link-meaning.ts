/** Which note a link means that a call gives, when the call itself makes, renames and moves notes. Source: docs/operations.md#links; docs/links.md */

import { LinkResolver } from '../links/link-resolver';
import type { NotePath } from '../ports/vault-port';
import type { Transaction } from '../storage/transaction';
import { isWholePath, targetsOf } from './rows/link-values';

export class LinkMeaning {
  private readonly moves: ReadonlyMap<NotePath, NotePath>;

  /** To be asked for when everything is staged that moves. */
  constructor(private readonly transaction: Transaction) {
    this.moves = transaction.moves();
  }

  /** The same from every note. */
  isFromAnywhere(linkpath: string): boolean {
    const { links } = this.transaction;
    return this.moves.size === 0 && links instanceof LinkResolver && links.meansOne(linkpath);
  }

  /**
   * Where the note lies after the call. A whole path means the note that lies there before the call. Everything else means
   * what it means after it, and where that is nothing that the column takes, what it meant before. Several rows: it is a
   * name that they share. Empty: no file.
   */
  targetsOf(ref: string | undefined, linkpath: string, source: NotePath): readonly NotePath[] {
    const after = targetsOf(this.transaction, ref, linkpath, source);
    if (this.moves.size === 0) return after;
    const before = this.targetsBefore(ref, linkpath, source);
    if (before === null) return after;
    const isOfPath = isWholePath(linkpath, before.was);
    const isTaken = after.length > 1 || (after.length === 1 && this.takes(ref, after[0] as NotePath));
    return this.takes(ref, before.is) && (isOfPath || !isTaken) ? [before.is] : after;
  }

  /** The one note that the link meant before the call; null where it meant none or several, or the note goes. */
  private targetsBefore(
    ref: string | undefined,
    linkpath: string,
    source: NotePath,
  ): { readonly was: NotePath; readonly is: NotePath } | null {
    const [was, ...others] = targetsOf(this.transaction.before, ref, linkpath, source);
    if (was === undefined || others.length > 0) return null;
    const staged = this.transaction.staged(was);
    const is = staged === null ? was : staged.to;
    return is === null ? null : { was, is };
  }

  /** Whether a column with this `ref` can hold a link to the note. */
  private takes(ref: string | undefined, path: NotePath): boolean {
    return ref === undefined || this.transaction.tableAt(path)?.qualified === ref;
  }
}
