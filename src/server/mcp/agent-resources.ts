/** What a client can attach: definitions, rows of tables and views, notes, and the skill. docs/mcp.md#resources */

import type { ListResourcesResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../engine/index';
import { type AgentRead, type ListedTable, listedTables, readShort, textOf } from './agent-calls';
import { SKILL, SKILL_TEXT, SKILL_URI } from './skill';

export const DEFINITIONS_URI = 'notedb://definitions';
const JSON_TYPE = 'application/json';
const MARKDOWN = 'text/markdown';
/** Rows of a table that a resource has; the tool select_rows reads on. */
const MOST_ROWS = 100;

export const TEMPLATES: readonly ResourceTemplateType[] = [
  template('notedb://definition/{table}', 'Definition', 'Columns and rules of a table or view', JSON_TYPE),
  template('notedb://table/{table}', 'Table', `The first ${MOST_ROWS} rows of a table`, JSON_TYPE),
  template('notedb://view/{view}', 'View', `The first ${MOST_ROWS} rows of a view`, JSON_TYPE),
  template('notedb://note/{+path}', 'Note', 'A note by its path in the vault', MARKDOWN),
];

function template(uriTemplate: string, name: string, description: string, mimeType: string): ResourceTemplateType {
  return { uriTemplate, name, description, mimeType };
}

/** Notes are found by their template: a vault has too many for a list. */
export async function listResources(read: AgentRead): Promise<ListResourcesResult> {
  const { tables, views } = await listedTables(read);
  const definitions = {
    uri: DEFINITIONS_URI,
    name: 'definitions',
    description: 'All tables and views',
    mimeType: JSON_TYPE,
  };
  return {
    resources: [
      ...(tables.length + views.length === 0 ? [] : [definitions]),
      ...tables.map((each) => resourceOf('table', each)),
      ...views.map((each) => resourceOf('view', each)),
      { uri: SKILL_URI, ...SKILL, mimeType: MARKDOWN },
    ],
  };
}

const resourceOf = (kind: 'table' | 'view', { name, description }: ListedTable): Resource => ({
  uri: `notedb://${kind}/${name}`,
  name,
  ...(description === null ? {} : { description }),
  mimeType: JSON_TYPE,
});

interface ResourceText {
  readonly [key: string]: unknown;
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

/** Null: missing, or hidden from this client. */
export async function readResource(read: AgentRead, uri: string): Promise<ResourceText | null> {
  if (uri === SKILL_URI) return { uri, mimeType: MARKDOWN, text: SKILL_TEXT };
  if (uri === DEFINITIONS_URI) return jsonText(uri, await readShort(read, 'list_tables'));
  const [, kind = '', encoded = ''] = /^notedb:\/\/(definition|table|view|note)\/(.+)$/s.exec(uri) ?? [];
  const name = decoded(encoded);
  if (name === null) return null;
  switch (kind) {
    case 'definition':
      return jsonText(uri, await readShort(read, 'describe_table', { table: name }));
    case 'table':
    case 'view':
      return jsonText(uri, await readShort(read, 'select_rows', { table: name, limit: MOST_ROWS }));
    case 'note':
      return noteText(uri, await readShort(read, 'read_note', { path: name }));
    default:
      return null;
  }
}

const jsonText = (uri: string, result: JsonObject | null): ResourceText | null =>
  result === null ? null : { uri, mimeType: JSON_TYPE, text: JSON.stringify(result) };

function noteText(uri: string, note: JsonObject | null): ResourceText | null {
  if (note === null) return null;
  const { path, next } = note;
  const content = textOf(note['content']) ?? '';
  const more =
    next === undefined
      ? ''
      : `\n\n… (cut: read_note reads on with ${JSON.stringify({ path, ...(next as JsonObject) })})`;
  return { uri, mimeType: MARKDOWN, text: `${content}${more}` };
}

function decoded(text: string): string | null {
  try {
    return text === '' ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}
