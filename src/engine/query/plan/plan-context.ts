/** The context for planning a select: definitions, clock, resolution of references. Source: docs/operations.md#select_rows. */

import { compileWhere } from '../where/compile-where';
import type { Predicate } from '../where/predicate';
import type { SchedulerPort } from '../../ports/host';
import type { QueryStats } from '../query-stats';
import type { QuerySource, SourceShape } from '../source/query-source';
import type { FileFacts } from '../where/subject';
import { SubjectResolver } from '../where/subject-resolver';
import type { ThisTokens } from '../where/this-note';
import type { View } from '../../storage/view';
import type { JsonObject } from '../../json';
import type { TimeTravel } from './time-travel';

export interface PlanContext {
  readonly view: View;
  readonly facts: FileFacts;
  /** Milliseconds. */
  readonly now: number;
  readonly zone: string;
  readonly scheduler: SchedulerPort;
  /** The tables as they were; absent: as they are. */
  readonly past?: TimeTravel;
  /** Counts what computed columns look at. */
  readonly stats?: QueryStats;
  /** What `{this.…}` means. */
  readonly tokens: ThisTokens;
  /** Qualified names of the views around this select, the outermost first. */
  readonly reading: readonly string[];
  readonly open: (context: PlanContext, reference: string) => QuerySource;
}

/** What a reference in a query means, to read it as it is. Throws 404, or 400 with the candidates. */
export const openSource = (context: PlanContext, reference: string): QuerySource => context.open(context, reference);

export const subjectsOf = ({ view, facts }: PlanContext, source: SourceShape): SubjectResolver =>
  new SubjectResolver(source, facts, view);

/** The filter of one source, with the argument that it is. */
export function planWhere(
  { now, zone, view, tokens }: PlanContext,
  subjects: SubjectResolver,
  where: JsonObject | null | undefined,
  argument?: string,
): Predicate {
  const operands = { now, zone, links: view.links, hierarchies: view, tokens };
  return compileWhere(where ?? undefined, subjects, operands, argument);
}
