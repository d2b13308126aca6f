/** What every part of a select is planned with: the definitions, the clock, and what a reference means. spec: select_rows. */

import { compileWhere } from '../../query/where/compile-where';
import type { Predicate } from '../../query/where/predicate';
import type { SchedulerPort } from '../../ports/host';
import type { Source, SourceShape } from '../../query/source/source';
import type { FileFacts } from '../../query/where/subject';
import { Subjects } from '../../query/where/subjects';
import type { ThisTokens } from '../../query/where/this-note';
import type { View } from '../../storage/view';
import type { JsonObject } from '../../values/json';
import type { TimeTravel } from './time-travel';

/** The arguments of a select but its table. Absent and null are the same. */
export interface Selection {
  readonly columns?: readonly string[] | null | undefined;
  readonly where?: JsonObject | null | undefined;
  readonly order_by?: string | readonly string[] | null | undefined;
  /** Default 100. */
  readonly limit?: number | null | undefined;
  readonly offset?: number | null | undefined;
  readonly expand?: readonly string[] | null | undefined;
  readonly join?: JoinSelection | null | undefined;
  readonly group_by?: string | readonly string[] | null | undefined;
  readonly aggregates?: JsonObject | null | undefined;
}

export interface JoinSelection {
  readonly table: string;
  /** Expression of the left side -> expression of the joined table. */
  readonly on: Readonly<Record<string, string>>;
  readonly as?: string | null | undefined;
  readonly type?: 'inner' | 'left' | null | undefined;
  readonly columns?: readonly string[] | null | undefined;
  readonly where?: JsonObject | null | undefined;
}

export interface PlanContext {
  readonly view: View;
  readonly facts: FileFacts;
  /** Milliseconds. */
  readonly now: number;
  readonly zone: string;
  readonly scheduler: SchedulerPort;
  /** The tables as they were; absent: as they are. */
  readonly past?: TimeTravel;
  /** What `{this.…}` means. */
  readonly tokens: ThisTokens;
  /** Qualified names of the views that this select stands in, the outermost first. */
  readonly reading: readonly string[];
  readonly open: (context: PlanContext, reference: string) => Source;
}

/** What a reference in a query means, to read it as it is. Throws 404, or 400 with the candidates. */
export const openSource = (context: PlanContext, reference: string): Source => context.open(context, reference);

export const subjectsOf = ({ view, facts }: PlanContext, source: SourceShape): Subjects =>
  new Subjects(source, facts, view);

/** The filter of one source, with the argument that it is. */
export function planWhere(
  { now, zone, view, tokens }: PlanContext,
  subjects: Subjects,
  where: JsonObject | null | undefined,
  argument?: string,
): Predicate {
  const operands = { now, zone, links: view.links, hierarchies: view, tokens };
  return compileWhere(where ?? undefined, subjects, operands, argument);
}
