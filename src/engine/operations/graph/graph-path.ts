/** graph_path: a shortest way between notes. docs/graph.md#walks; D24 */

import * as z from 'zod';
import { NoteGraph } from '../../graph/note-graph';
import { Walk, sortedByPath } from '../../graph/walk';
import type { ReadContext } from '../../contexts';
import { count } from '../../values/json-schema';
import { defineRead } from '../define-operation';
import { depthArgument, directionArgument, edgesArgument, readLabels, stepList } from './graph-arguments';
import { notesArgument, selectedNotes } from './selected-notes';

const DEFAULT_DEPTH = 6;

const result = z.strictObject({
  found: z.boolean(),
  length: count.nullable().describe('Links on the way; null: there is none within max_depth'),
  path: stepList,
});

type PathAnswer = z.infer<typeof result>;

export const graphPath = defineRead({
  name: 'graph_path',
  group: 'query',
  permission: ['read', 'notes'],
  summary: 'Finds a shortest way along links from one of some notes to one of others.',
  description:
    'Of several shortest ways the one that ends at the note with the first path. A note that is among both is a way of length 0. max_depth is the number of links at most.',
  brief: 'max_depth: links at most.',
  input: z.strictObject({
    from_nodes: notesArgument.describe('Where the way starts'),
    to_nodes: notesArgument.describe('Where the way ends'),
    direction: directionArgument('both'),
    edges: edgesArgument,
    max_depth: depthArgument.describe(`Links at most; default ${DEFAULT_DEPTH}, at most 10`),
  }),
  refusals: [
    'from_nodes or to_nodes that select nothing, where without table',
    'paths that no note has',
    'a label that no link bears',
    'an unknown table',
  ],
  result,
  run: async (context, args) => {
    const { view, host } = context;
    const graph = new NoteGraph(view);
    const filter = { direction: args.direction ?? 'both', labels: readLabels(view.catalog, args.edges) } as const;
    const starts = await selectedNotes(context, graph, 'from_nodes', args.from_nodes);
    const ends = await selectedNotes(context, graph, 'to_nodes', args.to_nodes);
    if ([...starts].some((start) => ends.has(start))) return { found: true, length: 0, path: [] };
    const walk = new Walk(graph, starts, filter, () => true, host.scheduler);
    return shortestWay(context, graph, walk, { ends, longest: args.max_depth ?? DEFAULT_DEPTH });
  },
});

async function shortestWay(
  { host }: ReadContext,
  graph: NoteGraph,
  walk: Walk,
  { ends, longest }: { readonly ends: ReadonlySet<number>; readonly longest: number },
): Promise<PathAnswer> {
  for (let length = 1; length <= longest && ends.size > 0; length++) {
    const level = await walk.nextLevel();
    if (level.length === 0) break;
    const [end] = await sortedByPath(
      graph,
      level.filter((note) => ends.has(note)),
      host.scheduler,
    );
    if (end !== undefined) return { found: true, length, path: walk.routeTo(end) };
  }
  return { found: false, length: null, path: [] };
}
