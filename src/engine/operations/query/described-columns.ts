/** The columns of an answer, as describe_table tells those of a table: what shows it needs to ask nothing else. D15; docs/queries.md (explain). */

import { ID_COLUMN } from '../../catalog/attributes';
import { type ColumnResult, describeColumn } from '../../catalog/describe';
import type { SelectPlan } from '../../query/run-select';
import type { View } from '../../storage/view';
import type { ColumnSpec } from '../../values/column';
import { columnsOfPlan } from './select-plan';

/** In the order of a row, untyped fields only where they are asked for; `table` is what was selected from. */
export function describedColumns(view: View, table: string, plan: SelectPlan): readonly ColumnResult[] {
  const { source, groups, projection } = plan;
  const labels = view.catalog.view(table)?.labels ?? {};
  const isWhole = groups === null && projection.columns === null;
  const described = ({ label, ...spec }: ColumnSpec): ColumnResult => {
    // The heading of what is behind a link says nothing of the link.
    const heading = labels[spec.name] ?? (spec.name.includes('.') ? undefined : label);
    return describeColumn(heading === undefined ? spec : { ...spec, label: heading });
  };
  return columnsOfPlan({ ...plan, projection: { ...projection, expansion: null } })
    .filter(({ name }) => !isWhole || !Object.hasOwn(source.fields, name))
    .map((spec) => (spec === ID_COLUMN ? { ...described(spec), system: true as const } : described(spec)));
}
