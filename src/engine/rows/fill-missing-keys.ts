/** Fills the missing keys of a row that joins a table. D16: defaults apply where the key is absent. */

import type { TableDefinition } from '../catalog/definition';
import type { WriteContext } from '../contexts';
import { initialValue } from './computed-columns';
import { type GivenValue, fieldValue, written } from './row-values';

export interface KeyGaps {
  /** Finds the columns and fields whose keys are there. */
  readonly has: (name: string) => boolean;
  /** When the note was made, in milliseconds; absent: now. */
  readonly born?: number | undefined;
}

/** Defaults, identities that are set once, and the keys of dense columns and fields. */
export function gapValues(
  context: WriteContext,
  { columns, fields }: TableDefinition,
  { has, born }: KeyGaps,
): ReadonlyMap<string, GivenValue> {
  const given = new Map<string, GivenValue>();
  for (const spec of columns) {
    if (has(spec.name)) continue;
    const value = written(spec, initialValue(context, spec, born));
    if (value.raw !== null) given.set(spec.name, value);
  }
  for (const [name, value] of Object.entries(fields)) {
    if (!has(name)) given.set(name, fieldValue(value));
  }
  return given;
}
