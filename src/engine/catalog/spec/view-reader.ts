/** Parses a view into a ViewDefinition and collects the problems of its form. Source: docs/sources-and-views.md#views. */

import * as z from 'zod';
import { type JsonObject, isJsonObject, isList } from '../../json';
import { AttributeReader } from './attribute-reader';
import type { ViewDefinition } from '../definition';
import type { Problem, ProblemPath } from '../problem';
import { json, jsonObject, deferredSchema, textArgument, textsArgument } from '../shapes';
import type { TableName } from './table-reader';
import { layoutNames } from './view-layouts';
import { isUnion } from '../references/view-query';

/** Programs that show views agree on it. Of a metastore file any object is kept; create_view judges layouts (`view-layouts.ts`). Source: docs/sources-and-views.md#display. */
const display = deferredSchema(
  'display',
  () =>
    z
      .record(z.string(), json)
      .describe(
        `{layout: ${layoutNames()}, group: column of headings or lanes, colors: [{where, color: red, column}], columns, …}`,
      ),
  jsonObject,
);

export const VIEW = z.strictObject({
  description: textArgument.describe('The content of the view'),
  aliases: textsArgument.describe('Other words for it'),
  labels: z.record(z.string(), z.string()).nullish().describe('Column -> heading'),
  display: display.nullish().describe('How it looks'),
  query: jsonObject,
});

export interface ViewReading {
  /** With problems it may be incomplete. */
  readonly definition: ViewDefinition;
  readonly problems: readonly Problem[];
}

/** Reads a view whose name is already known to be good. Whether its query runs depends on its tables. Never throws. */
export function readView(source: JsonObject, { catalog, schema, name }: TableName, at: ProblemPath): ViewReading {
  const reader = new AttributeReader(VIEW, { source, at });
  const { description = '', aliases = [], labels = {}, display = {}, query } = reader.value;
  // A copy would drop an object's prototype.
  if (Object.hasOwn(labels, '__proto__')) reader.grammar('labels', 'type', 'labels: "__proto__" is not a column');
  if (reader.raw('query') === undefined) reader.grammar('query', 'type', 'a query is missing');
  if (query !== undefined && !isSound(query)) {
    reader.grammar('query', 'type', 'query must name a table, or be a union of objects that each name one');
  }
  const definition: ViewDefinition = {
    catalog,
    schema,
    name,
    qualified: `${catalog}.${schema}.${name}`,
    description: description.trim() === '' ? null : description,
    aliases,
    labels,
    display: Object.keys(display).length === 0 ? null : display,
    query: query ?? {},
  };
  return { definition, problems: reader.problems };
}

/** Its form alone: one table, or a list of parts that each name one. */
function isSound(query: JsonObject): boolean {
  const parts = isUnion(query) ? query['union'] : [query];
  return (
    isList(parts) && parts.length > 0 && parts.every((part) => isJsonObject(part) && typeof part['table'] === 'string')
  );
}
