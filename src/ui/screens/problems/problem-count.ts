/** How many problems the vault has, for the list of tables. docs/problems.md#causes */

import { type Signal, signal } from '@preact/signals';
import { useLiveQuery } from '../../client/live-query';
import type { OperationsClient } from '../../client/operations-client';

/** The first question reads every note. So the list of tables asks it only after the problems were opened once. */
const counting = new WeakMap<OperationsClient, Signal<boolean>>();

function isCounting(client: OperationsClient): Signal<boolean> {
  const known = counting.get(client) ?? signal(false);
  counting.set(client, known);
  return known;
}

export const countProblems = (client: OperationsClient): void => void (isCounting(client).value = true);

/** Null while they are counted, and before somebody looked at them. */
export function useProblemCount(client: OperationsClient): number | null {
  const isOn = isCounting(client).value;
  const { answer } = useLiveQuery<number | null>(client, `problem-count ${isOn}`, {
    ask: async (operations) => {
      if (!isOn) return null;
      const { counts, keptTables = [] } = await operations.run('check_table', { limit: 0 });
      return Object.values(counts).reduce((sum, count) => sum + count, keptTables.length);
    },
    isTouched: () => isOn,
  });
  return answer.kind === 'answer' ? answer.value : null;
}
