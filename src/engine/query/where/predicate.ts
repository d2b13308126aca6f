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
  /** Finds the rows that match by what links lead to. Absent: there is no such way. */
  readonly byLinks?: LinkSearch;
  /** `matches` for a text that is not empty and has been through `foldText`: columns keep their texts in that form. */
  matchesFolded?(folded: string): boolean;
  /** `matches` for a text that is a calendar day: columns remember which of theirs are. */
  matchesDay?(day: string): boolean;
}

export type Predicate =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Predicate[] }
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
  }
}
