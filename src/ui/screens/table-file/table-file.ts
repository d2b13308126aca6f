/** A file of lines as a table of texts: how it was read, what each of its columns looks like, and notices about its lines. docs/page.md#files */

import {
  type Delimiter,
  type SeparatedText,
  type TextRecord,
  readSeparated,
  shapeOf,
} from '../../../kernel/separated-text';
import { ITEMS_A_SLICE, type Slices } from '../../../kernel/slices';
import { type ColumnOfTexts, columnsOfTexts } from '../../../kernel/text-columns';
import { withoutFormulaGuard } from '../../../kernel/formula-guard';
import { type Encoding, binaryProblem, decodeFile, encodingOf } from './decode-file';

export interface CsvFile {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Of each row, where it begins in the file. */
  readonly lines: readonly number[];
  /** Of each field of the header. */
  readonly columns: readonly ColumnOfTexts[];
  readonly reading: FileReading;
}

export interface FileReading {
  readonly delimiter: Delimiter;
  /** Null for a text that was pasted. */
  readonly encoding: Encoding | null;
  /** What a person should know of the file, a sentence each. */
  readonly notices: readonly string[];
  readonly source: FileSource;
}

export interface FileSource {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** What a person chose instead of the detected values. */
export type FileChoices = Partial<Pick<FileReading, 'delimiter' | 'encoding'>>;

export type ReadFile =
  { readonly kind: 'file'; readonly file: CsvFile } | { readonly kind: 'problem'; readonly text: string };

export function* readTableFile(source: FileSource, choices: FileChoices = {}): Slices<ReadFile> {
  const { name, content } = source;
  const binary = typeof content === 'string' ? null : binaryProblem(content);
  if (binary !== null) return problem(`${name} ${binary}`);
  const encoding = typeof content === 'string' ? null : (choices.encoding ?? encodingOf(content));
  const text = typeof content === 'string' ? content : decodeFile(content, encoding ?? 'utf-8');
  yield;
  if (text.trim() === '') return problem(`${name} is empty.`);
  const found = shapeOf(text);
  const { delimiter } = { ...found, ...choices };
  const separated = yield* readSeparated(text, delimiter, found.start);
  const [head, ...records] = yield* filledRecords(separated.records);
  if (head === undefined || records.length === 0) {
    return problem(`${name} has no lines below its first one, which names the columns.`);
  }
  const { fields: header } = head;
  const rows = yield* withoutFormulaGuard(records.map(({ fields }) => fields));
  const notices = [
    ...(choices.encoding === undefined && encoding === 'windows-1252' ? [NOT_UTF8] : []),
    ...noticesOf(separated, header, records),
    ...nulNotice(text),
  ];
  // Where commas separate fields, numbers have decimal points.
  const columns = yield* columnsOfTexts(rows, { count: header.length, hasPoints: delimiter === ',' });
  const lines = records.map(({ line }) => line);
  return {
    kind: 'file',
    file: { name, header, rows, lines, columns, reading: { delimiter, encoding, notices, source } },
  };
}

const problem = (text: string): ReadFile => ({ kind: 'problem', text });

const NOT_UTF8 = 'The file is not UTF-8, so it was read as Windows-1252. Look at its letters.';

function* filledRecords(records: readonly TextRecord[]): Slices<readonly TextRecord[]> {
  const filled: TextRecord[] = [];
  for (const [at, record] of records.entries()) {
    if (record.fields.some((text) => text.trim() !== '')) filled.push(record);
    if (at % ITEMS_A_SLICE === 0) yield;
  }
  return filled;
}

function noticesOf(
  { openQuote }: SeparatedText,
  header: readonly string[],
  records: readonly TextRecord[],
): readonly string[] {
  const wide = records.filter(({ fields }) => fields.slice(header.length).some((text) => text.trim() !== ''));
  const [first] = wide;
  const open =
    openQuote === null
      ? []
      : [`Line ${openQuote.line}, field ${openQuote.field}: a quote opens and never closes. It is read as a letter.`];
  if (first === undefined) return open;
  const others = wide.length === 1 ? '' : `, and so have ${wide.length - 1} other lines`;
  const counts = `Line ${first.line} has ${first.fields.length} fields, more than the ${header.length} of the first line${others}.`;
  return [...open, `${counts} The fields beyond are not read.`];
}

function nulNotice(text: string): readonly string[] {
  const at = text.indexOf('\0');
  if (at < 0) return [];
  const line = text.slice(0, at).split(/\r\n|\r|\n/).length;
  return [`Line ${line} has a NUL character, which no text has. Is this the right file, in the right encoding?`];
}
