/** A base as its form holds it, and the steps that write it. docs/tables.md#bases-of-a-table */

import type { Json, JsonObject, Operations } from '../../../engine/index';
import { suggestName } from '../../../kernel/names';
import { readYaml, yamlOf } from '../../components/filter/filter-yaml';
import type { DescribedColumn } from '../../client/operations-client';
import type { TableSettings } from './settings-section';

export type DescribedBase = Operations['describe_database']['result']['bases'][number];

export interface BaseDraft {
  readonly name: string;
  readonly description: string;
  readonly bases: readonly string[];
  /** YAML: each column by its name. */
  readonly columns: string;
}

export const BAD_COLUMNS = 'Columns are lines of a name, and below it its type and description.';

export function baseProblem({ name, columns }: BaseDraft): string | null {
  if (name.trim() === '') return 'Give the base a name.';
  const read = columnsIn(columns);
  if (read === null) return BAD_COLUMNS;
  return Object.keys(read).length === 0 ? 'Give the base a column.' : null;
}

/** Null: they can't be read. */
function columnsIn(yaml: string): Readonly<Record<string, JsonObject>> | null {
  const reading = readYaml(yaml);
  if ('problem' in reading) return null;
  const found = reading.where ?? {};
  const isSpec = (spec: Json): boolean => typeof spec === 'object' && spec !== null && !Array.isArray(spec);
  return Object.values(found).every(isSpec) ? (found as Readonly<Record<string, JsonObject>>) : null;
}

export const withColumn = (draft: BaseDraft, column: DescribedColumn): BaseDraft => ({
  ...draft,
  columns: yamlOf({ ...columnsIn(draft.columns), [column.name]: specOf(column) }),
});

/** As define_base takes it, without its name. */
function specOf({ name: _name, inherited_from: _from, ...column }: DescribedColumn): JsonObject {
  return Object.fromEntries(
    Object.entries(column).filter((entry): entry is [string, Json] => entry[1] !== null && entry[1] !== false),
  );
}

export const baseDraft = (base: DescribedBase | null): BaseDraft => ({
  name: base?.name ?? '',
  description: base?.description ?? '',
  bases: base?.bases ?? [],
  columns: base === null ? '' : yamlOf(Object.fromEntries(ownColumns(base).map((each) => [each.name, specOf(each)]))),
});

const ownColumns = ({ columns }: DescribedBase): readonly DescribedColumn[] =>
  columns.filter(({ inherited_from }) => inherited_from === null);

export function droppedColumns(base: DescribedBase | null, { columns }: BaseDraft): readonly string[] {
  const kept = columnsIn(columns) ?? {};
  return base === null ? [] : ownColumns(base).flatMap(({ name }) => (Object.hasOwn(kept, name) ? [] : [name]));
}

/** A new base is that of the table too: in one write, with one undo. */
export function baseSteps(
  { settings, base }: { readonly settings: TableSettings; readonly base: DescribedBase | null },
  draft: BaseDraft,
): readonly JsonObject[] {
  const name = base?.name ?? suggestName(draft.name);
  const columns = Object.entries(columnsIn(draft.columns) ?? {}).map(([column, spec]) => ({ name: column, ...spec }));
  const define = {
    ...{ op: 'define_base', name, columns, bases: draft.bases },
    ...(draft.description.trim() === '' ? {} : { description: draft.description }),
    ...(base === null ? {} : { drop_columns: droppedColumns(base, draft) }),
  };
  const inherit = { op: 'set_table_bases', table: settings.qualified, bases: [...settings.bases, name] };
  return base === null ? [define, inherit] : [define];
}
