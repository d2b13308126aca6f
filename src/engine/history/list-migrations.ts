/** The journal as a list: which migrations there are, which hold, which were undone. spec: Migration, D7. */

import type { JournalRecords } from './journal';
import type { Migration } from './migration';

export interface MigrationEntry {
  readonly migration: Migration;
  readonly undone: boolean;
  readonly failed: boolean;
}

/** Newest first. An undo that was itself undone leaves the first migration standing. */
export function migrationEntries({
  migrations,
  aborts,
}: Pick<JournalRecords, 'migrations' | 'aborts'>): readonly MigrationEntry[] {
  const undone = new Set<string>();
  const entries: MigrationEntry[] = [];
  for (const migration of [...migrations].reverse()) {
    const failed = aborts.has(migration.seq);
    const isUndone = undone.has(migration.id);
    if (!failed && !isUndone && migration.undoes !== null) undone.add(migration.undoes);
    entries.push({ migration, undone: isUndone, failed });
  }
  return entries;
}
