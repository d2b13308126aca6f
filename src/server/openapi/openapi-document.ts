/** The whole interface as an OpenAPI 3.1.0 document, made from what the operations declare. Source: docs/http.md#openapi */

import type { JsonObject, OperationInfo } from '../../engine/index';
import { NOTE_OPERATION_INFOS, RULE_OPERATION_INFOS, errorSchema } from '../../engine/operation-infos';
import { DDL_OPERATIONS, DDL_ROUTE, OLDER_ROUTES } from '../older/older-routes';
import { ComponentSchemas } from './component-schemas';
import { type CallExample, EXAMPLES, OLDER_EXAMPLES } from './examples';
import { mcpPath, openPaths, searchPath, streamPath } from './other-paths';
import { vaultPaths } from './vault-paths';
import { ACTOR, RESPONSES, SECURITY, answers, jsonContent } from './response-objects';

/** What the operations of a group are about. */
const TAGS: Readonly<Record<string, string>> = {
  schema: 'Tables, columns, constraints, bases and views',
  database: 'What there is, and its settings',
  rows: 'Writes of rows',
  query: 'Questions',
  history: 'Versions and writes',
  older: 'The older interface: the same operations by routes of their own',
  notes: 'Writes of notes that are not rows',
  rules: 'Steps that run when a row changes',
  vault: 'Files and folders',
  agents: 'The Model Context Protocol',
  about: 'The interface itself; no token',
};

/** `version`: of the interface; `port`: of the server. */
export function openApiDocument(operations: readonly OperationInfo[], version: string, port: number): JsonObject {
  const schemas = new ComponentSchemas();
  schemas.define('ErrorAnswer', schemas.add(errorSchema()));
  const paths = {
    ...openPaths(),
    ...Object.fromEntries(
      [...operations, ...NOTE_OPERATION_INFOS, ...RULE_OPERATION_INFOS].map((each) => operationPath(each, schemas)),
    ),
    ...olderPaths(operations, schemas),
    ...vaultPaths(schemas),
    ...searchPath(schemas),
    ...mcpPath(schemas),
    ...streamPath(),
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'NoteDB',
      version,
      summary: 'A database whose rows are Markdown notes.',
      description: 'Every operation is a POST of its arguments as one JSON object. /guide.md says how to use it.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `http://127.0.0.1:${port}`, description: 'The server that gave this document' }],
    security: [{ token: [] }],
    tags: tagsOf(operations),
    paths,
    components: {
      schemas: schemas.all(),
      responses: RESPONSES,
      parameters: { Actor: ACTOR },
      securitySchemes: SECURITY,
    },
  };
}

function tagsOf(operations: readonly OperationInfo[]): readonly JsonObject[] {
  const groups = new Set([
    ...operations.map(({ group }): string => group),
    'notes',
    'older',
    'vault',
    'agents',
    'about',
  ]);
  return [...groups].map((name) => ({ name, description: TAGS[name] ?? `Operations of ${name}` }));
}

function operationPath(operation: OperationInfo, schemas: ComponentSchemas): [string, JsonObject] {
  const { name, group, summary, description, refusals, inputSchema, resultSchema } = operation;
  const post = {
    operationId: name,
    tags: [group],
    summary,
    description: [description, refusals.length === 0 ? '' : `Refused: ${refusals.join('; ')}.`].join('\n\n').trim(),
    parameters: [{ $ref: '#/components/parameters/Actor' }],
    requestBody: body(schemas.add(inputSchema), examplesOf(EXAMPLES, name)),
    responses: answers(schemas.add(resultSchema)),
  };
  return [`/notedb/operations/${name}/`, { post }];
}

function olderPaths(operations: readonly OperationInfo[], schemas: ComponentSchemas): JsonObject {
  const byName = new Map(operations.map((each) => [each.name, each]));
  const routes = Object.entries(OLDER_ROUTES).flatMap(([route, name]) => {
    const operation = byName.get(name);
    return operation === undefined ? [] : [[`${route}/`, { post: olderPost(operation, schemas) }] as const];
  });
  const options = DDL_OPERATIONS.flatMap((name) => byName.get(name) ?? []).map((each) => ddlOption(each, schemas));
  const examples = DDL_OPERATIONS.flatMap((op) =>
    examplesOf(OLDER_EXAMPLES, op).map(({ summary, args }) => ({
      summary: `${op}: ${summary}`,
      args: { op, ...args },
    })),
  );
  const ddl = {
    operationId: 'older_ddl',
    tags: ['older'],
    summary: 'Defines tables, columns, constraints, bases and views: one operation, named by op.',
    parameters: [{ $ref: '#/components/parameters/Actor' }],
    requestBody: body({ oneOf: options }, examples),
    responses: answers(olderSpelling(schemas.get('WriteResult'))),
  };
  return { ...Object.fromEntries(routes), [`${DDL_ROUTE}/`]: { post: ddl } };
}

function olderPost(
  { name, summary, olderInputSchema, resultSchema }: OperationInfo,
  schemas: ComponentSchemas,
): JsonObject {
  return {
    operationId: `older_${name}`,
    tags: ['older'],
    summary,
    parameters: [{ $ref: '#/components/parameters/Actor' }],
    requestBody: body(schemas.add(olderInputSchema ?? {}), examplesOf(OLDER_EXAMPLES, name)),
    responses: answers(olderSpelling(resolved(schemas.add(resultSchema), schemas))),
  };
}

function ddlOption({ name, olderInputSchema }: OperationInfo, schemas: ComponentSchemas): JsonObject {
  const { properties = {}, required = [], ...rest } = schemas.add(olderInputSchema ?? {});
  const op = { const: name, description: 'The operation' };
  return {
    ...rest,
    title: name,
    properties: { op, ...(properties as JsonObject) },
    required: ['op', ...(required as readonly string[])],
  };
}

/** The shape itself of what only refers to it. */
function resolved(schema: JsonObject, schemas: ComponentSchemas): JsonObject {
  const { $ref } = schema;
  return typeof $ref === 'string' ? schemas.get($ref.slice($ref.lastIndexOf('/') + 1)) : schema;
}

/** D19: `plannedMoves` in place of `planned_moves`. */
function olderSpelling(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema).replaceAll('"planned_moves"', '"plannedMoves"')) as JsonObject;
}

const examplesOf = (from: Readonly<Record<string, readonly CallExample[]>>, name: string): readonly CallExample[] =>
  Object.hasOwn(from, name) ? (from[name] ?? []) : [];

/** An empty body counts as `{}`. */
function body(schema: JsonObject, examples: readonly CallExample[]): JsonObject {
  const { required = [], oneOf } = schema as { readonly required?: readonly string[]; readonly oneOf?: unknown };
  const named = examples.map(({ summary, args }, i) => [`example_${i + 1}`, { summary, value: args }] as const);
  return {
    required: required.length > 0 || oneOf !== undefined,
    content: jsonContent(schema, Object.fromEntries(named)),
  };
}
