/** The select that lists the rows behind a rollup. docs/queries.md (explain) */

import * as z from 'zod';
import type { JsonObject } from '../../json';
import { isGiven } from '../../schemas/arguments';
import { linkSpecOf } from '../../values/column-spec';
import { jsonObject } from '../../values/json-schema';
import type { OpenSelect } from './answer-source';
import { resolveTarget } from './open-source';
import { openSource } from './plan-context';
import type { AsOfPoint } from '../../history/versions/logged-table';

export const explainedRollup = z
  .strictObject({ name: z.string(), rows: jsonObject.describe('Arguments of select_rows that list its rows') })
  .meta({ id: 'ExplainedRollup', description: 'The rows behind a computed number' });

export type ExplainedRollup = z.infer<typeof explainedRollup>;

/** `note`: the row; null: it is left to `this_note`. `moment`: what the select reads, if that is the past. */
export function explainRollups(
  { planning, source, select }: OpenSelect,
  note: string | null,
  { version, timestamp }: AsOfPoint,
): readonly ExplainedRollup[] {
  const { catalog } = planning.view;
  const then = { ...(isGiven(version) ? { version } : {}), ...(isGiven(timestamp) ? { timestamp } : {}) };
  const row = note ?? '{this.path}';
  return Object.entries(select.rollup ?? {}).map(([name, { table, by, via, where }]) => {
    if (!isGiven(table) || !isGiven(by)) {
      const own = { table: source.qualified, where: { path: row }, columns: [via ?? ''], expand: [via ?? ''], ...then };
      return { name, rows: own };
    }
    const target = resolveTarget(catalog, table);
    const spec = openSource(planning, table).columns.find((column) => column.name === by);
    const isList = spec !== undefined && linkSpecOf(spec) !== null && spec.type === 'list';
    const leadsHere: JsonObject = { [by]: isList ? { contains: row } : row };
    const both = isGiven(where) && Object.keys(where).length > 0 ? { and: [where, leadsHere] } : leadsHere;
    return { name, rows: { table: target.qualified, where: both, ...then } };
  });
}
