/** Joins the chosen rows of one source with rows of another. Source: docs/queries.md#join; D4. */

import { badRequest } from '../../errors';
import type { SchedulerPort } from '../../ports/host';
import type { LinkView } from '../../storage/view';
import { valueSpecOf } from './aggregates';
import type { JoinedRows } from './group-rows';
import { type KeyPair, hashJoin } from './hash-join';
import { ValueIdMap, assignValueIds } from './value-ids';
import type { Predicate } from '../where/predicate';
import { chosenRows } from '../select-source';
import type { QuerySource } from '../source/query-source';
import type { Subject } from '../where/subject';
import type { QueryStats } from '../query-stats';
import { keyerOf } from './value-keys';
import { type ChosenRows, vectorOf } from './value-vector';

export interface JoinPair {
  readonly left: Subject;
  readonly right: Subject;
}

export interface JoinPlan {
  readonly source: QuerySource;
  readonly where: Predicate;
  /** At least one. */
  readonly pairs: readonly JoinPair[];
  /** Left rows without a match stay. */
  readonly keepsUnmatched: boolean;
  /** What links mean, where the tables are read as they were. */
  readonly pastLinks?: (() => Promise<LinkView>) | undefined;
}

interface JoinContext {
  readonly zone: string;
  readonly links: LinkView;
  readonly scheduler: SchedulerPort;
  readonly stats?: QueryStats | undefined;
}

export async function joinRows(rows: ChosenRows, plan: JoinPlan, context: JoinContext): Promise<JoinedRows> {
  const right = await chosenRows(plan.source, plan.where, context.scheduler, { stats: context.stats });
  const links = (await plan.pastLinks?.()) ?? context.links;
  const pairs: KeyPair[] = [];
  for (const pair of plan.pairs) pairs.push(await keyPair(pair, rows, right, { ...context, links }));
  const matches = await hashJoin(pairs, rows.slots.length, right.slots.length, context.scheduler);
  return { rows: right, matches, keepsUnmatched: plan.keepsUnmatched };
}

async function keyPair(
  { left, right }: JoinPair,
  leftRows: ChosenRows,
  rightRows: ChosenRows,
  context: JoinContext,
): Promise<KeyPair> {
  const values = new ValueIdMap();
  const side = async (subject: Subject, rows: ChosenRows, adds: boolean) => {
    const vector = await vectorOf(subject, rows, context.scheduler);
    const keyer = keyerOf(valueSpecOf(subject.spec), context);
    const isList = subject.spec?.type === 'list';
    return assignValueIds({ vector, rows, keyer, isList, adds }, values, context.scheduler);
  };
  const leftNumbers = await side(left, leftRows, true);
  return { left: leftNumbers, right: await side(right, rightRows, false), size: values.size };
}

/** The pair as it is compared: a link equals its row's `path` or `id`. Throws 400 for types whose values are never equal. */
export function joinPair(left: Subject, right: Subject, rowPath: (side: 'left' | 'right') => Subject): JoinPair {
  const [leftKind, rightKind] = [kindOf(left), kindOf(right)];
  if (leftKind === 'link' && isRowKey(right)) return { left, right: rowPath('right') };
  if (rightKind === 'link' && isRowKey(left)) return { left: rowPath('left'), right };
  if (leftKind === rightKind || leftKind === 'any' || rightKind === 'any') return { left, right };
  const isDay = [leftKind, rightKind].every((kind) => kind === 'date' || kind === 'datetime');
  const isLink = [leftKind, rightKind].includes('link');
  throw badRequest(
    `join.on: ${left.name} is ${leftKind} and ${right.name} is ${rightKind}: they are never equal`,
    isDay
      ? `compare days: date(${leftKind === 'datetime' ? left.name : right.name})`
      : isLink
        ? 'a link equals the path or the id of a row, or another link'
        : 'join columns of the same type',
  );
}

const isRowKey = ({ name, stored }: Subject): boolean => stored === null && (name === 'path' || name === 'id');

function kindOf({ spec }: Subject): string {
  const type = valueSpecOf(spec)?.type ?? 'any';
  switch (type) {
    case 'integer':
      return 'number';
    case 'enum':
      return 'string';
    case 'json':
      return 'any';
    default:
      return type;
  }
}
