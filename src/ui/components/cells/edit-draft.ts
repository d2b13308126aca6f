/** Between a stored value and the text that a person edits. What can't be understood goes to the engine, which says why. */

import type { Json } from '../../../engine/index';
import { isDay, readDay } from '../../../kernel/day-text';
import { dayDraft, localToday, readTime, timeParts } from '../text/date-text';
import { type CellType, type GridColumn, isEmptyValue } from '../grid-column';
import { parseLink } from '../../../kernel/link-text';
import { numberText, readNumber } from '../../../kernel/number-text';

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

/** The value to write; null empties the cell. Throws SyntaxError for JSON that is none. */
export function valueOf(column: GridColumn, draft: string): Json {
  if (draft.trim() === '') return null;
  if (column.type === 'json') return JSON.parse(draft) as Json;
  if (column.type !== 'list') return itemOf(column.type, draft);
  const items = draft.split('\n').map((line) => line.trim());
  return items.filter((line) => line !== '').map((line) => itemOf(column.itemType, line));
}

function itemOf(type: CellType, text: string): Json {
  switch (type) {
    case 'integer':
    case 'number':
      // What is no number stays a text, and is refused as one.
      return readNumber(text) ?? text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'json':
      return JSON.parse(text) as Json;
    case 'date':
      return readDay(text, { today: localToday() }) ?? text;
    case 'datetime':
      return hasOffset(text) ? text : (readTime(text, new Date()) ?? text);
    case 'string':
    case 'enum':
    case 'link':
    case 'list':
      return text;
  }
}

/** Whoever types a zone means it. */
const hasOffset = (text: string): boolean => /^\d{4}-\d{2}-\d{2}[T ][\d:.]+ ?(Z|[+-]\d{2}:?\d{2})$/i.test(text.trim());
