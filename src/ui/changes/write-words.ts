/** What writes did, in the words of people: those of the history and of every notice. */

import { noteName } from '../client/note-text';
import { humanName } from '../client/table-columns';

/** A text in parts; what is strong is a name. */
export type Words = readonly (string | { readonly strong: string })[];

/** Of a write, as the journal and a change both tell it. */
export interface WriteSummary {
  /** The operation. */
  readonly op: string;
  /** One line, in the engine's words. */
  readonly summary: string;
  /** The table, qualified; null: none, or several. */
  readonly schema: string | null;
  readonly notes_changed: number;
  /** Vault paths of what it wrote, definitions too. */
  readonly files: readonly string[];
}

export const countedNotes = (count: number): string => `${count} ${count === 1 ? 'note' : 'notes'}`;
export const countedRows = (count: number): string => `${count} ${count === 1 ? 'row' : 'rows'}`;

/** Notes that were written, without the definitions. */
export const notesOf = ({ files }: Pick<WriteSummary, 'files'>): readonly string[] =>
  files.filter((file) => file.endsWith('.md'));

/** `main.default.my_films` is read `My films`. */
export const tableName = (qualified: string): string => humanName(qualified.split('.').at(-1) ?? qualified);

export const plainWords = (words: Words): string =>
  words.map((part) => (typeof part === 'string' ? part : part.strong)).join('');

/** Whether its writer gave it a summary. */
export const hasOwnWords = ({ op, summary }: WriteSummary): boolean => op === 'batch' && !/^\d+ steps?: /.test(summary);

/** `Changed Lay out the booklet in Tasks`. */
export function deedWords(deed: WriteSummary): Words {
  const phrase = (PHRASES as Partial<Record<string, Phrase>>)[deed.op];
  const words = phrase?.(deed);
  return words ?? [withCapital(deed.summary)];
}

/** `Claude Code changed Lay out the booklet in Tasks`. */
export function wordsBy(writer: string, words: Words): Words {
  const [first = '', ...others] = words;
  if (typeof first !== 'string') return [{ strong: writer }, ': ', ...words];
  // What the engine sums up, or the writer itself, is not always a deed.
  const isDeed = /^(?:[A-Z]?[a-z]+ed|Made|Took|Set|Brought)\b/.test(first);
  return [{ strong: writer }, isDeed ? ` ${first.charAt(0).toLowerCase()}${first.slice(1)}` : `: ${first}`, ...others];
}

/** What became of rows. */
export type RowDeed = 'added' | 'changed' | 'removed';

const PLACES = { added: 'to', changed: 'in', removed: 'from' } as const;

/** `place`: empty where there is none. */
export const rowWords = (deed: RowDeed, what: Words, place: string): Words =>
  joined(withCapital(deed), what, place === '' ? '' : ` ${PLACES[deed]} ${place}`);

type Phrase = (deed: WriteSummary) => Words | null;

const placeOf = ({ schema }: WriteSummary): string => (schema === null ? '' : tableName(schema));

const inTable = ({ schema }: WriteSummary): string => (schema === null ? '' : ` in ${tableName(schema)}`);

const theTable = ({ schema }: WriteSummary): string => (schema === null ? 'a table' : `the table ${tableName(schema)}`);

/** One note by its name, several by their number. */
function rowsOf(deed: WriteSummary): Words {
  const [only, ...others] = notesOf(deed);
  if (only !== undefined && others.length === 0) return [{ strong: noteName(only) }];
  return [countedRows(deed.notes_changed)];
}

/** A rename rewrites links in other notes, so that the name of the row leads. */
function rowOf(deed: WriteSummary): Words {
  const [first] = notesOf(deed);
  const others = deed.notes_changed - 1;
  if (first === undefined) return [countedRows(deed.notes_changed)];
  const name = { strong: noteName(first) };
  return others > 0 ? [name, ` and ${countedNotes(others)} with it`] : [name];
}

/** Neighbouring texts as one. */
const joined = (verb: string, what: Words, end = ''): Words => {
  const [first = '', ...others] = what;
  return typeof first === 'string' && others.length === 0 ? [`${verb} ${first}${end}`] : [`${verb} `, ...what, end];
};

const PHRASES: Readonly<Record<string, Phrase>> = {
  insert_row: (m) => rowWords('added', rowOf(m), placeOf(m)),
  update_row: (m) => rowWords('changed', rowOf(m), placeOf(m)),
  update_rows: (m) => rowWords('changed', rowsOf(m), placeOf(m)),
  delete_rows: (m) => rowWords('removed', rowsOf(m), placeOf(m)),
  move_rows: (m) => joined('Moved', rowsOf(m)),
  adopt_rows: (m) => [`Took ${countedNotes(m.notes_changed)} over${inTable(m)}`],
  merge_rows: (m) => [`Merged ${countedRows(m.notes_changed)}${inTable(m)}`],
  recompute_columns: (m) => [`Computed columns anew${inTable(m)}`],
  align_relations: (m) => [`Brought links in step${inTable(m)}`],
  restore_table: (m) => [`Restored ${theTable(m)}`],
  create_table: (m) => [`Made ${theTable(m)}`],
  alter_table: (m) => [`Changed ${theTable(m)}`],
  drop_table: (m) => [`Dropped ${theTable(m)}`],
  clone_table: (m) => [`Copied ${theTable(m)}`],
  add_column: (m) => [`Added a column${inTable(m)}`],
  drop_column: (m) => [`Dropped a column${inTable(m)}`],
  rename_column: (m) => [`Renamed a column${inTable(m)}`],
  alter_column: (m) => [`Changed a column${inTable(m)}`],
  rename_value: (m) => [`Renamed a value${inTable(m)}`],
  add_constraint: (m) => [`Added a rule${inTable(m)}`],
  drop_constraint: (m) => [`Dropped a rule${inTable(m)}`],
  set_table_bases: (m) => [`Changed the bases of ${theTable(m)}`],
  comment_on: (m) => [`Described ${m.schema === null ? 'a part of the tables' : theTable(m)}`],
  create_view: () => ['Saved a view'],
  drop_view: () => ['Dropped a view'],
  undo_migration: () => ['Took back an earlier change'],
  batch: (m) => {
    if (hasOwnWords(m)) return null;
    return m.notes_changed === 0
      ? [`Changed ${theTable(m)}`]
      : [`Changed ${countedNotes(m.notes_changed)}${inTable(m)}`];
  },
};

const withCapital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
