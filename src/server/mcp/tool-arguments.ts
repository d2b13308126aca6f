/** Objects and lists among the arguments of a tool that arrive as JSON texts. D3, docs/mcp.md#arguments */

import type { Json, JsonObject } from '../../engine/index';

/**
 * Some clients send an object or a list as a JSON text. Where the argument is not text by itself, and the text holds what the
 * argument takes, it is read; nothing else is coerced.
 */
export function readStringified(args: JsonObject, inputSchema: JsonObject): JsonObject {
  const properties = inputSchema['properties'] as Readonly<Record<string, JsonObject>>;
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => {
      const types = Object.hasOwn(properties, key) ? [properties[key]?.['type'] ?? []].flat() : [];
      return [key, typeof value === 'string' && !types.includes('string') ? parseAs(types, value) : value];
    }),
  );
}

/** The text itself when it holds nothing of these types. */
function parseAs(types: readonly Json[], text: string): Json {
  const start = text.trimStart()[0];
  const isMeant = (start === '{' && types.includes('object')) || (start === '[' && types.includes('array'));
  if (!isMeant) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
