/** Parts of an operation's answer, taken for what they should be. */

import type { Json, JsonObject } from '../../engine/index';

export function asObject(value: Json | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

export function asObjects(value: Json | undefined): readonly JsonObject[] {
  const items: readonly Json[] = Array.isArray(value) ? value : [];
  return items.map(asObject).filter((each) => each !== null);
}

export const asText = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

export function asTexts(value: Json | undefined): readonly string[] {
  const items: readonly Json[] = Array.isArray(value) ? value : [];
  return items.filter((each): each is string => typeof each === 'string');
}
