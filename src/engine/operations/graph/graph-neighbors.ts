/** graph_neighbors: direct links and backlinks of notes, counted. docs/graph.md#neighbours; D24 */

import * as z from 'zod';
import { neighborsOf } from '../../graph/neighbors';
import { NoteGraph } from '../../graph/note-graph';
import { count, listOf, mapOf, textOrNull } from '../../values/json-schema';
import { defineRead } from '../define-operation';
import { DEFAULT_NOTES, directionArgument, edgesArgument, notesLimit, readLabels } from './graph-arguments';
import { notesArgument, selectedNotes } from './selected-notes';

const neighbor = z
  .strictObject({
    path: textOrNull.describe('null: unresolved'),
    unresolved: z.string().exactOptional().describe('The name that is linked and that no file has'),
    table: textOrNull.describe('The table that the note is a row of'),
    direction: z.enum(['out', 'in']).describe('out: it is linked, in: it links'),
    edges: mapOf(count).describe('Label -> how many links'),
  })
  .meta({ id: 'Neighbor', description: 'A note that is linked, or that links' });

export const graphNeighbors = defineRead({
  name: 'graph_neighbors',
  group: 'query',
  permission: ['read', 'notes'],
  summary: 'Lists the direct links and backlinks of notes, counted by label.',
  description:
    'A link in a link column is labelled by the column, every other link by link. A note that is linked and links back is two entries. A link that leads nowhere is an entry with path null and unresolved, the name. Several notes are counted together; links among them and links of a note to itself count. By path, out before in, the unresolved last.',
  brief: 'Labels: the link column, else link. Unresolved links have path null.',
  input: z.strictObject({
    from_nodes: notesArgument.describe('The notes whose links are listed'),
    direction: directionArgument('both'),
    edges: edgesArgument,
    limit: notesLimit,
  }),
  refusals: [
    'from_nodes that select nothing, where without table',
    'paths that no note has',
    'a label that no link bears',
    'an unknown table',
  ],
  result: z.strictObject({ nodes: listOf(neighbor), total: count.describe('Entries before limit') }),
  run: async (context, { from_nodes, direction, edges, limit }) => {
    const { view, host } = context;
    const graph = new NoteGraph(view);
    const filter = { direction: direction ?? 'both', labels: readLabels(view.catalog, edges) } as const;
    const starts = await selectedNotes(context, graph, 'from_nodes', from_nodes);
    const found = await neighborsOf(graph, starts, filter, host.scheduler);
    const nodes = found.slice(0, limit ?? DEFAULT_NOTES).map(({ path, unresolved, ...entry }) => ({
      path,
      ...(unresolved === null ? {} : { unresolved }),
      table: path === null ? null : (view.tableAt(path)?.qualified ?? null),
      ...entry,
    }));
    return { nodes, total: found.length };
  },
});
