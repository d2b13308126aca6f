/** The one evaluation of a rule's filter for a row, through links of any length. Source: docs/decisions.md#check-constraints; D6. */

import { linkpathIn } from '../../note/links/link-syntax';
import type { NotePath } from '../../ports/vault-port';
import { type PairTest, type ValueTest, pairHolds } from '../../query/where/predicate';
import type { Subject } from '../../query/where/subject';
import type { Row } from '../../storage/row';
import type { View } from '../../storage/view';
import { type Json, isEmpty, isList } from '../../json';

export interface LinkStep {
  readonly column: string;
  /** Qualified. */
  readonly target: string;
}

/** One key of a filter: what its path ends at, and everything that is asked of the value there. */
export interface CheckCondition {
  readonly kind: 'condition';
  /** Empty for a column of the row itself. */
  readonly hops: readonly LinkStep[];
  readonly subject: Subject;
  readonly tests: readonly { readonly test: ValueTest; readonly inverted: boolean }[];
  /** Comparisons of the value with columns of the row that the rule is about. */
  readonly pairs: readonly { readonly test: PairTest; readonly inverted: boolean }[];
}

export type CheckPart =
  | CheckCondition
  | { readonly kind: 'all' | 'any'; readonly parts: readonly CheckPart[] }
  | { readonly kind: 'not'; readonly part: CheckPart };

/**
 * How emptiness and lists of links count. `check`: at the top level an empty value, and a path whose first link is empty,
 * pass; inside and, or and not they are tested as they are, a path that ends early being false; every link of a list must
 * lead to a row that matches. `where`: as select_rows does, a path that ends early is an empty value, one link of a list
 * is enough.
 */
export type CheckMode = 'check' | 'where';

/** A compiled filter: its keys, which are and-ed, are the top level. */
export interface CompiledFilter {
  readonly mode: CheckMode;
  readonly parts: readonly CheckPart[];
}

/** Whether a row keeps the rule. Links resolve from the note that holds them; no table is scanned. */
export function passesCheck({ mode, parts }: CompiledFilter, row: Row, view: View): boolean {
  const evaluation = new CheckEvaluation(mode, view);
  return parts.every((part) =>
    part.kind === 'condition' ? evaluation.condition(part, row, mode === 'check') : evaluation.part(part, row),
  );
}

/** The values that a condition looks at, in the order of the links; none where no row is reached. */
export const valuesAt = (condition: CheckCondition, row: Row, view: View): readonly (Json | undefined)[] =>
  new CheckEvaluation('where', view).follow(condition.hops, row).rows.map((each) => condition.subject.ofRow(each));

class CheckEvaluation {
  constructor(
    private readonly mode: CheckMode,
    private readonly view: View,
  ) {}

  part(part: CheckPart, row: Row): boolean {
    switch (part.kind) {
      case 'condition':
        return this.condition(part, row, false);
      case 'all':
        return part.parts.every((each) => this.part(each, row));
      case 'any':
        return part.parts.some((each) => this.part(each, row));
      case 'not':
        return !this.part(part.part, row);
    }
  }

  condition(condition: CheckCondition, row: Row, passesEmpty: boolean): boolean {
    const { rows, end } = this.follow(condition.hops, row);
    if (this.mode === 'where') {
      return rows.length === 0
        ? nothingHolds(condition, row.path)
        : rows.some((each) => conditionHolds(condition, each, row));
    }
    if (end === 'empty') return passesEmpty;
    if (end === 'missing') return false;
    return rows.every(
      (each) => (passesEmpty && isAnyEmpty(condition, each, row)) || conditionHolds(condition, each, row),
    );
  }

  /** The rows at the end of a path. `empty`: the first link is; `missing`: a later one is, or some link leads to no row. */
  follow(hops: readonly LinkStep[], start: Row): { rows: readonly Row[]; end: 'reached' | 'empty' | 'missing' } {
    let rows: readonly Row[] = [start];
    let end: 'reached' | 'missing' = 'reached';
    for (const [i, { column, target }] of hops.entries()) {
      const next: Row[] = [];
      for (const row of rows) {
        const links = linksIn(row.values[column]);
        if (links.length === 0 && i === 0) return { rows: [], end: 'empty' };
        const found = links.map((link) => linkedRow(this.view, target, link, row.path));
        if (links.length === 0 || found.includes(null)) end = 'missing';
        next.push(...found.filter((each) => each !== null));
      }
      rows = next;
    }
    return { rows, end };
  }
}

/** `row`: the one that the rule is about; `each`: the one at the end of the path. */
function conditionHolds({ subject, tests, pairs }: CheckCondition, each: Row, row: Row): boolean {
  const value = subject.ofRow(each);
  return (
    tests.every(({ test, inverted }) => test.matches(value, each.path) !== inverted) &&
    pairs.every(({ test, inverted }) => pairHolds(test, each, row) !== inverted)
  );
}

/** Where the path leads to no row. */
const nothingHolds = ({ tests, pairs }: CheckCondition, path: NotePath): boolean =>
  tests.every(({ test, inverted }) => test.matches(undefined, path) !== inverted) &&
  pairs.every(({ inverted }) => inverted);

const isAnyEmpty = ({ subject, pairs }: CheckCondition, each: Row, row: Row): boolean =>
  isEmpty(subject.ofRow(each)) || pairs.some(({ test }) => isEmpty(test.right.subject.ofRow(row)));

/** The links that a value holds, one or a list; empty ones don't count. */
export function linksIn(value: Json | undefined): readonly string[] {
  const items = isList(value) ? value : [value];
  return items.filter((item): item is string => typeof item === 'string' && item !== '');
}

export const linkTarget = (view: View, link: string, source: NotePath): NotePath | null =>
  view.links.resolve(linkpathIn(link), source);

/** The row of `table` that a link in `source` means; null when it means none. */
export function linkedRow(view: View, table: string, link: string, source: NotePath): Row | null {
  const target = linkTarget(view, link, source);
  return target === null || view.catalog.table(table) === null ? null : view.table(table).row(target);
}
