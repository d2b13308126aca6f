/** Notes that look like rows of a table and are none. Source: docs/operations.md#check_table; D2, D7. */

import type { TableDefinition } from '../catalog/definition';
import type { Violation } from '../errors';
import { liesIn } from '../links/same-place';
import { isMarkdown } from '../note/paths';
import { type NotePath, whyUnread } from '../ports/vault-port';
import type { CommittedView } from '../storage/view';

/** Notes of the table that do not parse, then copies; each kind in the order of the paths. */
export function displacedRows(view: CommittedView, { qualified }: TableDefinition): readonly Violation[] {
  const unparsable = [...view.unparsable].filter(
    ([path, { table }]) => table === qualified && !view.table(qualified).has(path),
  );
  const copies = [...view.duplicates].filter(([, { table }]) => table === qualified);
  return [
    ...unparsable.sort(byPath).map(([path, { reason }]) => unparsableViolation(path, reason)),
    ...copies.sort(byPath).map(([path, { row }]) => duplicateIdViolation(path, row.id, view.pathOfId(row.id))),
  ];
}

/** Why a file in the folder of the table is not a row of it; null for a row, and for a file that has another place. */
export function noteOutside(view: CommittedView, table: TableDefinition, path: NotePath): Violation | null {
  const stat = view.files.get(path);
  if (stat === undefined || !isMarkdown(path) || !liesIn(path, view.catalog.tableFolder(table))) return null;
  if (view.catalog.isArchived(table, path) || view.catalog.isExcluded(table, path)) return null;
  const unread = whyUnread(stat);
  if (unread !== null) return noteNotRead(path, unread);
  const broken = view.unparsable.get(path);
  const claimed = broken?.table ?? view.claims.get(path);
  // The archived note of another table is that table's matter.
  const isAnothers = claimed !== undefined && view.catalog.table(claimed) !== null;
  if (isAnothers || view.tableAt(path) !== null || view.duplicates.has(path)) return null;
  return broken === undefined ? notARow(table, path, claimed) : noRowYet(table, path, broken.reason);
}

const byPath = ([a]: readonly [NotePath, unknown], [b]: readonly [NotePath, unknown]): number =>
  a < b ? -1 : Number(a > b);

export const unparsableViolation = (path: NotePath, reason: string): Violation => ({
  path,
  column: null,
  code: 'unparsable',
  message: `${path}: the front matter does not parse: ${reason}`,
});

/** `reason`: why the engine does not read it. */
export const noteNotRead = (path: NotePath, reason: string): Violation => ({
  path,
  column: null,
  code: 'path',
  message: `${path} is not read: ${reason}`,
});

export const unconfirmedViolation = (path: NotePath): Violation => ({
  path,
  column: null,
  code: 'suspect',
  message: `${path} vanished together with many other notes; its row is kept until the note is back or the deletion is confirmed`,
  severity: 'warning',
});

const duplicateIdViolation = (path: NotePath, id: string, holder: NotePath | null): Violation => ({
  path,
  column: 'id',
  code: 'duplicate_id',
  message: `${path} is not a row: its id ${id} belongs to ${holder ?? 'another note'}`,
  value: id,
});

/** It is unknown whether it is to be one. */
const noRowYet = ({ name }: TableDefinition, path: NotePath, reason: string): Violation => ({
  path,
  column: null,
  code: 'not_a_row',
  message: `${path} lies in the folder of ${name} and is not a row: its front matter does not parse: ${reason}`,
  severity: 'warning',
});

const notARow = ({ name, qualified }: TableDefinition, path: NotePath, claimed: string | undefined): Violation => ({
  path,
  column: null,
  code: 'not_a_row',
  message:
    claimed === undefined
      ? `${path} lies in the folder of ${name} and has no key table; adopt_rows makes it a row`
      : `${path} lies in the folder of ${name}, but its key table is "${claimed}", not ${qualified}`,
  severity: 'warning',
});
