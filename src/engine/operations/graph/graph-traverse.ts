/** graph_traverse: the notes that links lead to, step by step. docs/graph.md#walks; D24 */

import * as z from 'zod';
import { badRequest } from '../../errors';
import { NoteGraph } from '../../graph/note-graph';
import { Walk, sortedByPath } from '../../graph/walk';
import { count, listOf, textOrNull } from '../../values/json-schema';
import { defineRead } from '../define-operation';
import {
  DEFAULT_NOTES,
  depthArgument,
  directionArgument,
  edgesArgument,
  notesLimit,
  readLabels,
  readTables,
  stepList,
  tablesArgument,
} from './graph-arguments';
import { notesArgument, selectedNotes } from './selected-notes';

const DEFAULT_DEPTH = 2;

const reachedNote = z
  .strictObject({
    path: z.string(),
    table: textOrNull.describe('The table that the note is a row of'),
    depth: z.int().min(1).describe('Links between it and the nearest start'),
    via: stepList.describe('One shortest way from a start'),
  })
  .meta({ id: 'ReachedNote', description: 'A note that links lead to' });

export const graphTraverse = defineRead({
  name: 'graph_traverse',
  group: 'query',
  permission: ['read', 'notes'],
  summary: 'Follows links from notes, breadth first, and lists the notes that are reached.',
  description:
    'Starts are not listed. tables keeps only rows of these tables in the answer; through lets the walk go on only from starts and from rows of these tables, and it may end outside of them. via is one shortest way, as the steps of graph_path. By depth, then by path. total counts every note that is reached, before limit.',
  brief: 'Starts are not listed. total is before limit.',
  input: z.strictObject({
    from_nodes: notesArgument.describe('Where the walk starts'),
    direction: directionArgument('out'),
    edges: edgesArgument,
    tables: tablesArgument('Return only their rows'),
    through: tablesArgument('Walk on only from their rows'),
    min_depth: depthArgument.describe('Return only notes so far away; default 1'),
    max_depth: depthArgument.describe(`Links that are followed; default ${DEFAULT_DEPTH}, at most 10`),
    limit: notesLimit,
  }),
  refusals: [
    'from_nodes that select nothing, where without table',
    'paths that no note has',
    'a label that no link bears',
    'an unknown table',
    'min_depth above max_depth',
  ],
  result: z.strictObject({
    nodes: listOf(reachedNote),
    total: count.describe('Notes that are reached, before limit'),
    truncated: z.boolean().describe('There are more than limit'),
  }),
  run: async (context, args) => {
    const { view, host } = context;
    const { scheduler } = host;
    const [nearest, farthest] = [args.min_depth ?? 1, args.max_depth ?? DEFAULT_DEPTH];
    if (nearest > farthest)
      throw badRequest(`min_depth ${nearest} is above max_depth ${farthest}`, 'give a max_depth of at least min_depth');
    const graph = new NoteGraph(view);
    const filter = { direction: args.direction ?? 'out', labels: readLabels(view.catalog, args.edges) } as const;
    const isReturned = isRowOf(graph, readTables(view.catalog, args.tables));
    const goesOn = isRowOf(graph, readTables(view.catalog, args.through));
    const starts = await selectedNotes(context, graph, 'from_nodes', args.from_nodes);
    const walk = new Walk(graph, starts, filter, goesOn, scheduler);
    const limit = args.limit ?? DEFAULT_NOTES;
    const nodes: z.infer<typeof reachedNote>[] = [];
    let total = 0;
    for (let depth = 1; depth <= farthest; depth++) {
      const level = await walk.nextLevel();
      if (level.length === 0) break;
      const found = depth < nearest ? [] : level.filter(isReturned);
      total += found.length;
      if (nodes.length >= limit) continue;
      for (const note of (await sortedByPath(graph, found, scheduler)).slice(0, limit - nodes.length))
        nodes.push({ path: graph.pathOf(note), table: graph.tableOf(note), depth, via: walk.routeTo(note) });
    }
    return { nodes, total, truncated: total > nodes.length };
  },
});

const isRowOf =
  (graph: NoteGraph, tables: ReadonlySet<string> | null) =>
  (note: number): boolean =>
    tables === null || tables.has(graph.tableOf(note) ?? '');
