/** A file as lines for a table: values by column, and the fields that no column takes. docs/import.md#from-the-command-line */

import fs from 'node:fs';
import { type Json, type JsonObject, isJsonObject } from '../../engine/index';
import { type ColumnConvention, type Reading, withReading } from '../../kernel/column-convention';
import { withoutFormulaGuard } from '../../kernel/formula-guard';
import { jsonFault } from '../../kernel/json-fault';
import { type NamedColumn, matchFields } from '../../kernel/match-fields';
import type { TextColumn } from '../../kernel/read-text';
import { readSeparated, shapeOf } from '../../kernel/separated-text';
import { drain } from '../../kernel/slices';
import { type ColumnOfTexts, columnsOfTexts, textReader } from '../../kernel/text-columns';
import { ProgramError, UsageError } from '../usage';
import type { ImportOptions } from './import-options';

export type ImportColumn = NamedColumn & TextColumn;

export interface ImportLine {
  /** `line 7`, or `row 7` of a file without lines. */
  readonly place: string;
  readonly values: JsonObject;
}

export interface ImportedLines {
  readonly lines: readonly ImportLine[];
  /** Fields of the file that no column takes. */
  readonly unread: readonly string[];
}

export async function readImportFile(options: ImportOptions, columns: readonly ImportColumn[]): Promise<ImportedLines> {
  const { file, format, encoding } = options;
  const bytes = fs.readFileSync(file);
  if (format === 'parquet') {
    const { readParquet } = await import('./parquet-file');
    const rows = await readParquet(bytes).catch((error: unknown) => {
      throw new ProgramError(`${file} can not be read as Parquet: ${error instanceof Error ? error.message : ''}`);
    });
    return linesOfObjects(
      rows.map((values, at) => ({ place: `row ${at + 1}`, values })),
      columns,
    );
  }
  const text = decoded(bytes, encoding, file);
  if (format === 'csv') return csvLines(text, options, columns);
  return linesOfObjects(format === 'json' ? jsonLines(text, file) : ndjsonLines(text, file), columns);
}

function decoded(bytes: Uint8Array, encoding: string, file: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`there is no encoding "${encoding}"`);
    throw new ProgramError(`${file} is not ${encoding}: give --encoding, such as windows-1252`);
  }
}

/** An array of objects, or an answer of select_rows. */
function jsonLines(text: string, file: string): readonly ImportLine[] {
  const whole = parsed(text, file, 1);
  const rows = isJsonObject(whole) ? whole['rows'] : whole;
  if (!Array.isArray(rows)) throw new ProgramError(`${file} holds no list of objects`);
  return (rows as readonly Json[]).map((row, at) => objectLine(row, `row ${at + 1}`, file));
}

function ndjsonLines(text: string, file: string): readonly ImportLine[] {
  return text
    .split(/\r?\n/)
    .map((line, at) => ({ line, number: at + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => objectLine(parsed(line, file, number), `line ${number}`, file));
}

function objectLine(value: Json, place: string, file: string): ImportLine {
  if (isJsonObject(value)) return { place, values: value };
  throw new ProgramError(`${file}, ${place}: a row is an object`);
}

function parsed(text: string, file: string, firstLine: number): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    const before = text.slice(0, jsonFault(text) ?? 0).split('\n');
    throw new ProgramError(
      `${file}, line ${firstLine + before.length - 1}, column ${(before.at(-1) ?? '').length + 1}: no valid JSON`,
    );
  }
}

/** Values stay as they are: their types are said. */
function linesOfObjects(lines: readonly ImportLine[], columns: readonly ImportColumn[]): ImportedLines {
  const header = [...new Set(lines.flatMap(({ values }) => Object.keys(values)))];
  const fields = matchFields(header, columns);
  const targets = new Map(header.map((name, at) => [name, fields[at] ?? null]));
  return {
    unread: header.filter((name) => targets.get(name) === null),
    lines: lines.map(({ place, values }) => ({
      place,
      values: Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => {
          const target = targets.get(name) ?? null;
          return target === null || value === null ? [] : [[target, value]];
        }),
      ),
    })),
  };
}

/** As the app reads CSV: types by the texts of the column. docs/decisions.md#reading-texts */
function csvLines(text: string, options: ImportOptions, columns: readonly ImportColumn[]): ImportedLines {
  const { delimiter, start } = shapeOf(text);
  const { records, openQuote } = drain(readSeparated(text, delimiter, start));
  const [head, ...others] = records.filter(({ fields }) => fields.some((field) => field.trim() !== ''));
  if (head === undefined) throw new ProgramError(`${options.file} is empty`);
  if (openQuote !== null) {
    throw new ProgramError(`${options.file}, line ${openQuote.line}: a quote opens and never closes`);
  }
  const rows = drain(withoutFormulaGuard(others.map(({ fields }) => fields)));
  const judged = drain(columnsOfTexts(rows, { count: head.fields.length, hasPoints: delimiter === ',' }));
  const fields = matchFields(head.fields, columns);
  const readers = fields.flatMap((name, at) => {
    const column = columns.find((each) => each.name === name);
    return column === undefined ? [] : [{ at, name: column.name, read: fieldReaderOf(column, judged[at], options) }];
  });
  const lines = rows.map((row, index): ImportLine => {
    const values = readers.map(({ at, name, read }) => [name, read(row[at] ?? '') as Json] as const);
    return {
      place: `line ${others[index]?.line ?? index + 2}`,
      values: Object.fromEntries(values.filter(([, value]) => value !== null)),
    };
  });
  return { lines, unread: head.fields.filter((_, at) => (fields[at] ?? null) === null) };
}

function fieldReaderOf(
  column: ImportColumn,
  field: ColumnOfTexts | undefined,
  { decimal, days }: ImportOptions,
): (text: string) => unknown {
  const judged = field?.guess.convention;
  const kind = KINDS[column.type === 'list' ? column.itemType : column.type];
  const isAmbiguous = kind !== undefined && judged?.ambiguity?.readings[0].reading.kind === kind;
  if (!isAmbiguous) return textReader(column, judged);
  const said: Reading | null =
    kind === 'number' ? (decimal === null ? null : { kind, decimal }) : days === null ? null : { kind, order: days };
  if (said === null) throw ambiguous(column.name, judged, kind);
  return textReader(column, withReading(judged, said));
}

const KINDS: Readonly<Partial<Record<string, Reading['kind']>>> = {
  ...{ integer: 'number', number: 'number', date: 'day', datetime: 'day' },
};

function ambiguous(name: string, { ambiguity }: ColumnConvention, kind: Reading['kind']): UsageError {
  const readings = ambiguity?.readings.map(({ value }) => value).join(' or ') ?? '';
  const option = kind === 'number' ? '--decimal . or --decimal ,' : '--days dmy or --days mdy';
  return new UsageError(`"${ambiguity?.text ?? ''}" in ${name} is ${readings}: say which by ${option}`);
}
