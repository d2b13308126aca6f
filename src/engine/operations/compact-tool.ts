/** An operation as agents get it, who pay by the token: flat, a nested object in a line of words. Source: docs/http.md#tools */

import type { JsonObject } from '../values/json';
import type { Operation } from './define-operation';
import { jsonSchemaOf } from './json-schema';

/** As a list of tools has it (Model Context Protocol). */
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
