/** Causes of problems in the words of a person. docs/problems.md#causes */

import type { Json, Operations } from '../../../engine/index';
import { asSentence } from '../../../kernel/as-sentence';
import { humanName } from '../../client/table-columns';

export type ProblemAnswer = Operations['check_table']['result'];
export type ProblemCause = NonNullable<ProblemAnswer['causes']>[number];
export type FoundProblem = ProblemAnswer['violations'][number];

/** `%` is the column. */
const TITLES: Readonly<Record<FoundProblem['code'], string>> = {
  required: '% is missing',
  type: '% has a value of another type',
  range: '% is out of its range',
  step: '% is between two steps',
  enum: '% is not one of its choices',
  vocabulary: '% has an unknown word',
  ref: '% leads to a note outside of its table',
  broken_link: '% leads to no row',
  ref_where: '% leads to a row that is not allowed',
  unique: '% is not unique',
  check: 'A rule of the table is broken',
  limit: 'More rows than a limit allows',
  unknown_column: '% is not a column of the table',
  inverse: '% is not linked back',
  generated: '% is stale',
  identity: '% is missing or stale',
  hierarchy: '% goes in a circle',
  recurs: '% is a rule that can’t be followed',
  field: 'The field % is missing',
  path: 'The note is not read',
  exists: 'The name is taken',
  not_a_row: 'In the folder, but not a row',
  unparsable: 'Properties can’t be read',
  duplicate_id: 'A copy with the id of another note',
  suspect: 'Missing, but kept',
};

export function causeTitle({ code, column }: Pick<ProblemCause, 'code' | 'column'>): string {
  const title = TITLES[code as FoundProblem['code']];
  return title.replace('%', column === null ? 'A value' : humanName(column));
}

export const tableLabel = (qualified: string): string => humanName(qualified.slice(qualified.lastIndexOf('.') + 1));

export const shownValue = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

export const problemText = ({ code, message }: FoundProblem): string =>
  code === 'not_a_row' ? 'Its folder is that of the table. It names another table, or none.' : asSentence(message);
