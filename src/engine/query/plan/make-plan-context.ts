/** Makes the context for planning the selects of one call. Source: docs/operations.md#select_rows. */

import type { SchedulerPort } from '../../ports/host';
import type { FileFacts } from '../where/subject';
import { ThisTokens } from '../where/this-note';
import type { View } from '../../storage/view';
import type { QuerySource } from '../source/query-source';
import { openWhole } from './open-select';
import type { PlanContext } from './plan-context';
import type { TimeTravel } from './time-travel';

interface PlanInputs {
  readonly view: View;
  readonly facts: FileFacts;
  readonly now: number;
  readonly zone: string;
  readonly scheduler: SchedulerPort;
  /** Absent: no note is meant. */
  readonly tokens?: ThisTokens;
  /** Absent: the tables as they are. */
  readonly past?: TimeTravel;
}

export function makePlanContext(environment: PlanInputs): PlanContext {
  const opened = new Map<string, QuerySource>();
  return {
    ...environment,
    tokens: environment.tokens ?? new ThisTokens(null, environment.view.links, environment.zone),
    reading: [],
    // Two rollups over a view that has two rollups itself open its parts once, not four times.
    open: (context, reference) => {
      const source = opened.get(reference) ?? openWhole(context, reference);
      opened.set(reference, source);
      return source;
    },
  };
}
