/** What came of a write that got no answer: the history knows it by its mark. docs/page.md#when-the-server-is-gone */

import type { JsonObject, Operations } from '../../../../engine/index';
import { UNLISTED_OPERATIONS } from './reading-operations';

export interface SentWrite {
  readonly operation: string;
  readonly args: JsonObject;
  /** The session of its actor, which no other write has. */
  readonly mark: string;
}

type Migration = Operations['list_migrations']['result']['migrations'][number];
type Ask = (operation: string, args: JsonObject) => Promise<JsonObject>;

/** As many as one call lists. docs/operations.md#list_migrations */
const MOST_LISTED = 1000;

/** Whether `answerOf` can find the answer. An app may not see everything, and its writes may wait for the owner meanwhile. */
export const isFound = (operation: string, isOwner: boolean): boolean => isOwner && !UNLISTED_OPERATIONS.has(operation);

/** The answer that was lost, as far as the history holds it; null when nothing was written. Rejects when the history can't be read. */
export async function answerOf(sent: SentWrite, ask: Ask): Promise<JsonObject | null> {
  const { operation, args, mark } = sent;
  // Planned behind every write that the server already has: afterwards nothing is under way. A refusal is as good.
  await ask(operation, { ...args, dry_run: true }).catch(() => null);
  const { migrations } = (await ask('list_migrations', { limit: MOST_LISTED })) as unknown as {
    migrations: Migration[];
  };
  const found = migrations.find(({ actor, failed }) => actor.session === mark && !failed);
  if (found === undefined) return null;
  const answer = writeAnswer(found, operation);
  if (operation === 'batch') return { ...answer, steps: stepsOf(args, found) };
  const row = await rowOf(found, ask);
  return row === null ? answer : { ...answer, row };
}

function writeAnswer({ migration_id: id, summary, tables, notes_changed: changed }: Migration, op: string): JsonObject {
  const lists = { plannedCreates: [], plannedUpdates: [], plannedDeletes: [], planned_moves: [], warnings: [] };
  const table = tables[0] ?? null;
  return { operation: op, table, summary, changed, ...lists, version: null, migrationId: id, dryRun: false };
}

/** The history does not show what each step did. */
function stepsOf({ operations }: JsonObject, { tables }: Migration): JsonObject[] {
  const steps = Array.isArray(operations) ? (operations as JsonObject[]) : [];
  const [only] = tables.length === 1 ? tables : [];
  return steps.map(({ op, table }) => ({ operation: op ?? '', table: only ?? table ?? null }));
}

/** Of a write to one note. */
async function rowOf({ files, tables: [table] }: Migration, ask: Ask): Promise<JsonObject | null> {
  const [path, ...others] = files;
  if (path === undefined || table === undefined || others.length > 0) return null;
  try {
    const { rows } = await ask('select_rows', { table, where: { path }, limit: 1 });
    return Array.isArray(rows) ? ((rows[0] as JsonObject | undefined) ?? null) : null;
  } catch {
    // Such as a note that is not a row any more.
    return null;
  }
}
