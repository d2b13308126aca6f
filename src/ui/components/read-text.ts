/** What stands in a field, as a value. */

import type { Json } from '../../engine/index';
import { valueOf } from './edit-draft';
import type { GridColumn } from './grid-column';
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
