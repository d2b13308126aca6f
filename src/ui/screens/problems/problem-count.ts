/** How many problems the vault has, for the list of tables. docs/problems.md#causes */

import { useLiveQuery } from '../../client/live-query';
import type { OperationsClient } from '../../client/operations-client';

/** Null while they are counted. */
export function useProblemCount(client: OperationsClient): number | null {
  const { answer } = useLiveQuery(client, 'problem-count', {
    ask: async (operations) => {
      const { counts } = await operations.run('check_table', { limit: 0 });
      return Object.values(counts).reduce((sum, count) => sum + count, 0);
    },
    isTouched: () => true,
  });
  return answer.kind === 'answer' ? answer.value : null;
}
