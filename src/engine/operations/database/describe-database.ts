/** describe_database: root, configuration, catalogs and where the journal lies. Source: docs/operations.md#describe_database, D17. */

import * as z from 'zod';
import { databaseResult, databaseSummary as databaseSummary } from '../../catalog/describe';
import type { Host } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import type { View } from '../../storage/view';
import { textList } from '../../values/json-schema';
import { defineRead } from '../define-operation';
import { metastorePath } from '../../rows/schema-change/stage-definitions';
import { databaseWarnings } from '../../rows/table-warnings';

export const describeDatabase = defineRead({
  name: 'describe_database',
  group: 'database',
  permission: 'read',
  summary: 'Describes the database: root, configuration, journal, catalogs and tables.',
  description: 'Each table comes with its number of rows. warnings is there when the metastore file can not be used.',
  brief: 'warnings: problems of the metastore file.',
  input: z.strictObject({}),
  refusals: [],
  result: databaseResult.extend({
    feed: z.string().describe('UUID of the change feed'),
    warnings: textList.exactOptional(),
  }),
  run: async ({ view, host, zone, feed }) => {
    const warnings = databaseWarnings(view);
    const metastore = view.metastore ?? metastorePath(view.catalog.root);
    const description = { ...databaseDescription(view, metastore, { host, zone }), feed: await feed.name() };
    return warnings.length === 0 ? description : { ...description, warnings: [...warnings] };
  },
});

/** Also the answer of configure_database, with the database as it is or as a transaction would leave it. */
export function databaseDescription(
  view: View,
  metastore: NotePath,
  { host, zone }: { readonly host: Pick<Host, 'journalFolder'>; readonly zone: string },
): z.infer<typeof databaseResult> {
  const rows = view.catalog.tables().map(({ qualified }) => [qualified, view.table(qualified).size] as const);
  return databaseSummary(view.catalog, { metastore, journal: host.journalFolder, timeZone: zone, rows: new Map(rows) });
}
