/** Renames the tables in a past definition to their current names. Source: docs/operations.md#select_rows (time travel: linked rows are read as they are now); D18. */

import type { Catalog } from '../catalog';
import type { TableDefinition } from '../definition';
import { tablesNamedBy, withReferences } from './table-references';

/**
 * `then` with each table that it names, and that got another name since, under that name: the one at its place in
 * the same column of `present`. What it says of itself stays, as does a table that is gone.
 */
export function withCurrentNames(then: TableDefinition, present: TableDefinition, catalog: Catalog): TableDefinition {
  const names = new Map<string, string>();
  const today = new Map(present.columns.map((spec) => [spec.name, tablesNamedBy(spec)]));
  for (const spec of then.columns) {
    tablesNamedBy(spec).forEach((name, i) => {
      const now = today.get(spec.name)?.[i];
      if (now !== undefined && name !== then.qualified && catalog.table(name) === null) names.set(name, now);
    });
  }
  return withReferences(then, (name) => names.get(name) ?? name);
}
