/** What was changed in the notes themselves, as the change feed tells it: nobody's write, and nothing to undo. docs/external-edits.md */

import type { Operations } from '../../../engine/index';
import { refusalOf } from '../describe-problem';
import type { OperationsClient } from '../operations-client';
import { noteName } from '../note-text';
import { countedNotes } from './journal-words';
import { humanName } from '../table-columns';

type FeedEvent = Operations['list_changes']['result']['changes'][number];

/** Edits that were taken in together. */
export interface ExternalEdit {
  readonly key: string;
  readonly executed_at: string;
  /** Qualified. */
  readonly table: string | null;
  /** Vault paths as they were then. */
  readonly paths: readonly string[];
  readonly deed: 'edited' | 'added' | 'removed';
}

/** Of the newest changes; those before are no longer of interest to who looks for what happened lately. */
const MOST_CHANGES = 5000;

export async function askExternalEdits(client: OperationsClient): Promise<readonly ExternalEdit[]> {
  try {
    const { head } = await client.run('list_changes', { limit: 0 });
    const { changes } = await client.run('list_changes', {
      since: Math.max(0, head - MOST_CHANGES),
      limit: MOST_CHANGES,
    });
    return externalEdits(changes);
  } catch (thrown) {
    // Whoever may not read the feed is told of writes alone.
    if (refusalOf(thrown) !== null) return [];
    throw thrown;
  }
}

/** The newest first. */
export function externalEdits(events: readonly FeedEvent[]): readonly ExternalEdit[] {
  const edits = new Map<string, ExternalEdit & { paths: string[] }>();
  for (const { op, source, timestamp, table = null, path = null } of events) {
    const deed = op === 'insert' ? 'added' : op === 'delete' ? 'removed' : 'edited';
    if (source !== 'external' || path === null || (deed === 'edited' && op !== 'update' && op !== 'move')) continue;
    const key = JSON.stringify([timestamp, table, deed]);
    const known = edits.get(key);
    if (known === undefined) edits.set(key, { key, executed_at: timestamp, table, deed, paths: [path] });
    else if (!known.paths.includes(path)) known.paths.push(path);
  }
  return [...edits.values()].reverse();
}

/** `2 notes of Tasks edited outside the tables`. */
export function externalSentence({ table, paths, deed }: ExternalEdit): string {
  const [only, ...others] = paths;
  const what = only !== undefined && others.length === 0 ? noteName(only) : countedNotes(paths.length);
  const of = table === null ? '' : ` of ${humanName(table.split('.').at(-1) ?? table)}`;
  return `${what}${of} ${deed} outside the tables`;
}
