/** Takes several writes back, the newest first, and says what came of it. docs/rights.md#notices */

import type { OperationsClient } from '../client/operations-client';
import { describeRefusedUndo } from './describe-refused-undo';

export interface UndoneWrites {
  /** A sentence or two for a person. */
  readonly text: string;
  /** Whether all of them were taken back. */
  readonly isWhole: boolean;
}

/** Stops at the first write that can't be taken back. Never rejects. */
export async function undoWrites(client: OperationsClient, migrations: readonly string[]): Promise<UndoneWrites> {
  let undone = 0;
  for (const migration_id of [...migrations].reverse()) {
    try {
      await client.run('undo_migration', { migration_id });
      undone += 1;
    } catch (thrown) {
      const { message, hint } = describeRefusedUndo(thrown);
      const done =
        undone === 0 ? 'Nothing was taken back.' : `${undone} of ${migrations.length} writes were taken back.`;
      return { text: [done, message, ...(hint === null ? [] : [hint])].join(' '), isWhole: false };
    }
  }
  const text = migrations.length === 1 ? 'The write was taken back.' : `${migrations.length} writes were taken back.`;
  return { text, isWhole: true };
}
