/** The rows that a write's `where` names, in the order of their paths. Source: docs/operations.md#update_rows, docs/operations.md#delete_rows. */

import type { TableDefinition } from '../catalog/definition';
import { compileWhere } from '../query/where/compile-where';
import { select } from '../query/select-source';
import { tableSource } from '../query/source/query-source';
import { SubjectResolver } from '../query/where/subject-resolver';
import type { Row } from '../storage/row';
import type { JsonObject } from '../json';
import type { WriteContext } from '../contexts';
import { fileFacts } from '../query/where/file-facts';

/** Without a filter: every row. */
export async function matchingRows(
  context: WriteContext,
  definition: TableDefinition,
  where: JsonObject | null | undefined,
): Promise<readonly Row[]> {
  const { transaction, host, now, zone } = context;
  const facts = fileFacts(transaction.before.links, host, zone);
  const subjects = new SubjectResolver(definition, facts, transaction);
  const operands = { now, zone, links: transaction.links, hierarchies: transaction };
  const predicate = compileWhere(where ?? undefined, subjects, operands);
  const { scheduler } = host;
  await facts.read({
    view: transaction,
    scheduler,
    text: (path) => transaction.read(path),
    stat: (path) => host.vault.stat(path),
  });
  const query = { where: predicate, order: [], limit: null, offset: 0, zone };
  const { rows } = await select(tableSource(transaction.table(definition.qualified)), query, scheduler);
  return rows;
}
