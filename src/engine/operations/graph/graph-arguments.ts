/** Arguments and parts of answers that the operations on the link graph share. docs/graph.md */

import * as z from 'zod';
import type { Catalog } from '../../catalog/catalog';
import { nearNames, suggest } from '../../../kernel/near-names';
import { badRequest } from '../../errors';
import { LINK_LABEL } from '../../graph/note-graph';
import { DIRECTIONS, type Direction } from '../../graph/walk';
import { listOf } from '../../values/json-schema';
import { linkSpecOf } from '../../values/column-spec';

export const directionArgument = (usual: Direction) =>
  z.enum(DIRECTIONS).nullish().describe(`out: links, in: backlinks; default ${usual}`);

/** Absent: no restriction; an empty list would leave nothing. */
const someNames = (z.array(z.string().min(1)).min(1) as unknown as z.ZodType<readonly string[]>).nullish();

export const edgesArgument = someNames.describe('Only links with these labels: names of link columns, or link');

export const tablesArgument = (meaning: string) => someNames.describe(meaning);

const MOST_NOTES = 5000;

export const DEFAULT_NOTES = 500;

export const notesLimit = z
  .int()
  .min(0)
  .max(MOST_NOTES)
  .nullish()
  .describe(`Default ${DEFAULT_NOTES}, at most ${MOST_NOTES}; 0 gives the total only`);

const MOST_STEPS = 10;

export const depthArgument = z.int().min(1).max(MOST_STEPS).nullish();

const step = z
  .strictObject({
    from: z.string(),
    label: z.string(),
    direction: z.enum(['out', 'in']).describe('out: from links to'),
    to: z.string(),
  })
  .meta({ id: 'GraphStep', description: 'One link on a way through the graph' });

export const stepList = listOf(step);

/** Null: every label. Throws 400 for a label that no link bears. */
export function readLabels(catalog: Catalog, edges: readonly string[] | null | undefined): ReadonlySet<string> | null {
  if (edges === null || edges === undefined) return null;
  const columns = catalog.tables().flatMap((table) => table.columns.filter((column) => linkSpecOf(column) !== null));
  const known = new Set([LINK_LABEL, ...columns.map(({ name }) => name).sort()]);
  const unknown = edges.filter((label) => !known.has(label));
  if (unknown.length === 0) return new Set(edges);
  const near = [...new Set(unknown.flatMap((label) => nearNames(label, known)))];
  throw badRequest(
    `edges: no link is labelled ${unknown.map((label) => JSON.stringify(label)).join(', ')}`,
    suggest(near, `labels: ${[...known].join(', ')}`),
  );
}

/** Qualified names; null: every note. Throws 404 for an unknown table, 400 for an ambiguous one. */
export const readTables = (
  catalog: Catalog,
  tables: readonly string[] | null | undefined,
): ReadonlySet<string> | null =>
  tables === null || tables === undefined ? null : new Set(tables.map((name) => catalog.resolveTable(name).qualified));
