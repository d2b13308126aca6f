/** What a write did, in words for people, from its deed: those of the history and of every notice. docs/http.md#deed */

import type { Deed } from '../../engine/index';
import { withCapital } from '../../kernel/as-sentence';
import { noteName } from '../client/note-text';
import { humanName } from '../client/table-columns';

/** A text in parts: `strong` is a name, `quoted` a text of the writer, which may begin with any word. */
export type RichText = readonly (string | { readonly strong: string } | { readonly quoted: string })[];

/** Of a write, as the journal and a change both list it. */
export interface WriteSummary {
  /** One line, in the engine's words. */
  readonly summary: string;
  /** Null: an older program wrote it. */
  readonly deed: Deed | null;
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

export const plainSentence = (text: RichText): string =>
  text.map((part) => (typeof part === 'string' ? part : 'strong' in part ? part.strong : part.quoted)).join('');

/** The summary that its writer gave; null: none. Of an older program it is the only thing known. */
export function givenSummary({ deed, summary }: Pick<WriteSummary, 'deed' | 'summary'>): string | null {
  if (deed === null) return summary;
  return (deed.verb === 'run' && textOf(deed, 'summary')) || null;
}

/** `Changed Lay out the booklet in Tasks`. */
export function describeWrite(write: WriteSummary): RichText {
  const given = givenSummary(write);
  const { deed } = write;
  if (given !== null || deed === null) return [{ quoted: withCapital(given ?? write.summary) }];
  const [done, preposition = 'in'] = VERBS[deed.verb];
  return joined(done, OBJECTS[deed.object](deed, write), IN_TABLES.has(deed.object) ? placeOf(deed, preposition) : '');
}

/** `Claude Code changed Lay out the booklet in Tasks`. */
export function withWriter(writer: string, text: RichText): RichText {
  const [first = '', ...others] = text;
  if (typeof first !== 'string') return [{ strong: writer }, ': ', ...text];
  return [{ strong: writer }, ` ${first.charAt(0).toLowerCase()}${first.slice(1)}`, ...others];
}

/** Several texts of one name as one. */
const textOf = ({ names }: Deed, key: string): string => [names[key] ?? []].flat().join(', ');

/** What became of rows. */
export type RowFate = 'added' | 'changed' | 'removed';

const PLACES = { added: 'to', changed: 'in', removed: 'from' } as const;

/** `place`: empty where there is none. */
export const describeRowChange = (fate: RowFate, rows: RichText, place: string): RichText =>
  joined(withCapital(fate), rows, place === '' ? '' : ` ${PLACES[fate]} ${place}`);

/** One note by its name, several by their number. */
function rowsOf(_deed: Deed, write: WriteSummary): RichText {
  const [only, ...others] = notesOf(write);
  if (only !== undefined && others.length === 0) return [{ strong: noteName(only) }];
  return [countedRows(write.notes_changed)];
}

/** A rename rewrites links in other notes, so that the name of the row leads. */
function rowOf(_deed: Deed, write: WriteSummary): RichText {
  const [first] = notesOf(write);
  const others = write.notes_changed - 1;
  if (first === undefined) return [countedRows(write.notes_changed)];
  const name = { strong: noteName(first) };
  return others > 0 ? [name, ` and ${countedNotes(others)} with it`] : [name];
}

/** Neighbouring texts as one. */
const joined = (verb: string, object: RichText, place: string): RichText => {
  const [first = '', ...others] = object;
  return typeof first === 'string' && others.length === 0
    ? [`${verb} ${first}${place}`]
    : [`${verb} `, ...object, place];
};

/** The verb for people, and the preposition before the table where it is another than `in`. */
const VERBS: Readonly<Record<Deed['verb'], readonly [done: string, preposition?: string]>> = {
  insert: ['Added', 'to'],
  update: ['Changed'],
  delete: ['Removed', 'from'],
  archive: ['Archived', 'from'],
  merge: ['Merged'],
  move: ['Moved', 'to'],
  adopt: ['Adopted', 'into'],
  recompute: ['Recomputed'],
  add: ['Added', 'to'],
  restore: ['Restored'],
  create: ['Created'],
  alter: ['Changed'],
  rename: ['Renamed'],
  drop: ['Dropped'],
  clone: ['Copied'],
  set: ['Changed'],
  remove: ['Removed'],
  define: ['Defined'],
  replace: ['Replaced'],
  configure: ['Configured'],
  undo: ['Took back'],
  vacuum: ['Removed'],
  follow: ['Followed'],
  run: ['Changed'],
};

/** Objects that lie in a table, whose name follows. */
const IN_TABLES: ReadonlySet<Deed['object']> = new Set([
  ...(['row', 'rows', 'notes', 'links', 'column', 'constraint', 'value'] as const),
]);

const placeOf = ({ table }: Deed, preposition: string): string =>
  table === null ? '' : ` ${preposition} ${tableName(table)}`;

/** What the verb was done to. */
type DescribeObject = (deed: Deed, write: WriteSummary) => RichText;

const theTable = ({ table }: Deed): RichText => [table === null ? 'tables' : `the table ${tableName(table)}`];

const OBJECTS: Readonly<Record<Deed['object'], DescribeObject>> = {
  row: rowOf,
  note: (deed) => [{ strong: noteName(textOf(deed, 'path')) }],
  rows: rowsOf,
  notes: (_, { notes_changed: count }) => [countedNotes(count)],
  links: () => ['missing links'],
  table: theTable,
  column: (deed) => [`the column ${humanName(textOf(deed, 'to') || textOf(deed, 'column'))}`],
  constraint: (deed) => [`the rule ${humanName(textOf(deed, 'constraint'))}`],
  value: (deed) => [`the value ${textOf(deed, 'from')}`],
  view: (deed) => [`the view ${tableName(textOf(deed, 'view'))}`],
  base: (deed) => [`the base ${humanName(textOf(deed, 'base'))}`],
  bases: (deed) => ['the bases of ', ...theTable(deed)],
  description: (deed) => [`the description of the ${textOf(deed, 'of')} ${tableName(textOf(deed, 'name'))}`],
  database: () => ['the settings of the database'],
  migration: () => ['an earlier change'],
  versions: (deed) => ['old versions of ', ...theTable(deed)],
  renames: () => ['renames of notes'],
  steps: stepsOf,
  rule: (deed, write) => (deed.verb === 'run' ? stepsOf(deed, write) : [`the rule ${humanName(textOf(deed, 'rule'))}`]),
};

function stepsOf(deed: Deed, { notes_changed: count }: WriteSummary): RichText {
  return count === 0 ? theTable(deed) : [`${countedNotes(count)}${placeOf(deed, 'in')}`];
}
