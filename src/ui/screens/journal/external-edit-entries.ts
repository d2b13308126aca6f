/** Edits of the notes themselves, as the change feed lists them: they belong to no write, and can't be undone. docs/external-edits.md */

import type { ListedChange } from '../../client/read-changes';
import { noteName } from '../../client/note-text';
import { type RichText, countedNotes, tableName } from '../../changes/describe-write';

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

/** The newest first. */
export function externalEdits(events: readonly ListedChange[]): readonly ExternalEdit[] {
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
export function describeExternalEdit({ table, paths, deed }: ExternalEdit): RichText {
  const [only, ...others] = paths;
  const of = table === null ? '' : ` of ${tableName(table)}`;
  const end = `${of} ${deed} outside the tables`;
  return only !== undefined && others.length === 0
    ? [{ strong: noteName(only) }, end]
    : [`${countedNotes(paths.length)}${end}`];
}
