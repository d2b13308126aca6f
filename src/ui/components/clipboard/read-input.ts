/** What a pasted text means in a column, by its type. What can't be understood goes to the engine, which says why. */

import type { Json } from '../../../engine/index';
import { valueOf } from '../cells/edit-draft';
import type { GridColumn } from '../grid-column';
import { parseLink } from '../../../kernel/link-text';
import type { CellInput } from './copied-cells';

/** Null empties the cell. Throws SyntaxError for JSON that is none. */
export function readInput(column: GridColumn, input: CellInput): Json {
  if ('value' in input && input.type === column.type) return input.value;
  if (column.type !== 'list') return readItem(column, input.text);
  const item: GridColumn = { ...column, type: column.itemType };
  const items = splitItems(input.text).map((text) => readItem(item, text));
  return items.length === 0 ? null : items;
}

function readItem(column: GridColumn, text: string): Json {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  switch (column.type) {
    case 'boolean':
      return readBoolean(trimmed) ?? trimmed;
    case 'enum':
      return column.values.find((value) => value.toLowerCase() === trimmed.toLowerCase()) ?? trimmed;
    case 'link':
      // Without a table that it leads into, a name alone is no link.
      return column.ref === null && parseLink(trimmed) === null ? `[[${trimmed}]]` : trimmed;
    case 'string':
      return text;
    case 'list':
    case 'json':
    case 'date':
    case 'datetime':
    case 'integer':
    case 'number':
      return valueOf(column, trimmed);
  }
}

const YES = ['true', 'yes', 'y', 'x', '1', 'on', '✓', '✔', '☑', 'ja', 'oui', 'sí', 'si'];
const NO = ['false', 'no', 'n', '0', 'off', '☐', 'nein', 'non'];

/** Words that spreadsheets and people write for a checked box. */
function readBoolean(text: string): boolean | null {
  const word = text.toLowerCase();
  return YES.includes(word) ? true : NO.includes(word) ? false : null;
}

/** Items stand in lines, or with semicolons between them, or else with commas; a link is one item, whatever is in it. */
function splitItems(text: string): readonly string[] {
  const separator = /[\n;]/.test(text.replace(/\[\[[^\]]*\]\]/g, '')) ? /[\n;]/ : /,/;
  const items: string[] = [''];
  for (const part of text.split(/(\[\[[^\]]*\]\])/)) {
    if (part.startsWith('[[')) items.push(`${items.pop() ?? ''}${part}`);
    else {
      const [first = '', ...rest] = part.split(separator);
      items.push(`${items.pop() ?? ''}${first}`, ...rest);
    }
  }
  return items.map((item) => item.trim()).filter((item) => item !== '');
}
