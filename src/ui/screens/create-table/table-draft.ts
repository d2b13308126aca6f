/** A table that a person is about to make: its columns as the form holds them, and the calls that make it. docs/page.md#make-a-table */

import type { Json, JsonObject, Operations } from '../../../engine/index';
import type { Ambiguity, Reading } from '../../../kernel/column-convention';
import { suggestName } from '../../../kernel/names';
import { type Slices, drain, everyItem } from '../../../kernel/slices';
import { guessType } from '../../../kernel/text-type';
import {
  type ColumnDraft,
  columnSpec,
  draftOfColumn,
  draftProblem,
  emptyColumn,
  gridColumnOf,
  newChoices,
} from '../columns/column-draft';
import { type FieldReader, fieldReader, questionOf } from '../table-file/field-reader';
import type { NotesScope } from './notes-scope';
import type { ColumnOfTexts } from '../../../kernel/text-columns';

export type Inference = Operations['infer_table']['result'];

export interface DraftColumn extends ColumnDraft {
  /** Stays the same while it is edited. */
  readonly id: string;
  /** In the notes or the file; null: nothing has it yet. */
  readonly from: string | null;
  /** Other spellings of it in the notes. */
  readonly otherKeys?: readonly string[];
  /** The engine writes the name of the note. */
  readonly isNoteName?: boolean;
  /** Its key leaves the notes, or its field is not read from the file. */
  readonly isLeftOut: boolean;
  /** Of a file: how its numbers or days are meant, where a person said it. */
  readonly reading: Reading | null;
  readonly found: FoundValues | null;
}

export interface FoundValues {
  /** Notes or lines that were looked at. */
  readonly of: number;
  readonly filled: number;
  readonly distinct: number;
  /** A few of them. */
  readonly samples: readonly string[];
}

export interface TableDraft {
  readonly name: string;
  readonly description: string;
  readonly columns: readonly DraftColumn[];
}

/** What fills the table. */
export type RowsSource =
  | {
      readonly kind: 'notes';
      readonly scope: NotesScope;
      readonly paths: readonly string[];
      /** Values that the notes need, by path and proposed column. */
      readonly perRow?: Readonly<Record<string, JsonObject>>;
      readonly remarks: readonly string[];
    }
  | LinesSource
  | { readonly kind: 'nothing' };

export interface LinesSource {
  readonly kind: 'lines';
  readonly file: string;
  readonly rows: readonly (readonly string[])[];
  /** Of each field. */
  readonly columns: readonly ColumnOfTexts[];
}

/** Of the kind that all notes have another one of: a choice among them refuses every new note. */
export const isNoRealChoice = ({ type, choices, found }: DraftColumn): boolean =>
  type === 'enum' && found !== null && found.filled > 2 && found.distinct === found.filled && choices.length > 2;

export function draftOfNotes({ proposal, columns, adopt }: Inference): TableDraft {
  const inferred = new Map(columns.map((column) => [column.name, column]));
  const renamed = Object.entries(adopt?.rename ?? {});
  const designed = (proposal?.columns ?? []).map((column): DraftColumn => {
    const from = inferred.get(column.name)?.from ?? column.name;
    const stats = inferred.get(column.name)?.stats;
    const found = stats && { of: stats.notes, filled: stats.filled, distinct: stats.distinct, samples: [] };
    const draft = draftOfColumn(column);
    const plain: DraftColumn = {
      ...draft,
      choices: newChoices(draft.choices.map(({ value }) => value)),
      id: column.name,
      from: column.identity === undefined ? from : null,
      otherKeys: renamed.flatMap(([key, to]) => (to === column.name && key !== from ? [key] : [])),
      isNoteName: column.identity !== undefined,
      isLeftOut: false,
      reading: null,
      found: found ?? null,
    };
    return isNoRealChoice(plain) ? { ...plain, type: 'string' } : plain;
  });
  return { name: proposal?.name ?? '', description: proposal?.description ?? '', columns: designed };
}

export const emptyTableDraft = (): TableDraft => ({
  name: '',
  description: '',
  columns: [{ ...newColumn([]), label: 'Name', name: 'name', required: true }],
});

export function newColumn(others: readonly DraftColumn[]): DraftColumn {
  const numbers = others.map(({ id }) => Number(/^new(\d+)$/.exec(id)?.[1] ?? 0));
  const id = `new${Math.max(0, ...numbers) + 1}`;
  return { ...emptyColumn(), id, from: null, isLeftOut: false, reading: null, found: null };
}

/** Why it can't be tried, by the id of the column that is to blame. */
export function draftProblems({ columns }: TableDraft): ReadonlyMap<string, string> {
  const read = columns.filter(({ isLeftOut }) => !isLeftOut);
  const names = read.map(({ name }) => suggestName(name));
  return new Map(
    read.flatMap((column, at): [string, string][] => {
      const problem = draftProblem(column, names.slice(0, at));
      return problem === null ? [] : [[column.id, problem]];
    }),
  );
}

/** The steps of the one batch that makes the table and fills it. `cut`: only so many rows of a file. */
export const createTableSteps = (design: TableDraft, source: RowsSource, cut?: number): JsonObject[] =>
  drain(stepsInSlices(design, source, cut));

export function* stepsInSlices(design: TableDraft, source: RowsSource, cut?: number): Slices<JsonObject[]> {
  const name = suggestName(design.name);
  const create: JsonObject = {
    op: 'create_table',
    name,
    description: design.description.trim() || `Rows of ${name}`,
    columns: design.columns.filter(({ isLeftOut }) => !isLeftOut).map(specOf),
  };
  switch (source.kind) {
    case 'nothing':
      return [create];
    case 'notes':
      return [create, adoptStep(design, source, name)];
    case 'lines':
      return [create, ...(yield* insertSteps(design, source, source.rows.slice(0, cut), name))];
  }
}

const specOf = (column: DraftColumn): JsonObject => ({
  ...columnSpec(column),
  ...(column.isNoteName === true ? { identity: 'filename' } : {}),
});

function adoptStep(
  { columns }: TableDraft,
  { paths, perRow = {} }: Extract<RowsSource, { kind: 'notes' }>,
  table: string,
): JsonObject {
  const { rename, drop } = keyChanges(columns);
  const values = Object.entries(perRow).map(([path, row]) => [path, valuesByName(columns, row)] as const);
  return {
    op: 'adopt_rows',
    table,
    paths: [...paths],
    relocate: false,
    ...(Object.keys(rename).length === 0 ? {} : { rename }),
    ...(drop.length === 0 ? {} : { drop: [...drop] }),
    ...(values.length === 0 ? {} : { per_row: Object.fromEntries(values) }),
  };
}

/** Under the names that the columns have by now. */
const valuesByName = (columns: readonly DraftColumn[], row: JsonObject): JsonObject =>
  Object.fromEntries(
    columns.flatMap(({ id, name, isLeftOut }): [string, Json][] => {
      const value = row[id];
      return isLeftOut || value === undefined ? [] : [[suggestName(name), value]];
    }),
  );

export interface KeyChanges {
  /** Key in the notes -> column. */
  readonly rename: Readonly<Record<string, string>>;
  readonly drop: readonly string[];
}

export function keyChanges(columns: readonly DraftColumn[]): KeyChanges {
  const renamed = columns.flatMap(({ from, otherKeys = [], name, key: ownKey, isLeftOut }) => {
    if (from === null || isLeftOut) return [];
    const column = suggestName(name);
    const kept = ownKey.trim() || column;
    return [from, ...otherKeys].filter((key) => key !== kept).map((key) => [key, column] as const);
  });
  return {
    rename: Object.fromEntries(renamed),
    drop: columns.flatMap(({ from, otherKeys = [], isLeftOut }) =>
      isLeftOut && from !== null ? [from, ...otherKeys] : [],
    ),
  };
}

/** Of a field of the file; -1: the file has none for it. */
export const fieldIndex = ({ id }: DraftColumn): number => Number(/^field(\d+)$/.exec(id)?.[1] ?? -1);

export const readerOf = (column: DraftColumn, { columns }: LinesSource): FieldReader =>
  fieldReader(gridColumnOf(column), columns[fieldIndex(column)], column.reading);

/** What a person should say about the texts of a column, or may: numbers are kept as text until they do. */
export function columnQuestion(column: DraftColumn, source: RowsSource): Ambiguity | null {
  if (source.kind !== 'lines' || column.isLeftOut) return null;
  const field = source.columns[fieldIndex(column)];
  const isOffered = field?.guess.isAsked === true && (column.type === 'string' || column.reading !== null);
  return isOffered ? field.guess.convention.ambiguity : questionOf(gridColumnOf(column), field);
}

/** The first column that can't be read before a person says how. */
export const unansweredColumn = ({ columns }: TableDraft, source: RowsSource): DraftColumn | null =>
  columns.find(
    (column) => column.type !== 'string' && column.reading === null && columnQuestion(column, source) !== null,
  ) ?? null;

/** The column when its numbers or days are meant so: then it has another type. */
export function withAnswer(column: DraftColumn, { columns }: LinesSource, reading: Reading | null): DraftColumn {
  const field = columns[fieldIndex(column)];
  if (field === undefined || reading === null) return { ...column, reading, type: 'string' };
  const { kind: _, ...known } = reading;
  const { type, itemType } = guessType(field.texts, field.filled, known);
  return { ...column, reading, type, itemType };
}

function* insertSteps(
  { columns }: TableDraft,
  source: LinesSource,
  rows: LinesSource['rows'],
  table: string,
): Slices<readonly JsonObject[]> {
  const fields = columns
    .filter(({ isLeftOut }) => !isLeftOut)
    .map((column) => ({ at: fieldIndex(column), name: suggestName(column.name), read: readerOf(column, source) }));
  const steps: JsonObject[] = [];
  const addRow = (line: readonly string[]): boolean => {
    const values = fields.flatMap(({ at, name, read }): [string, Json][] => {
      const value = read(line[at] ?? '');
      return value === null ? [] : [[name, value]];
    });
    steps.push({ op: 'insert_row', table, values: Object.fromEntries(values) });
    return true;
  };
  yield* everyItem(rows, addRow, fields.length);
  return steps;
}
