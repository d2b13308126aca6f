/** Warns about links that columns become inverses of and that are not linked back. Source: docs/operations.md#align_relations */

import type { Catalog } from '../catalog/catalog';
import type { TableDefinition } from '../catalog/definition';
import type { InverseRelation } from '../catalog/inverse-relations';
import type { ValidatedContext } from '../contexts';
import { ReciprocalLinkCheck } from '../integrity/reciprocals';
import { matchingRows } from '../rows/matching-rows';

interface RelationSide {
  readonly table: TableDefinition;
  readonly relation: InverseRelation;
}

/** A definition that makes two columns inverses writes no note: what one side has already is not in the other. */
export async function warnOfOneSidedLinks(context: ValidatedContext): Promise<void> {
  const { transaction, host } = context;
  const { before, catalog, warnings } = transaction;
  if (catalog === before.catalog) return;
  const known = new Set(sidesIn(before.catalog).map(keyOf));
  const added = sidesIn(catalog).filter((side) => !known.has(keyOf(side)));
  const reciprocals = new ReciprocalLinkCheck(transaction, () => []);
  for (const { table, relation } of added) {
    let count = 0;
    for (const row of await matchingRows(context, table, null)) {
      const missing = reciprocals.unanswered(table, row);
      count += missing.filter(({ relation: { column } }) => column.name === relation.column.name).length;
      await host.scheduler.pause();
    }
    if (count > 0) warnings.push(warningOf({ table, relation }, count));
  }
}

const sidesIn = (catalog: Catalog): readonly RelationSide[] =>
  [...catalog.tables()].flatMap((table) =>
    catalog.relationsOf(table.qualified).map((relation) => ({ table, relation })),
  );

const keyOf = ({ table, relation: { column, partner, partnerTable } }: RelationSide): string =>
  JSON.stringify([table.qualified, column.name, partnerTable.qualified, partner.name]);

function warningOf({ table, relation: { column, partner, partnerTable } }: RelationSide, count: number): string {
  const links = `${count} ${count === 1 ? 'link' : 'links'}`;
  const call = `align_relations {"table": ${JSON.stringify(partnerTable.qualified)}}`;
  return `${links} of ${table.name}.${column.name} ${count === 1 ? 'is' : 'are'} not linked back by ${partnerTable.name}.${partner.name} yet; call ${call}`;
}
