/** The records of several segments as one. */

import type { Abort, Migration } from './migration';
import type { LoadedSegment } from './segments';
import type { TableVersion } from './table-version';

export interface JournalRecords {
  readonly migrations: readonly Migration[];
  readonly aborts: ReadonlyMap<number, Abort>;
  readonly applied: ReadonlySet<number>;
  /** Versions that belong to no migration. */
  readonly versions: readonly TableVersion[];
}

/** Oldest first. */
export function recordsIn(segments: readonly LoadedSegment[]): JournalRecords {
  const ordered = [...segments].sort((a, b) => a.segment - b.segment);
  return {
    migrations: ordered.flatMap(({ migrations }) => migrations).sort((a, b) => a.seq - b.seq),
    aborts: new Map(ordered.flatMap(({ aborts }) => aborts.map((abort) => [abort.seq, abort] as const))),
    applied: new Set(ordered.flatMap(({ applied }) => applied)),
    versions: ordered.flatMap(({ versions }) => versions),
  };
}
