/** Filters of select_rows put together. docs/operations.md#shape-filter */

import type { Json, JsonObject } from '../../engine/index';
import type { GridRow } from '../components/grid-column';
import { asText } from '../client/operations-client';

/** The filter that all of these together are; null: all rows. */
export function allOf(parts: readonly (JsonObject | null)[]): JsonObject | null {
  const present = parts.filter((part): part is JsonObject => part !== null);
  return present.length === 0 ? null : present.length === 1 ? (present[0] ?? null) : { and: present };
}

/** These rows, by their ids, and by the paths of those without one. */
export function rowsFilter(rows: readonly GridRow[]): JsonObject {
  const ids: Json[] = rows.flatMap(({ values }) => asText(values['id']) ?? []);
  const paths: Json[] = rows.filter(({ values }) => asText(values['id']) === null).map(({ path }) => path);
  if (paths.length === 0) return { id: { in: ids } };
  return ids.length === 0 ? { path: { in: paths } } : { or: [{ id: { in: ids } }, { path: { in: paths } }] };
}
