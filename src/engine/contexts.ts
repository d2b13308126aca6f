/** What handlers are given, and what a write says of what it staged. docs/architecture.md: Five trips */

import type { TableDefinition } from './catalog/definition';
import type { StepStaging } from './commit/lane/step-staging';
import type { StepTaken } from './commit/versions/version-operations';
import type { OpenedFeed } from './feed/change-feed';
import type { Caller } from './history/caller';
import type { HistoryReader, UpkeepReader } from './history/history-reader';
import type { NoteText, RuleOrigin } from './history/journal/migration';
import type { LinkChanges } from './integrity/relation-changes';
import type { Host } from './ports/host';
import type { NoteReader } from './ports/vault-port';
import type { KeptTableProblem } from './note/markdown/kept-table-problems';
import type { SemanticReader } from './semantic/semantic-reader';
import type { FoundProblems } from './problems/problem-index';
import type { FoundNames, NameRequest } from './search/names/name-index';
import type { NoteSearch } from './search/text-index';
import type { Transaction } from './storage/transaction/transaction';
import type { CommittedView } from './storage/view';
import type { Deed } from './schemas/deed';
import type { WriteResult } from './schemas/results';
import type { RuleEditor, RuleStates } from './rules/rules';
import type { WebhookEditor, WebhookReader } from './webhooks/webhooks';

/** What a handler may ask of the host: nothing in it writes. Its notes are those that the caller sees. */
export interface ReadingHost extends Pick<
  Host,
  'clock' | 'ids' | 'journalFolder' | 'linkSettings' | 'logger' | 'scheduler' | 'templateFolders'
> {
  readonly vault: NoteReader;
}

/** What every handler has at hand. */
export interface OperationContext {
  readonly caller: Caller;
  readonly host: ReadingHost;
  readonly journal: HistoryReader;
  /** Milliseconds; the same through the whole call. */
  readonly now: number;
  /** The database time zone. */
  readonly zone: string;
}

/** Everything in it is of one committed moment. */
export interface ReadContext extends OperationContext {
  readonly view: CommittedView;
  /** The number of the newest change in it. */
  readonly seq: number;
  /** Semantic search over what the caller sees. */
  readonly semantic: Pick<SemanticReader, 'search' | 'status'>;
  /** The numbered changes, from now on too. */
  readonly feed: OpenedFeed;
  /** Those that the caller may see. */
  readonly webhooks: WebhookReader;
  /** Which rules run on this device. */
  readonly rules: RuleStates;
  /** Finds notes of this view by words. */
  readonly search: NoteSearch;
  /** Finds them by name, alias, or a name with a slip. */
  readonly findNames: (request: NameRequest) => Promise<FoundNames>;
  /** Tables of Markdown in notes that are not renewed, in notes of every caller. */
  readonly keptTables: () => readonly KeptTableProblem[];
  /** Finds violations in the tables that are chosen. The answer is of a moment of its own, not before this one. */
  readonly findProblems: (choose: (view: CommittedView) => readonly TableDefinition[]) => Promise<FoundProblems>;
}

/** A command works on what its part hands out. */
export interface CommandContext extends ReadContext {
  readonly isDryRun: boolean;
  readonly webhooks: WebhookEditor;
  readonly rules: RuleEditor;
  readonly semantic: SemanticReader;
}

/** Nothing is under way: the state is the committed one. */
export interface UpkeepContext extends ReadContext {
  readonly journal: UpkeepReader;
}

export interface WriteContext extends OperationContext {
  readonly transaction: Transaction;
  /** New definitions need descriptions; not those of the older interface. D3 */
  readonly requireDescriptions: boolean;
  /** For a write of several steps. */
  readonly stepStaging: StepStaging;
}

/** The new definitions are staged: rows are read, placed and written by them from here on. */
export interface RedefinedContext extends WriteContext {
  readonly isRedefined: true;
}

/** The rows of the table have their places. */
export interface PlacedContext extends RedefinedContext {
  readonly isPlaced: true;
}

/** The phases of a write: a step that follows another takes the context that it returns. The handler staged what the call asks for. */
export interface StagedContext extends WriteContext {
  readonly staged: StagedOutcome;
}

/** Links in the vault lead to where the files will lie. */
export interface LinkedContext extends StagedContext {
  readonly isLinked: true;
}

/** Computed columns, and the names and places that depend on other rows, say what they should. */
export interface ComputedContext extends LinkedContext {
  readonly isComputed: true;
}

/** The gate has passed the write. */
export interface ValidatedContext extends ComputedContext {
  readonly isValidated: true;
}

/**
 * The outcome of a write handler, beside the staged changes. `More` is what the result says beside that of every write.
 */
export type StagedOutcome<More = object> = StagedWrite &
  (Partial<More> extends More ? { readonly extra?: Extra<More> } : { readonly extra: Extra<More> });

/** Of the transaction as it will be committed. */
type Extra<More> = () => More & Partial<WriteResult>;

interface StagedWrite {
  readonly deed: Deed;
  /** Qualified names; the first is the result's `table`. */
  readonly tables: readonly string[];
  readonly undoes?: string;
  /** Of an undo that leaves some changes standing: the indexes of those that it takes back. */
  readonly partial?: readonly number[] | undefined;
  /** Of a batch. */
  readonly steps?: readonly StepTaken[];
  /** Of a merge: the rows that were given. */
  readonly sourceRows?: number;
  readonly unlisted?: boolean;
  /** Of a rule that somebody runs by hand. */
  readonly rule?: RuleOrigin;
  /** Links, by note and link path, that mean again what they meant before (undo): they stay as they are written. */
  readonly returning?: readonly NoteText[];
  /** Words, by row and name, that name nothing again (undo): they follow no name. */
  readonly returningWords?: readonly NoteText[];
  /** Links set and removed while a relation was away that is there again (undo): to be followed now. */
  readonly linksSince?: () => Promise<LinkChanges>;
  /** Explains a refusal of the gate: the error to throw instead. */
  readonly explain?: (error: unknown) => Promise<unknown>;
  /** Links followed and the gate was passed already, step by step. */
  readonly isSettled?: boolean;
}
