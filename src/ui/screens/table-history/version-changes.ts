/** What became of the rows of a table since one of its versions. docs/page.md#versions-of-a-table */

import type { Json, JsonObject, Operations } from '../../../engine/index';
import { isByProgram } from '../../changes/describe-migration';
import type { OperationsClient } from '../../client/operations-client';

export type Version = Operations['describe_history']['result']['history'][number];
type TableChanges = Operations['table_changes']['result'];
type RowEvent = TableChanges['changes'][number];
type Values = Readonly<Record<string, Json>>;

export interface ChangedRow {
  /** Stays the same however the row is renamed. */
  readonly key: string;
  readonly id: string | null;
  /** Null: it came since. */
  readonly then: VersionRow | null;
  /** Null: it is gone. */
  readonly now: VersionRow | null;
  /** Columns whose values differ. */
  readonly differing: ReadonlySet<string>;
  /** That made the last change of it. */
  readonly version: number;
}

export interface VersionRow {
  readonly path: string;
  readonly values: Values;
}

/** Writers in another colour: programs. Null is an external edit, whose writer is unknown. */
export const isOfProgram = ({ actor }: Version): boolean => actor !== null && isByProgram(actor);

/** Rows that differ between the version and the present, in the order of their change. */
export async function askChangedRows(
  client: OperationsClient,
  table: string,
  version: number,
  latest: number,
): Promise<readonly ChangedRow[]> {
  if (version >= latest) return [];
  const versions = { table, start_version: version + 1, end_version: latest };
  const events: RowEvent[] = [];
  for (let next: { readonly offset: number } | undefined = { offset: 0 }; next !== undefined;) {
    const page: TableChanges = await client.run('table_changes', { ...versions, ...next });
    for (const event of page.changes) events.push(event);
    next = page.next;
  }
  return changedRows(events);
}

interface RowStory {
  readonly id: string | null;
  readonly then: VersionRow | null;
  now: VersionRow | null;
  version: number;
}

/** Of all changes of a row the first side before and the last one after count. */
export function changedRows(events: readonly RowEvent[]): readonly ChangedRow[] {
  const stories = new Map<string, RowStory>();
  for (const event of events) {
    const kind = event._change_type;
    if (event.path === null || kind === 'metadata') continue;
    const key = event.id ?? event.path;
    const side: VersionRow = { path: event.path, values: valuesOf(event) };
    const isBefore = kind === 'delete' || kind === 'update_preimage';
    const story = stories.get(key) ?? { id: event.id ?? null, then: isBefore ? side : null, now: null, version: 0 };
    story.version = event._commit_version;
    if (kind === 'delete') story.now = null;
    else if (!isBefore) story.now = side;
    stories.set(key, story);
  }
  return [...stories].flatMap(([key, story]) => {
    const row: ChangedRow = { key, ...story, differing: differingColumns(story.then, story.now) };
    return isOther(row) ? [row] : [];
  });
}

/** A row that came and went is none of either moment; neither is one that is as it was. */
const isOther = ({ then, now, differing }: ChangedRow): boolean =>
  then === null || now === null ? then !== now : differing.size > 0 || then.path !== now.path;

function differingColumns(then: VersionRow | null, now: VersionRow | null): ReadonlySet<string> {
  if (then === null || now === null) return new Set();
  const names = new Set([...Object.keys(then.values), ...Object.keys(now.values)]);
  return new Set([...names].filter((name) => !isSame(then.values[name], now.values[name])));
}

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Facts about the change and the note are not columns. */
const valuesOf = (event: RowEvent): Values =>
  Object.fromEntries(
    Object.entries(event).flatMap(([name, value]) =>
      name.startsWith('_') || name === 'path' || name === 'id' || value === undefined ? [] : [[name, value]],
    ),
  );

/** Values that make a changed row as it was; computed ones follow. */
export function valuesThen({ then, differing }: ChangedRow, writable: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(
    [...differing].flatMap((name) => (writable.has(name) ? [[name, then?.values[name] ?? null]] : [])),
  );
}

export interface ChangeCounts {
  readonly cells: number;
  readonly came: number;
  readonly went: number;
}

export const countChanges = (rows: readonly ChangedRow[]): ChangeCounts => ({
  cells: rows.reduce((sum, { differing }) => sum + differing.size, 0),
  came: rows.filter(({ then }) => then === null).length,
  went: rows.filter(({ now }) => now === null).length,
});
