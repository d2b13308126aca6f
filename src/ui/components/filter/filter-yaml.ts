/** A filter as text, as the metastore file and `notedb` blocks contain it. */

import { stringify } from 'yaml';
import type { JsonObject } from '../../../engine/index';
import { parseYamlText } from '../text/yaml-text';
import { isJsonObject } from './filter-tree';

export const yamlOf = (where: JsonObject | null): string =>
  where === null ? '' : stringify(where, { lineWidth: 0, aliasDuplicateObjects: false });

export type FilterReading = { readonly where: JsonObject | null } | { readonly problem: string };

/** Whether the columns and values fit, the engine says. */
export function readYaml(text: string): FilterReading {
  const reading = parseYamlText(text);
  if ('problem' in reading) return reading;
  const { value } = reading;
  if (value === null) return { where: null };
  if (isJsonObject(value)) return { where: Object.keys(value).length === 0 ? null : value };
  return { problem: 'A filter is lines of "column: value", such as "status: todo".' };
}
