/** One change as the feed has it before it is filtered: the event, and the row that a filter is asked of. docs/feed.md#events */

import type { TableDefinition } from '../catalog/definition';
import { columnSpecJson } from '../catalog/spec/spec-json';
import { type Actor, actorJson } from '../history/caller';
import type { ChangeHead } from '../history/change-record';
import { type Json, type JsonObject, isJsonObject } from '../json';
import type { Row } from '../storage/row';
import { datetimeAt } from '../values/time/dates';
import type { FeedEvent, FeedOp } from './feed-event';

export interface FeedEntry {
  readonly seq: number;
  /** Milliseconds. */
  readonly time: number;
  /** `gap`: no event, but rows may have changed. */
  readonly op: FeedOp | 'gap';
  readonly table: string | null;
  readonly actor: Actor | null;
  /** What the event says beside its number, time and kind. */
  readonly fields: JsonObject;
  /** After the change, of a delete before it; null where there is none. */
  readonly row: Row | null;
  /** The table as it was then, where that may differ from how it is. */
  readonly definition?: TableDefinition | null;
  /** The table that the row went to, or came from. */
  readonly otherTable?: string;
  /** Its values are not kept any more: a follower reads the row again. */
  readonly isLost?: true;
}

/** What the changes of one record share. */
export interface ChangeOrigin {
  readonly time: number;
  /** Null: others changed it. */
  readonly write: { readonly id: string; readonly op: string; readonly actor: Actor | null } | null;
  /** By id, the tables that rows came to, and that they left, in it. */
  readonly inserted: ReadonlyMap<string, string>;
  readonly deleted: ReadonlyMap<string, string>;
}

/** The rows that came to tables, or left them, by id. */
export const tablesById = (
  changes: readonly Pick<ChangeHead, 'kind' | 'id' | 'table'>[],
  wanted: 'insert' | 'delete',
): ReadonlyMap<string, string> =>
  new Map(changes.flatMap(({ kind, id, table }) => (kind === wanted && id !== '' ? [[id, table ?? '']] : [])));

/** A change with what it is about. */
export interface NumberedHead extends ChangeHead {
  readonly seq: number;
}

/** As list_changes answers it. `zone`: the database time zone. `sees`: whether there is a table for who asks. D22 */
export function eventOf(entry: FeedEntry, zone: string, sees: (table: string) => boolean): FeedEvent {
  const { seq, time, op, fields, otherTable, definition } = entry;
  const shown = otherTable === undefined || sees(otherTable) ? fields : withoutOther(fields);
  if (op === 'schema') {
    const told = { ...fields, ...(definition ? { definition: definitionJson(definition, sees) } : {}) };
    return { seq, timestamp: datetimeAt(time, zone), ...withoutHidden(told, sees), op };
  }
  return { seq, timestamp: datetimeAt(time, zone), ...shown, op: op as FeedOp };
}

/** The table as the change left it: its columns, without those that lead to hidden tables. */
const definitionJson = ({ description, columns }: TableDefinition, sees: (table: string) => boolean): JsonObject => ({
  description: description ?? null,
  columns: columns.map(columnSpecJson).filter((spec) => isSeen(spec, sees)),
});

const isSeen = (spec: Json, sees: (table: string) => boolean): boolean =>
  !isJsonObject(spec) ||
  (['ref', 'vocabulary'].every((key) => typeof spec[key] !== 'string' || sees(spec[key])) &&
    isSeen(spec['items'] ?? null, sees));

/** Without columns that lead to hidden tables, and without a former name that is hidden. */
function withoutHidden(
  { changes, renamed_from: former, ...fields }: JsonObject,
  sees: (table: string) => boolean,
): JsonObject {
  const { columns, name, ...others } = isJsonObject(changes) ? changes : {};
  const side = (of: Json | undefined): JsonObject =>
    Object.fromEntries(Object.entries(isJsonObject(of) ? of : {}).filter(([, spec]) => isSeen(spec ?? null, sees)));
  const told = isJsonObject(columns) ? { before: side(columns['before']), after: side(columns['after']) } : null;
  const isFormerSeen = typeof former === 'string' && sees(former);
  const isNamed = name !== undefined && (former === undefined || isFormerSeen);
  return {
    ...fields,
    changes: { ...(isNamed ? { name } : {}), ...others, ...(told === null ? {} : { columns: told }) },
    ...(isFormerSeen ? { renamed_from: former } : {}),
  };
}

/** As if the row had come from nowhere, or were gone. */
function withoutOther({ from: _, ...fields }: JsonObject): JsonObject {
  return 'mode' in fields ? { ...fields, mode: 'delete', to: null } : fields;
}

/** `before` and `after`: the row; null where there is none. */
export function changeEntry(
  head: NumberedHead,
  { before, after }: { readonly before: Row | null; readonly after: Row | null },
  origin: ChangeOrigin,
): FeedEntry {
  const { seq, kind, table, id, path, rows } = head;
  const { time, write } = origin;
  const isOfRow = path !== '';
  const changes = isOfRow ? changesOf(head, before, after) : (head.definition?.changes ?? {});
  const other = kind === 'insert' ? origin.deleted.get(id) : kind === 'delete' ? origin.inserted.get(id) : undefined;
  const isBodyAlone = kind === 'update' && Object.keys(changes).length === 0;
  return {
    ...{ seq, time, op: kind, table, actor: write?.actor ?? null, row: after ?? before },
    ...(other === undefined || other === table ? {} : { otherTable: other }),
    fields: {
      source: write === null ? 'external' : 'engine',
      table,
      op: kind,
      id: isOfRow ? id : null,
      path: isOfRow ? path : null,
      ...placesOf(head, origin),
      changes,
      ...(isBodyAlone ? { body: true } : {}),
      ...(rows === undefined ? {} : { rows }),
      ...(kind === 'schema' ? { operation: write?.op ?? null, ...renamedFrom(head) } : {}),
      actor: write === null ? null : actorJson(write.actor),
      migration: write?.id ?? null,
    },
  };
}

const renamedFrom = ({ definition }: NumberedHead): JsonObject =>
  definition?.['renamed_from'] === undefined ? {} : { renamed_from: definition['renamed_from'] };

/** Where the row came from, or went. */
function placesOf({ kind, from, to, path, id }: NumberedHead, { inserted }: ChangeOrigin): JsonObject {
  if (kind === 'insert') return from === null ? {} : { from };
  if (kind !== 'delete') return {};
  if (to === undefined) return { mode: 'delete', to: null };
  const isElsewhere = to === path || inserted.has(id);
  return { mode: isElsewhere ? 'move' : 'archive', to };
}

function changesOf({ kind, from, path }: NumberedHead, before: Row | null, after: Row | null): JsonObject {
  const [was, is] = [before?.values ?? {}, after?.values ?? {}];
  const changes: Record<string, Json> = {};
  if (from !== null && (kind === 'update' || kind === 'move')) changes['path'] = { before: from, after: path };
  if (kind === 'move') return changes;
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const [old, now] = [was[name] ?? null, is[name] ?? null];
    if (old !== now && JSON.stringify(old) !== JSON.stringify(now)) changes[name] = { before: old, after: now };
  }
  return changes;
}
