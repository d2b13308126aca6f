/** Entries of the journal in words for people: who, what, when. */

import type { Operations } from '../../engine/index';
import { noteName } from '../client/note-text';
import {
  type RichText,
  countedRows,
  describeWrite,
  givenSummary,
  notesOf,
  tableName,
  withWriter,
} from './describe-write';

export type HistoryEntry = Operations['list_migrations']['result']['migrations'][number];
export type EntryWriter = HistoryEntry['actor'];

/** As the page calls itself when it writes. docs/page.md#its-own-routes */
export const PAGE_HARNESS = 'NoteDB page';

export interface Writer {
  readonly name: string;
  /** Without the name that the program gives itself besides. */
  readonly short: string;
  /** `person`: the reader of the history. */
  readonly kind: 'person' | 'program';
}

/** The owner in the app and on the page is the person who reads this; an app is its token, whatever it calls itself. */
export function writerOf({ app, harness, model }: EntryWriter): Writer {
  if (app === null && (harness === PAGE_HARNESS || (harness === null && model === null))) {
    return { name: 'You', short: 'You', kind: 'person' };
  }
  const program = [harness, model].find((part) => part !== null && part !== app);
  const short = app ?? harness ?? model ?? '';
  return { name: app !== null && typeof program === 'string' ? `${app}, ${program}` : short, short, kind: 'program' };
}

export const isByProgram = (actor: EntryWriter): boolean => writerOf(actor).kind === 'program';

/** Finds another entry of the journal by its id. */
export type FindMigration = (id: string) => HistoryEntry | undefined;

/** The one value that a write set, in each of its rows. */
export interface WrittenValue {
  /** Of the column. */
  readonly label: string;
  /** Short; empty: it was taken away. */
  readonly value: string;
  readonly rows: number;
}

/** By the id of the write. */
export type WrittenValues = Readonly<Record<string, WrittenValue>>;

/** `Status of Lay out the booklet is doing`; of a program `Claude Code set Status of 3 rows in Tasks to waiting`. */
export function describeMigration(
  migration: HistoryEntry,
  find: FindMigration = () => undefined,
  written: WrittenValues = {},
): RichText {
  const { kind, short } = writerOf(migration.actor);
  const text = describeUnsigned(migration, find, written);
  const value = written[migration.migration_id];
  const isKnown =
    value?.rows === migration.notes_changed && migration.undoes === null && givenSummary(migration) === null;
  if (kind === 'program') return withWriter(short, isKnown ? describeValue(migration, value) : text);
  const [only, ...others] = notesOf(migration);
  if (!isKnown || only === undefined || others.length > 0) return text;
  return [`${value.label} of `, { strong: noteName(only) }, ` is ${value.value === '' ? 'empty' : value.value}`];
}

function describeValue(migration: HistoryEntry, { label, value, rows }: WrittenValue): RichText {
  const [only = ''] = notesOf(migration);
  const place = migration.schema === null ? '' : ` in ${tableName(migration.schema)}`;
  const what: RichText = rows === 1 ? [{ strong: noteName(only) }] : [`${countedRows(rows)}${place}`];
  return value === '' ? [`Emptied ${label} of `, ...what] : [`Set ${label} of `, ...what, ` to ${value}`];
}

/** Without the writer. */
export function describeUnsigned(
  migration: HistoryEntry,
  find: FindMigration = () => undefined,
  written: WrittenValues = {},
): RichText {
  const { undoes, partial } = migration;
  if (undoes === null) return describeWrite(migration);
  const undone = find(undoes);
  // The undo of an undo is a redo.
  const redone = undone?.undoes ?? null;
  const target = redone === null ? undone : find(redone);
  const what: RichText =
    target === undefined ? ['an earlier change'] : ['“', ...describeMigration(target, find, written), '”'];
  const verb = redone === null ? 'Took back' : 'Made again';
  return [partial ? `${verb} a part of ` : `${verb} `, ...what];
}

/** Something of the history, with its time. */
export interface Timed {
  readonly executed_at: string;
}

export interface JournalDay<Item extends Timed> {
  /** `Today, 21 November`. */
  readonly label: string;
  readonly entries: readonly Item[];
}

/** By the calendar of the reader, newest first. */
export function journalDays<Item extends Timed>(items: readonly Item[], now: Date): readonly JournalDay<Item>[] {
  const days: { label: string; entries: Item[] }[] = [];
  for (const item of items) {
    const label = dayLabel(new Date(item.executed_at), now);
    const last = days.at(-1);
    if (last?.label === label) last.entries.push(item);
    else days.push({ label, entries: [item] });
  }
  return days;
}

/** Two lists, each with the newest first, as one. */
export function newestFirst<One extends Timed, Other extends Timed>(
  some: readonly One[],
  others: readonly Other[],
): readonly (One | Other)[] {
  const time = ({ executed_at: at }: Timed): number => Date.parse(at);
  return [...some, ...others].sort((one, other) => time(other) - time(one));
}

export function dayLabel(day: Date, now: Date): string {
  const isSameYear = day.getFullYear() === now.getFullYear();
  const date = day.toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'long',
    ...(isSameYear ? {} : { year: 'numeric' }),
  });
  const distance = daysBetween(day, now);
  if (distance === 0) return `Today, ${date}`;
  if (distance === 1) return `Yesterday, ${date}`;
  return `${day.toLocaleDateString(undefined, { weekday: 'long' })}, ${date}`;
}

/** Of today the time alone. */
export const shortMoment = (moment: Date, now: Date): string =>
  daysBetween(moment, now) === 0
    ? clockTime(moment)
    : `${moment.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })}, ${clockTime(moment)}`;

export const clockTime = (moment: Date): string =>
  moment.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });

/** Whole days of the calendar, so that a short or long day of the clock change counts as one. */
const daysBetween = (earlier: Date, later: Date): number =>
  Math.round((midnight(later) - midnight(earlier)) / 86_400_000);

const midnight = (moment: Date): number => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
