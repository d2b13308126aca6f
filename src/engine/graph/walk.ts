/** A breadth-first walk over the notes, level by level, with one shortest route to each. docs/graph.md#walks */

import { inTurns } from '../ports/in-turns';
import type { SchedulerPort } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import { sortInSteps } from '../storage/columns/sort-in-steps';
import type { NoteGraph } from './note-graph';

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

const NO_STEPS: readonly WalkStep[] = [];

/** Before a start. */
const NONE = -1;

export class Walk {
  /** Place of each note that was reached in the lists below, in the order in which they were reached. */
  private readonly places = new Map<number, number>();
  private readonly notes: number[] = [];
  /** The note before each on its route. */
  private readonly before: number[] = [];
  /** Whether that one links it. */
  private readonly isForward: boolean[] = [];
  private readonly routes = new Map<number, readonly WalkStep[]>();
  private frontier: readonly number[];

  /** `goesOn`: whether the walk goes on from a note that is not a start. */
  constructor(
    private readonly graph: NoteGraph,
    starts: ReadonlySet<number>,
    private readonly filter: EdgeFilter,
    private readonly goesOn: (note: number) => boolean,
    private readonly scheduler: SchedulerPort,
  ) {
    this.frontier = [...starts];
    for (const start of starts) this.add(start, NONE, false);
  }

  private add(note: number, before: number, isForward: boolean): void {
    this.places.set(note, this.notes.push(note) - 1);
    this.before.push(before);
    this.isForward.push(isForward);
  }

  /** The notes one step further, in no order; none when the walk is over. */
  async nextLevel(): Promise<readonly number[]> {
    const first = this.notes.length;
    const { labels, direction } = this.filter;
    if (labels === null) {
      await inTurns(this.frontier, this.scheduler, (from) => {
        if (direction !== 'in') this.graph.visitTargets(from, (to) => this.reach(first, from, to, true));
        if (direction !== 'out') this.graph.visitSources(from, (to) => this.reach(first, from, to, false));
      });
    } else {
      for (const from of this.frontier) await this.followLabels(first, from, labels);
    }
    const level = this.notes.slice(first);
    this.frontier = level.filter((note) => this.goesOn(note));
    return level;
  }

  private async followLabels(first: number, from: number, labels: ReadonlySet<string>): Promise<void> {
    const { graph, filter, scheduler } = this;
    if (filter.direction !== 'in')
      for (const { label, target } of graph.edgesOf(from))
        if (target >= 0 && labels.has(label)) this.reach(first, from, target, true);
    if (filter.direction === 'out') return scheduler.pause();
    await inTurns(sourcesOf(graph, from), scheduler, (source) => {
      const isFollowed = graph.edgesOf(source).some(({ label, target }) => target === from && labels.has(label));
      if (isFollowed) this.reach(first, from, source, false);
    });
  }

  /**
   * `first`: where the present level begins. Of the routes of one length the one whose last note but one has the first path
   * counts, and a link forward before one back, so that it does not depend on the order.
   */
  private reach(first: number, from: number, to: number, isForward: boolean): void {
    const place = this.places.get(to);
    if (place === undefined) {
      this.add(to, from, isForward);
      return;
    }
    const before = this.before[place] ?? NONE;
    if (place < first || before === from || this.graph.pathOf(from) > this.graph.pathOf(before)) return;
    this.before[place] = from;
    this.isForward[place] = isForward;
  }

  /** The route to a note that was reached: one of the shortest. */
  routeTo(note: number): readonly WalkStep[] {
    const place = this.places.get(note) ?? -1;
    const before = this.before[place] ?? NONE;
    if (before === NONE) return NO_STEPS;
    const known = this.routes.get(note);
    if (known !== undefined) return known;
    const route = [...this.routeTo(before), this.stepBetween(before, note, this.isForward[place] === true)];
    this.routes.set(note, route);
    return route;
  }

  private stepBetween(before: number, note: number, isForward: boolean): WalkStep {
    const { graph, filter } = this;
    const [from, to] = [graph.pathOf(before), graph.pathOf(note)];
    if (isForward) return { from, label: graph.labelOf(before, note, filter.labels), direction: 'out', to };
    return { from, label: graph.labelOf(note, before, filter.labels), direction: 'in', to };
  }
}

/** The notes with a link to the note, each once. */
export function sourcesOf(graph: NoteGraph, note: number): ReadonlySet<number> {
  const sources = new Set<number>();
  graph.visitSources(note, (source) => sources.add(source));
  return sources;
}

/** Up to so many notes are sorted at once. */
const SORTED_AT_ONCE = 2000;

/** In code-unit order of their paths. */
export async function sortedByPath(
  graph: NoteGraph,
  notes: readonly number[],
  scheduler: SchedulerPort,
): Promise<readonly number[]> {
  const paths = notes.map((note) => graph.pathOf(note));
  if (notes.length > SORTED_AT_ONCE) {
    const compare = (a: number, b: number): number => ((paths[a] ?? '') < (paths[b] ?? '') ? -1 : 1);
    const order = Uint32Array.from(notes, (_, at) => at);
    return Array.from(await sortInSteps(order, compare, scheduler), (at) => notes[at] ?? 0);
  }
  // Without a function to compare them texts are sorted several times quicker.
  return paths.sort().map((path) => graph.numberOf(path));
}
