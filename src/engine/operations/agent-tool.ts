/** An operation as a tool of the Model Context Protocol, in few tokens: agents pay for each. Source: docs/mcp.md#tools */

import type { JsonObject } from '../json';
import { writeResult } from '../schemas/results';
import { type Operation, toldEffect } from './define-operation';
import { answerSchemaOf, jsonSchemaOf } from './operation-schemas';

/** Flat arguments, a nested object in a line of words; the top level of the answer; all four annotations. */
export function agentTool(operation: Operation): JsonObject {
  const { name, summary, description, brief = description } = operation;
  return {
    name,
    description: `${summary} ${brief}`,
    inputSchema: compactArguments(operation),
    ...compactAnswer(operation),
    annotations: annotationsOf(operation),
  };
}

/** None may be left out: a client takes an absent one for the worst. */
function annotationsOf(operation: Operation): JsonObject {
  const { addsEachTime, reachesOut } = operation;
  const effect = toldEffect(operation);
  return {
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'destructive',
    idempotentHint: addsEachTime !== true,
    openWorldHint: reachesOut === true,
  };
}

function compactArguments({ name, input }: Operation): JsonObject {
  const { properties = {}, required = [], $defs = {} } = jsonSchemaOf(input) as unknown as Schema;
  const flat = Object.entries(properties).map(([argument, schema]): [string, JsonObject] => {
    const place = { tool: name, argument };
    const shapes = Object.fromEntries(Object.entries($defs).map(([key, shape]) => [key, toldShape(key, shape, place)]));
    return [argument, flatten(schema, shapes)];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(flat),
    ...(required.length > 0 ? { required } : {}),
  };
}

/**
 * The lists and objects that the answer is made of. None is required, since empty fields are left out. What every write answers is
 * not repeated for each: a write that answers nothing else has no schema, nor has an answer with several forms.
 */
function compactAnswer({ effect, result }: Operation): JsonObject {
  const { properties = {} } = answerSchemaOf(result) as unknown as Schema;
  const types = Object.entries(properties).flatMap(([key, { type = '' }]): [string, JsonObject][] => {
    const isCommon = effect !== 'read' && Object.hasOwn(writeResult.shape, key);
    return isCommon || !['array', 'object'].includes(String(type)) ? [] : [[key, { type: String(type) }]];
  });
  return types.length === 0 ? {} : { outputSchema: { type: 'object', properties: Object.fromEntries(types) } };
}

interface ToldPlace {
  readonly tool: string;
  readonly argument: string;
}

/** The argument that describes a shape of several; the others point to it. */
const TOLD_BY: Readonly<Record<string, ToldPlace>> = {
  filter: { tool: 'select_rows', argument: 'where' },
  column_spec: { tool: 'create_table', argument: 'columns' },
  column_changes: { tool: 'create_table', argument: 'columns' },
  notes: { tool: 'graph_neighbors', argument: 'from_nodes' },
};

function toldShape(key: string, shape: Schema, { tool, argument }: ToldPlace): Schema {
  const told = Object.hasOwn(TOLD_BY, key) ? TOLD_BY[key] : undefined;
  if (told === undefined) return shape;
  if (told.tool === tool) return told.argument === argument ? shape : { ...shape, description: `as ${told.argument}` };
  // An argument of the same name is the same thing: the instructions say so.
  const { description: _told, ...plain } = shape;
  return told.argument === argument ? plain : { ...shape, description: `as ${told.argument} of ${told.tool}` };
}

/** Descriptions of arguments that many tools share: the instructions of the server have them once. docs/mcp.md#tools */
export const TOLD_ONCE: ReadonlySet<string> = new Set([
  'table, schema.table or catalog.schema.table',
  'A table; a dropped one by catalog.schema.table',
  'Default: the database’s default catalog',
  'Default: the database’s default schema',
  'Plan only, write nothing',
  'Only links with these labels: names of link columns, or link',
  'Only changes of one of these columns; path: of the place',
  'Not by app X, harness:X, session:X',
  'Default: all but tool_call',
  'Which rows',
]);

/** Descriptions that a tool leaves out, because the name of the argument says the same. */
export const SAID_BY_NAME: ReadonlySet<string> = new Set([
  'Catalog',
  'Schema of that catalog',
  'Name of the CHECK',
  'First version',
  'To skip',
  'Rows to skip',
  'Its id',
  'Its path',
  'Its columns',
  'Markdown body',
  'Base name',
  'Destination table',
  'Lowest score',
  'The column to change',
  'The column to remove',
  'Add each note’s Markdown body',
  'Only this operation',
  'Only changes of these tables',
  'Rows of these tables only',
  'Only rows of these tables',
  'The version to return to',
  'The moment to return to',
]);

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
  const lines = told.filter((line) => !TOLD_ONCE.has(line) && !SAID_BY_NAME.has(line));
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
