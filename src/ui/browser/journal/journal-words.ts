/** Entries of the journal in the words of people: who, what, when. */

import type { Operations } from '../../../engine/index';
import { noteName } from '../note-text';
import { humanName } from '../table-columns';

export type Migration = Operations['list_migrations']['result']['migrations'][number];
export type Actor = Migration['actor'];

/** As the page calls itself when it writes. docs/page.md#its-own-routes */
export const PAGE_HARNESS = 'NoteDB page';

export interface Writer {
  readonly name: string;
  /** `person`: whoever looks at this. */
  readonly kind: 'person' | 'program';
}

/** The owner in the app and on the page is the person who reads this; an app is its token, whatever it calls itself. */
export function writerOf({ app, harness, model }: Actor): Writer {
  if (app === null && (harness === PAGE_HARNESS || (harness === null && model === null))) {
    return { name: 'You', kind: 'person' };
  }
  const told = [harness, model].find((part) => part !== null && part !== app);
  const name = app ?? harness ?? model ?? '';
  return { name: app !== null && told !== undefined && told !== null ? `${app}, ${told}` : name, kind: 'program' };
}

export const isForeign = (actor: Actor): boolean => writerOf(actor).kind === 'program';

export const countedNotes = (count: number): string => `${count} ${count === 1 ? 'note' : 'notes'}`;
const countedRows = (count: number): string => `${count} ${count === 1 ? 'row' : 'rows'}`;

/** Notes that a migration wrote, without the definitions. */
export const notesOf = ({ files }: Migration): readonly string[] => files.filter((file) => file.endsWith('.md'));

/** Finds another entry of the journal by its id. */
export type FindMigration = (id: string) => Migration | undefined;

/** `Changed Lay out the booklet in Tasks`. */
export function sentenceOf(migration: Migration, find: FindMigration = () => undefined): string {
  const { op, summary, undoes, partial } = migration;
  if (undoes !== null) {
    const undone = find(undoes);
    // The undo of an undo is a redo.
    const redone = undone?.undoes ?? null;
    const target = redone === null ? undone : find(redone);
    const what = target === undefined ? 'an earlier change' : `“${sentenceOf(target, find)}”`;
    const verb = redone === null ? 'Took back' : 'Made again';
    return partial ? `${verb} a part of ${what}` : `${verb} ${what}`;
  }
  const phrase = (PHRASES as Partial<Record<string, Phrase>>)[op];
  const words = phrase?.(migration);
  return words ?? capital(summary);
}

type Phrase = (migration: Migration) => string | null;

const inTable = ({ schema }: Migration): string => (schema === null ? '' : ` in ${tableName(schema)}`);

const tableName = (qualified: string): string => humanName(qualified.split('.').at(-1) ?? qualified);

const theTable = ({ schema }: Migration): string => (schema === null ? 'a table' : `the table ${tableName(schema)}`);

/** One note by its name, several by their number. */
function rowsOf(migration: Migration): string {
  const [only, ...others] = notesOf(migration);
  if (only !== undefined && others.length === 0) return noteName(only);
  return countedRows(migration.notes_changed);
}

/** A rename rewrites links in other notes, so that the name of the row leads. */
function rowOf(migration: Migration): string {
  const [first] = notesOf(migration);
  const others = migration.notes_changed - 1;
  if (first === undefined) return countedRows(migration.notes_changed);
  return others > 0 ? `${noteName(first)} and ${countedNotes(others)} with it` : noteName(first);
}

const PHRASES: Readonly<Record<string, Phrase>> = {
  insert_row: (m) => `Added ${rowOf(m)}${inTable(m)}`,
  update_row: (m) => `Changed ${rowOf(m)}${inTable(m)}`,
  update_rows: (m) => `Changed ${rowsOf(m)}${inTable(m)}`,
  delete_rows: (m) => `Removed ${rowsOf(m)}${inTable(m)}`,
  move_rows: (m) => `Moved ${rowsOf(m)}`,
  adopt_rows: (m) => `Took ${countedNotes(m.notes_changed)} over${inTable(m)}`,
  merge_rows: (m) => `Merged ${countedRows(m.notes_changed)}${inTable(m)}`,
  recompute_columns: (m) => `Computed columns anew${inTable(m)}`,
  align_relations: (m) => `Brought links in step${inTable(m)}`,
  restore_table: (m) => `Restored ${theTable(m)}`,
  create_table: (m) => `Made ${theTable(m)}`,
  alter_table: (m) => `Changed ${theTable(m)}`,
  drop_table: (m) => `Dropped ${theTable(m)}`,
  clone_table: (m) => `Copied ${theTable(m)}`,
  add_column: (m) => `Added a column${inTable(m)}`,
  drop_column: (m) => `Dropped a column${inTable(m)}`,
  rename_column: (m) => `Renamed a column${inTable(m)}`,
  alter_column: (m) => `Changed a column${inTable(m)}`,
  rename_value: (m) => `Renamed a value${inTable(m)}`,
  add_constraint: (m) => `Added a rule${inTable(m)}`,
  drop_constraint: (m) => `Dropped a rule${inTable(m)}`,
  set_table_bases: (m) => `Changed the bases of ${theTable(m)}`,
  comment_on: (m) => `Described ${m.schema === null ? 'a part of the tables' : theTable(m)}`,
  create_view: () => 'Saved a view',
  drop_view: () => 'Dropped a view',
  batch: (m) => (/^\d+ steps?: /.test(m.summary) ? `Changed ${countedNotes(m.notes_changed)}${inTable(m)}` : null),
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What stands in the history at its time. */
export interface Timed {
  readonly executed_at: string;
}

export interface JournalDay<Item extends Timed> {
  /** `Today, 21 November`. */
  readonly label: string;
  readonly entries: readonly Item[];
}

/** By the calendar of whoever looks, newest first. */
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

export const clockTime = (moment: Date): string =>
  moment.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });

/** Whole days of the calendar, so that a short or long day of the clock change counts as one. */
const daysBetween = (earlier: Date, later: Date): number =>
  Math.round((midnight(later) - midnight(earlier)) / 86_400_000);

const midnight = (moment: Date): number => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
