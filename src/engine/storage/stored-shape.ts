/** Which changes of a definition leave the stored rows as they are. */

import type { TableDefinition } from '../catalog/definition';
import { isLookedUp } from '../values/unique-key';

/** What decides which notes are rows of a table, and how their values are stored. */
const storedShape = ({ exclude, archive, fields, columns }: TableDefinition): string =>
  JSON.stringify([
    exclude,
    archive,
    Object.keys(fields),
    columns.map((spec) => [spec.name, spec.type, spec.items, spec.values, isLookedUp(spec)]),
  ]);

export const storesAlike = (a: TableDefinition | undefined, b: TableDefinition): boolean =>
  a === b || (a !== undefined && storedShape(a) === storedShape(b));
