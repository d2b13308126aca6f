/** The paths of files, folders and notes in an OpenAPI document. docs/http.md#vault */

import type { JsonObject } from '../../engine/index';
import type { ComponentSchemas } from './component-schemas';
import { answers, jsonContent } from './response-objects';

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const flag = { enum: ['true', 'false'], default: 'false' };

const object = (properties: JsonObject, required: readonly string[] = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const header = (name: string, description: string, schema: JsonObject, required = false): JsonObject => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});

const TARGET: readonly JsonObject[] = [
  header('Target-Type', 'The kind of the part', { enum: ['heading', 'block', 'frontmatter'] }),
  header('Target', 'Heading, id of a block or key; percent-encoded where it is not ASCII', text),
  header('Target-Delimiter', 'Between nested headings', { type: 'string', default: '::' }),
];
const EDIT: readonly JsonObject[] = [
  header('Reject-If-Content-Preexists', 'Refuse content that the part has', flag),
  header('Trim-Target-Whitespace', 'Without blank lines around the part', flag),
];
const CREATE = header('Create-Target-If-Missing', 'Add a missing part', flag);
const IF_MATCH = header('If-Match', 'The ETag of the note that was read, or *', text);
const IF_NONE_MATCH = header('If-None-Match', '* refuses a note that is there', { const: '*' });
const ACTOR_REF: JsonObject = { $ref: '#/components/parameters/Actor' };

const MARKDOWN: JsonObject = { 'text/markdown': { schema: text } };

const path = (description: string, example: string): JsonObject => ({
  name: 'path',
  in: 'path',
  required: true,
  description,
  schema: text,
  example,
});

/** As `answers`, with other statuses of success. */
const answersOf = (done: JsonObject, more: JsonObject = {}): JsonObject => {
  const { 200: _plain, ...refused } = answers({}) as Readonly<Record<string, JsonObject>>;
  const precondition = { description: 'The note has another ETag; nothing was written', ...errorContent };
  return { ...done, ...refused, 412: precondition, ...more };
};

const errorContent = { content: jsonContent({ $ref: '#/components/schemas/ErrorAnswer' }) };

const DONE = { description: 'Done; ETag, Content-Location and X-NoteDB-Migration are in the headers' };
const WHOLE_OR_PART = answersOf({ 200: { ...DONE, content: MARKDOWN }, 204: DONE });

/** The route takes any number of folders; OpenAPI knows no such parameter, so the value has plain slashes. */
export function vaultPaths(schemas: ComponentSchemas): JsonObject {
  const folder = schemas.define('VaultFolder', object({ files: { type: 'array', items: text } }));
  const get = (operationId: string, summary: string, more: JsonObject): JsonObject => ({
    get: { operationId, tags: ['vault'], summary, ...more },
  });
  const listing = 'Folders end with a slash; names are sorted, hidden ones are left out.';
  return {
    '/vault/': get('vault_root', 'What lies in the root of the vault.', {
      description: listing,
      responses: answers(folder),
    }),
    '/vault/{path}': {
      ...get('vault_file', 'A file as it is, a note as JSON, or a part of a note.', file(schemas)),
      ...writes(),
    },
    '/vault/{path}/': get('vault_folder', 'What lies in a folder.', {
      description: listing,
      parameters: [path('Vault path of the folder', 'Reading')],
      responses: answers(folder),
    }),
  };
}

function file(schemas: ComponentSchemas): JsonObject {
  const note = schemas.define(
    'VaultNote',
    object({
      content: text,
      frontmatter: { type: 'object' },
      tags: { type: 'array', items: text },
      path: text,
      stat: { anyOf: [object({ ctime: count, mtime: count, size: count }), { type: 'null' }] },
    }),
  );
  const texts = { type: 'array', items: text };
  const map = schemas.define(
    'VaultNoteParts',
    object({ headings: texts, blocks: texts, frontmatterFields: texts, version: text }),
  );
  return {
    description:
      'A part is also named in the address: /vault/Note.md/heading/Plan/Next, …/block/id, …/frontmatter/key.',
    parameters: [
      path('Vault path, slashes as they are', 'Welcome.md'),
      {
        name: 'as_json',
        in: 'query',
        description: 'The JSON form of a note',
        schema: { type: 'boolean' },
        example: true,
      },
      ...TARGET,
    ],
    responses: answers(note, {
      ...jsonContent(note),
      ...MARKDOWN,
      'application/vnd.olrapi.document-map+json': { schema: map },
      'application/octet-stream': { schema: {} },
    }),
  };
}

/** Of PATCH, without the header Operation. */
const INSTRUCTION = object(
  {
    targetType: { enum: ['heading', 'block', 'frontmatter'] },
    target: { anyOf: [text, { type: 'array', items: text }, { type: 'null' }] },
    operation: { enum: ['append', 'prepend', 'replace', 'delete'] },
    scope: { enum: ['content', 'markerAndContent'], default: 'content' },
    content: text,
    value: {},
    createTargetIfMissing: { type: 'boolean' },
    rejectIfContentPreexists: { type: 'boolean' },
    ifMatch: text,
  },
  ['operation'],
);

/** MOVE is in the description: OpenAPI 3.1 has no place for it. */
function writes(): JsonObject {
  const note = path('Vault path of a note (.md)', 'Ideas.md');
  const write = (operationId: string, summary: string, more: JsonObject): JsonObject => ({
    operationId,
    tags: ['vault'],
    summary,
    ...more,
  });
  const body = { required: true, content: { ...MARKDOWN, 'application/json': { schema: {} } } };
  return {
    put: write('vault_put', 'Writes a whole note, or a part.', {
      description: 'A note that is there is replaced. A note that is a row stays one, and its values are validated.',
      parameters: [ACTOR_REF, note, ...TARGET, ...EDIT, IF_MATCH, IF_NONE_MATCH],
      requestBody: body,
      responses: WHOLE_OR_PART,
    }),
    post: write('vault_append', 'Adds text to the end of a note, or of a part.', {
      parameters: [ACTOR_REF, note, ...TARGET, CREATE, ...EDIT, IF_MATCH, IF_NONE_MATCH],
      requestBody: body,
      responses: WHOLE_OR_PART,
    }),
    patch: write('vault_patch', 'Changes a part of a note.', {
      description: 'By headers and a text, or by an instruction in JSON without the header Operation.',
      parameters: [
        ACTOR_REF,
        note,
        header('Operation', 'How the part changes', { enum: ['append', 'prepend', 'replace', 'delete'] }),
        header('Target-Scope', 'The part alone, or its heading too', { enum: ['content', 'markerAndContent'] }),
        ...TARGET,
        CREATE,
        ...EDIT,
        IF_MATCH,
      ],
      requestBody: {
        required: false,
        content: {
          ...MARKDOWN,
          'application/json': {
            schema: { anyOf: [INSTRUCTION, { type: ['string', 'number', 'boolean', 'array', 'null'] }] },
          },
        },
      },
      responses: answersOf({ 200: { ...DONE, content: MARKDOWN } }),
    }),
    delete: write('vault_delete', 'Puts a note in the trash.', {
      description:
        'Undo brings it back. MOVE with the header Destination gives a note another path, and links follow: 201 with {message, oldPath, newPath}, 409 for a note that is there.',
      parameters: [ACTOR_REF, note, IF_MATCH],
      responses: answersOf({ 204: DONE }),
    }),
  };
}
