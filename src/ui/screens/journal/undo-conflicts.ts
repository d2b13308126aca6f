/** Takes a write back; when some of its notes prevent it, finds out which ones can be taken back alone. docs/history.md#undoing-a-part */

import type { ProblemText } from '../../components/text/problem-text';
import { describeProblem, refusalOf } from '../../client/describe-problem';
import type { OperationsClient } from '../../client/operations-client';
import { notesOf } from '../../changes/describe-write';
import { type LastWriter, askTouches } from './last-writers';
import type { HistoryEntry } from '../../changes/describe-migration';

export type UndoTry =
  | { readonly kind: 'done'; readonly migrationId: string | null }
  | {
      readonly kind: 'refused';
      readonly problem: ProblemText;
      /** Notes that prevent it, with the reason. */
      readonly against: readonly NoteConflict[];
      /** Of how many. */
      readonly notes: number;
      /** Notes that can be taken back without them. */
      readonly others: readonly string[];
    };

export interface NoteConflict {
  readonly path: string;
  /** The engine's word for it. */
  readonly code: string;
  readonly reason: string;
  /** The last change since; null where none is known. */
  readonly touch: LastWriter | null;
}

/** `paths`: only these notes. */
export async function tryUndo(
  client: OperationsClient,
  migration: HistoryEntry,
  paths: readonly string[] | null,
): Promise<UndoTry> {
  try {
    const result = await client.run('undo_migration', argsOf(migration, paths));
    return { kind: 'done', migrationId: result.migrationId };
  } catch (thrown) {
    const found = conflictsIn(thrown);
    const notes = paths ?? notesOf(migration).filter((path) => !migration.undonePaths.includes(path));
    const [touches, others] = await Promise.all([
      askTouches(
        client,
        migration,
        found.filter(isOfContent).map(({ path }) => path),
      ),
      paths === null ? othersOf(client, migration, found) : [],
    ]);
    const against = found.map((each) => ({ ...each, touch: touches.get(each.path) ?? null }));
    return { kind: 'refused', problem: describeProblem(thrown), against, notes: notes.length, others };
  }
}

const argsOf = (
  { migration_id }: HistoryEntry,
  paths: readonly string[] | null,
): { migration_id: string; paths?: string[] } =>
  paths === null ? { migration_id } : { migration_id, paths: [...paths] };

type Found = Omit<NoteConflict, 'touch'>;

/** Whether the note itself reads otherwise now. */
const isOfContent = ({ code }: Found): boolean => code === 'changed' || code === 'missing';

/** One reason a note. */
function conflictsIn(thrown: unknown): readonly Found[] {
  const refusal = refusalOf(thrown);
  const found = new Map<string, Found>();
  for (const { path, code, message } of [...(refusal?.conflicts ?? []), ...(refusal?.violations ?? [])]) {
    if (path !== null && !found.has(path)) found.set(path, { path, code, reason: reasonOf(code, message) });
  }
  return [...found.values()];
}

/** In the words of people; what has none keeps the engine's. */
function reasonOf(code: string, message: string): string {
  switch (code) {
    case 'changed':
      return 'changed since';
    case 'missing':
      return 'is gone';
    case 'together':
      return 'belongs to the others';
    case 'exists':
      return 'its place is taken';
    case 'referenced':
      return 'is linked since';
    default:
      return message;
  }
}

/** Tried without writing. Changes that belong to a note that prevents it stay too. */
async function othersOf(
  client: OperationsClient,
  migration: HistoryEntry,
  against: readonly Found[],
): Promise<readonly string[]> {
  const out = new Set([...against.map(({ path }) => path), ...migration.undonePaths]);
  const left = notesOf(migration).filter((path) => !out.has(path));
  if (left.length === 0 || against.length === 0) return [];
  try {
    await client.run('undo_migration', { ...argsOf(migration, left), dry_run: true });
    return left;
  } catch {
    return [];
  }
}
