/** Files of lines for tests, read as the forms read them. */

import { readFileSync } from 'node:fs';
import { writeSeparated } from '../../../../src/kernel/separated-text';
import { drain } from '../../../../src/kernel/slices';
import { type CsvFile, type FileChoices, readTableFile } from '../../../../src/ui/screens/table-file/table-file';

export function fileOf(content: string | Uint8Array, name = 'a.csv', choices: FileChoices = {}): CsvFile {
  const read = drain(readTableFile({ name, content }, choices));
  if (read.kind === 'problem') throw new Error(read.text);
  return read.file;
}

export const fileOfRows = (rows: readonly (readonly string[])[], name = 'a.csv'): CsvFile =>
  fileOf(writeSeparated(rows, ',', '\n'), name, { delimiter: ',' });

/** As a spreadsheet or a program wrote it, byte for byte. */
export const fixture = (name: string): CsvFile => fileOf(readFileSync(`test/fixtures/csv/${name}`), name);
