/** How many problems the vault has, for the list of tables. docs/problems.md#causes */

import { signal } from '@preact/signals';
import { useLiveQuery } from '../../client/live-query';
import type { OperationsClient } from '../../client/operations-client';

/** The first question reads every note. So the list of tables asks it only after the problems were opened once. */
const isCounting = signal(false);

export const countProblems = (): void => void (isCounting.value = true);

/** Null while they are counted, and before somebody looked at them. */
export function useProblemCount(client: OperationsClient): number | null {
  const isOn = isCounting.value;
  const { answer } = useLiveQuery<number | null>(client, `problem-count ${isOn}`, {
    ask: async (operations) => {
      if (!isOn) return null;
      const { counts } = await operations.run('check_table', { limit: 0 });
      return Object.values(counts).reduce((sum, count) => sum + count, 0);
    },
    isTouched: () => isOn,
  });
  return answer.kind === 'answer' ? answer.value : null;
}
