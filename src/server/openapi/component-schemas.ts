/** The shapes of arguments and answers, each once, for an OpenAPI document. */

import type { Json, JsonObject } from '../../engine/index';

const LOCAL = '#/$defs/';
const COMPONENT = '#/components/schemas/';

export class ComponentSchemas {
  private readonly byName = new Map<string, JsonObject>();

  /** The schema without `$defs`: its shapes are among the components, and it refers to them there. */
  add(schema: JsonObject): JsonObject {
    const { $schema: _dialect, $defs = {}, ...root } = schema;
    for (const [name, shape] of Object.entries($defs as JsonObject)) this.define(name, shape as JsonObject);
    return referring(root) as JsonObject;
  }

  define(name: string, schema: JsonObject): JsonObject {
    const $ref = `${COMPONENT}${name}`;
    this.byName.set(name, openedUnion(referring(schema) as JsonObject, $ref));
    return { $ref };
  }

  get(name: string): JsonObject {
    return this.byName.get(name) ?? {};
  }

  all(): JsonObject {
    return Object.fromEntries([...this.byName].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/**
 * A list or an object of a union may hold anything where it would hold the union again, as any JSON does. Generators make an alias of a
 * union, and TypeScript knows none that is made of itself alone.
 */
function openedUnion(schema: JsonObject, own: string): JsonObject {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const opened = (option: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(option).map(([key, each]) => [key, isReference(each, own) ? {} : each]));
  return { ...schema, anyOf: (anyOf as readonly JsonObject[]).map(opened) };
}

const isReference = (value: Json, to: string): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && (value as JsonObject)['$ref'] === to;

function referring(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(referring);
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) =>
      key === '$ref' && typeof each === 'string' ? [key, each.replace(LOCAL, COMPONENT)] : [key, referring(each)],
    ),
  );
}
