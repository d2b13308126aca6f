/** Column specs as JSON: the names as create_table and add_column take them. Source: docs/operations.md#column-specs. */

import type { ColumnSpec, RefBy } from '../../values/column-spec';
import type { Json, JsonObject } from '../../json';
import { keyOf } from './attribute-keys';
import { ATTRIBUTE_NAMES, type AttributeName } from './column-attributes';

const refByJson = ({ targetColumn, ...rule }: RefBy): JsonObject => ({
  ...rule,
  ...(targetColumn === undefined ? {} : { target_column: targetColumn }),
});

/** The spec as add_column takes it. */
export const columnSpecJson = (spec: Partial<ColumnSpec>): JsonObject =>
  Object.fromEntries(
    ATTRIBUTE_NAMES.filter((name) => spec[keyOf(name)] !== undefined).map((name) => [name, attributeJson(spec, name)]),
  );

/** One attribute as JSON; null when the spec has none. */
export function attributeJson(spec: Partial<ColumnSpec>, name: AttributeName): Json {
  if (name === 'ref_by') return spec.refBy === undefined ? null : refByJson(spec.refBy);
  if (name === 'items') return spec.items === undefined ? null : columnSpecJson(spec.items);
  return (spec[keyOf(name)] ?? null) as Json;
}
