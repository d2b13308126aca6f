/** Column specs as JSON: the names of the specification, as create_table and add_column take them. spec: Column spec. */

import type { ColumnSpec, RefBy, ValueSpec } from '../values/column';
import type { Json, JsonObject } from '../values/json';

export const refByJson = ({ targetColumn, ...rule }: RefBy): JsonObject => ({
  ...rule,
  ...(targetColumn === undefined ? {} : { target_column: targetColumn }),
});

/** The spec as add_column takes it. */
export function columnSpecJson({ items, ...spec }: ColumnSpec): JsonObject {
  return { ...valueSpecJson(spec), ...(items === undefined ? {} : { items: valueSpecJson(items) }) };
}

/** Attributes that are not called in JSON as they are here. */
function valueSpecJson({ valueDescriptions, refWhere, refBy, ...rest }: ValueSpec): JsonObject {
  const json: Record<string, Json> = { ...(rest as unknown as JsonObject) };
  if (valueDescriptions !== undefined) json['value_descriptions'] = valueDescriptions;
  if (refWhere !== undefined) json['ref_where'] = refWhere;
  if (refBy !== undefined) json['ref_by'] = refByJson(refBy);
  return json;
}
