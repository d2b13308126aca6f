/** Filters of select_rows put together. docs/operations.md#shape-filter */

import type { JsonObject } from '../../engine/index';

/** The filter that all of these together are; null: all rows. */
export function allOf(parts: readonly (JsonObject | null)[]): JsonObject | null {
  const present = parts.filter((part): part is JsonObject => part !== null);
  return present.length === 0 ? null : present.length === 1 ? (present[0] ?? null) : { and: present };
}
