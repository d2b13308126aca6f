/** Arguments and answers of an operation for others, as JSON Schema. Source: docs/http.md#tools-for-agents */

import * as z from 'zod';
import { namedShape } from '../catalog/shapes';
import type { JsonObject } from '../json';
import { errorResult } from '../schemas/results';

/** JSON Schema (2020-12); shapes with a name are in `$defs`, each once. */
export function jsonSchemaOf(schema: z.ZodType): JsonObject {
  const shapes = new Map<string, JsonObject>();
  const root = render(schema, shapes);
  return { ...root, ...(shapes.size === 0 ? {} : { $defs: Object.fromEntries(shapes) }) };
}

/** JSON Schema of an answer; shapes with an id are in `$defs`, each once. */
export const answerSchemaOf = (schema: z.ZodType): JsonObject => z.toJSONSchema(schema) as unknown as JsonObject;

/** JSON Schema of what a refused call answers with. Source: docs/http.md#errors */
export const errorSchema = (): JsonObject => answerSchemaOf(errorResult);

/** The shapes that it refers to are added to `shapes`. */
function render(schema: z.ZodType, shapes: Map<string, JsonObject>): JsonObject {
  const inner = new Map<string, () => z.ZodType>();
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      // A key of a record is any text.
      delete jsonSchema.propertyNames;
      const isRoot = (zodSchema as z.core.$ZodType) === schema;
      const shape = isRoot ? null : namedShape(zodSchema);
      if (shape === null) return;
      const { description } = jsonSchema;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      Object.assign(jsonSchema, {
        $ref: `#/$defs/${shape.name}`,
        ...(description === undefined ? {} : { description }),
      });
      inner.set(shape.name, shape.schema);
    },
  });
  for (const [name, make] of inner) {
    if (shapes.has(name)) continue;
    // Before it is made: it may hold itself.
    shapes.set(name, {});
    shapes.set(name, render(make(), shapes));
  }
  return json as JsonObject;
}
