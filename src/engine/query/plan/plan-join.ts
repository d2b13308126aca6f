/** Reads the join of a select. Source: docs/queries.md#join; D4. */

import { badRequest } from '../../errors';
import { readExpression } from '../group/query-expressions';
import { type JoinPair, joinPair } from '../group/join-rows';
import type { SelectPlan } from '../run-select';
import type { QuerySource } from '../source/query-source';
import type { Subject } from '../where/subject';
import type { SubjectResolver } from '../where/subject-resolver';
import { type PlanContext, openSource, planWhere, subjectsOf } from './plan-context';
import type { JoinSelection } from './select-input';

export type PlannedJoin = NonNullable<SelectPlan['join']> & { readonly subjects: SubjectResolver };

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

const LONGEST_NAME = 63;

export function planJoin(
  context: PlanContext,
  left: QuerySource,
  leftSubjects: SubjectResolver,
  join: JoinSelection | null,
): PlannedJoin | null {
  if (join === null) return null;
  const source = openSource(context, join.table);
  const subjects = subjectsOf(context, source);
  const entries = Object.entries(join.on);
  if (entries.length === 0)
    throw badRequest('join.on is empty', 'write {"on": {"column": "column of the joined table"}}');
  const as = join.as ?? source.name;
  checkName(as, left, leftSubjects);
  const rowPath = (side: 'left' | 'right'): Subject => ({
    ...(side === 'left' ? leftSubjects : subjects).get('path'),
    spec: null,
  });
  const pairs = entries.map(([leftText, rightText]): JoinPair => {
    const own = leftText.startsWith(`${left.name}.`) ? leftText.slice(left.name.length + 1) : leftText;
    const pair = [
      readLeft(own, leftText),
      readExpression(withoutAlias(rightText, as), subjects, context.zone),
    ] as const;
    return joinPair(pair[0], pair[1], rowPath);
  });
  function readLeft(own: string, written: string): Subject {
    return readExpression(leftSubjects.find(own) === null ? written : own, leftSubjects, context.zone);
  }
  return {
    source,
    subjects,
    as,
    pairs,
    where: planWhere(context, subjects, join.where, 'join.where'),
    keepsUnmatched: join.type === 'left',
    pastLinks: context.past?.links,
    projection: { columns: join.columns?.map((name) => subjects.get(name)) ?? null, expansion: null },
  };
}

/** `other.id` for the column `id` of the source joined as `other`. */
const withoutAlias = (text: string, as: string): string =>
  text.startsWith(`${as}.`) ? text.slice(as.length + 1) : text;

function checkName(as: string, left: QuerySource, subjects: SubjectResolver): void {
  if (!NAME.test(as) || as.length > LONGEST_NAME) {
    throw badRequest(`join.as: ${JSON.stringify(as)} is not a name`, 'use letters, digits and _, like other');
  }
  if (subjects.find(as) !== null) {
    throw badRequest(`join.as: ${left.name} has a column "${as}" already`, 'give as another name');
  }
}
