/** A conformance case as data: what is given, what is called, what must come of it. Runs on any way to call. */

import type { ErrorCode, JsonObject } from '../../src/engine/index';

/** An operation and its arguments. A text `$2.row.id` stands for that part of the answer of the call with this index in `given`. */
export type Call = readonly [operation: string, args?: JsonObject];

/** What somebody else does to the vault: new texts by path, null removes. */
export type Edits = Readonly<Record<string, string | null>>;

export interface ExpectedError {
  readonly code: ErrorCode;
  /** `column code`, `code` for those without column; all of them, in any order. */
  readonly violations?: readonly string[];
  /** `code path`, or `code` alone for those without path; all of them, in any order. */
  readonly conflicts?: readonly string[];
  /** Parts of the message and of the hint; `$2.migrationId` in a hint as in a call. */
  readonly message?: string | readonly string[];
  readonly hint?: string | readonly string[];
  /** The step of a batch that was refused, and those that were taken back: all before it unless given. */
  readonly step?: number;
  readonly rolledBack?: readonly number[];
}

export interface ConformanceCase {
  readonly name: string;
  /** The heading in docs/ that says so: a page with its heading, or a chapter of docs/decisions.md (`D7`), and what it says. */
  readonly spec: string;
  /** The notes that are there before anything is called. */
  readonly files?: Readonly<Record<string, string>>;
  readonly given?: readonly Call[];
  /** Done after `given`, and taken in before the call. */
  readonly edits?: Edits;
  /** Semantic search is set up; `failing`: with a provider that answers every text with an error. */
  readonly semantic?: boolean | 'failing';
  /** Nothing may be written. */
  readonly readOnly?: true;
  /** The program is closed and opened again before the call. */
  readonly restarted?: boolean;
  readonly call: Call;
  /** The answer holds at least this; `<uuid>` stands for any. */
  readonly result?: JsonObject;
  /** Keys that the answer does not have. */
  readonly lacks?: readonly string[];
  readonly error?: ExpectedError;
  /** Files afterwards, with `<uuid>` for each id; null: not there. */
  readonly tree?: Readonly<Record<string, string | null>>;
  /** Calls afterwards, each with what its answer holds. */
  readonly then?: readonly (readonly [...call: Call, result: JsonObject])[];
  /** True for a batch whose steps build on each other: a dry run checks each against the current data only. */
  readonly buildsUp?: true;
  /** False where the operation is not journaled, or leaves nothing to undo. */
  readonly undoable?: false;
}
