/** Values of a row or a block, taken for what they may be. */

import type { Json, JsonObject } from '../../engine/index';

export function asObject(value: Json | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

export const asText = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);
