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

/**
 * `whole`: what the owner sees. What is hidden from an app (D13, D22) is taken out of all three here, so that no handler can be
 * led around it. So far everybody sees everything.
 */
export const openView = <S extends Seen>(caller: Caller, whole: S): OpenedView<S> => ({ ...whole, caller });
