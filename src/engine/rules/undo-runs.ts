/** Takes back what a rule wrote, run by run, the newest first. docs/rules.md#undo */

import { NotedbError } from '../errors';
import type { Caller } from '../history/caller';
import type { Journal } from '../history/journal/journal';
import type { JsonObject } from '../json';

export interface UndoneRuns {
  /** Of each run that was taken back, or would be, the migration id, the newest first. */
  readonly runs: readonly string[];
  /** The run that could not be taken back, and why: it and older ones stay. */
  readonly refused: { readonly migration: string; readonly reason: string } | null;
}

interface UndoDeps {
  readonly journal: Pick<Journal, 'newestFirst'>;
  run(name: string, args: JsonObject, caller: Caller): Promise<JsonObject>;
}

interface AskedRuns {
  readonly name: string;
  /** Milliseconds. */
  readonly since: number;
  readonly isDryRun: boolean;
  readonly caller: Caller;
}

export async function undoRuns(deps: UndoDeps, { name, since, isDryRun, caller }: AskedRuns): Promise<UndoneRuns> {
  const found: string[] = [];
  for await (const { migration, undone, failed } of deps.journal.newestFirst()) {
    if (migration.time < since) break;
    if (migration.rule?.name === name && !undone && !failed) found.push(migration.id);
  }
  if (isDryRun) return { runs: found, refused: null };
  const runs: string[] = [];
  for (const migration of found) {
    try {
      await deps.run('undo_migration', { migration_id: migration }, caller);
      runs.push(migration);
    } catch (error) {
      if (!(error instanceof NotedbError)) throw error;
      return { runs, refused: { migration, reason: error.message } };
    }
  }
  return { runs, refused: null };
}
