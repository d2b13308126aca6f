/** The select that lists the rows behind a rollup. docs/queries.md (explain) */

import * as z from 'zod';
import type { JsonObject } from '../../json';
import { isGiven } from '../../schemas/arguments';
import { linkSpecOf } from '../../values/column-spec';
import { jsonObject } from '../../values/json-schema';
import type { OpenSelect } from './answer-source';
import { resolveTarget } from './open-source';

export const explainedRollup = z
  .strictObject({ name: z.string(), rows: jsonObject.describe('Arguments of select_rows that list its rows') })
  .meta({ id: 'ExplainedRollup', description: 'The rows behind a computed number' });

export type ExplainedRollup = z.infer<typeof explainedRollup>;

/** `note`: the row; null: it is left to `this_note`. */
export function explainRollups(
  { planning, source, select }: OpenSelect,
  note: string | null,
): readonly ExplainedRollup[] {
  const { catalog } = planning.view;
  const row = note ?? '{this.path}';
  return Object.entries(select.rollup ?? {}).map(([name, { table, by, via, where }]) => {
    if (!isGiven(table) || !isGiven(by)) {
      const own = { table: source.qualified, where: { path: row }, columns: [via ?? ''], expand: [via ?? ''] };
      return { name, rows: own };
    }
    const target = resolveTarget(catalog, table);
    const spec = target.kind === 'table' ? target.table.columns.find((column) => column.name === by) : undefined;
    const isList = spec !== undefined && linkSpecOf(spec) !== null && spec.type === 'list';
    const leadsHere: JsonObject = { [by]: isList ? { contains: row } : row };
    const both = isGiven(where) && Object.keys(where).length > 0 ? { and: [where, leadsHere] } : leadsHere;
    return { name, rows: { table: target.qualified, where: both } };
  });
}
