/** Between a stored value and the text that a person edits. What can't be understood goes to the engine, which says why. */

import type { Json } from '../../../engine/index';
import { isDay } from '../../../kernel/day-text';
import { readList, readText } from '../../../kernel/read-text';
import { conventionHere, dayDraft, timeParts } from '../text/date-text';
import { type CellType, type GridColumn, isEmptyValue } from '../grid-column';
import { parseLink } from '../../../kernel/link-text';
import { numberText } from '../../../kernel/number-text';

export { numberText } from '../../../kernel/number-text';

export type EditorKind = 'text' | 'number' | 'choice' | 'date' | 'datetime' | 'link' | 'lines';

/** Text is of several lines everywhere, so that a long one can be read. */
export function editorKind({ type }: GridColumn): EditorKind {
  switch (type) {
    case 'date':
    case 'datetime':
    case 'link':
      return type;
    case 'enum':
    case 'boolean':
      return 'choice';
    case 'list':
    case 'json':
      return 'lines';
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
      return 'text';
  }
}

export function draftOf(column: GridColumn, value: Json | undefined): string {
  if (value === undefined || isEmptyValue(value)) return '';
  if (column.type === 'list') {
    const items: readonly Json[] = Array.isArray(value) ? value : [value];
    return items.map((item) => itemDraft(column.itemType, item)).join('\n');
  }
  if (column.type === 'json') return JSON.stringify(value, null, 2);
  // Only a table that links lead into gives names a meaning.
  if (column.type === 'link' && column.ref !== null && typeof value === 'string') return linkDraft(value);
  return itemDraft(column.type, value);
}

function itemDraft(type: CellType, value: Json): string {
  if (typeof value === 'number') return numberText(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (type === 'date' && isDay(value)) return dayDraft(value);
  if (type !== 'datetime') return value;
  // As a clock shows it: without the zone, which the engine adds again.
  const parts = timeParts(value);
  return parts === null ? value : `${dayDraft(parts.day)} ${parts.time}`;
}

/** The name alone where the name leads there; another text of the link stays as it is written. */
function linkDraft(source: string): string {
  const link = parseLink(source);
  return link !== null && link.target === link.text ? link.text : source;
}

/** The value to write; null empties the cell. Of a list each line is an item. Throws SyntaxError for JSON that is none. */
export function valueOf(column: GridColumn, draft: string): Json {
  if (draft.trim() === '') return null;
  const convention = conventionHere();
  const { value, reason } =
    column.type === 'list' ? readList(linesOf(draft), column, convention) : readText(draft, column, convention);
  // A draft that is not a number stays a text, and is refused as one.
  if (reason === 'no JSON') throw new SyntaxError('This is not JSON.');
  return value;
}

const linesOf = (draft: string): readonly string[] =>
  draft
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
