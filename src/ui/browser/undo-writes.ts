/** Takes several writes back, the newest first, and says what came of it. docs/rights.md#notices */

import { describeProblem } from './describe-problem';
import type { OperationsClient } from './operations-client';

/** A sentence or two for a person. Stops at the first write that something stands against. Never rejects. */
export async function undoWrites(client: OperationsClient, migrations: readonly string[]): Promise<string> {
  let undone = 0;
  for (const migration_id of [...migrations].reverse()) {
    try {
      await client.run('undo_migration', { migration_id });
      undone += 1;
    } catch (thrown) {
      const { message, hint } = describeProblem(thrown);
      const done =
        undone === 0 ? 'Nothing was taken back.' : `${undone} of ${migrations.length} writes were taken back.`;
      return [done, message, ...(hint === null ? [] : [hint])].join(' ');
    }
  }
  return migrations.length === 1 ? 'The write was taken back.' : `${migrations.length} writes were taken back.`;
}
