/** Tab-separated text, as spreadsheets copy and paste it: a field with a tab, a line break or a quote is in quotes. */

import { readSeparated, writeSeparated } from '../../../kernel/separated-text';
import { drain } from '../../../kernel/slices';

export type TextTable = readonly (readonly string[])[];

export function writeTsv(table: TextTable): string {
  const isLastEmpty = table.length > 1 && table.at(-1)?.length === 1 && table.at(-1)?.[0] === '';
  // An empty last line would be taken for the end of the one before.
  return `${writeSeparated(table, '\t', '\n')}${isLastEmpty ? '""' : ''}`;
}

export const readTsv = (text: string): TextTable =>
  drain(readSeparated(text, '\t')).records.map(({ fields }) => fields);
