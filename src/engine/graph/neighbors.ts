/** Direct links and backlinks of some notes, counted by label. docs/graph.md#neighbours */

import { inTurns } from '../ports/in-turns';
import type { SchedulerPort } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import { getOrInsert } from '../values/maps';
import { type Edge, type NoteGraph, compareLabels } from './note-graph';
import { type EdgeFilter, sourcesOf } from './walk';

/** A note that is linked (`out`) or links (`in`). */
export interface Neighbor {
  /** Null: a name that no file has. */
  readonly path: NotePath | null;
  readonly unresolved: string | null;
  readonly direction: 'out' | 'in';
  /** Label -> links, in the order of the labels. */
  readonly edges: Readonly<Record<string, number>>;
}

/** By path, `out` before `in`; then the unresolved by name. A note that is linked both ways is there twice. */
export async function neighborsOf(
  graph: NoteGraph,
  starts: ReadonlySet<number>,
  { direction, labels }: EdgeFilter,
  scheduler: SchedulerPort,
): Promise<readonly Neighbor[]> {
  const [linked, unresolved, linking] = [
    new LabelCounts<number>(),
    new LabelCounts<string>(),
    new LabelCounts<number>(),
  ];
  const isFollowed = ({ label }: Edge): boolean => labels?.has(label) !== false;
  for (const start of starts) {
    if (direction !== 'in')
      for (const edge of graph.edgesOf(start).filter(isFollowed))
        if (edge.unresolved === null) linked.add(edge.target, edge);
        else unresolved.add(edge.unresolved, edge);
    if (direction === 'out') await scheduler.pause();
    else
      await inTurns(sourcesOf(graph, start), scheduler, (source) => {
        for (const edge of graph.edgesOf(source))
          if (edge.target === start && isFollowed(edge)) linking.add(source, edge);
      });
  }
  const noteEntries = (counts: LabelCounts<number>, way: 'out' | 'in'): readonly PathNeighbor[] =>
    counts.entries().map(([note, edges]) => ({ path: graph.pathOf(note), unresolved: null, direction: way, edges }));
  const notes = [...noteEntries(linked, 'out'), ...noteEntries(linking, 'in')];
  const names = unresolved.entries().sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    // Stable: `out` stays before `in`.
    ...notes.sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path))),
    ...names.map(([name, edges]): Neighbor => ({ path: null, unresolved: name, direction: 'out', edges })),
  ];
}

type PathNeighbor = Neighbor & { readonly path: NotePath };

class LabelCounts<K> {
  private readonly byKey = new Map<K, Map<string, number>>();

  add(key: K, { label, count }: Edge): void {
    const counts = getOrInsert(this.byKey, key, () => new Map<string, number>());
    counts.set(label, (counts.get(label) ?? 0) + count);
  }

  entries(): [K, Readonly<Record<string, number>>][] {
    return Array.from(this.byKey, ([key, counts]) => [
      key,
      Object.fromEntries([...counts].sort(([a], [b]) => compareLabels(a, b))),
    ]);
  }
}
