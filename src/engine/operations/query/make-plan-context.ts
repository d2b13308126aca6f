/** What the selects of one call are planned with. spec: select_rows. */

import type { SchedulerPort } from '../../ports/host';
import type { FileFacts } from '../../query/where/subject';
import { ThisTokens } from '../../query/where/this-note';
import type { View } from '../../storage/view';
import { openWhole } from './open-select';
import type { PlanContext } from './plan-context';
import type { TimeTravel } from './time-travel';

interface Surroundings {
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

export const makePlanContext = (surroundings: Surroundings): PlanContext => ({
  ...surroundings,
  tokens: surroundings.tokens ?? new ThisTokens(null, surroundings.view.links, surroundings.zone),
  reading: [],
  open: openWhole,
});
