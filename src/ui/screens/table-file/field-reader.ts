/** Reads the fields of one column of a file, as its texts show or as a person said. docs/decisions.md#reading-texts */

import type { Json } from '../../../engine/index';
import { type Ambiguity, type Reading, withReading } from '../../../kernel/column-convention';
import type { TextColumn, TextType } from '../../../kernel/read-text';
import { type ColumnOfTexts, textReader } from '../../../kernel/text-columns';

/** Null: the field is empty. A text that is not a value stays as it is, so that its refusal names it. */
export type FieldReader = (text: string) => Json;

export function fieldReader(
  column: TextColumn,
  field: ColumnOfTexts | undefined,
  reading: Reading | null,
): FieldReader {
  const judged = field?.guess.convention;
  const said = judged !== undefined && reading !== null ? withReading(judged, reading) : judged;
  return textReader(column, said);
}

const KINDS: Partial<Readonly<Record<TextType, Reading['kind']>>> = {
  integer: 'number',
  number: 'number',
  date: 'day',
  datetime: 'day',
};

/** What a person should say about the texts before they go into a column of that type; null: nothing. */
export function questionOf({ type, itemType }: TextColumn, field: ColumnOfTexts | undefined): Ambiguity | null {
  const ambiguity = field?.guess.convention.ambiguity ?? null;
  const kind = KINDS[type === 'list' ? itemType : type];
  return ambiguity?.readings[0].reading.kind === kind ? ambiguity : null;
}
