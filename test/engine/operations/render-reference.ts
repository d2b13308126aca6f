/** The reference of the operations as Markdown, from what each declares. */

import { ATTRIBUTE_NAMES, COLUMN_ATTRIBUTES } from '../../../src/engine/catalog/spec/column-attributes';
import type { JsonObject, OperationInfo } from '../../../src/engine/index';

const GROUPS: Readonly<Record<OperationInfo['group'], string>> = {
  schema: 'Schema',
  database: 'Database',
  rows: 'Rows',
  query: 'Queries',
  history: 'History',
};

const INTRODUCTION = `# Operations

<!-- Made from the operations' declarations by test/engine/operations/reference.test.ts: \`npx vitest run reference -u\` writes it anew. -->

Every operation is called with \`POST /notedb/operations/<name>/\` and a JSON object, or with \`notedb call <name> '<json>'\`.

A write answers with \`operation\`, \`table\`, \`migrationId\`, \`summary\`, \`dryRun\`, \`changed\`, \`plannedCreates\`, \`plannedUpdates\`,
\`plannedDeletes\`, \`planned_moves\`, \`version\` and \`warnings\`; each list holds at most 100 entries, all of them 1 MB, and
\`truncated\` says that there were more. A changed body is told by its sizes and the lines that differ ([http.md](http.md#the-result-of-a-write)).
With \`dry_run\` it answers the same and writes nothing. \`undo_migration\` takes every write back but
\`configure_database\` and \`vacuum_table\`.

A refusal is \`{"error": {code, message, operation, violations, conflicts, hint}}\`: everything that stands against the call at
once. 400 \`bad_request\`: the call itself is wrong. 404 \`not_found\`. 422 \`refused\`: values break rules. 422 \`conflict\`:
something else stands in the way. 422 \`metastore_invalid\`: the definitions file was broken by hand; reads go on.

## Links

A link argument is a path, a name, \`[[name]]\` or \`[[path|alias]]\`. In a column with \`ref\` it means the row of that table, also where
other notes have the same name; a name of several rows is refused with their paths. It is written as a wiki link in the
vault's own format, so that it means that row.

## Filters

\`where\` is an object of columns, each with a value or an object of operators: \`eq\`, \`ne\`, \`gt\`, \`gte\`, \`lt\`, \`lte\`, \`in\`,
\`contains\`, \`icontains\`, \`exists\`. \`and\`, \`or\` and \`not\` combine. Fields, \`path\`, \`id\`, \`tags\`, \`aliases\`, \`cssclasses\`, \`file_name\`,
\`file_link\`, \`file_modified\` and \`file_backlink_count\` can be filtered by too. \`{today}\`, \`{today-7d}\`, \`{now+2h}\` (units \`min h d w m y\`)
mean a day or a moment, in columns of any type. An empty value is matched by \`{"exists": false}\`, \`{"eq": null}\` and \`{"ne": value}\` only;
an empty string or list as an operand equals nothing.
`;

const COLUMN_SPECS = `## Column specs

create_table, define_base and add_column take column specs; alter_column takes the attributes to change in \`changes\`, and null takes one
away. describe_table shows specs in the same form. \`name\` and \`type\` are needed, and a \`description\`. Example:
\`{"name": "status", "type": "enum", "values": ["todo", "done"], "required": true, "description": "How far it is"}\`.

Of a list, the attributes marked "items" stand in \`items\`: \`{"type": "list", "items": {"type": "link", "ref": "people"}}\`.

| attribute | value | for | meaning | changed by |
|---|---|---|---|---|
${ATTRIBUTE_NAMES.map(renderAttribute).join('\n')}
`;

function renderAttribute(name: (typeof ATTRIBUTE_NAMES)[number]): string {
  const { shape, meaning, describes, types, changedBy } = COLUMN_ATTRIBUTES[name];
  const items = describes === 'value' && name !== 'type' ? '; items' : '';
  return `| \`${name}\` | ${shape} | ${types?.join(', ') ?? 'all types'}${items} | ${meaning} | ${changedBy} |`;
}

export function renderReference(operations: readonly OperationInfo[]): string {
  const groups = Object.entries(GROUPS).map(([group, title]) => {
    const members = operations.filter((operation) => operation.group === group);
    return `## ${title}\n\n${members.map(renderOperation).join('\n')}`;
  });
  return `${INTRODUCTION}\n${COLUMN_SPECS}\n${groups.join('\n')}`;
}

function renderOperation({ name, effect, summary, description, refusals, inputSchema }: OperationInfo): string {
  const properties = Object.entries((inputSchema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>);
  const required = (inputSchema['required'] ?? []) as readonly string[];
  const rows = properties.map(([argument, schema]) => {
    const mark = required.includes(argument) ? ' (required)' : '';
    return `- \`${argument}\`${mark}: ${typeOf(schema)}. ${textOf(schema)}`.trimEnd();
  });
  return [
    `### ${name}`,
    '',
    `${summary} ${description}${effect === 'destructive' && !LEAVES_NOTES.has(name) ? ' Takes notes away.' : ''}`,
    '',
    ...(rows.length > 0 ? [...rows, ''] : []),
    ...(refusals.length > 0 ? [`Refused: ${refusals.join('; ')}.`, ''] : []),
  ].join('\n');
}

/** What they take away are no notes. */
const LEAVES_NOTES: ReadonlySet<string> = new Set(['vacuum_table']);

const textOf = (schema: JsonObject): string =>
  typeof schema['description'] === 'string' ? `${schema['description'].replace(/\.$/, '')}.` : '';

/** Null is left out: for an optional argument it means the same as leaving the argument out. */
function typeOf(schema: JsonObject): string {
  const {
    anyOf,
    enum: values,
    type,
    items,
    additionalProperties,
  } = schema as {
    anyOf?: JsonObject[];
    enum?: string[];
    type?: string | string[];
    items?: JsonObject;
    additionalProperties?: JsonObject | boolean;
  };
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
