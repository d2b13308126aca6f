/** From a where filter to a predicate. Source: docs/operations.md#select_rows, D6. */

import { NotedbError, badRequest } from '../../errors';
import { columnOfOperand, comparePair } from './compared-columns';
import { type Json, type JsonObject, isJsonObject, isList } from '../../json';
import { type Condition, type ConditionOperator, DEEPEST_FILTER, conditionsOf } from './filter-conditions';
import { ALWAYS, NEVER, type Predicate, type ValueTest } from './predicate';
import type { Subject } from './subject';
import type { SubjectResolver } from './subject-resolver';
import type { OperandContext } from './operand-reader';
import { UNKNOWN, makeTest, type MadeTest } from './value-test';
import type { NotePath } from '../../ports/vault-port';
import type { RowsBehind } from './link-path';

/** `argument`: what the caller calls the filter; messages about it begin with that. */
export function compileWhere(
  where: JsonObject | undefined,
  subjects: SubjectResolver,
  context: OperandContext,
  argument = 'where',
): Predicate {
  if (where === undefined) return ALWAYS;
  try {
    return new WhereCompiler(subjects, context).filter(where, false, 0);
  } catch (error) {
    if (!(error instanceof NotedbError)) throw error;
    throw error.with({ message: `${argument}: ${error.message}` });
  }
}

class WhereCompiler {
  constructor(
    private readonly subjects: SubjectResolver,
    private readonly context: OperandContext,
  ) {}

  /** `negated` pushes a `not` down to the leaves, so that an unknown condition stays unknown under it. */
  filter(where: Json, negated: boolean, depth: number): Predicate {
    if (!isJsonObject(where))
      throw badRequest(
        `a filter must be an object, not ${JSON.stringify(where)}`,
        'write {column: value} or {column: {operator: value}}',
      );
    if (depth > DEEPEST_FILTER)
      throw badRequest(`the filter is nested deeper than ${DEEPEST_FILTER} levels`, 'flatten it with and/or');
    const parts = Object.entries(where).map(([key, value]) => this.entry(key, value, negated, depth));
    return combinePredicates('all', parts, negated);
  }

  private entry(key: string, value: Json, negated: boolean, depth: number): Predicate {
    if (key === 'and' || key === 'or') {
      if (!isList(value)) throw badRequest(`"${key}" takes a list of filters`, `write {"${key}": [{…}, {…}]}`);
      const parts = value.map((part) => this.filter(part, negated, depth + 1));
      return combinePredicates(key === 'and' ? 'all' : 'any', parts, negated);
    }
    if (key === 'not') return this.filter(value, !negated, depth + 1);
    const subject = this.subjectOf(key);
    const conditions = conditionsOf(subject.behind?.end ?? subject, value);
    const values = conditions.filter(([, operand]) => columnOfOperand(operand) === null);
    const parts = conditions.flatMap(([operator, operand]) => {
      const column = columnOfOperand(operand);
      return column === null ? [] : [this.pair(subject, operator, column, negated)];
    });
    if (subject.behind === undefined)
      parts.push(...values.map(([operator, operand]) => this.leaf(subject, operator, operand, negated)));
    else if (values.length > 0) parts.push(this.behind(subject, subject.behind, values, negated));
    return combinePredicates('all', parts, negated);
  }

  private subjectOf(key: string): Subject {
    const found = this.subjects.find(key);
    if (found !== null) return found;
    const combination = COMBINATIONS[key.replace(/^\$/, '').toLowerCase()];
    if (combination === undefined) return this.subjects.get(key);
    throw badRequest(`there is no column "${key}"`, `write ${combination}`);
  }

  private pair(subject: Subject, operator: ConditionOperator, column: string, negated: boolean): Predicate {
    if (column === subject.name) throw badRequest(`${column} is compared with itself`, 'name another column');
    const { test, inverted } = comparePair(subject, operator, this.subjects.get(column), this.context);
    return { kind: 'pair', test, negated: negated !== inverted };
  }

  /** One linked row must match all that is asked under a key. */
  private behind(
    subject: Subject,
    { path, end }: LinkedPart,
    conditions: readonly Condition[],
    negated: boolean,
  ): Predicate {
    const tests = conditions.map(([operator, operand]) => makeTest(end, operator, operand, this.context));
    const known = tests.filter((test) => test !== UNKNOWN);
    if (known.length < tests.length && (!negated || known.length === 0)) return NEVER;
    const { column } = path;
    const link: Subject = {
      ...subject,
      stored: column,
      ofRow: (row) => (column === null ? undefined : row.values[column]),
    };
    return { kind: 'test', subject: link, test: linkedTest(path, end, known), negated };
  }

  private leaf(subject: Subject, operator: ConditionOperator, operand: Json, negated: boolean): Predicate {
    const test = makeTest(subject, operator, operand, this.context);
    if (test === UNKNOWN) return NEVER;
    // The row's links need not be read.
    if (test.test.onlyPaths !== undefined && subject.stored === null)
      return { kind: 'test', subject: { ...subject, ofRow: ({ path }) => path }, test: test.test, negated };
    const equals = operator === 'eq' && typeof operand === 'string' ? { equals: operand } : {};
    return { kind: 'test', subject, test: test.test, negated: negated !== test.inverted, ...equals };
  }
}

/** Spelled as in other languages. */
const COMBINATIONS: Readonly<Record<string, string>> = {
  and: '{"and": [{…}, {…}]}',
  or: '{"or": [{…}, {…}]}',
  not: '{"not": {…}}',
  nor: '{"not": {"or": [{…}, {…}]}}',
};

type LinkedPart = NonNullable<Subject['behind']>;

/** Under a negation `all` and `any` change places. */
function combinePredicates(kind: 'all' | 'any', parts: readonly Predicate[], negated: boolean): Predicate {
  const joined = negated ? (kind === 'all' ? 'any' : 'all') : kind;
  const only = parts[0];
  if (parts.length === 1 && only !== undefined) return only;
  if (parts.length === 0) return joined === 'all' ? ALWAYS : NEVER;
  return { kind: joined, parts };
}

type KnownTest = Exclude<MadeTest, typeof UNKNOWN>;

/** In place of an empty value that no row holds: `within` of the row itself does not find it. */
const NO_NOTE: NotePath = '';

/** A condition on the rows behind a link, as one on the link: one linked row that passes every test is enough. A link that leads to no row is an empty value. D6 */
function linkedTest(path: RowsBehind, end: Subject, tests: readonly KnownTest[]): ValueTest {
  const holds = (value: Json | undefined, at: NotePath): boolean =>
    tests.every(({ test, inverted }) => test.matches(value, at) !== inverted);
  return {
    matches: (value, source) => {
      const rows = path.rowsBehind(value, source);
      return rows.length === 0 ? holds(undefined, NO_NOTE) : rows.some((row) => holds(end.ofRow(row), row.path));
    },
    dependsOnPath: (value) => path.dependsOnPath(value),
  };
}
