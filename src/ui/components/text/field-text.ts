/** The text of a field as a value. */

import type { Json } from '../../../engine/index';
import { jsonFault } from '../../../kernel/json-fault';
import { valueOf } from '../cells/edit-draft';
import type { GridColumn } from '../grid-column';
import type { ProblemText } from './problem-text';

export const NOT_JSON: ProblemText = {
  message: 'This is not JSON.',
  hint: 'Text needs double quotes: {"unit": "km"}',
};

/** Undefined: it is not JSON. */
export function readText(column: GridColumn, text: string): Json | undefined {
  try {
    return valueOf(column, text);
  } catch {
    return undefined;
  }
}

/** Where the text stops being JSON. Empty while it is JSON. */
export function jsonNote(text: string): string {
  const fault = text.trim() === '' ? null : jsonFault(text);
  return fault === null ? '' : `Line ${text.slice(0, fault).split('\n').length} is not JSON yet.`;
}

export const notJson = (text: string): ProblemText => ({
  message: `${NOT_JSON.message} ${jsonNote(text)}`,
  hint: NOT_JSON.hint,
});
