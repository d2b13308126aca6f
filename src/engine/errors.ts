/** The one error class of the engine and the values that it carries. spec: Errors, D5. */

import type { Json } from './values/json';

/** Why a call stops. The HTTP status of each stands in one file of the server. D5 */
export const ERROR_CODES = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'refused',
  'conflict',
  'metastore_invalid',
  'unavailable',
  'method_not_allowed',
  'too_large',
  'unsupported_media_type',
  'too_many_requests',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** What is wrong with one value or one note. D5 */
export const VIOLATION_CODES = [
  'required',
  'type',
  'range',
  'step',
  'enum',
  'vocabulary',
  'ref',
  'broken_link',
  'ref_where',
  'unique',
  'check',
  'unknown_column',
  'inverse',
  'generated',
  'identity',
  'hierarchy',
  'field',
  'path',
  'exists',
  'not_a_row',
  'unparsable',
  'duplicate_id',
  'suspect',
] as const;

export type ViolationCode = (typeof VIOLATION_CODES)[number];

/** A value that breaks a rule of its table. */
export interface Violation {
  readonly path: string | null;
  readonly column: string | null;
  readonly code: ViolationCode;
  readonly message: string;
  readonly value?: Json | undefined;
  /** Absent means `error`. */
  readonly severity?: 'warning';
}

/** Something else that stands in the way: a dependent, a referrer, a note that changed, an `expect` that differs. */
export interface Conflict {
  readonly path: string | null;
  readonly column: string | null;
  readonly code: string;
  readonly message: string;
  readonly expected?: Json | undefined;
  readonly actual?: Json | undefined;
}

export interface ErrorDetails {
  readonly violations?: readonly Violation[] | undefined;
  readonly conflicts?: readonly Conflict[] | undefined;
  /** What to do next: the valid values, the near name, the operation to call. */
  readonly hint?: string | undefined;
  /** The step of a batch that was refused. */
  readonly step?: RefusedStep | undefined;
}

/** Which step of a batch was refused, and the indexes of those that were taken back. spec: batch; D17 */
export interface RefusedStep {
  readonly index: number;
  readonly rolledBack: readonly number[];
}

/** The only error that an operation throws on purpose. `message` is one sentence that a person understands. */
export class NotedbError extends Error {
  readonly code: ErrorCode;
  readonly violations: readonly Violation[];
  readonly conflicts: readonly Conflict[];
  readonly hint: string | null;
  readonly step: RefusedStep | null;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = 'NotedbError';
    this.code = code;
    this.violations = details.violations ?? [];
    this.conflicts = details.conflicts ?? [];
    this.hint = details.hint ?? null;
    this.step = details.step ?? null;
  }
}

export const badRequest = (message: string, hint?: string): NotedbError =>
  new NotedbError('bad_request', message, { hint });

export const notFound = (message: string, hint?: string): NotedbError =>
  new NotedbError('not_found', message, { hint });
