/** Makes the context for planning the selects of one call. Source: docs/operations.md#select_rows. */

import type { SchedulerPort } from '../../ports/host';
import type { FileFacts } from '../where/subject';
import { ThisTokens } from '../where/this-note';
import type { View } from '../../storage/view';
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

export const makePlanContext = (environment: PlanInputs): PlanContext => ({
  ...environment,
  tokens: environment.tokens ?? new ThisTokens(null, environment.view.links, environment.zone),
  reading: [],
  open: openWhole,
});
