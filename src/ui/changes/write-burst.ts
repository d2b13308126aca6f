/** Decides which writes of others, and which bulk writes, are notified, and with which text. D15, docs/rights.md#notices */

import type { EngineChange } from '../../engine/index';
import { KEPT_TABLE_HARNESS } from '../../kernel/kept-table-marks';
import { type HistoryEntry, PAGE_HARNESS, isByProgram, describeUnsigned, writerOf } from './describe-migration';
import { noteName } from '../client/note-text';
import {
  type RichText,
  type RowFate,
  countedNotes,
  describeRowChange,
  describeWrite,
  notesOf,
  plainSentence,
  tableName,
  withWriter,
} from './describe-write';

/** Writes of one writer, one after the other, that are notified together. */
export interface WriteBurst {
  /** The name of the app, or of the program that the owner's token acts for; null: the owner. */
  readonly writer: string | null;
  /** In their order. */
  readonly migrations: readonly string[];
  /** What became of each row over all the writes, by its id, else its path. */
  readonly rows: ReadonlyMap<string, BurstRow>;
  /** Qualified names of the tables of these rows; without rows, of the definitions. */
  readonly tables: readonly string[];
  /** The last write by itself. */
  readonly text: RichText;
}

interface BurstRow {
  readonly fate: RowFate;
  readonly path: string;
}

/** A write of the owner that changes this many rows is a bulk write. */
const BULK = 10;
/** Tables that are named; the others are counted. */
const MOST_NAMED = 2;

/** The write as a burst of its own; null: it is not notified. */
export function burstOf(change: EngineChange): WriteBurst | null {
  const { source, actor, migrationId, operation, summary, deed, changes } = change;
  if (source !== 'engine' || migrationId === null || actor?.harness === KEPT_TABLE_HARNESS) return null;
  const writer = actor?.app ?? actor?.harness ?? null;
  const rows = new Map<string, BurstRow>();
  const tables = new Set<string>();
  for (const { kind, id, path, table } of changes) {
    if (kind !== 'insert' && kind !== 'delete' && kind !== 'update' && kind !== 'move') continue;
    const key = id === '' ? path : id;
    rows.set(key, { fate: fateAfter(rows.get(key)?.fate, FATES[kind]), path });
    if (table !== null) tables.add(table);
  }
  // An undo shows its outcome where it was asked for.
  if (writer === null && (rows.size < BULK || operation === 'undo_migration')) return null;
  const named = rows.size > 0 ? [...tables] : change.tables;
  const write = { summary: summary ?? operation ?? 'a write', deed, notes_changed: 0, files: [] };
  const text = rows.size > 0 ? describeBurstRows(rows, named) : describeWrite(write);
  return { writer, migrations: [migrationId], rows, tables: named, text };
}

/** The write as the journal lists it for the page; null: it is not notified. */
export function burstOfEntry(migration: HistoryEntry): WriteBurst | null {
  const { actor, undone, failed, migration_id: id, tables, op } = migration;
  if (
    undone ||
    failed ||
    actor.harness === KEPT_TABLE_HARNESS ||
    (!isByProgram(actor) && !isOwnersElsewhere(migration))
  )
    return null;
  const paths = notesOf(migration);
  // Notes that are written along with a row that comes or goes count as changed.
  const fate = paths.length === 1 ? (OPERATION_FATES[op] ?? 'changed') : 'changed';
  const rows = new Map(paths.map((path) => [path, { fate, path }]));
  const writer = isByProgram(actor) ? writerOf(actor).short : null;
  return { writer, migrations: [id], rows, tables, text: describeUnsigned(migration) };
}

/** A bulk write of the owner, or one of definitions, that no page made: in the app, or by a program with the owner's token. */
function isOwnersElsewhere(migration: HistoryEntry): boolean {
  const { actor, files, op, notes_changed: changed } = migration;
  if (actor.harness === PAGE_HARNESS || op === 'undo_migration') return false;
  return changed >= BULK || notesOf(migration).length < files.length;
}

const FATES = { insert: 'added', delete: 'removed', update: 'changed', move: 'changed' } as const;
const OPERATION_FATES: Readonly<Record<string, RowFate>> = { insert_row: 'added', delete_rows: 'removed' };

/** Of a row that was changed before. */
function fateAfter(before: RowFate | undefined, now: RowFate): RowFate {
  if (before === 'added' && now === 'changed') return 'added';
  return before === 'removed' && now === 'added' ? 'changed' : now;
}

/** `next` came while `burst` was still to be seen, of the same writer. */
export function joinedBurst(burst: WriteBurst, next: WriteBurst): WriteBurst {
  const rows = new Map(burst.rows);
  for (const [key, { fate, path }] of next.rows) rows.set(key, { fate: fateAfter(rows.get(key)?.fate, fate), path });
  const tables = [...new Set([...burst.tables, ...next.tables])];
  return { ...next, migrations: [...burst.migrations, ...next.migrations], rows, tables };
}

/** `Claude Code changed 12 notes in Tasks` */
export function burstText({ writer, migrations, rows, tables, text }: WriteBurst): string {
  const who = writer ?? 'You';
  if (migrations.length === 1) return plainSentence(withWriter(who, text));
  const all = rows.size === 0 ? text : describeBurstRows(rows, tables);
  return plainSentence([...withWriter(who, all), ` (${migrations.length} writes)`]);
}

function describeBurstRows(rows: WriteBurst['rows'], tables: readonly string[]): RichText {
  const [first, ...others] = [...rows.values()];
  if (first === undefined) return [];
  const fate = others.every((each) => each.fate === first.fate) ? first.fate : 'changed';
  const what = others.length === 0 ? { strong: noteName(first.path) } : countedNotes(rows.size);
  return describeRowChange(fate, [what], tableNames(tables));
}

function tableNames(tables: readonly string[]): string {
  const more = tables.length - MOST_NAMED;
  const named = [
    ...tables.slice(0, MOST_NAMED).map(tableName),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'table' : 'tables'}`] : []),
  ];
  return [named.slice(0, -1).join(', '), named.at(-1) ?? ''].filter((part) => part !== '').join(' and ');
}
