/** The one error class of the engine and the values that it carries. Source: docs/http.md#errors, D5. */

import type { Json } from './json';

/** Why a call stops. The HTTP status of each is in one file of the server. D5 */
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

/** What holds of each violation of one code. */
interface ViolationRule {
  /** The problem, in the words of the reference. */
  readonly meaning: string;
  /** What a caller can do about it. */
  readonly remedy: string;
  /** The remedy where the violation names a column; absent: the same one. */
  readonly columnRemedy?: string;
  /** check_table lists it as a warning, or never: only calls are refused for it. Absent: as an error. */
  readonly checked?: 'warning' | 'never';
  /** The part of a table's definition that holds the rule; absent: the column. */
  readonly definedBy?: 'constraints' | 'folders';
  /** The value names another row, by a link or by a word of a vocabulary. */
  readonly names?: 'link' | 'word';
  /** The form of the value is wrong, so that a note can break it before the column is declared. */
  readonly isOfForm?: true;
}

/** The remedy that fits every value; lists of remedies end with it. */
export const USUAL_REMEDY = 'correct the values that are listed, then repeat the call; nothing was written';

const ANOTHER_LINK = 'write the link of a row that exists, or insert that row first';
const LEAVE_OUT = 'leave computed columns out: the engine writes them';
const ANOTHER_PATH = 'give another path';

const declareCodes = <Code extends string>(
  codes: Readonly<Record<Code, ViolationRule>>,
): Readonly<Record<Code, ViolationRule>> => codes;

/** A problem of one value or one note: one record has everything about each code. Source: docs/operations.md#violations */
export const VIOLATION_CODES = declareCodes({
  required: { meaning: 'A required value is missing.', remedy: USUAL_REMEDY },
  type: { meaning: 'The value is not of the type of the column.', remedy: USUAL_REMEDY, isOfForm: true },
  range: { meaning: 'The value is below `min` or above `max`.', remedy: USUAL_REMEDY, isOfForm: true },
  step: { meaning: 'The value is not a multiple of `step`.', remedy: USUAL_REMEDY, isOfForm: true },
  enum: { meaning: 'The value is not among the `values` of the enum.', remedy: 'use one of the listed values' },
  vocabulary: {
    meaning: 'No row of the vocabulary has this name.',
    remedy: 'use the name of a row that exists, or insert that row first',
    names: 'word',
  },
  ref: {
    meaning: 'The link leads to a note that is not a row of the `ref` table, to several rows, or to the row itself.',
    remedy: ANOTHER_LINK,
    names: 'link',
  },
  broken_link: { meaning: 'The link leads to no row of the `ref` table.', remedy: ANOTHER_LINK, names: 'link' },
  ref_where: {
    meaning: 'The linked row does not match `ref_where` or `ref_by`.',
    remedy: 'list_link_targets lists the rows that may be linked',
  },
  unique: { meaning: 'Another row has the value.', remedy: 'change the value, or update the row that holds it' },
  check: {
    meaning: 'The row does not match a CHECK constraint.',
    remedy: 'change what the constraint asks about; describe_table lists the constraints',
    definedBy: 'constraints',
  },
  limit: {
    meaning: 'More rows match the filter of a limit than it allows.',
    remedy: 'change other rows of the limit first, or give it a larger at_most: drop_constraint, then add_constraint',
    definedBy: 'constraints',
  },
  unknown_column: { meaning: 'The table has no such column or field.', remedy: 'call describe_table for the columns' },
  inverse: {
    meaning: 'The linked row does not link back, or links elsewhere.',
    remedy: 'clear the link on the other side first, or change both sides in one batch',
  },
  generated: { meaning: 'The value differs from the computed one, or a call gives it.', remedy: LEAVE_OUT },
  identity: { meaning: 'The id or an identity column is missing or stale, or a call gives it.', remedy: LEAVE_OUT },
  hierarchy: { meaning: 'The parent links form a cycle.', remedy: 'take a parent that does not lie below the row' },
  recurs: {
    meaning: 'The recurrence rule can not be followed, or is not taken off a row that is done.',
    remedy:
      'write a rule such as FREQ=WEEKLY;BYDAY=MO; set a row that is done back, then as done again, for its next row',
  },
  field: { meaning: 'A row lacks an untyped field, or a field has the name of a column.', remedy: USUAL_REMEDY },
  path: {
    meaning: 'The path of the note is not allowed, can not be made of the values, or is not read.',
    remedy: `${ANOTHER_PATH}: list_folder shows what there is`,
    columnRemedy: 'give these columns a value: the path of the note is made of them',
  },
  exists: {
    meaning: 'The name or the path is taken.',
    remedy: ANOTHER_PATH,
    columnRemedy: 'rename the key to another name, or drop one of the two first',
    checked: 'never',
  },
  not_a_row: {
    meaning: 'The note lies in the folder of the table and is not a row.',
    remedy: USUAL_REMEDY,
    checked: 'warning',
    definedBy: 'folders',
  },
  unparsable: { meaning: 'The front matter does not parse.', remedy: 'mend the front matter of these notes by hand' },
  duplicate_id: {
    meaning: 'Another note has the same `id`.',
    remedy: 'give the note an id of its own: adopt_rows with drop ["id"], or recompute_columns for a copy of a row',
  },
  suspect: {
    meaning: 'The note vanished together with many others. The deletion is not confirmed.',
    remedy: USUAL_REMEDY,
    checked: 'warning',
  },
});

export type ViolationCode = keyof typeof VIOLATION_CODES;

export const violationCodesWith = (has: (rule: ViolationRule) => boolean): readonly ViolationCode[] =>
  (Object.keys(VIOLATION_CODES) as ViolationCode[]).filter((code) => has(VIOLATION_CODES[code]));

/** A value that breaks a rule of its table. */
export interface Violation {
  readonly path: string | null;
  readonly column: string | null;
  readonly code: ViolationCode;
  readonly message: string;
  /** Of a CHECK that reads several columns of the row: these; `column` is null then. */
  readonly columns?: readonly string[];
  readonly value?: Json | undefined;
  /** Absent means `error`. */
  readonly severity?: 'warning';
  /** Names or values that were probably meant, the best first; absent: none. */
  readonly near?: readonly string[];
  /** The probable value in place of `value`; absent: none is certain enough. */
  readonly fix?: Json;
  /** Of a batch: the index of the step. */
  readonly step?: number;
}

/** Something else that prevents the write: a dependent, a referrer, a note that changed, an `expect` that differs. */
export interface Conflict {
  readonly path: string | null;
  readonly column: string | null;
  readonly code: string;
  readonly message: string;
  readonly expected?: Json | undefined;
  readonly actual?: Json | undefined;
  /** As those of a violation. */
  readonly near?: readonly string[];
  readonly step?: number;
}

/** The key `near`, where there is anything near. */
export const nearOf = (near: readonly string[]): { readonly near?: readonly string[] } =>
  near.length === 0 ? {} : { near };

export interface ErrorDetails {
  readonly violations?: readonly Violation[] | undefined;
  readonly conflicts?: readonly Conflict[] | undefined;
  /** What to do next: the valid values, the near name, the operation to call. */
  readonly hint?: string | undefined;
  /** Names that message or hint propose ("did you mean"), the best first; violations and conflicts have their own. */
  readonly near?: readonly string[] | undefined;
  /** The mistake in the text of an argument. */
  readonly place?: TextPlace | undefined;
  /** The step of a batch that was refused. */
  readonly step?: RefusedStep | undefined;
  readonly unmatched?: readonly UnmatchedName[] | undefined;
  /** The file that the disk refuses, or that others changed. For the engine, which shows it only to a caller that sees the file. */
  readonly file?: string | null | undefined;
}

/** [at, at + length) of a text, from 0. */
export interface TextPlace {
  readonly at: number;
  readonly length: number;
}

/** What a link or a word names and no row is called like, not even nearly. Says the engine to itself: no answer has it. */
export interface UnmatchedName {
  /** Qualified. */
  readonly table: string;
  readonly name: string;
  /** The column that holds it. */
  readonly column: string;
  /** The names of the rows that may be meant. */
  readonly allowed: readonly string[];
  /** Of a batch: the index of the step. */
  readonly step?: number;
}

/** Which step of a batch was refused, and the indexes of those that were taken back. Source: docs/operations.md#batch; D17 */
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
  readonly near: readonly string[];
  readonly place: TextPlace | null;
  readonly step: RefusedStep | null;
  readonly unmatched: readonly UnmatchedName[];
  readonly file: string | null;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = 'NotedbError';
    this.code = code;
    this.violations = details.violations ?? [];
    this.conflicts = details.conflicts ?? [];
    this.hint = details.hint ?? null;
    this.near = [...new Set(details.near)];
    this.place = details.place ?? null;
    this.step = details.step ?? null;
    this.unmatched = details.unmatched ?? [];
    this.file = details.file ?? null;
  }

  /** The same error in other words. `hint` undefined: none. */
  with({ message = this.message, ...details }: { readonly message?: string } & ErrorDetails): NotedbError {
    const { code, violations, conflicts, hint, near, unmatched, file } = this;
    const own = { violations, conflicts, hint: hint ?? undefined, near, unmatched, file };
    const places = { place: this.place ?? undefined, step: this.step ?? undefined };
    return new NotedbError(code, message, { ...own, ...places, ...details });
  }
}

/** The hint of a refusal: text alone, or with the names that it proposes. */
export type Hint = string | Pick<ErrorDetails, 'hint' | 'near' | 'place'>;

const hintDetails = (hint: Hint | undefined): ErrorDetails => (typeof hint === 'string' ? { hint } : { ...hint });

export const badRequest = (message: string, hint?: Hint): NotedbError =>
  new NotedbError('bad_request', message, hintDetails(hint));

/** Of one conflict, about no note or column unless it names one. `message` says more than the conflict does. */
export const conflictError = (conflict: OneConflict, hint: string, message = conflict.message): NotedbError =>
  new NotedbError('conflict', message, { conflicts: [{ path: null, column: null, ...conflict }], hint });

/** The same for what no other state of the vault would allow. */
export const refusalError = (conflict: OneConflict, hint: string): NotedbError =>
  new NotedbError('refused', conflict.message, { conflicts: [{ path: null, column: null, ...conflict }], hint });

type OneConflict = Pick<Conflict, 'code' | 'message'> & Partial<Conflict>;

/** The first one, and how many more there are. */
export function firstOf([first, ...more]: readonly { readonly message: string }[]): string {
  return `${first?.message ?? ''}${more.length > 0 ? ` (and ${more.length} more)` : ''}`;
}

/** Throws `conflict` with all of them, if there are any. */
export function refuseConflicts(what: string, conflicts: readonly Conflict[], hint: string): void {
  if (conflicts.length > 0) throw new NotedbError('conflict', `${what}: ${firstOf(conflicts)}`, { conflicts, hint });
}

export const notFound = (message: string, hint?: Hint): NotedbError =>
  new NotedbError('not_found', message, hintDetails(hint));
