/** Columns that a view computes for each row: formulas, and figures of linked notes. docs/app/computed-columns.md */

import type { Json, JsonObject } from '../../engine/index';
import { asObject } from '../client/operations-client';

/** By name, as select_rows takes them. docs/queries.md */
export interface ComputedColumns {
  readonly compute: Readonly<Record<string, string>>;
  readonly rollup: Readonly<Record<string, JsonObject>>;
}

/** One of them. */
export type ViewComputedColumn =
  { readonly kind: 'formula'; readonly formula: string } | { readonly kind: 'rollup'; readonly rollup: JsonObject };

export const NO_COMPUTED: ComputedColumns = { compute: {}, rollup: {} };

/** Null: none of that name. */
export function computedColumn({ compute, rollup }: ComputedColumns, name: string): ViewComputedColumn | null {
  if (Object.hasOwn(compute, name)) return { kind: 'formula', formula: compute[name] ?? '' };
  return Object.hasOwn(rollup, name) ? { kind: 'rollup', rollup: rollup[name] ?? {} } : null;
}

/** Rollups first: formulas may read them. */
export const computedNames = ({ compute, rollup }: ComputedColumns): readonly string[] => [
  ...Object.keys(rollup),
  ...Object.keys(compute),
];

/** `column` null: without it. */
export function withComputed(all: ComputedColumns, name: string, column: ViewComputedColumn | null): ComputedColumns {
  return {
    compute: withEntry(all.compute, name, column?.kind === 'formula' ? column.formula : null),
    rollup: withEntry(all.rollup, name, column?.kind === 'rollup' ? column.rollup : null),
  };
}

/** A changed entry keeps its place. */
function withEntry<Value>(
  entries: Readonly<Record<string, Value>>,
  name: string,
  value: Value | null,
): Readonly<Record<string, Value>> {
  if (value !== null) return { ...entries, [name]: value };
  return Object.fromEntries(Object.entries(entries).filter(([each]) => each !== name));
}

/** Arguments of select_rows, and keys of a stored query; empty where nothing is computed. */
export function computedJson({ compute, rollup }: ComputedColumns): JsonObject {
  return {
    ...(Object.keys(compute).length === 0 ? {} : { compute: { ...compute } }),
    ...(Object.keys(rollup).length === 0 ? {} : { rollup: { ...rollup } }),
  };
}

/** Stored columns may be written by hand: values of another form are left out. */
export function readComputed({ compute, rollup }: Readonly<Record<string, Json | undefined>>): ComputedColumns {
  const formulas = Object.entries(asObject(compute) ?? {});
  const rollups = Object.entries(asObject(rollup) ?? {});
  return {
    compute: Object.fromEntries(formulas.filter((each): each is [string, string] => typeof each[1] === 'string')),
    rollup: Object.fromEntries(rollups.filter((each): each is [string, JsonObject] => asObject(each[1]) !== null)),
  };
}
