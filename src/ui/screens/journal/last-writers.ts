/** Who changed notes last, and when: for an undo that they prevent. docs/page.md#history-of-writes */

import { askChanges } from '../../client/read-changes';
import { refusalOf } from '../../client/describe-problem';
import type { OperationsClient } from '../../client/operations-client';
import { type EntryWriter, type HistoryEntry, shortMoment, writerOf } from '../../changes/describe-migration';

export interface LastWriter {
  /** Null: somebody edited the note. */
  readonly actor: EntryWriter | null;
  readonly at: string;
}

/** `you, 17:52` */
export function lastWriterText({ actor, at }: LastWriter, now: Date): string {
  const writer = actor === null ? null : writerOf(actor);
  const who = writer === null ? 'in the note' : writer.kind === 'person' ? 'you' : writer.short;
  return `${who}, ${shortMoment(new Date(at), now)}`;
}

/** By path. Of changes after the write alone. */
export async function askTouches(
  client: OperationsClient,
  migration: HistoryEntry,
  paths: readonly string[],
): Promise<ReadonlyMap<string, LastWriter>> {
  if (paths.length === 0) return new Map();
  try {
    const ofRows = await touchesOfRows(client, migration, paths);
    const others = paths.filter((path) => !ofRows.has(path));
    return others.length === 0 ? ofRows : new Map([...(await touchesByWrites(client, migration, others)), ...ofRows]);
  } catch (thrown) {
    // A caller that may not read the feed sees that there are changes, not whose they are.
    if (refusalOf(thrown) !== null) return new Map();
    throw thrown;
  }
}

async function touchesOfRows(
  client: OperationsClient,
  { migration_id: id, tables, executed_at: start }: HistoryEntry,
  paths: readonly string[],
): Promise<ReadonlyMap<string, LastWriter>> {
  if (tables.length === 0) return new Map();
  const events = await askChanges(client, { tables: [...tables], where: { path: { in: [...paths] } } });
  const later = events.filter(({ migration, timestamp }) => migration !== id && isSince(timestamp, start));
  return new Map(later.flatMap(({ path, actor, timestamp: at }) => (path ? [[path, { actor, at }] as const] : [])));
}

/** Notes that are not rows are missing from the feed: the journal knows what wrote them. */
async function touchesByWrites(
  client: OperationsClient,
  { migration_id: id, executed_at: since }: HistoryEntry,
  paths: readonly string[],
): Promise<ReadonlyMap<string, LastWriter>> {
  const { migrations } = await client.run('list_migrations', { since, limit: MOST_WRITES });
  const later = migrations.filter(({ migration_id: other, failed }) => other !== id && !failed);
  return new Map(
    paths.flatMap((path) => {
      const write = later.find(({ files }) => files.includes(path));
      return write === undefined ? [] : [[path, { actor: write.actor, at: write.executed_at }] as const];
    }),
  );
}

const MOST_WRITES = 1000;

const isSince = (time: string, start: string): boolean => Date.parse(time) >= Date.parse(start);
