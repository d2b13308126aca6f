/** One file that a transaction would change. */

import type { FileIdentity, NotePath } from '../../ports/vault-port';
import type { NoteReading } from '../store/note-reading';
import type { DecodedRow } from '../row-codec';

export interface StagedChange {
  /** Null: the file is made. */
  readonly from: NotePath | null;
  /** Null: the file is deleted. */
  readonly to: NotePath | null;
  readonly before: string | null;
  readonly after: string | null;
  /** What `after` holds; null for a deletion and for files that are no notes. */
  readonly reading: NoteReading | null;
  /** The table and the row that it becomes; null when it is no row afterwards. */
  readonly becomes: { readonly table: string; readonly decoded: DecodedRow } | null;
  /** The table whose row it was. */
  readonly was: { readonly table: string; readonly id: string } | null;
  /** Changed only because a link had to follow: its values are not the caller's doing. */
  readonly follows?: boolean | undefined;
  readonly forGood?: boolean | undefined;
  /** Earlier content comes back, its own values with it: the columns that broke a rule against other rows then. D17 */
  readonly restores?: readonly string[] | undefined;
  /** Moved unread: `before` and `after` are null though the paths are not. */
  readonly asIs?: FileIdentity | undefined;
  /** The row has its id again, whatever note took it meanwhile: that one is its copy as before. D7 */
  readonly holdsId?: true | undefined;
  /** Of a file that is made: the key of its name, which several ask for (see `nameKey`). */
  readonly nameKey?: string | undefined;
}

/** What a handler says of a file; the rest of a staged change is read from it. */
export type Put = Pick<
  StagedChange,
  'from' | 'to' | 'before' | 'after' | 'follows' | 'forGood' | 'restores' | 'holdsId' | 'asIs'
>;

/** The tables whose rows change. */
export function tablesOf(changes: readonly StagedChange[]): Set<string> {
  const tables = new Set<string>();
  for (const { was, becomes } of changes) {
    if (was !== null) tables.add(was.table);
    if (becomes !== null) tables.add(becomes.table);
  }
  return tables;
}
