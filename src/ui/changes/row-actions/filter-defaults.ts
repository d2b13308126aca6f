/** What every row that a filter shows has in common: a new row has it from the beginning. */

import type { Json, JsonObject } from '../../../engine/index';
import type { GridColumn } from '../../components/grid-column';
import { asObject } from '../../client/operations-client';
import type { DraftValues } from './draft-rows';

/** Of conditions that all must hold; of an alternative, a negation or a relative date nothing follows. */
export function filterDefaults(where: JsonObject | null, columns: readonly GridColumn[]): DraftValues {
  const known = new Map(columns.map((column) => [column.name, column]));
  const values: Record<string, Json> = {};
  const read = (filter: JsonObject | null): void => {
    for (const [name, condition] of Object.entries(filter ?? {})) {
      if (name === 'and' && Array.isArray(condition)) for (const each of condition) read(asObject(each as Json));
      const column = known.get(name);
      const value = asObject(condition)?.['eq'] ?? condition;
      const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      if (column?.isEditable === true && isPlain && !/^[{<]/.test(String(value))) values[name] = value;
    }
  };
  read(where);
  return values;
}
