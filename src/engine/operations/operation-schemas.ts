/** Arguments and answers of an operation for others: in full as JSON Schema, and for agents, who pay by the token. Source: docs/http.md#tools-for-agents */

import * as z from 'zod';
import { namedShape } from '../catalog/shapes';
import type { JsonObject } from '../json';
import { errorResult } from '../schemas/results';
import type { Operation } from './define-operation';

/** JSON Schema (2020-12); shapes with a name stand in `$defs`, each once. */
export function jsonSchemaOf(schema: z.ZodType): JsonObject {
  const shapes = new Map<string, JsonObject>();
  const root = render(schema, shapes);
  return { ...root, ...(shapes.size === 0 ? {} : { $defs: Object.fromEntries(shapes) }) };
}

/** JSON Schema of an answer; shapes with an id stand in `$defs`, each once. */
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

/** As a list of tools has it (Model Context Protocol): flat, a nested object in a line of words. */
export function compactTool({ name, summary, description, brief = description, input }: Operation): JsonObject {
  const { properties = {}, required = [], $defs = {} } = jsonSchemaOf(input) as unknown as Schema;
  const flat = Object.entries(properties).map(([key, schema]): [string, JsonObject] => [key, flatten(schema, $defs)]);
  return {
    name,
    description: `${summary} ${brief}`,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(flat),
      ...(required.length > 0 ? { required } : {}),
    },
  };
}

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Shapes;
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

type Shapes = Readonly<Record<string, Schema>>;

/** Null is left out: for an optional argument it means the same as leaving the argument out. */
function flatten(schema: Schema, shapes: Shapes): JsonObject {
  const options = optionsOf(schema, shapes).filter(({ type }) => type !== 'null');
  const types = [...new Set(options.flatMap(({ type = [] }) => type))].filter((type) => type !== 'null');
  const [values] = options.flatMap((each) => (each.enum === undefined ? [] : [each.enum]));
  const items = options.flatMap((each) => (each.items === undefined ? [] : optionsOf(each.items, shapes)));
  const [item] = items;
  const lines = [schema, ...options, ...items].flatMap(({ description = [] }) => description);
  return {
    type: types.length === 1 ? (types[0] ?? 'object') : types,
    ...(item === undefined ? {} : { items: { type: item.type ?? 'object' } }),
    ...(values === undefined ? {} : { enum: values }),
    ...(lines.length === 0 ? {} : { description: [...new Set(lines)].join(': ') }),
  };
}

/** What it may be; the description is that of the shape that it refers to. */
function optionsOf({ $ref, anyOf, description: _own, ...plain }: Schema, shapes: Shapes): readonly Schema[] {
  if (anyOf !== undefined) return anyOf.flatMap((each) => optionsOf(each, shapes));
  const shape = $ref === undefined ? undefined : shapes[$ref.replace('#/$defs/', '')];
  if (shape === undefined) return [plain];
  const { description } = shape;
  return optionsOf(shape, shapes).map((each) => (description === undefined ? each : { ...each, description }));
}
