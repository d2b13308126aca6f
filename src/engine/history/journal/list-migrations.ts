/** The journal as a list: which migrations there are, which hold, which were undone. spec: Migration, D7. */

import type { Abort, Migration } from './migration';

export interface MigrationEntry {
  readonly migration: Migration;
  readonly undone: boolean;
  readonly failed: boolean;
}

/** Tells of migrations what became of them. The parts of the journal are given to it from the last one to the first. */
export class MigrationStates {
  private readonly undone = new Set<string>();
  private readonly failed = new Set<number>();

  /** Newest first. An undo that was itself undone leaves the first migration standing. */
  of(migrations: readonly Migration[], aborts: readonly Abort[]): readonly MigrationEntry[] {
    for (const { seq } of aborts) this.failed.add(seq);
    const newestFirst = [...migrations].sort((a, b) => b.seq - a.seq);
    return newestFirst.map((migration) => this.entryOf(migration));
  }

  private entryOf(migration: Migration): MigrationEntry {
    const failed = this.failed.has(migration.seq);
    const undone = this.undone.has(migration.id);
    if (!failed && !undone && migration.undoes !== null) this.undone.add(migration.undoes);
    return { migration, undone, failed };
  }
}
