/** Puts a row, or the whole table, back as it was, each with one undo. docs/page.md#versions-of-a-table */

import { describeProblem } from '../../client/describe-problem';
import type { Notice } from '../frame/notice';
import { noteName } from '../../client/note-text';
import type { OperationsClient } from '../../client/operations-client';
import { type ChangedRow, type Version, valuesThen } from './version-changes';

export interface RowRestore {
  readonly text: string;
  readonly run: (client: OperationsClient) => Promise<{ readonly migrationId: string | null }>;
}

/** Null where there is no way for this row alone. */
export function rowRestore(
  table: string,
  row: ChangedRow,
  versions: readonly Version[],
  writable: ReadonlySet<string>,
): RowRestore | null {
  const { id, then, now } = row;
  if (now === null) return then === null ? null : bringBack(table, row, then.path, versions);
  const name = noteName(now.path);
  const isIt = id === null ? { path: now.path } : { id };
  if (then === null) {
    return { text: `${name} taken away`, run: (client) => client.run('delete_rows', { table, where: isIt }) };
  }
  const values = valuesThen(row, writable);
  if (Object.keys(values).length === 0) return null;
  const set = { table, ...isIt, set_values: values };
  return { text: `${name} put back`, run: (client) => client.run('update_row', set) };
}

/** A row that a write took away comes back with its id when that part of the write is taken back. */
function bringBack(
  table: string,
  { id, version }: ChangedRow,
  path: string,
  versions: readonly Version[],
): RowRestore | null {
  const migration = versions.find((each) => each.version === version)?.migrationId ?? null;
  if (migration === null || id === null) return null;
  return {
    text: `${noteName(path)} brought back`,
    run: async (client) => {
      const args = { tables: [table], ops: ['delete' as const], where: { id }, limit: 5000 };
      const { changes } = await client.run('list_changes', args);
      const gone = changes.find((change) => change.migration === migration);
      // An archived note is named by its place in the archive.
      const paths = [gone?.to ?? gone?.path ?? path];
      return client.run('undo_migration', { migration_id: migration, paths });
    },
  };
}

export async function noticeOfRestore(client: OperationsClient, way: RowRestore): Promise<Notice> {
  try {
    const { migrationId } = await way.run(client);
    return { text: way.text, migrationId, isProblem: false };
  } catch (thrown) {
    const { message } = describeProblem(thrown);
    return { text: `Not done. ${message}`, migrationId: null, isProblem: true };
  }
}
