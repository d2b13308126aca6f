/** Finds the row at a path in a snapshot by the one map that the table keeps up to date. */

import type { NotePath } from '../ports/vault-port';

/** The row at a slot of one snapshot: the path, null when no row was there. */
type PathAt = (slot: number) => NotePath | null;

/**
 * What the map says now is held against the snapshot. A row that left since then is found in the list of those that left, which each
 * snapshot has until the next one is taken.
 */
export class PathLookup {
  private readonly departed = new Map<NotePath, number>();
  private next: PathLookup | null = null;

  constructor(
    private readonly slotNow: (path: NotePath) => number | undefined,
    private readonly pathAt: PathAt,
  ) {}

  /** -1 when the snapshot has no row there. */
  slotOf(path: NotePath): number {
    const isRow = (slot: number | undefined): slot is number => slot !== undefined && this.pathAt(slot) === path;
    const now = this.slotNow(path);
    if (isRow(now)) return now;
    const then = this.departed.get(path);
    if (isRow(then)) return then;
    for (let later = this.next; later !== null; later = later.next) {
      const slot = later.departed.get(path);
      if (isRow(slot)) return slot;
    }
    return -1;
  }

  /** A row left its slot, while this was the newest snapshot. */
  depart(path: NotePath, slot: number): void {
    if (!this.departed.has(path)) this.departed.set(path, slot);
  }

  /** A newer snapshot was taken. */
  follow(next: PathLookup): void {
    this.next = next;
  }
}
