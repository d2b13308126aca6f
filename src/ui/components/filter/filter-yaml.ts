/** A filter as text, as it stands in the metastore file and in `notedb` blocks. */

import { YAMLParseError, parse, stringify } from 'yaml';
import type { JsonObject, Json } from '../../../engine/index';
import { isJsonObject } from './filter-tree';

export const yamlOf = (where: JsonObject | null): string =>
  where === null ? '' : stringify(where, { lineWidth: 0, aliasDuplicateObjects: false });

export type FilterReading = { readonly where: JsonObject | null } | { readonly problem: string };

/** Whether the columns and values fit, the engine says. */
export function readYaml(text: string): FilterReading {
  try {
    const value = parse(text, { schema: 'core', maxAliasCount: 0, prettyErrors: true }) as Json | undefined;
    if (value === undefined || value === null) return { where: null };
    if (isJsonObject(value)) return { where: Object.keys(value).length === 0 ? null : value };
    return { problem: 'A filter is lines of "column: value", such as "status: todo".' };
  } catch (thrown) {
    return { problem: problemOf(thrown) };
  }
}

function problemOf(thrown: unknown): string {
  if (!(thrown instanceof YAMLParseError)) return thrown instanceof Error ? thrown.message : String(thrown);
  const line = thrown.linePos?.[0].line;
  const message = (thrown.message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '');
  return line === undefined ? message : `Line ${line}: ${message}`;
}
