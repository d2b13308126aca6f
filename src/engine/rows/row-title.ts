/** The title of a row: its name as the values have it. The file has `-` for characters that no file name holds. docs/tables.md#the-name-of-a-row */

import type { TableDefinition } from '../catalog/definition';
import { noteNameOf } from '../note/paths';
import type { Row } from '../storage/row';
import { fileNameFor, isNumberedFrom } from './row-path';

/** Longer texts are not names: the file has their beginning. */
const LONGEST = 200;

export function rowTitle(table: TableDefinition, { path, values, id }: Row, zone: string): string {
  const present = noteNameOf(path);
  const filled = fileNameFor(table, values, id, zone);
  // A note that somebody named otherwise is called like its file.
  if ('missing' in filled || !isNumberedFrom(present, filled.text)) return present;
  const asked = filled.asked.replace(/\s+/g, ' ').trim();
  return asked === '' || asked.length > LONGEST ? present : asked + present.slice(filled.text.length);
}
