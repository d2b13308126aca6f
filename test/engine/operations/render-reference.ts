/** The reference of the operations as Markdown, from what each declares. */

import { ATTRIBUTE_NAMES, COLUMN_ATTRIBUTES } from '../../../src/engine/catalog/spec/column-attributes';
import { VIOLATION_CODES, type ViolationCode } from '../../../src/engine/errors';
import type { JsonObject, OperationInfo } from '../../../src/engine/index';
import { Answers } from './render-answers';

const GROUPS: Readonly<Record<OperationInfo['group'], string>> = {
  schema: 'Schema',
  database: 'Database',
  rows: 'Rows',
  query: 'Queries',
  history: 'History',
  notes: 'Writing notes',
  rules: 'Rules',
};

const INTRODUCTION = `# Operations

<!-- Made from the operations' declarations by test/engine/operations/reference.test.ts: \`npx vitest run reference -u\` writes it anew. -->

Every operation is called with \`POST /notedb/operations/<name>/\` and a JSON object, or with \`notedb call <name> '<json>'\`.

A write answers with a [WriteResult](#writeresult); each list holds at most 100 entries, all of them 1 MB, and
\`truncated\` says that there were more. A changed body is told by its sizes and the lines that differ ([http.md](http.md#the-result-of-a-write)).
With \`dry_run\` it answers the same and writes nothing. \`undo_migration\` takes every write back but
\`configure_database\` and \`vacuum_table\`.

A refusal is \`{"error": ...}\` with an [Error](#error): everything that stands against the call at
once. 400 \`bad_request\`: the call itself is wrong. 404 \`not_found\`. 422 \`refused\`: values break rules. 422 \`conflict\`:
something else stands in the way. 422 \`metastore_invalid\`: the definitions file was broken by hand; reads go on.

## Links

A link argument is a path, a name, \`[[name]]\` or \`[[path|alias]]\`. In a column with \`ref\` it means the row of that table, also where
other notes have the same name; a name of several rows is refused with their paths. It is written as a wiki link in the
vault's own format, so that it means that row.

## Filters

\`where\` is an object of columns, each with a value or an object of operators: \`eq\`, \`ne\`, \`gt\`, \`gte\`, \`lt\`, \`lte\`, \`in\`,
\`contains\`, \`icontains\`, \`exists\`. \`and\`, \`or\` and \`not\` combine. Fields, \`path\`, \`id\`, \`tags\`, \`aliases\`, \`cssclasses\`, \`file_name\`,
\`file_link\`, \`file_modified\`, \`file_backlink_count\` and \`file_tags\` can be filtered by too.
\`{today}\`, \`{today-7d}\`, \`{now+2h}\` (units \`min h d w m y\`)
mean a day or a moment, in columns of any type. An empty value is matched by \`{"exists": false}\`, \`{"eq": null}\` and \`{"ne": value}\` only;
an empty string or list as an operand equals nothing.
`;

const ANSWERS = `## Answers

Shapes that the chapters of the operations name. A key that is not marked optional is always there. Other keys never come, except where
keys are data.
`;

const COLUMN_SPECS = (shapes: Shapes): string => `## Column specs

create_table, define_base and add_column take column specs; alter_column takes the attributes to change in \`changes\`, and null takes one
away. describe_table shows specs in the same form. \`name\` and \`type\` are needed, and a \`description\`. Example:
\`{"name": "status", "type": "enum", "values": ["todo", "done"], "required": true, "description": "How far it is"}\`.

Of a list, the attributes marked "items" stand in \`items\`: \`{"type": "list", "items": {"type": "link", "ref": "people"}}\`.

| attribute | value | for | meaning | changed by |
|---|---|---|---|---|
${ATTRIBUTE_NAMES.map((name) => renderAttribute(name, propertiesOf(shapes['column_spec'])[name] ?? {})).join('\n')}
`;

function renderAttribute(name: (typeof ATTRIBUTE_NAMES)[number], schema: JsonObject): string {
  const { meaning, describes, types, changedBy } = COLUMN_ATTRIBUTES[name];
  const items = describes === 'value' && name !== 'type' ? '; items' : '';
  return `| \`${name}\` | ${typeOf(schema)} | ${types?.join(', ') ?? 'all types'}${items} | ${meaning} | ${changedBy} |`;
}

type Shapes = Readonly<Record<string, JsonObject>>;

const propertiesOf = (schema: JsonObject | undefined): Shapes => (schema?.['properties'] ?? {}) as unknown as Shapes;

/** The chapter of column specs tells of these. */
const TOLD: ReadonlySet<string> = new Set(['column_spec', 'column_changes', 'items']);

const renderShapes = (shapes: Shapes): string => `## Shapes

Arguments that are objects have these shapes; an argument names its shape. The JSON Schema of an operation holds them in \`$defs\`.

${Object.entries(shapes)
  .filter(([name]) => !TOLD.has(name))
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, schema]) => `### Shape ${name}\n\n${renderShape(schema)}\n`)
  .join('\n')}`;

/** Its own line, then its properties; of a choice, each of them. */
function renderShape(schema: JsonObject): string {
  const { anyOf, additionalProperties } = schema as {
    anyOf?: JsonObject[];
    additionalProperties?: JsonObject | boolean;
  };
  const own = Object.entries(propertiesOf(schema));
  const lines = own.map(([name, inner]) =>
    renderProperty(name, inner, (schema['required'] ?? []) as readonly string[]),
  );
  const others = isTyped(additionalProperties)
    ? [`- any other key: ${typeOf(additionalProperties)}. ${textOf(additionalProperties)}`.trimEnd()]
    : [];
  const options = (anyOf ?? []).map((option) =>
    Object.keys(propertiesOf(option)).length === 0
      ? `- ${typeOf(option)}. ${textOf(option)}`.trimEnd()
      : `An object of these:\n\n${renderShape({ ...option, description: '' })}`,
  );
  const text = textOf(schema);
  const rest = [
    [...options.filter((option) => option.startsWith('- '))].join('\n'),
    ...options.filter((option) => !option.startsWith('- ')),
  ];
  return [text === '.' ? '' : text, [...lines, ...others].join('\n'), ...rest]
    .filter((part) => part !== '')
    .join('\n\n');
}

const VIOLATIONS = `## Violations

A violation says which rule a value breaks: \`{path, column, code, message, value}\`. Writes refuse them; check_table lists them for the rows
that somebody edited.

| code | meaning | check_table |
|---|---|---|
${Object.keys(VIOLATION_CODES)
  .map((code) => renderViolation(code as ViolationCode))
  .join('\n')}
`;

function renderViolation(code: ViolationCode): string {
  const { meaning, checked = 'error' } = VIOLATION_CODES[code];
  return `| \`${code}\` | ${meaning} | ${checked} |`;
}

/** `error` is the JSON Schema of a refusal. */
export function renderReference(operations: readonly OperationInfo[], error: JsonObject): string {
  const shapes: Shapes = Object.assign(
    {},
    ...operations.map(({ inputSchema }) => inputSchema['$defs'] ?? {}),
  ) as Shapes;
  const answers = new Answers(operations, error);
  const groups = Object.entries(GROUPS).map(([group, title]) => {
    const members = operations.filter((operation) => operation.group === group);
    return `## ${title}\n\n${members.map((each) => renderOperation(each, answers)).join('\n')}`;
  });
  const parts = [INTRODUCTION, COLUMN_SPECS(shapes), VIOLATIONS, renderShapes(shapes), ANSWERS, answers.reference()];
  return `${parts.join('\n')}\n${groups.join('\n')}`;
}

function renderOperation(operation: OperationInfo, answers: Answers): string {
  const { name, effect, summary, description, refusals, inputSchema } = operation;
  const required = (inputSchema['required'] ?? []) as readonly string[];
  const rows = Object.entries(propertiesOf(inputSchema)).map(([argument, schema]) =>
    renderProperty(argument, schema, required),
  );
  return [
    `### ${name}`,
    '',
    `${summary} ${description}${effect === 'destructive' && !LEAVES_NOTES.has(name) ? ' Takes notes away.' : ''}`,
    '',
    ...(rows.length > 0 ? [...rows, ''] : []),
    ...answers.of(operation),
    ...(refusals.length > 0 ? [`Refused: ${refusals.join('; ')}.`, ''] : []),
  ].join('\n');
}

const renderProperty = (name: string, schema: JsonObject, required: readonly string[]): string =>
  `- \`${name}\`${required.includes(name) ? ' (required)' : ''}: ${typeOf(schema)}. ${textOf(schema)}`.trimEnd();

/** What they take away are no notes. */
const LEAVES_NOTES: ReadonlySet<string> = new Set(['vacuum_table', 'delete_webhook']);

const textOf = (schema: JsonObject): string =>
  typeof schema['description'] === 'string' ? `${schema['description'].replace(/\.$/, '')}.` : '';

/** Null is left out: for an optional argument it means the same as leaving the argument out. */
function typeOf(schema: JsonObject): string {
  const {
    $ref: reference,
    anyOf,
    enum: values,
    title,
    type,
    items,
    additionalProperties,
  } = schema as {
    $ref?: string;
    anyOf?: JsonObject[];
    title?: string;
    enum?: string[];
    type?: string | string[];
    items?: JsonObject;
    additionalProperties?: JsonObject | boolean;
  };
  if (reference !== undefined) return linkTo(reference.replace('#/$defs/', ''));
  if (title !== undefined) return title;
  if (anyOf !== undefined)
    return [...new Set(anyOf.filter((each) => each['type'] !== 'null').map(typeOf))].join(' or ');
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(' or ');
  if (type === 'array') return isTyped(items) ? `array of ${typeOf(items)}` : 'array';
  if (type === 'object') return isTyped(additionalProperties) ? `object of ${typeOf(additionalProperties)}` : 'object';
  const types = [type ?? []].flat().filter((each) => each !== 'null');
  return types.join(' or ') || 'any JSON';
}

const isTyped = (schema: JsonObject | boolean | undefined): schema is JsonObject =>
  typeof schema === 'object' && Object.keys(schema).length > 0;

const linkTo = (shape: string): string =>
  TOLD.has(shape) ? `[${shape}](#column-specs)` : `[${shape}](#shape-${shape})`;
