/** Which changes of a definition leave the stored rows as they are. */

import type { TableDefinition } from '../../catalog/definition';
import { isLookedUp } from '../../values/unique-key';

/** A reader of old versions compares the same definitions again and again. */
const shapes = new WeakMap<TableDefinition, string>();

/** What decides which notes are rows of a table, and how their values are stored. */
function storedShape(definition: TableDefinition): string {
  const known = shapes.get(definition);
  if (known !== undefined) return known;
  const { exclude, archive, fields, columns } = definition;
  const stored = columns.map((spec) => [spec.name, spec.type, spec.items, spec.values, isLookedUp(spec)]);
  const shape = JSON.stringify([exclude, archive, Object.keys(fields), stored]);
  shapes.set(definition, shape);
  return shape;
}

export const storesAlike = (a: TableDefinition | undefined, b: TableDefinition): boolean =>
  a === b || (a !== undefined && storedShape(a) === storedShape(b));
