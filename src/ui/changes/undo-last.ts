/** Takes back the newest write, of any person or program, that still applies. A table in a note follows by itself. */

import { KEPT_TABLE_HARNESS } from '../../kernel/kept-table-marks';
import type { OperationsClient } from '../client/operations-client';
import { describeRefusedUndo } from './describe-refused-undo';

/** What came of it, in a sentence or two for a person. Never rejects. */
export async function undoLast(client: OperationsClient): Promise<string> {
  try {
    const { migrations } = await client.run('list_migrations', {});
    const last = migrations.find(
      ({ undone, undoes, failed, actor }) =>
        !undone && undoes === null && !failed && actor.harness !== KEPT_TABLE_HARNESS,
    );
    if (last === undefined) return 'There is nothing to undo.';
    await client.run('undo_migration', { migration_id: last.migration_id });
    return `Undone: ${last.summary}.`;
  } catch (thrown) {
    const { message, hint } = describeRefusedUndo(thrown);
    return [message, ...(hint === null ? [] : [hint])].join(' ');
  }
}
