/** Lines of a file as rows of a table that is there: which field goes into which column, and the one write. docs/page.md#import */

import type { Json, JsonObject } from '../../../engine/index';
import { type ValueFixes, valueKey } from '../../changes/forms/invalid-values';
import type { DescribedColumn } from '../../client/operations-client';
import type { Ambiguity, Reading } from '../../../kernel/column-convention';
import { type Slices, drain, everyItem } from '../../../kernel/slices';
import { fieldReader, questionOf } from '../table-file/field-reader';
import type { CsvFile } from '../table-file/table-file';
import { draftOfColumn, fixValue, gridColumnOf } from '../columns/column-draft';

export type ImportFile = Pick<CsvFile, 'name' | 'header' | 'rows' | 'lines' | 'columns'>;

/** Column of each field, in the order of the file; null: the field is not read. */
export type FieldColumns = readonly (string | null)[];

/** The field of an export that names the note of a row. It recognizes rows and fills no column. */
export const NOTE_LINK = 'file_link';

const NOTE_COLUMN: DescribedColumn = {
  ...{ name: NOTE_LINK, label: 'Name of the note', type: 'link', description: '' },
  ...{ inherited_from: null, dense: false },
};

/** Columns that lines can fill, and the name of the note. */
export const importColumns = (columns: readonly DescribedColumn[]): readonly DescribedColumn[] => [
  ...columns.filter(({ system, generated }) => system !== true && generated === undefined),
  NOTE_COLUMN,
];

/** How many of the file's fields the table knows, from 0 to 1. */
export const shareOfMatched = (fields: FieldColumns): number =>
  fields.length === 0 ? 0 : fields.filter((column) => column !== null).length / fields.length;

export interface ImportRow {
  /** In the file, where the first one has the names. */
  readonly line: number;
  readonly values: JsonObject;
  /** The link to its note; null: the line names none. */
  readonly note: string | null;
}

/** How numbers or days of a field are meant, by its place, where a person said it. */
export type FieldReadings = ReadonlyMap<number, Reading>;

export interface FieldQuestion {
  /** Of the field. */
  readonly at: number;
  readonly ambiguity: Ambiguity;
}

/** The fields that can be read in two ways, and go into a column where that makes a difference. */
export const fieldQuestions = (
  file: ImportFile,
  fields: FieldColumns,
  columns: readonly DescribedColumn[],
): readonly FieldQuestion[] =>
  fields.flatMap((name, at) => {
    const column = columns.find((each) => each.name === name);
    const ambiguity = column === undefined ? null : questionOf(gridColumnOf(draftOfColumn(column)), file.columns[at]);
    return ambiguity === null ? [] : [{ at, ambiguity }];
  });

export interface ImportLines {
  readonly file: ImportFile;
  readonly fields: FieldColumns;
  readonly columns: readonly DescribedColumn[];
  readonly fixes: ValueFixes;
  readonly readings: FieldReadings;
}

export const rowsOf = (lines: ImportLines): readonly ImportRow[] => drain(rowsInSlices(lines));

/** Empty fields are left as they are: what a row has there stays. */
export function* rowsInSlices({ file, fields, columns, fixes, readings }: ImportLines): Slices<readonly ImportRow[]> {
  const readers = fields.flatMap((name, at) => {
    const column = columns.find((each) => each.name === name);
    if (column === undefined) return [];
    const draft = draftOfColumn(column);
    const read = fieldReader(gridColumnOf(draft), file.columns[at], readings.get(at) ?? null);
    return [{ at, name: column.name, draft, read }];
  });
  const rows: ImportRow[] = [];
  let index = -1;
  const addRow = (texts: readonly string[]): boolean => {
    index += 1;
    const values: Record<string, Json> = {};
    for (const { at, name, draft, read } of readers) {
      const found = read(texts[at] ?? '');
      const fix = fixes.size === 0 ? undefined : fixes.get(valueKey(name, found));
      if (fix?.kind === 'leaveOut') return true;
      const value = fix === undefined ? found : fixValue(draft, fix);
      if (value !== null) values[name] = value;
    }
    const { [NOTE_LINK]: note = null, ...filled } = values;
    rows.push({ line: file.lines[index] ?? index + 2, values: filled, note: typeof note === 'string' ? note : null });
    return true;
  };
  yield* everyItem(file.rows, addRow, readers.length);
  return rows;
}

/** Rows are recognized by it: a name, or a value that no two rows share. Null: nothing in the file distinguishes rows. */
export function usualKey(file: ImportFile, columns: readonly DescribedColumn[], fields: FieldColumns): string | null {
  const isFilled = ({ name }: DescribedColumn): boolean => {
    const field = file.columns[fields.indexOf(name)];
    return field !== undefined && field.filled === file.rows.length && field.texts.length === field.filled;
  };
  const filled = columns.filter((column) => fields.includes(column.name) && isFilled(column));
  const isOwn = ({ unique, identity }: DescribedColumn): boolean => unique === true || identity === 'filename';
  const isName = ({ name, type, required }: DescribedColumn): boolean =>
    type === 'string' && required === true && /^(name|title)$/.test(name);
  const isNote = ({ name }: DescribedColumn): boolean => name === NOTE_LINK;
  return (filled.find(isOwn) ?? filled.find(isNote) ?? filled.find(isName))?.name ?? null;
}

/** Whether every line has a value there, and each another one. */
export function isDistinct(rows: readonly ImportRow[], column: string): boolean {
  const seen = new Set<string>();
  for (const { values } of rows) {
    const value = JSON.stringify(values[column] ?? null);
    if (value === 'null' || seen.has(value)) return false;
    seen.add(value);
  }
  return rows.length > 0;
}

/** The steps of the write. `key` null: each line is a new row. */
export const importSteps = (table: string, rows: readonly ImportRow[], key: string | null): readonly JsonObject[] =>
  key === null
    ? rows.map(({ values }) => ({ op: 'insert_row', table, values }))
    : [{ op: 'merge_rows', table, on: [key], rows: rows.map(({ values }) => values) }];

/** The steps where rows are recognized by their notes. `paths`: of the notes that are rows of the table, by their links. */
export const noteSteps = (
  table: string,
  rows: readonly ImportRow[],
  paths: ReadonlyMap<string, string>,
): readonly JsonObject[] =>
  rows.map(({ note, values }) => {
    const path = note === null ? undefined : paths.get(note);
    return path === undefined
      ? { op: 'insert_row', table, values }
      : { op: 'update_row', table, path, set_values: values };
  });
