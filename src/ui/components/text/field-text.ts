/** What stands in a field, as a value. */

import type { Json } from '../../../engine/index';
import { valueOf } from '../cells/edit-draft';
import type { GridColumn } from '../grid-column';
import type { ProblemText } from './problem-text';

export const NOT_JSON: ProblemText = {
  message: 'This is not JSON.',
  hint: 'Text stands in double quotes: {"unit": "km"}',
};

/** Undefined for what is no JSON. */
export function readText(column: GridColumn, text: string): Json | undefined {
  try {
    return valueOf(column, text);
  } catch {
    return undefined;
  }
}

/** Where a text stops being JSON, for whoever types it. Empty while it is some. */
export function jsonNote(text: string): string {
  if (text.trim() === '') return '';
  try {
    JSON.parse(text);
    return '';
  } catch (thrown) {
    return `Line ${faultyLine(text, String(thrown))} is not JSON yet.`;
  }
}

/** Engines tell a line, a position, or that the text is over too soon. */
function faultyLine(text: string, message: string): number {
  const [, line] = /line (\d+)/.exec(message) ?? [];
  if (line !== undefined) return Number(line);
  const [, position] = /position (\d+)/.exec(message) ?? [];
  return text.slice(0, position === undefined ? text.length : Number(position)).split('\n').length;
}

export const notJson = (text: string): ProblemText => ({
  message: `${NOT_JSON.message} ${jsonNote(text)}`,
  hint: NOT_JSON.hint,
});
