/** What a row gets that comes to a table without some of its keys. D16: defaults apply where the key is absent. */

import type { TableDefinition } from '../../catalog/definition';
import { resolveDefault } from '../../values/default-value';
import { encodeJson } from '../../values/encode';
import type { WriteContext } from '../define-operation';
import { type GivenValue, written } from './row-values';

/** Defaults, and the keys of dense columns and fields; `has` tells the keys that are there. */
export function gapValues(
  { transaction, zone }: WriteContext,
  { columns, fields }: TableDefinition,
  has: (key: string) => boolean,
): ReadonlyMap<string, GivenValue> {
  const given = new Map<string, GivenValue>();
  for (const spec of columns) {
    if (has(spec.name)) continue;
    const value = written(spec, resolveDefault(spec, transaction.now, zone));
    if (value.raw !== null) given.set(spec.name, value);
  }
  for (const [name, value] of Object.entries(fields)) {
    if (!has(name)) given.set(name, { value, raw: encodeJson(value) });
  }
  return given;
}
