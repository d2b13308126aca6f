/** Lines of a file as rows of a table that is there: which field goes into which column, and the one write. docs/page.md#import */

import type { Json, JsonObject } from '../../../engine/index';
import { valueOf } from '../../components/cells/edit-draft';
import type { DescribedColumn } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';
import { suggestName } from '../../../kernel/names';
import { cellOf } from '../design/table-design';
import { type ColumnDraft, draftOfColumn, gridColumnOf } from '../columns/column-draft';

export interface ImportFile {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Column of each field, in the order of the file; null: the field is not read. */
export type FieldColumns = readonly (string | null)[];

/** What is written instead of a value that does not fit: a text as it is typed, nothing, or the lines are left out. */
export type LineFix = { readonly kind: 'value'; readonly text: string } | { readonly kind: 'empty' | 'leaveOut' };

/** By `fixKey`. */
export type LineFixes = ReadonlyMap<string, LineFix>;

export const fixKey = (column: string, value: Json): string => JSON.stringify([column, value]);

/** Columns that lines can fill. */
export const importColumns = (columns: readonly DescribedColumn[]): readonly DescribedColumn[] =>
  columns.filter(({ system, generated }) => system !== true && generated === undefined);

/** Each column once: by its name, its heading, or another word for it. */
export function matchFields(header: readonly string[], columns: readonly DescribedColumn[]): FieldColumns {
  const taken = new Set<string>();
  return header.map((title) => {
    const found = columns.find((column) => !taken.has(column.name) && isCalled(column, title));
    if (found === undefined) return null;
    taken.add(found.name);
    return found.name;
  });
}

function isCalled({ name, label, aliases = [] }: DescribedColumn, title: string): boolean {
  const plain = suggestName(title);
  return plain !== '' && [name, label ?? '', humanName(name), ...aliases].some((word) => suggestName(word) === plain);
}

/** How many of the file's fields the table knows, from 0 to 1. */
export const shareOfMatched = (fields: FieldColumns): number =>
  fields.length === 0 ? 0 : fields.filter((column) => column !== null).length / fields.length;

export interface ImportRow {
  /** In the file, where the first one has the names. */
  readonly line: number;
  readonly values: JsonObject;
}

/** Empty fields are left as they are: what a row has there stays. */
export function rowsOf(
  { rows }: ImportFile,
  fields: FieldColumns,
  columns: readonly DescribedColumn[],
  fixes: LineFixes,
): readonly ImportRow[] {
  const readers = fields.map((name) => {
    const column = columns.find((each) => each.name === name);
    return column === undefined ? null : { column, draft: draftOfColumn(column) };
  });
  return rows.flatMap((fieldTexts, index) => {
    const values: [string, Json][] = [];
    for (const [at, reader] of readers.entries()) {
      if (reader === null) continue;
      const read = fieldValue(reader.column, fieldTexts[at] ?? '');
      const fix = fixes.get(fixKey(reader.column.name, read));
      if (fix?.kind === 'leaveOut') return [];
      const value = fix === undefined ? read : fixedValue(fix, reader.draft);
      if (value !== null) values.push([reader.column.name, value]);
    }
    return [{ line: index + 2, values: Object.fromEntries(values) }];
  });
}

/** As the file says it, where it is no value of the column. Null: the field is empty. */
export function fieldValue({ type, items }: DescribedColumn, text: string): Json {
  const plain = type === 'enum' || type === 'date' ? text.trim() : text;
  return cellOf({ type, itemType: items?.type ?? 'string' }, plain);
}

function fixedValue(fix: LineFix, draft: ColumnDraft): Json {
  if (fix.kind !== 'value') return null;
  try {
    return valueOf(gridColumnOf(draft), fix.text);
  } catch {
    return fix.text;
  }
}

/** Rows are recognized by it: a name, or what no two rows share. Null: nothing of the file tells rows apart. */
export function usualKey(
  rows: readonly ImportRow[],
  columns: readonly DescribedColumn[],
  fields: FieldColumns,
): string | null {
  const filled = columns.filter(({ name }) => fields.includes(name) && isDistinct(rows, name));
  const isOwn = ({ unique, identity }: DescribedColumn): boolean => unique === true || identity === 'filename';
  const isName = ({ name, type, required }: DescribedColumn): boolean =>
    type === 'string' && required === true && /^(name|title)$/.test(name);
  return (filled.find(isOwn) ?? filled.find(isName))?.name ?? null;
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
