/** An operation as a tool of the Model Context Protocol, in few tokens: agents pay for each. Source: docs/mcp.md#tools */

import type { JsonObject } from '../json';
import { dryRun, tableArgument } from '../schemas/arguments';
import { writeResult } from '../schemas/results';
import type { Operation } from './define-operation';
import { answerSchemaOf, jsonSchemaOf } from './operation-schemas';

/** Flat arguments, a nested object in a line of words; the top level of the answer; all four annotations. */
export function agentTool(operation: Operation): JsonObject {
  const { name, summary, description, brief = description } = operation;
  return {
    name,
    description: `${summary} ${brief}`,
    inputSchema: compactArguments(operation),
    outputSchema: compactAnswer(operation),
    annotations: annotationsOf(operation),
  };
}

/** None may be left out: a client takes an absent one for the worst. */
function annotationsOf({ effect, addsEachTime, reachesOut }: Operation): JsonObject {
  return {
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'destructive' || effect === 'upkeep',
    idempotentHint: addsEachTime !== true,
    openWorldHint: reachesOut === true,
  };
}

function compactArguments({ input }: Operation): JsonObject {
  const { properties = {}, required = [], $defs = {} } = jsonSchemaOf(input) as unknown as Schema;
  const flat = Object.entries(properties).map(([key, schema]): [string, JsonObject] => [key, flatten(schema, $defs)]);
  return {
    type: 'object',
    properties: Object.fromEntries(flat),
    ...(required.length > 0 ? { required } : {}),
  };
}

/**
 * Nothing is required, since empty fields are left out. What every write answers is not repeated for each, nor are the
 * alternatives of an answer that has several.
 */
function compactAnswer({ effect, result }: Operation): JsonObject {
  const { properties = {} } = answerSchemaOf(result) as unknown as Schema;
  const own = Object.entries(properties).filter(([key]) => effect === 'read' || !Object.hasOwn(writeResult.shape, key));
  if (own.length === 0) return { type: 'object' };
  return { type: 'object', properties: Object.fromEntries(own.map(([key, schema]) => [key, topType(schema)])) };
}

/** `{}` where it may be anything. */
function topType({ type, anyOf = [] }: Schema): JsonObject {
  const types = [type ?? [], ...anyOf.map((each) => each.type ?? [])].flat().filter((each) => each !== 'null');
  const isKnown = anyOf.every((each) => each.type !== undefined);
  const [only] = types;
  return only !== undefined && types.length === 1 && isKnown ? { type: only } : {};
}

/** What many tools share is told once, in the instructions of the server. docs/mcp.md#tools */
const TOLD_ONCE = new Set([tableArgument.description, dryRun.description]);

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
  const told = [schema, ...options, ...items].flatMap(({ description = [] }) => description);
  const lines = told.filter((line) => !TOLD_ONCE.has(line));
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
