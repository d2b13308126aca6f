/** move_rows: rows of one table become rows of another. Source: docs/operations.md#move_rows; D16, D17. */

import * as z from 'zod';
import type { TableDefinition } from '../../catalog/definition';
import { type Conflict, NotedbError, badRequest } from '../../errors';
import type { NotePath } from '../../ports/vault-port';
import { ID_KEY, type Row, TABLE_KEY } from '../../storage/row';
import { dryRun, rowValues, tableArgument, textsArgument, whereArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import type { WriteContext } from '../../contexts';
import { defineWrite } from '../define-operation';
import { RowAdmission } from '../../rows/row-admission';
import { linksOf } from '../../rows/link-values';
import { matchingRows } from '../../rows/matching-rows';
import { orRefuse } from '../../rows/refusals';
import { openRow } from '../../rows/row-edit';
import { checkedValues, unknownColumn } from '../../rows/row-values';
import { readingAhead } from '../../storage/transaction/reading-ahead';

export const moveRows = defineWrite({
  name: 'move_rows',
  group: 'rows',
  permission: 'write',
  effect: 'write',
  summary: 'Makes rows of one table rows of another.',
  description:
    'Rows keep their id. rename, drop and set_values are applied in this order, then defaults and dense columns where a key is absent; every row is validated against the destination, and keys that it does not know are listed, never dropped silently. With relocate the notes move to the destination’s folder and links follow; otherwise they stay where they are. Without where every row is meant.',
  brief: 'Ids stay. Keys that the destination lacks are listed: rename or drop them.',
  input: z.strictObject({
    table: tableArgument,
    to_table: z.string().min(1).describe('Destination table'),
    where: whereArgument,
    rename: z.record(z.string(), z.string()).nullish().describe('Front matter key -> column of the destination'),
    set_values: rowValues.nullish().describe('For every row'),
    drop: textsArgument.describe('Front matter keys to remove'),
    relocate: z.boolean().nullish().describe('Move the notes to its folder'),
    dry_run: dryRun,
  }),
  refusals: [
    'keys that the destination does not know',
    'values that do not fit the destination',
    'a row to which a note that stays links through a column with ref',
  ],
  stage: async (context, args) => {
    const { transaction } = context;
    const origin = transaction.catalog.resolveTable(args.table);
    const destination = transaction.catalog.resolveTable(args.to_table);
    if (origin.qualified === destination.qualified) {
      throw badRequest(`${origin.qualified} is both table and to_table`, 'call update_rows to change rows in place');
    }
    const rename = Object.entries(args.rename ?? {});
    const drop = args.drop ?? [];
    keepSystemKeys(context, destination, [...rename.flat(), ...drop]);
    const admission = new RowAdmission(context, destination, {
      rename: Object.fromEntries(rename.filter((keys) => !keys.some(isSystemKey))),
      drop: drop.filter((key) => !isSystemKey(key)),
      setValues: checkedValues(context, destination, args.set_values ?? {}),
      relocate: args.relocate === true,
      origin,
    });
    const rows = await matchingRows(context, origin, args.where);
    refuseReferrers(context, origin, rows);
    for await (const { path } of readingAhead(transaction, rows)) {
      const open = await orRefuse(transaction, () => openRow(context, origin, path));
      if (open !== null && admission.canStay(path)) {
        admission.stage({ path, text: open.text, values: {} });
      }
      await context.host.scheduler.pause();
    }
    return {
      deed: deedOf('move rows', destination.qualified, {
        counts: { rows: rows.length },
        names: { from: origin.qualified },
      }),
      tables: [origin.qualified, destination.qualified],
    };
  },
});

const isSystemKey = (key: string): boolean => key === ID_KEY || key === TABLE_KEY;

/** A row keeps its id, and its table is what the operation writes. D17 */
function keepSystemKeys({ transaction }: WriteContext, table: TableDefinition, keys: readonly string[]): void {
  for (const key of new Set(keys)) {
    if (isSystemKey(key)) transaction.violate(unknownColumn(table, null, key, null));
  }
}

/** A link of a column with `ref` would lead to no row of its table any more, as if the row had been deleted. */
function refuseReferrers(
  { transaction }: WriteContext,
  { name, qualified }: TableDefinition,
  rows: readonly Row[],
): void {
  const moved = new Set(rows.map(({ path }) => path));
  const conflicts: Conflict[] = [];
  for (const { path } of rows) {
    for (const source of transaction.before.links.backlinks(path)) {
      if (moved.has(source)) continue;
      for (const column of columnsLinking(transaction, source, path, qualified)) {
        const message = `${column} of ${source} links to ${path} as a row of ${name}`;
        conflicts.push({ path: source, column, code: 'ref', message, actual: path });
      }
    }
  }
  const [first] = conflicts;
  if (first === undefined) return;
  const hint = 'unlink these rows first: afterwards their links would lead to no row of the table that they want';
  transaction.refusals.push(new NotedbError('conflict', first.message, { conflicts, hint }));
}

function columnsLinking(
  transaction: WriteContext['transaction'],
  source: NotePath,
  target: NotePath,
  ref: string,
): readonly string[] {
  const at = transaction.rowAt(source);
  if (at === null) return [];
  const { table: from, row } = at;
  return from.columns.flatMap((spec) => {
    const isRef = (spec.type === 'list' ? spec.items : spec)?.ref === ref;
    const isLink = isRef && meansIn(transaction, row, spec.name, target);
    return isLink && !isLinkBack(transaction, from, spec.name, source, target) ? [spec.name] : [];
  });
}

function meansIn({ links }: WriteContext['transaction'], { path, values }: Row, column: string, target: NotePath) {
  return linksOf(values[column]).some((linkpath) => links.resolve(linkpath, path) === target);
}

/** The link answers one of the row that moves, and goes with it. Source: docs/operations.md#column-specs (inverse) */
function isLinkBack(
  transaction: WriteContext['transaction'],
  table: TableDefinition,
  column: string,
  source: NotePath,
  target: NotePath,
): boolean {
  const relation = transaction.catalog.relationsOf(table.qualified).find((each) => each.column.name === column);
  const moved = transaction.rowAt(target)?.row;
  return relation !== undefined && moved !== undefined && meansIn(transaction, moved, relation.partner.name, source);
}
