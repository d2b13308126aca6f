/** What somebody else, or a bulk write, changed: whether a person is told, and in which words. D15, docs/rights.md#notices */

import type { EngineChange } from '../../engine/index';
import { type HistoryEntry, PAGE_HARNESS, isForeign, ownWords, writerOf } from './journal-words';
import { noteName } from '../client/note-text';
import {
  type RowDeed,
  type Words,
  countedNotes,
  deedWords,
  notesOf,
  plainWords,
  rowWords,
  tableName,
  wordsBy,
} from './write-words';

/** Writes of one writer, one after the other, that are told together. */
export interface WriteBurst {
  /** The name of the app, or of the program that the owner's token acts for; null: the owner. */
  readonly writer: string | null;
  /** In their order. */
  readonly migrations: readonly string[];
  /** What became of each row over all the writes, by its id, else its path. */
  readonly rows: ReadonlyMap<string, RowNews>;
  /** Qualified names of the tables of these rows; without rows, of the definitions. */
  readonly tables: readonly string[];
  /** The last write by itself. */
  readonly words: Words;
}

interface RowNews {
  readonly deed: RowDeed;
  readonly path: string;
}

/** A write of the owner that changes this many rows is a bulk write. */
const BULK = 10;
/** Tables that are named; the others are counted. */
const MOST_NAMED = 2;

/** The write as a burst of its own; null: nobody needs to be told. */
export function burstOf({ source, actor, migrationId, operation, summary, ...told }: EngineChange): WriteBurst | null {
  if (source !== 'engine' || migrationId === null) return null;
  const writer = actor?.app ?? actor?.harness ?? null;
  const rows = new Map<string, RowNews>();
  const tables = new Set<string>();
  for (const { kind, id, path, table } of told.changes) {
    if (kind !== 'insert' && kind !== 'delete' && kind !== 'update' && kind !== 'move') continue;
    const key = id === '' ? path : id;
    rows.set(key, { deed: after(rows.get(key)?.deed, ROW_DEEDS[kind]), path });
    if (table !== null) tables.add(table);
  }
  // Who takes something back sees what became of it where it was asked for.
  if (writer === null && (rows.size < BULK || operation === 'undo_migration')) return null;
  const named = rows.size > 0 ? [...tables] : told.tables;
  const [schema = null, ...others] = named;
  const deed = {
    ...{ op: operation ?? '', summary: summary ?? operation ?? 'a write' },
    ...{ schema: others.length === 0 ? schema : null, notes_changed: 0, files: [] },
  };
  const words = rows.size > 0 ? wordsOfRows(rows, named) : deedWords(deed);
  return { writer, migrations: [migrationId], rows, tables: named, words };
}

/** The write as the journal tells it to the page; null: nobody needs to be told. */
export function burstOfEntry(migration: HistoryEntry): WriteBurst | null {
  const { actor, undone, failed, migration_id: id, tables, op } = migration;
  if (undone || failed || (!isForeign(actor) && !isOwnersElsewhere(migration))) return null;
  const paths = notesOf(migration);
  // What is written along with a row that comes or goes is changed.
  const deed = paths.length === 1 ? (OPERATION_DEEDS[op] ?? 'changed') : 'changed';
  const rows = new Map(paths.map((path) => [path, { deed, path }]));
  const writer = isForeign(actor) ? writerOf(actor).short : null;
  return { writer, migrations: [id], rows, tables, words: ownWords(migration) };
}

/** A bulk write of the owner, or one of definitions, that no page made: in the app, or by a program with the owner's token. */
function isOwnersElsewhere(migration: HistoryEntry): boolean {
  const { actor, files, op, notes_changed: changed } = migration;
  if (actor.harness === PAGE_HARNESS || op === 'undo_migration') return false;
  return changed >= BULK || notesOf(migration).length < files.length;
}

const ROW_DEEDS = { insert: 'added', delete: 'removed', update: 'changed', move: 'changed' } as const;
const OPERATION_DEEDS: Readonly<Record<string, RowDeed>> = { insert_row: 'added', delete_rows: 'removed' };

/** Of a row that was changed before. */
function after(before: RowDeed | undefined, now: RowDeed): RowDeed {
  if (before === 'added' && now === 'changed') return 'added';
  return before === 'removed' && now === 'added' ? 'changed' : now;
}

/** `next` came while `burst` was still to be seen, of the same writer. */
export function joinedBurst(burst: WriteBurst, next: WriteBurst): WriteBurst {
  const rows = new Map(burst.rows);
  for (const [key, { deed, path }] of next.rows) rows.set(key, { deed: after(rows.get(key)?.deed, deed), path });
  const tables = [...new Set([...burst.tables, ...next.tables])];
  return { ...next, migrations: [...burst.migrations, ...next.migrations], rows, tables };
}

/** `Claude Code changed 12 notes in Tasks` */
export function burstText({ writer, migrations, rows, tables, words }: WriteBurst): string {
  const who = writer ?? 'You';
  if (migrations.length === 1) return plainWords(wordsBy(who, words));
  const all = rows.size === 0 ? words : wordsOfRows(rows, tables);
  return plainWords([...wordsBy(who, all), ` (${migrations.length} writes)`]);
}

function wordsOfRows(rows: WriteBurst['rows'], tables: readonly string[]): Words {
  const [first, ...others] = [...rows.values()];
  if (first === undefined) return [];
  const deed = others.every((each) => each.deed === first.deed) ? first.deed : 'changed';
  const what = others.length === 0 ? { strong: noteName(first.path) } : countedNotes(rows.size);
  return rowWords(deed, [what], tableNames(tables));
}

function tableNames(tables: readonly string[]): string {
  const more = tables.length - MOST_NAMED;
  const named = [
    ...tables.slice(0, MOST_NAMED).map(tableName),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'table' : 'tables'}`] : []),
  ];
  return [named.slice(0, -1).join(', '), named.at(-1) ?? ''].filter((part) => part !== '').join(' and ');
}
