/** What an app, or a bulk write, changed: whether a person is told, and in which words. D15, docs/rights.md#notices */

import type { EngineChange } from '../../engine/index';

/** Writes of one writer, one after the other, that are told together. */
export interface WriteBurst {
  /** The name of the app, or of the program that the owner's token acts for; null: the owner. */
  readonly writer: string | null;
  /** In their order. */
  readonly migrations: readonly string[];
  /** What became of each row over all the writes, by its id, else its path. */
  readonly rows: ReadonlyMap<string, RowChange>;
  /** Qualified names of the tables of these rows; without rows, of the definitions. */
  readonly tables: readonly string[];
  /** The last write, in one line. */
  readonly summary: string;
}

type RowChange = 'added' | 'changed' | 'removed';

/** A write of the owner that changes this many rows is a bulk write. */
const BULK = 10;
/** Tables that are named; the others are counted. */
const MOST_NAMED = 2;

/** The write as a burst of its own; null: nobody needs to be told. */
export function burstOf({ source, actor, migrationId, operation, summary, ...told }: EngineChange): WriteBurst | null {
  if (source !== 'engine' || migrationId === null) return null;
  const writer = actor?.app ?? actor?.harness ?? null;
  const rows = new Map<string, RowChange>();
  const tables = new Set<string>();
  for (const { kind, id, path, table } of told.changes) {
    if (kind !== 'insert' && kind !== 'delete' && kind !== 'update' && kind !== 'move') continue;
    const key = id === '' ? path : id;
    rows.set(key, after(rows.get(key), ROW_CHANGES[kind]));
    if (table !== null) tables.add(table);
  }
  // Who takes something back sees what became of it where it was asked for.
  if (writer === null && (rows.size < BULK || operation === 'undo_migration')) return null;
  const named = rows.size > 0 ? [...tables] : told.tables;
  return { writer, migrations: [migrationId], rows, tables: named, summary: summary ?? operation ?? 'a write' };
}

const ROW_CHANGES = { insert: 'added', delete: 'removed', update: 'changed', move: 'changed' } as const;

/** Of a row that was changed before. */
function after(before: RowChange | undefined, now: RowChange): RowChange {
  if (before === 'added' && now === 'changed') return 'added';
  return before === 'removed' && now === 'added' ? 'changed' : now;
}

/** `next` came while `burst` was still to be seen, of the same writer. */
export function joinedBurst(burst: WriteBurst, next: WriteBurst): WriteBurst {
  const rows = new Map(burst.rows);
  for (const [key, change] of next.rows) rows.set(key, after(rows.get(key), change));
  const tables = [...new Set([...burst.tables, ...next.tables])];
  return { ...next, migrations: [...burst.migrations, ...next.migrations], rows, tables };
}

/** `Claude Code changed 12 notes in tasks.` */
export function burstText({ writer, migrations, rows, tables, summary }: WriteBurst): string {
  const who = writer ?? 'You';
  const writes = migrations.length === 1 ? '' : ` (${migrations.length} writes)`;
  if (rows.size === 0) return `${who} ${asDeed(summary)}${writes}.`;
  const kinds = new Set(rows.values());
  const kind = kinds.size === 1 ? ([...kinds][0] ?? 'changed') : 'changed';
  const notes = `${rows.size} ${rows.size === 1 ? 'note' : 'notes'}`;
  return `${who} ${kind} ${notes} ${PLACES[kind]} ${tableNames(tables)}${writes}.`;
}

const PLACES = { added: 'to', changed: 'in', removed: 'from' } as const;

/** Summaries of the journal tell what was done: `created table main.default.tasks`. */
const asDeed = (summary: string): string => (/^[a-z]+ed\b/.test(summary) ? summary : `wrote: ${summary}`);

function tableNames(tables: readonly string[]): string {
  const names = tables.map((each) => each.slice(each.lastIndexOf('.') + 1));
  const more = names.length - MOST_NAMED;
  const named = [
    ...names.slice(0, MOST_NAMED),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'table' : 'tables'}`] : []),
  ];
  return [named.slice(0, -1).join(', '), named.at(-1) ?? 'no table'].filter((part) => part !== '').join(' and ');
}
