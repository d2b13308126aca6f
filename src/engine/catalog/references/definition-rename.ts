/** What a write calls otherwise in the definitions: recorded with it, taken back with it, and followed by filters that are not definitions. docs/webhooks.md#renames; D26 */

import { Catalog } from '../catalog';
import type { TableDefinition } from '../definition';

/** `table`: its qualified name at that moment. Several follow each other. */
export type DefinitionRename =
  | { readonly kind: 'table'; readonly from: string; readonly to: string }
  | { readonly kind: 'column'; readonly table: string; readonly from: string; readonly to: string }
  | {
      readonly kind: 'value';
      readonly table: string;
      readonly column: string;
      readonly from: string;
      readonly to: string;
    };

/** What takes them back, in its order. */
export const reverseRenames = (renames: readonly DefinitionRename[]): readonly DefinitionRename[] =>
  [...renames].reverse().map((rename) => ({ ...rename, from: rename.to, to: rename.from }));

/** The definitions with names as they were before one of them: only names and types count in what it gives. */
export function catalogBefore(catalog: Catalog, rename: DefinitionRename): Catalog {
  if (rename.kind === 'value') return catalog;
  const { definition, root } = catalog;
  const tables = new Map(definition.tables);
  if (rename.kind === 'table') {
    const table = tables.get(rename.to);
    if (table === undefined) return catalog;
    tables.delete(rename.to);
    tables.set(rename.from, { ...table, qualified: rename.from });
  } else {
    const table = tables.get(rename.table);
    if (table === undefined) return catalog;
    tables.set(rename.table, withFormerColumn(table, rename.from, rename.to));
  }
  return new Catalog({ ...definition, tables }, root);
}

function withFormerColumn(table: TableDefinition, former: string, name: string): TableDefinition {
  const columns = table.columns.map((spec) => (spec.name === name ? { ...spec, name: former } : spec));
  return { ...table, columns };
}
