/** Holds a row that a restore would take away while others still link to it, as delete_rows does by default. spec: restore_table; D7, D17. */

import type { TableDefinition } from '../../catalog/definition';
import { NotedbError } from '../../errors';
import type { NotePath } from '../../ports/vault-port';
import type { WriteContext } from '../define-operation';
import { isReferred, referrersOf, restrictConflicts, restrictMessage } from '../rows/restrict';

/** To be called when the rows of the table are staged, and nothing else of the write is. Throws with every conflict. */
export async function mindReferrers(context: WriteContext, definition: TableDefinition): Promise<void> {
  const { transaction } = context;
  const { qualified } = definition;
  const rows = transaction.staging().flatMap(({ from, to }) => {
    const row = from !== null && to === null ? transaction.before.rowAt(from) : null;
    return row?.table.qualified === qualified ? [row.row] : [];
  });
  // What the restore itself changes is judged as it will be.
  const stays = (path: NotePath): boolean => transaction.staged(path) === null;
  const referrers = await referrersOf(context, definition, rows, stays);
  if (!isReferred(referrers)) return;
  const message = restrictMessage(referrers, rows.length);
  throw new NotedbError('conflict', `${qualified} can't be restored: of the rows that came since, ${message}`, {
    conflicts: restrictConflicts(referrers),
    hint: 'unlink them first, or take these rows away with delete_rows and on_referenced set_null or ignore; then restore',
  });
}
