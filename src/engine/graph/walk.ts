/** A breadth-first walk over the notes, level by level, with one shortest route to each. docs/graph.md#walks */

import { inTurns } from '../ports/in-turns';
import type { SchedulerPort } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import { sortInSteps } from '../storage/columns/sort-in-steps';
import { type Edge, type NoteGraph, compareLabels } from './note-graph';

export const DIRECTIONS = ['out', 'in', 'both'] as const;

export type Direction = (typeof DIRECTIONS)[number];

/** Which links are followed, and which way: `out` from a note to those that it links. */
export interface EdgeFilter {
  readonly direction: Direction;
  /** Null: every label. */
  readonly labels: ReadonlySet<string> | null;
}

export interface WalkStep {
  readonly from: NotePath;
  readonly label: string;
  /** `out`: `from` links `to`. */
  readonly direction: 'out' | 'in';
  readonly to: NotePath;
}

interface Reached {
  readonly depth: number;
  /** The note before it on its route; -1 for a start. */
  before: number;
}

const NO_STEPS: readonly WalkStep[] = [];

export class Walk {
  private readonly reached = new Map<number, Reached>();
  private readonly routes = new Map<number, readonly WalkStep[]>();
  private frontier: readonly number[];
  private depth = 0;

  /** `goesOn`: whether the walk goes on from a note that is no start. */
  constructor(
    private readonly graph: NoteGraph,
    starts: ReadonlySet<number>,
    private readonly filter: EdgeFilter,
    private readonly goesOn: (note: number) => boolean,
    private readonly scheduler: SchedulerPort,
  ) {
    this.frontier = [...starts];
    for (const start of starts) this.reached.set(start, { depth: 0, before: -1 });
  }

  /** The notes one step further, in no order; none when the walk is over. */
  async nextLevel(): Promise<readonly number[]> {
    this.depth += 1;
    const level: number[] = [];
    await inTurns(this.frontier, this.scheduler, (from) => {
      if (this.filter.labels === null) this.visitNeighbors(from, (to) => this.reach(from, to, level));
    });
    const { labels } = this.filter;
    if (labels !== null)
      for (const from of this.frontier)
        for (const to of await labelledNeighbors(this.graph, from, { ...this.filter, labels }, this.scheduler))
          this.reach(from, to, level);
    this.frontier = level.filter((note) => this.goesOn(note));
    return level;
  }

  private visitNeighbors(from: number, visit: (to: number) => void): void {
    if (this.filter.direction !== 'in') this.graph.visitTargets(from, visit);
    if (this.filter.direction !== 'out') this.graph.visitSources(from, visit);
  }

  /** Of the routes of one length the one whose last note but one has the first path counts, so that it does not depend on the order. */
  private reach(from: number, to: number, level: number[]): void {
    const known = this.reached.get(to);
    if (known === undefined) {
      this.reached.set(to, { depth: this.depth, before: from });
      level.push(to);
    } else if (known.depth === this.depth && known.before !== from) {
      if (this.graph.pathOf(from) < this.graph.pathOf(known.before)) known.before = from;
    }
  }

  /** The route to a note that was reached: one of the shortest. */
  routeTo(note: number): readonly WalkStep[] {
    const before = this.reached.get(note)?.before ?? -1;
    if (before < 0) return NO_STEPS;
    const known = this.routes.get(note);
    if (known !== undefined) return known;
    const route = [...this.routeTo(before), this.stepBetween(before, note)];
    this.routes.set(note, route);
    return route;
  }

  /** A link forward comes before one back, a column before `link`. */
  private stepBetween(before: number, note: number): WalkStep {
    const { graph, filter } = this;
    const [from, to] = [graph.pathOf(before), graph.pathOf(note)];
    const forward = filter.direction === 'in' ? null : firstLabel(graph.edgesOf(before), note, filter.labels);
    if (forward !== null) return { from, label: forward, direction: 'out', to };
    return { from, label: firstLabel(graph.edgesOf(note), before, filter.labels) ?? '', direction: 'in', to };
  }
}

function firstLabel(edges: readonly Edge[], target: number, labels: ReadonlySet<string> | null): string | null {
  let first: string | null = null;
  for (const edge of edges) {
    if (edge.target !== target || labels?.has(edge.label) === false) continue;
    if (first === null || compareLabels(edge.label, first) < 0) first = edge.label;
  }
  return first;
}

async function labelledNeighbors(
  graph: NoteGraph,
  note: number,
  { direction, labels }: EdgeFilter & { readonly labels: ReadonlySet<string> },
  scheduler: SchedulerPort,
): Promise<readonly number[]> {
  const found: number[] = [];
  if (direction !== 'in')
    for (const { label, target } of graph.edgesOf(note)) if (target >= 0 && labels.has(label)) found.push(target);
  if (direction === 'out') return found;
  await inTurns(sourcesOf(graph, note), scheduler, (source) => {
    if (graph.edgesOf(source).some(({ label, target }) => target === note && labels.has(label))) found.push(source);
  });
  return found;
}

/** The notes with a link to the note, each once. */
export function sourcesOf(graph: NoteGraph, note: number): ReadonlySet<number> {
  const sources = new Set<number>();
  graph.visitSources(note, (source) => sources.add(source));
  return sources;
}

/** In code-unit order of their paths. */
export async function sortedByPath(
  graph: NoteGraph,
  notes: readonly number[],
  scheduler: SchedulerPort,
): Promise<Uint32Array> {
  const paths = notes.map((note) => graph.pathOf(note));
  const compare = (a: number, b: number): number => ((paths[a] ?? '') < (paths[b] ?? '') ? -1 : 1);
  const order = await sortInSteps(
    Uint32Array.from(notes, (_, at) => at),
    compare,
    scheduler,
  );
  return order.map((at) => notes[at] ?? 0);
}
