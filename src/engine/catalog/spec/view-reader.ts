/** From a view as it is written to a ViewDefinition, with everything that is wrong in its form. spec: View. */

import { type Json, type JsonObject, isJsonObject } from '../../values/json';
import { AttributeReader } from './attribute-reader';
import type { ViewDefinition } from '../definition';
import type { Problem, ProblemPath } from '../problem';
import type { TableName } from './table-reader';
import { isUnion } from '../references/view-query';

const VIEW_ATTRIBUTES: readonly string[] = ['description', 'aliases', 'labels', 'query'];

export interface ViewReading {
  /** With problems it may be incomplete. */
  readonly definition: ViewDefinition;
  readonly problems: readonly Problem[];
}

/** Reads a view whose name is already known to be good. Whether its query runs depends on its tables. Never throws. */
export function readView(source: JsonObject, { catalog, schema, name }: TableName, at: ProblemPath): ViewReading {
  const reader = new AttributeReader(source, at, '', null);
  reader.rejectOthers(VIEW_ATTRIBUTES);
  const description = reader.text('description');
  const definition: ViewDefinition = {
    catalog,
    schema,
    name,
    qualified: `${catalog}.${schema}.${name}`,
    description: description === undefined || description.trim() === '' ? null : description,
    aliases: reader.texts('aliases') ?? [],
    labels: readLabels(reader),
    query: readQuery(reader),
  };
  return { definition, problems: reader.problems };
}

function readLabels(reader: AttributeReader): Readonly<Record<string, string>> {
  const labels = reader.object('labels') ?? {};
  for (const [column, label] of Object.entries(labels)) {
    if (column === '__proto__') reader.grammar('labels', 'type', `labels: "${column}" is no column`);
    else if (typeof label !== 'string') reader.grammar('labels', 'type', `labels: ${column} must be text`);
  }
  return labels as Readonly<Record<string, string>>;
}

/** Its form alone: one table, or a list of parts that each name one. */
function readQuery(reader: AttributeReader): JsonObject {
  const query = reader.object('query');
  if (query === undefined) {
    if (reader.raw('query') === undefined) reader.grammar('query', 'type', 'a query is missing');
    return {};
  }
  const parts = isUnion(query) ? query['union'] : [query];
  const isSound =
    Array.isArray(parts) &&
    parts.length > 0 &&
    (parts as readonly Json[]).every((part) => isJsonObject(part) && typeof part['table'] === 'string');
  if (!isSound) reader.grammar('query', 'type', 'query must name a table, or be a union of objects that each name one');
  return query;
}
