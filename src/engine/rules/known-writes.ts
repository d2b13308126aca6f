/** What rules have to know of recent writes: which rule made them, after how many others, and which only undo. docs/rules.md#runs */

import type { DefinitionRename } from '../catalog/references/definition-rename';
import type { Journal } from '../history/journal/journal';
import type { Migration } from '../history/journal/migration';

/** So many are remembered: changes are looked at a moment after they are written. */
const MOST_WRITES = 20_000;

/** Up to where rules know the journal: the last change that was looked at, the last migration whose renames were followed. */
export interface KnownUpTo {
  readonly change: number;
  readonly migration: number;
}

/** Renames of a migration after that. */
export interface MissedRenames {
  readonly migration: number;
  /** The number of its first change; null: it has none. */
  readonly first: number | null;
  readonly renames: readonly DefinitionRename[];
}

export class KnownWrites {
  /** By migration id; null: an undo. */
  private readonly depths = new Map<string, number | null>();
  /** By rule and change, the migration id. */
  private readonly runs = new Map<string, string>();

  /** To be called with each write. */
  add({ id, rule, undoes }: Migration): void {
    if (undoes !== null) this.depths.set(id, null);
    if (rule === undefined) return forgetOldest(this.depths);
    this.depths.set(id, rule.depth);
    this.runs.set(keyOf(rule.name, rule.change), id);
    forgetOldest(this.depths);
    forgetOldest(this.runs);
  }

  /** Takes in the writes since; gives the renames among them, the oldest first. */
  async read(
    journal: Pick<Journal, 'newestFirst'>,
    { change, migration: last }: KnownUpTo,
  ): Promise<readonly MissedRenames[]> {
    const missed: MissedRenames[] = [];
    for await (const { migration, failed } of journal.newestFirst()) {
      const { seq, changeSeq = null, renames } = migration;
      if (seq <= last && changeSeq !== null && changeSeq <= change) break;
      if (failed) continue;
      this.add(migration);
      if (seq > last && renames !== undefined) missed.unshift({ migration: seq, first: changeSeq, renames });
    }
    return missed;
  }

  /** The migration of a run that was committed. */
  runOf(rule: string, change: number): string | null {
    return this.runs.get(keyOf(rule, change)) ?? null;
  }

  /** How many rules ran one after the other up to this write. */
  depthOf(migration: string): number {
    return this.depths.get(migration) ?? 0;
  }

  isUndo(migration: string): boolean {
    return this.depths.get(migration) === null;
  }
}

const keyOf = (rule: string, change: number): string => `${change} ${rule}`;

function forgetOldest(map: Map<string, unknown>): void {
  if (map.size <= MOST_WRITES) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
