/** Leaves empty fields out of a result, which an agent would pay for. D12, docs/mcp.md#results */

import type { Json, JsonObject } from '../../engine/index';

interface Shape {
  readonly $ref?: string;
  readonly anyOf?: readonly Shape[];
  readonly type?: Json;
  readonly default?: Json;
  readonly items?: Shape;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
}

type Shapes = Readonly<Record<string, Shape>>;

/**
 * The result without fields that are null, an empty list, an empty object, or their default. Where `schema` allows any JSON, a value belongs to a
 * note: only null is left out there, and nothing inside of it.
 */
export function withoutEmptyFields(result: JsonObject, schema: JsonObject): JsonObject {
  const { $defs = {}, ...root } = schema as unknown as Shape & { readonly $defs?: Shapes };
  return prune(result, root, $defs) as JsonObject;
}

function prune(value: Json, given: Shape | null, shapes: Shapes): Json {
  if (given === null || typeof value !== 'object' || value === null) return value;
  const shape = optionFor(value, given, shapes);
  if (shape === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => prune(item, shape.items ?? null, shapes));
  const kept: [string, Json][] = [];
  for (const [key, field] of Object.entries(value as JsonObject)) {
    const own = fieldShape(key, shape);
    const pruned = prune(field, own, shapes);
    if (!isEmpty(pruned, own !== null && !isAnyJson(own)) && pruned !== own?.default) kept.push([key, pruned]);
  }
  return Object.fromEntries(kept);
}

function fieldShape(key: string, { properties = {}, additionalProperties }: Shape): Shape | null {
  if (Object.hasOwn(properties, key)) return properties[key] ?? null;
  return typeof additionalProperties === 'object' ? additionalProperties : null;
}

const isAnyJson = ({ $ref, anyOf, type }: Shape): boolean =>
  $ref === undefined && anyOf === undefined && type === undefined;

function isEmpty(value: Json, isShaped: boolean): boolean {
  if (value === null) return true;
  return isShaped && typeof value === 'object' && Object.keys(value).length === 0;
}

/** Of several the one that the value has every required field of; null where it may be anything. */
function optionFor(value: JsonObject | readonly Json[], shape: Shape, shapes: Shapes): Shape | null {
  if (shape.$ref !== undefined) {
    const named = shape.$ref === '#' ? null : shapes[shape.$ref.replace('#/$defs/', '')];
    return named === undefined || named === null ? null : optionFor(value, named, shapes);
  }
  if (shape.anyOf !== undefined) {
    for (const each of shape.anyOf) {
      const option = optionFor(value, each, shapes);
      if (option !== null) return option;
    }
    return null;
  }
  if (Array.isArray(value)) return shape.type === 'array' ? shape : null;
  const hasRequired = (shape.required ?? []).every((key) => Object.hasOwn(value, key));
  return shape.type === 'object' && hasRequired ? shape : null;
}
