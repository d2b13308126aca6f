/** Finds columns that a `recurs` names and that do not fit it. docs/recurrence.md */

import type { TableDefinition } from '../../catalog/definition';
import { type Problem, type ProblemPath, problemAt } from '../../catalog/problem';
import { nearNames, suggest } from '../../../kernel/near-names';
import type { ColumnSpec } from '../../values/column-spec';
import { isComputed } from '../../values/generated-columns';

/** Why a column can't have its part; null: it can. */
type Fits = (spec: ColumnSpec) => string | null;

const isDate = ({ type }: ColumnSpec): boolean => type === 'date' || type === 'datetime';

/** The rule moves on to the next row, so that its column is empty in rows that are done. */
const holdsRule: Fits = ({ type, required, unique, vocabulary }) => {
  if (type !== 'string' || vocabulary !== undefined) return 'must be a string column';
  if (required === true) return 'can not be required: a row that is done has no rule';
  return unique === true ? 'can not be unique: rows may have the same rule' : null;
};

const saysDone: Fits = ({ type }) =>
  type === 'boolean' || type === 'enum' ? null : 'must be a boolean or an enum column';

/** `at`: the place of the attribute. */
export function recursProblems(table: TableDefinition, { name, recurs }: ColumnSpec, at: ProblemPath): Problem[] {
  if (recurs === undefined) return [];
  const problems: Problem[] = [];
  const wrong = (key: string, message: string, more: Partial<Problem> = {}): void => {
    problems.push(
      problemAt(key === '' ? at : [...at, key], 'recurs', `recurs of ${name}: ${message}`, { column: name, ...more }),
    );
  };
  const check = (key: string, column: string, fits: Fits): void => {
    const spec = table.columns.find((each) => each.name === column);
    const names = table.columns.map((each) => each.name);
    if (spec === undefined) {
      const near = suggest(nearNames(column, names), 'name a column of the table');
      return wrong(key, `${table.name} has no column ${column}`, near);
    }
    const reason = column === name ? 'is the date itself' : isComputed(spec) ? 'is computed' : fits(spec);
    if (reason !== null) wrong(key, `${column} ${reason}`);
  };
  const first = table.columns.find((each) => each.recurs !== undefined);
  if (first !== undefined && first.name !== name) wrong('', `the rows of ${table.name} come again by ${first.name}`);
  check('rule', recurs.rule, holdsRule);
  check('done', recurs.done, saysDone);
  for (const column of recurs.shift ?? []) {
    check('shift', column, (spec) => (isDate(spec) ? null : 'must be a date or datetime column'));
  }
  for (const column of recurs.reset ?? []) check('reset', column, () => null);
  const done = table.columns.find((each) => each.name === recurs.done);
  for (const message of doneProblems(recurs.values ?? [], done)) wrong('values', message);
  return problems;
}

/** Which values count as done, and that a new row is not done already. */
function doneProblems(values: readonly string[], done: ColumnSpec | undefined): readonly string[] {
  const { type, values: allowed = [], default: initial } = done ?? {};
  if (type === 'boolean') {
    if (values.length > 0) return ['values are for an enum'];
    return initial === true ? ['a new row is done by default'] : [];
  }
  if (type !== 'enum') return [];
  if (values.length === 0) return [`name the values that count as done (${allowed.join(', ')})`];
  const unknown = values.filter((value) => !allowed.includes(value));
  if (unknown.length > 0)
    return [`${unknown.join(', ')} is not a value of ${done?.name ?? ''} (${allowed.join(', ')})`];
  return typeof initial === 'string' && values.includes(initial) ? ['a new row is done by default'] : [];
}
