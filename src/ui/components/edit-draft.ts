/** Between a stored value and the text that a person edits. What can't be understood goes to the engine, which says why. */

import type { Json } from '../../engine/index';
import { type CellType, type GridColumn, isEmptyValue } from './grid-column';

export type EditorKind = 'text' | 'lines' | 'date' | 'datetime' | 'choice';

export function editorKind(column: GridColumn, value: Json | undefined): EditorKind {
  switch (column.type) {
    case 'date':
      return isOr(value, DAY) ? 'date' : 'text';
    case 'datetime':
      return isOr(value, TIME) ? 'datetime' : 'text';
    case 'enum':
    case 'boolean':
      return 'choice';
    case 'list':
    case 'json':
      return 'lines';
    case 'string':
      return typeof value === 'string' && value.includes('\n') ? 'lines' : 'text';
    case 'integer':
    case 'number':
    case 'link':
      return 'text';
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** To the second; a field that shows parts of seconds writes them in a form of its own. */
const TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?![\d.,:])/;

/** A browser's date field shows nothing for what it can't read, and that would be lost. */
const isOr = (value: Json | undefined, form: RegExp): boolean =>
  isEmptyValue(value) || (typeof value === 'string' && form.test(value));

export function draftOf(column: GridColumn, value: Json | undefined): string {
  if (value === undefined || isEmptyValue(value)) return '';
  if (column.type === 'datetime' && typeof value === 'string') return localTime(value);
  if (column.type === 'list') return (Array.isArray(value) ? value : [value]).map(textOf).join('\n');
  if (column.type === 'json') return JSON.stringify(value, null, 2);
  return textOf(value);
}

/** As a browser's field has it: seconds where there are some, no zone, which the engine adds again. */
function localTime(text: string): string {
  const [, day, minute, second] = TIME.exec(text) ?? [];
  if (day === undefined || minute === undefined) return text;
  return `${day}T${minute}${second === undefined || second === ':00' ? '' : second}`;
}

/** Whether the field of a time must let seconds in. */
export const hasSeconds = (draft: string): boolean => draft.length > 'YYYY-MM-DDTHH:MM'.length;

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

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
      return numberOf(text);
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'json':
      return JSON.parse(text) as Json;
    case 'string':
    case 'date':
    case 'datetime':
    case 'enum':
    case 'link':
    case 'list':
      return text;
  }
}

/** What is no number stays a text, and is refused as one. */
function numberOf(text: string): Json {
  const trimmed = text.trim();
  const number = Number(trimmed);
  return trimmed !== '' && Number.isFinite(number) ? number : text;
}
