/** A value as the text of a field in a file, read back by an import as it was. docs/decisions.md#reading-texts */

import { joinItems } from './list-text';
import type { TextColumn, TextType, TextValue } from './read-text';

/** Empty: there is no value. */
export function exportedText(
  value: TextValue | undefined,
  { type, itemType }: Pick<TextColumn, 'type' | 'itemType'>,
): string {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return '';
  if (type === 'json' || !Array.isArray(value)) return textOf(value, type);
  return joinItems((value as readonly TextValue[]).map((item) => textOf(item, itemType)));
}

const textOf = (value: TextValue, type: TextType): string =>
  typeof value === 'string' && type !== 'json' ? value : JSON.stringify(value);
