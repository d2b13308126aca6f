/** A compiled filter: negations are at the leaves, an unknown condition matches nothing either way. D6 */

import type { SchedulerPort } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import type { FrozenColumn } from '../../storage/columns/stored-column';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import type { Row } from '../../storage/row';
import type { Json } from '../../json';
import type { Subject } from './subject';

/** The rows of a snapshot whose links lead to certain files. */
export interface LinkSearch {
  /** Worth an index at the first time: a look at every value would cost more. */
  readonly isDear: boolean;
  /** In any order, some perhaps twice. Null: every row has to be looked at. */
  slots(column: FrozenColumn, snapshot: RowsSnapshot, scheduler: SchedulerPort): Promise<Uint32Array | null>;
  /** True when the index is there. */
  isReady(column: FrozenColumn, snapshot: RowsSnapshot): boolean;
}

/** One condition on one value. */
export interface ValueTest {
  /** `path` is the row's note: links resolve from there. */
  matches(value: Json | undefined, path: NotePath): boolean;
  /** True when the answer for this value is not the same in every note. Absent: never. */
  dependsOnPath?(value: Json | undefined): boolean;
  /**
   * Only these values, and texts that are one of them in another Unicode form, can match. Absent: any value can. They are of the
   * types that a dictionary finds: texts, numbers, booleans.
   */
  readonly only?: readonly Json[];
  /** The notes of the rows that match, known without a look at them. Absent: they are not. */
  readonly onlyPaths?: readonly NotePath[];
  /** Finds the rows that match by what links lead to. Absent: there is no such way. */
  readonly byLinks?: LinkSearch;
  /** `matches` for a text that is not empty and has been through `foldText`: columns keep their texts in that form. */
  matchesFolded?(folded: string): boolean;
  /** `matches` for a text that is a calendar day: columns remember which of theirs are. */
  matchesDay?(day: string): boolean;
}

/** One of two values that are compared. */
export interface PairSide {
  readonly subject: Subject;
  /** What `holds` compares; undefined: no value. */
  readonly key: (value: Json | undefined, path: NotePath) => unknown;
  /** True when the key of this value is not the same in every note. Absent: never. */
  readonly dependsOnPath?: (value: Json | undefined) => boolean;
}

/** A condition on two values of a row. It is false where one of them is missing. */
export interface PairTest {
  readonly left: PairSide;
  readonly right: PairSide;
  readonly holds: (left: unknown, right: unknown) => boolean;
}

export type Predicate =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Predicate[] }
  | { readonly kind: 'pair'; readonly test: PairTest; readonly negated: boolean }
  | {
      readonly kind: 'test';
      readonly subject: Subject;
      readonly test: ValueTest;
      readonly negated: boolean;
      /** The text that a plain equality asks for, so that an index can find it. */
      readonly equals?: string;
    };

export const ALWAYS: Predicate = { kind: 'constant', value: true };
export const NEVER: Predicate = { kind: 'constant', value: false };

/** The stored columns that a filter and these subjects look at. */
export function columnsRead(where: Predicate, subjects: readonly Subject[]): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (part: Predicate): void => {
    if (part.kind === 'test') addColumns(names, part.subject);
    else if (part.kind === 'pair')
      for (const { subject } of [part.test.left, part.test.right]) addColumns(names, subject);
    else if (part.kind !== 'constant') for (const each of part.parts) visit(each);
  };
  visit(where);
  for (const subject of subjects) addColumns(names, subject);
  return names;
}

function addColumns(names: Set<string>, { stored, derived }: Subject): void {
  const column = derived?.column ?? stored;
  if (column !== null) names.add(column);
}

/** Evaluates row by row: the oracle of the column evaluator, and the way for the few rows that are staged. */
export function rowMatches(predicate: Predicate, row: Row): boolean {
  switch (predicate.kind) {
    case 'constant':
      return predicate.value;
    case 'all':
      return predicate.parts.every((part) => rowMatches(part, row));
    case 'any':
      return predicate.parts.some((part) => rowMatches(part, row));
    case 'test':
      return predicate.test.matches(predicate.subject.ofRow(row), row.path) !== predicate.negated;
    case 'pair':
      return pairHolds(predicate.test, row) !== predicate.negated;
  }
}

/** `other`: the row of the right side, where it is another one. */
export function pairHolds({ left, right, holds }: PairTest, row: Row, other = row): boolean {
  const one = left.key(left.subject.ofRow(row), row.path);
  const second = one === undefined ? undefined : right.key(right.subject.ofRow(other), other.path);
  return second !== undefined && holds(one, second);
}
