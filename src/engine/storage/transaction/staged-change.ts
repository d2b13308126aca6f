/** One file that a transaction would change. */

import type { FileIdentity, NotePath } from '../../ports/vault-port';
import type { NoteReading } from '../store/note-reading';
import type { DecodedRow } from '../row-codec';

type Path = NotePath | null;
type Text = string | null;

interface StagedFile<From extends Path, To extends Path, Before extends Text, After extends Text> {
  /** Null: the file is made. */
  readonly from: From;
  /** Null: the file is deleted. */
  readonly to: To;
  readonly before: Before;
  readonly after: After;
  /** What `after` holds; null for a deletion and for files that are not notes. */
  readonly reading: NoteReading | null;
  /** The table and the row that it becomes; null when it is not a row afterwards. */
  readonly becomes: { readonly table: string; readonly decoded: DecodedRow } | null;
  /** The table whose row it was. */
  readonly was: { readonly table: string; readonly id: string } | null;
  /** The change of the migration that an undo takes back by it, by its index. */
  readonly undoes?: number | undefined;
}

/** Earlier content comes back, or what came since goes. */
interface Restoration {
  readonly kind: 'restore';
  /** The columns that broke a rule against other rows then. D17 */
  readonly restores: readonly string[];
  /** The row has its id again, whatever note took it meanwhile: that one is its copy as before. D7 */
  readonly holdsId?: boolean | undefined;
}

/** A file that is moved unread. */
interface OpaqueMove {
  readonly kind: 'opaque';
  readonly asIs: FileIdentity;
}

/** `nameKey`: the key of its name, which several ask for. `follows`: only a link had to follow; its values are not the caller's doing. */
export type StagedChange =
  | (StagedFile<null, NotePath, null, string> & { readonly kind: 'create'; readonly nameKey: string })
  | (StagedFile<NotePath, NotePath, string, string> & { readonly kind: 'update' | 'move'; readonly follows: boolean })
  | (StagedFile<NotePath, null, string, null> & { readonly kind: 'remove' })
  | (StagedFile<Path, Path, Text, Text> & Restoration)
  | (StagedFile<NotePath, NotePath, null, null> & OpaqueMove);

/** What a handler says of a file; the rest of a staged change is read from it, the kind of a change of texts from its paths. */
export type StagedPut = Pick<StagedChange, 'from' | 'to' | 'before' | 'after' | 'undoes'> &
  ({ readonly kind?: 'create' | 'update' | 'move' | 'remove'; readonly follows?: boolean } | Restoration | OpaqueMove);

/** Whether only its links change. */
export const isFollower = (change: StagedChange): boolean =>
  (change.kind === 'update' || change.kind === 'move') && change.follows;

/** The tables whose rows change. */
export function tablesOfChange(changes: readonly StagedChange[]): Set<string> {
  const tables = new Set<string>();
  for (const { was, becomes } of changes) {
    if (was !== null) tables.add(was.table);
    if (becomes !== null) tables.add(becomes.table);
  }
  return tables;
}
