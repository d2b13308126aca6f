/** The paths of an OpenAPI document that run no operation of their name: the interface itself, the older search, agents. */

import type { JsonObject } from '../../engine/index';
import type { ComponentSchemas } from './component-schemas';
import { answers, jsonContent } from './response-objects';

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

const object = (properties: JsonObject, required: readonly string[] = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** They take no token, so they can't be refused for one. */
const openGet = (operationId: string, summary: string, content: JsonObject): JsonObject => ({
  get: {
    operationId,
    tags: ['about'],
    summary,
    security: [],
    responses: {
      200: { description: 'Done', content },
      403: { $ref: '#/components/responses/Forbidden' },
    },
  },
});

export const openPaths = (): JsonObject => ({
  '/': openGet('about', 'Name and versions.', jsonContent(object({ name: text, version: text, api: text }))),
  '/openapi.json': openGet('openapi', 'This document.', jsonContent({ type: 'object' })),
  '/guide.md': openGet('guide', 'How an agent uses it, on one page.', { 'text/markdown': { schema: text } }),
});

export function searchPath(schemas: ComponentSchemas): JsonObject {
  const match = object({ match: object({ start: count, end: count }), context: text });
  const note = object({ filename: text, score: { type: 'number' }, matches: { type: 'array', items: match } });
  const found = schemas.define('SimpleSearch', { type: 'array', items: note });
  const asked = object({ query: text, context_length: { type: 'integer', minimum: 0, maximum: 1000, default: 100 } }, [
    'query',
  ]);
  const post = {
    operationId: 'search_simple',
    tags: ['older'],
    summary: 'Finds notes that hold every word of the query.',
    requestBody: {
      required: true,
      content: jsonContent(asked, { example_1: { summary: 'A word', value: { query: 'quince' } } }),
    },
    responses: answers(found),
  };
  return { '/search/simple/': { post } };
}

/** Events are those of list_changes; a stream has no end, so its content is a text. */
export function streamPath(): JsonObject {
  const asked = (name: string, description: string, example: string): JsonObject => ({
    name,
    in: 'query',
    description,
    schema: text,
    example,
  });
  const get = {
    operationId: 'change_stream',
    tags: ['history'],
    summary: 'The changes of list_changes as they happen, as server-sent events.',
    parameters: [
      asked('since', 'The last change that the client knows; default: from now on', '812'),
      asked('tables', 'Only changes of these tables, with commas between them', 'tasks'),
      asked('ops', 'Some of insert, update, delete, move, schema, warning, tool_call', 'insert,update'),
      asked('columns', 'Only changes of one of these columns', 'status'),
      asked('where', 'A filter as JSON', '{"status":"todo"}'),
      asked('exclude_actor', 'Not by app X, harness:X, session:X', 'harness:sync'),
      {
        name: 'Last-Event-ID',
        in: 'header',
        description: 'The id of the last event, to go on after it',
        schema: text,
        example: '5b0f0000-0000-4000-8000-000000000001:812',
      },
    ],
    responses: answers(text, { 'text/event-stream': { schema: text } }),
  };
  return { '/changes/stream': { get } };
}

/** The messages are those of the protocol; only their frame is described. */
export function mcpPath(schemas: ComponentSchemas): JsonObject {
  const id = { anyOf: [text, { type: 'integer' }] };
  const frame = {
    type: 'object',
    properties: { jsonrpc: { const: '2.0' }, id, method: text, params: { type: 'object' } },
  };
  const message = schemas.define('McpMessage', { ...frame, required: ['jsonrpc', 'method'] });
  const answer = schemas.define('McpAnswer', {
    type: 'object',
    properties: { jsonrpc: { const: '2.0' }, id: { anyOf: [text, { type: 'integer' }, { type: 'null' }] } },
    required: ['jsonrpc', 'id'],
  });
  const params = { name: 'list_tables', arguments: {} };
  const post = {
    operationId: 'mcp',
    tags: ['agents'],
    summary: 'The operations as tools of the Model Context Protocol (Streamable HTTP without sessions).',
    parameters: [
      { $ref: '#/components/parameters/Actor' },
      {
        name: 'profile',
        in: 'query',
        description: 'core: only the tools that most agents need; notes: those that write notes; several with commas',
        schema: { type: 'string', default: 'all' },
        example: 'core',
      },
    ],
    requestBody: {
      required: true,
      content: jsonContent(message, {
        example_1: { summary: 'The tools', value: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
        example_2: { summary: 'Runs one', value: { jsonrpc: '2.0', id: 2, method: 'tools/call', params } },
      }),
    },
    responses: { ...answers(answer), 202: { description: 'A notification was taken' } },
  };
  return { '/mcp': { post } };
}
