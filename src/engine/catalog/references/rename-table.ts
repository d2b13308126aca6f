/** A definition under another name: what in it says its own name or lies in its folder goes along. spec: alter_table, clone_table; D2, D18. */

import { pathBelow } from '../../links/same-place';
import { joinPath } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import type { TableDefinition } from '../definition';
import { tableFolder } from '../row-place';
import type { TableName } from '../spec/table-reader';
import { withReferences } from './table-references';

/** The references to itself are re-pointed; excluded folders inside its folder follow. D2 */
export function renamedTable(table: TableDefinition, { catalog, schema, name }: TableName, root: NotePath) {
  const qualified = `${catalog}.${schema}.${name}`;
  if (qualified === table.qualified) return table;
  const own = withReferences(table, (ref) => (ref === table.qualified ? qualified : ref));
  const renamed: TableDefinition = { ...own, catalog, schema, name, qualified };
  const [from, to] = [tableFolder(table, root), tableFolder(renamed, root)];
  return { ...renamed, exclude: table.exclude.map((folder) => rebased(folder, from, to)) };
}

/** The path with the folder `from` replaced by `to`; one that does not lie there stays. */
export function rebased(path: NotePath, from: NotePath, to: NotePath): NotePath {
  const below = from === to ? null : pathBelow(path, from);
  return below === null ? path : joinPath(to, below);
}
