/** Lists all attributes of a row: system columns, columns, fields, native properties. Source: docs/operations.md#column-specs, D6, D16. */

import type { ColumnSpec } from '../values/column-spec';
import type { Json } from '../values/json';
import type { TableDefinition } from './definition';
import { NATIVE_PROPERTIES } from './names';

/**
 * `system`: the id. `column`: declared, typed. `field`: declared, untyped. `native`: Obsidian's own property, which the
 * table does not declare.
 */
export type TableAttribute =
  | { readonly kind: 'system' | 'column' | 'native'; readonly name: string; readonly spec: ColumnSpec }
  | { readonly kind: 'field'; readonly name: string; readonly default: Json };

/** Every row has it, the first of the columns. Source: docs/operations.md#column-specs, D18 */
export const ID_COLUMN: ColumnSpec = {
  name: 'id',
  type: 'string',
  description: 'The permanent identity of the row, a UUID.',
  required: true,
  unique: true,
};

/** By name, in the order in which a row shows them: id, columns, fields, Obsidian's properties. */
export function attributesOf({ columns, fields }: TableDefinition): ReadonlyMap<string, TableAttribute> {
  const attributes = new Map<string, TableAttribute>([['id', { kind: 'system', name: 'id', spec: ID_COLUMN }]]);
  for (const spec of columns) attributes.set(spec.name, { kind: 'column', name: spec.name, spec });
  for (const [name, initial] of Object.entries(fields)) {
    attributes.set(name, { kind: 'field', name, default: initial });
  }
  for (const name of NATIVE_PROPERTIES) {
    if (!attributes.has(name)) attributes.set(name, { kind: 'native', name, spec: { name, type: 'list' } });
  }
  return attributes;
}
