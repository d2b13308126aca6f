/** Whether a table keeps versions. spec: Table definition (history); D17 */

import type { Catalog } from '../../catalog/catalog';
import type { TableDefinition } from '../../catalog/definition';

export const keepsHistory = ({ configuration }: Catalog, table: TableDefinition | null): boolean =>
  table !== null && (table.history ?? configuration.history);
