/** The one place at which a call obtains what it sees: every read, every write, each step of a batch. docs/architecture.md: Who sees what. */

import type { App, Caller } from '../history/caller';
import type { HistoryReader } from '../history/history-reader';
import { ScopedHistory } from '../history/scoped-history';
import type { NoteReader } from '../ports/vault-port';
import { ScopedView } from '../storage/scoped-view';
import type { CommittedView, VaultView } from '../storage/view';
import { ScopedNotes } from './scoped-notes';

/** All that a handler can learn of the database. */
export interface Seen {
  /** Definitions, rows, files, and links with what links back. */
  readonly view: VaultView;
  /** Notes and folders as they lie on the disk. */
  readonly vault: NoteReader;
  /** Migrations, versions, and texts of before. */
  readonly journal: HistoryReader;
}

/** The same at one committed moment. */
export interface SeenMoment extends Seen {
  readonly view: CommittedView;
  /** The number of the newest change in it. */
  readonly seq: number;
}

/** The database as one caller sees it. */
export type OpenedView<S extends Seen = Seen> = S & {
  readonly caller: Caller;
  /** Something is hidden from the caller. */
  readonly isScoped?: true;
};

/**
 * For a write, and for upkeep: the whole database, since a rule holds also where the caller may not see its rows. What an app may name is
 * checked before (`operations/call-scope.ts`), the answer is cut afterwards (`operations/scoped-answers.ts`).
 */
export const openView = <S extends Seen>(caller: Caller, whole: S): OpenedView<S> => ({ ...whole, caller });

/**
 * For a read: everything hidden from an app is taken out of all three here, so that no handler can be led around it. `rows` false:
 * rows are hidden too. D13, D22
 */
export function openForReading(caller: Caller, whole: SeenMoment, rows: boolean): OpenedView<SeenMoment> {
  if (caller.kind === 'owner' || (rows && seesAll(caller))) return { ...whole, caller };
  const { name, tables, permissions } = caller;
  const view = new ScopedView(whole.view, { name, tables, rows, notes: permissions.has('notes') });
  const seesTable = (table: string): boolean => tables === null || view.catalog.seesTable(table);
  const journal = new ScopedHistory(whole.journal, seesTable, (path) => view.sees(path));
  return { view, vault: new ScopedNotes(whole.vault, view), journal, seq: whole.seq, caller, isScoped: true };
}

const seesAll = ({ tables, permissions }: App): boolean => tables === null && permissions.has('notes');
