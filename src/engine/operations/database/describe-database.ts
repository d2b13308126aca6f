/** describe_database: root, configuration, catalogs and where the journal lies. spec: Database description, D17. */

import * as z from 'zod';
import { describeDatabase as describe } from '../../catalog/describe';
import type { JsonObject } from '../../values/json';
import { type ReadContext, defineRead } from '../define-operation';
import { metastorePath } from '../schema/stage-definitions';

export const describeDatabase = defineRead({
  name: 'describe_database',
  group: 'database',
  summary: 'Describes the database: root, configuration, journal, catalogs and tables.',
  description: 'Each table comes with its number of rows.',
  input: z.strictObject({}),
  refusals: [],
  run: (context) => Promise.resolve(databaseDescription(context)),
});

/** Also the answer of configure_database. */
export function databaseDescription({ view, store, host, zone }: ReadContext): JsonObject {
  const rows = view.catalog.tables().map(({ qualified }) => [qualified, view.table(qualified).size] as const);
  return describe(view.catalog, {
    metastore: store.metastore ?? metastorePath(view.catalog.root),
    journal: host.journalFolder,
    timeZone: zone,
    rows: new Map(rows),
  });
}
