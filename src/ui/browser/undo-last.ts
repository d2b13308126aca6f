/** Takes back the newest write that still stands, whoever made it. */

import type { OperationsClient } from './operations-client';

/** What was taken back, in one line; null when there is nothing. Rejects with NotedbError when something stands against it. */
export async function undoLast(client: OperationsClient): Promise<string | null> {
  const { migrations } = await client.run('list_migrations', {});
  const last = migrations.find(({ undone, undoes, failed }) => !undone && undoes === null && !failed);
  if (last === undefined) return null;
  await client.run('undo_migration', { migration_id: last.migration_id });
  return last.summary;
}
