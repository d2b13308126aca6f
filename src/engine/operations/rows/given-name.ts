/** The new name of a note, given as the value of a column with identity filename. D25 */

import type { ColumnSpec } from '../../values/column';
import { toFileName } from '../../note/file-name';
import { quoted } from '../../note/cut-text';
import { noteNameOf } from '../../note/paths';
import type { Json, JsonObject } from '../../values/json';
import type { WriteContext } from '../define-operation';
import type { OpenRow } from './row-edit';

/** The name, and the values without the columns that hold it. What is wrong becomes violations. */
export function givenName(
  { transaction }: WriteContext,
  { definition, path }: OpenRow,
  setValues: JsonObject,
): { readonly name: string | undefined; readonly values: JsonObject } {
  const columns = definition.columns.filter(
    (spec) => spec.identity === 'filename' && Object.hasOwn(setValues, spec.name),
  );
  if (columns.length === 0) return { name: undefined, values: setValues };
  let name: string | undefined;
  for (const spec of columns) {
    const value = setValues[spec.name] as Json;
    const problem = nameProblem(spec, value, name ?? null, noteNameOf(path));
    if (problem === null) name = value as string;
    else transaction.violate({ path, column: spec.name, value, ...problem });
  }
  const names = new Set(columns.map((spec) => spec.name));
  return { name, values: Object.fromEntries(Object.entries(setValues).filter(([key]) => !names.has(key))) };
}

/** The name that the note has is fine, whatever it is. */
function nameProblem(
  { name: column }: ColumnSpec & { readonly name: string },
  value: Json,
  other: string | null,
  present: string,
): { readonly code: 'required' | 'type'; readonly message: string } | null {
  if (value === null || value === '') return { code: 'required', message: `${column}: a note has a name` };
  if (typeof value !== 'string') return { code: 'type', message: `${column} is the name of the note, and a text` };
  if (other !== null && other !== value)
    return { code: 'type', message: `${column}: the note can't be called ${quoted(value)} and ${quoted(other)}` };
  if (value === present || toFileName(value) === value) return null;
  const near = toFileName(value);
  const instead = near === '' ? '' : `; it can be called ${quoted(near)}`;
  return { code: 'type', message: `${column}: no note can be called ${quoted(value)}${instead}` };
}
