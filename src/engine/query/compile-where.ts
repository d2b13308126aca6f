/** From a where filter to a predicate. spec: select_rows details, D6. */

import { NotedbError, badRequest } from '../errors';
import { nearNames } from '../catalog/near-names';
import { type Json, type JsonObject, isJsonObject } from '../values/json';
import { OPERATORS, type Operator } from './operators';
import { ALWAYS, NEVER, type Predicate } from './predicate';
import type { Subject, Subjects } from './subject';
import type { OperandContext } from './operand';
import { UNKNOWN, makeTest } from './value-test';

/** How deep filters may nest. */
const DEEPEST = 64;

export function compileWhere(where: JsonObject | undefined, subjects: Subjects, context: OperandContext): Predicate {
  return where === undefined ? ALWAYS : new Compiler(subjects, context).filter(where, false, 0);
}

class Compiler {
  constructor(
    private readonly subjects: Subjects,
    private readonly context: OperandContext,
  ) {}

  /** `negated` pushes a `not` down to the leaves, so that an unknown condition stays unknown under it. */
  filter(where: Json, negated: boolean, depth: number): Predicate {
    if (!isJsonObject(where))
      throw badRequest(
        `a filter must be an object, not ${JSON.stringify(where)}`,
        'write {column: value} or {column: {operator: value}}',
      );
    if (depth > DEEPEST)
      throw badRequest(`the filter is nested deeper than ${DEEPEST} levels`, 'flatten it with and/or');
    const parts = Object.entries(where).map(([key, value]) => this.entry(key, value, negated, depth));
    return join('all', parts, negated);
  }

  private entry(key: string, value: Json, negated: boolean, depth: number): Predicate {
    if (key === 'and' || key === 'or') {
      if (!Array.isArray(value)) throw badRequest(`"${key}" takes a list of filters`, `write {"${key}": [{…}, {…}]}`);
      const parts = (value as readonly Json[]).map((part) => this.filter(part, negated, depth + 1));
      return join(key === 'and' ? 'all' : 'any', parts, negated);
    }
    if (key === 'not') return this.filter(value, !negated, depth + 1);
    if (key.includes('.')) throw notYet(key);
    const subject = this.subjects.get(key);
    const conditions = this.conditions(subject, value);
    return join(
      'all',
      conditions.map(([operator, operand]) => this.leaf(subject, operator, operand, negated)),
      negated,
    );
  }

  private conditions(subject: Subject, value: Json): readonly (readonly [Operator, Json])[] {
    if (!isJsonObject(value)) return [['eq', value]];
    const keys = Object.keys(value);
    const known = keys.filter((key) => (OPERATORS as readonly string[]).includes(key));
    if (known.length === keys.length && keys.length > 0)
      return known.map((key) => [key as Operator, value[key] as Json]);
    const takesObjects = subject.spec === null || subject.spec.type === 'json';
    if (takesObjects && known.length === 0) return [['eq', value]];
    const unknown = keys.filter((key) => !known.includes(key));
    throw new NotedbError(
      'bad_request',
      `${subject.name}: unknown operator ${unknown.map((key) => `"${key}"`).join(', ')}`,
      {
        hint: `${unknown
          .flatMap((key) => nearNames(key, OPERATORS))
          .map((near) => `did you mean "${near}"? `)
          .join('')}operators: ${OPERATORS.join(', ')}`,
      },
    );
  }

  private leaf(subject: Subject, operator: Operator, operand: Json, negated: boolean): Predicate {
    const test = makeTest(subject, operator, operand, this.context);
    if (test === UNKNOWN) return NEVER;
    const equals = operator === 'eq' && typeof operand === 'string' ? { equals: operand } : {};
    return { kind: 'test', subject, test: test.test, negated: negated !== test.inverted, ...equals };
  }
}

/** Under a negation `all` and `any` change places. */
function join(kind: 'all' | 'any', parts: readonly Predicate[], negated: boolean): Predicate {
  const joined = negated ? (kind === 'all' ? 'any' : 'all') : kind;
  const only = parts[0];
  if (parts.length === 1 && only !== undefined) return only;
  if (parts.length === 0) return joined === 'all' ? ALWAYS : NEVER;
  return { kind: joined, parts };
}

const notYet = (what: string): NotedbError =>
  new NotedbError('refused', `${what} can't be filtered by here yet`, {
    hint: 'not yet: filter by the columns of the table itself',
  });
