/** The states of migrations in the journal: applied, failed, undone. Source: docs/operations.md#list_migrations, D7. */

import type { Abort, FileChange, Migration } from './migration';

export interface MigrationEntry {
  readonly migration: Migration;
  /** Every change of it is taken back. */
  readonly undone: boolean;
  readonly failed: boolean;
  /** Whether an undo that holds took back the change with this index. */
  readonly isTakenBack: TakesBack;
  /** Whether the caller may know of this change of it: a link in a hidden note followed. Absent: of all. */
  readonly shows?: (change: FileChange) => boolean;
}

type TakesBack = (index: number) => boolean;

/** Finds what became of migrations. The parts of the journal are given to it from the last one to the first. */
export class MigrationStates {
  /** By the id of the migration, what its undos that hold take back. */
  private readonly undos = new Map<string, TakesBack[]>();
  private readonly failed = new Set<number>();

  /** Newest first. An undo that was itself undone leaves the first migration standing. */
  of(migrations: readonly Migration[], aborts: readonly Abort[]): readonly MigrationEntry[] {
    for (const { seq } of aborts) this.failed.add(seq);
    const newestFirst = [...migrations].sort((a, b) => b.seq - a.seq);
    return newestFirst.map((migration) => this.entryOf(migration));
  }

  private entryOf(migration: Migration): MigrationEntry {
    const { id, seq, changes, undoes } = migration;
    const failed = this.failed.has(seq);
    const undos = this.undos.get(id) ?? [];
    const isTakenBack: TakesBack = (index) => undos.some((takesBack) => takesBack(index));
    const undone = undos.length > 0 && changes.every((_, index) => isTakenBack(index));
    if (!failed && !undone && undoes !== null) {
      const others = this.undos.get(undoes) ?? [];
      this.undos.set(undoes, [...others, undos.length > 0 ? partLeft(migration, isTakenBack) : takenBy(migration)]);
    }
    return { migration, undone, failed, isTakenBack };
  }
}

function takenBy({ partial }: Migration): TakesBack {
  const indexes = partial === undefined ? null : new Set(partial);
  return (index) => indexes?.has(index) !== false;
}

/** Of an undo that was itself taken back in part. */
function partLeft(migration: Migration, isTakenBack: TakesBack): TakesBack {
  const takesBack = takenBy(migration);
  const redone = new Set(migration.changes.flatMap(({ undoes }, index) => (isTakenBack(index) ? [undoes] : [])));
  return (index) => takesBack(index) && !redone.has(index);
}
