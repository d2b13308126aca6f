/** Parts of an OpenAPI document that every path shares. */

import type { JsonObject } from '../../engine/index';

export const SECURITY: JsonObject = {
  token: { type: 'http', scheme: 'bearer', description: 'The token of the owner, or of an app.' },
};

export const ACTOR: JsonObject = {
  name: 'X-Service-Actor',
  in: 'header',
  required: false,
  description: 'On whose behalf a write is made: JSON with harness, model and session, each at most 200 characters.',
  schema: { type: 'string', maxLength: 2048 },
  example: '{"harness": "my-agent", "model": "m-1", "session": "42"}',
};

export const jsonContent = (schema: JsonObject, examples: JsonObject = {}): JsonObject => ({
  'application/json': { schema, ...(Object.keys(examples).length === 0 ? {} : { examples }) },
});

const REFUSED: Readonly<Record<string, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'An argument of the wrong shape, type or grammar; a body or header that can not be read.'],
  401: ['Unauthorized', 'No token, or a wrong one.'],
  403: [
    'Forbidden',
    'A foreign Host or Origin, an app beyond its permissions, or a vault that is open for reading only.',
  ],
  404: ['NotFound', 'An unknown address, operation, table, view, migration or file.'],
  405: ['MethodNotAllowed', 'Another method; the header Allow names those that there are.'],
  413: ['TooLarge', 'The body is longer than 10 MiB.'],
  415: ['UnsupportedMediaType', 'A body that is not JSON in UTF-8.'],
  422: ['Refused', 'Violations or conflicts; nothing was written.'],
  429: ['TooManyRequests', 'Too many connections, or calls that wait for a change.'],
  500: ['Internal', 'A defect; the message holds the id under which the log has more.'],
  503: ['Unavailable', 'Shutting down, or the disk fails; Retry-After says when to ask again.'],
};

const ERROR_ANSWER: JsonObject = { $ref: '#/components/schemas/ErrorAnswer' };

export const RESPONSES: JsonObject = Object.fromEntries(
  Object.values(REFUSED).map(([name, description]) => [name, { description, content: jsonContent(ERROR_ANSWER) }]),
);

/** Done, and every way to be refused. */
export const answers = (schema: JsonObject, content = jsonContent(schema)): JsonObject => ({
  200: { description: 'Done', content },
  ...Object.fromEntries(
    Object.entries(REFUSED).map(([status, [name]]) => [status, { $ref: `#/components/responses/${name}` }]),
  ),
});
