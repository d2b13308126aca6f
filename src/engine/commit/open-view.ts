/** The one place at which a call obtains what it sees: every read, every write, each step of a batch. docs/architecture.md: Who sees what. */

import type { Caller } from '../history/caller';
import type { HistoryReader } from '../history/history-reader';
import type { NoteReader } from '../ports/vault-port';
import type { VaultView } from '../storage/view';

/** All that a handler can learn of the database. */
export interface Seen {
  /** Definitions, rows, files, and links with what links back. */
  readonly view: VaultView;
  /** Notes and folders as they lie on the disk. */
  readonly vault: NoteReader;
  /** Migrations, versions, and texts of before. */
  readonly journal: HistoryReader;
}

/** The database as one caller sees it. */
export type OpenedView<S extends Seen = Seen> = S & { readonly caller: Caller };

/** `whole`: the owner's view. Things are hidden from apps here (D13, D22), so that no handler gets around it. So far nothing is hidden. */
export const openView = <S extends Seen>(caller: Caller, whole: S): OpenedView<S> => ({ ...whole, caller });
