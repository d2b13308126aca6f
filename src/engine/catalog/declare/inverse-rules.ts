/** Rules of an inverse column: it exists, links back, and is the inverse of one column only. Source: docs/operations.md#column-specs; D16. */

import { type ColumnSpec, linkSpecOf, withArticle } from '../../values/column-spec';
import type { Catalog } from '../catalog';
import type { TableDefinition } from '../definition';
import { nearNames, suggest } from '../../../kernel/near-names';
import type { Problem } from '../problem';

/**
 * The problems of the inverses that a table declares (422, `inverse`). The refs of its columns are
 * qualified; the table itself need not be in the catalog. A ref to no table is another rule's matter.
 */
export function checkInverses(table: TableDefinition, catalog: Catalog): Problem[] {
  return table.columns.flatMap((column, index) => {
    const link = linkSpecOf(column);
    if (link?.inverse === undefined || link.ref === undefined) return [];
    const other = link.ref === table.qualified ? table : catalog.table(link.ref);
    const reason = other === null ? null : reasonAgainst(column, link.inverse, table, other);
    if (reason === null) return [];
    const at = ['columns', index, ...(column.type === 'list' ? ['items'] : []), 'inverse'];
    return [{ at, column: column.name, code: 'inverse', grammar: false, ...reason }];
  });
}

type InverseProblem = Pick<Problem, 'message' | 'hint' | 'near'>;

function reasonAgainst(
  { name }: ColumnSpec,
  inverse: string,
  table: TableDefinition,
  other: TableDefinition,
): InverseProblem | null {
  const place = `${other.qualified}.${inverse}`;
  const partner = other.columns.find((column) => column.name === inverse);
  if (partner === undefined) return noColumn(name, inverse, table, other);
  const back = linkSpecOf(partner);
  if (back === null) return { message: `${name}: the inverse ${place} is ${withArticle(partner.type)}, not a link` };
  if (back.ref !== table.qualified) {
    return { message: `${name}: the inverse ${place} links to ${back.ref ?? 'any note'}, not to ${table.qualified}` };
  }
  if (back.inverse !== undefined && back.inverse !== name) {
    return { message: `${name}: ${place} is the inverse of ${back.inverse} already` };
  }
  const rival =
    columnClaimingInverse(table, other.qualified, inverse, name) ??
    columnClaimingInverse(other, table.qualified, name, inverse) ??
    null;
  if (rival === null) return null;
  return { message: `${name} and ${place}: one of them is the inverse of ${rival} already` };
}

function noColumn(name: string, inverse: string, table: TableDefinition, other: TableDefinition): InverseProblem {
  const links = other.columns.filter((column) => linkSpecOf(column)?.ref === table.qualified);
  const near = nearNames(
    inverse,
    links.map((column) => column.name),
  );
  const hint = `declare the inverse on one side only: add ${inverse} to ${other.name} later with add_column and inverse ${name}`;
  return { message: `${name}: the inverse ${other.qualified}.${inverse} is not a column`, ...suggest(near, hint) };
}

/** A column of `table`, other than `except`, that names the column `name` of `ref` as its inverse. */
function columnClaimingInverse(table: TableDefinition, ref: string, name: string, except: string): string | undefined {
  const found = table.columns.find((column) => {
    const link = linkSpecOf(column);
    return column.name !== except && link?.inverse === name && link.ref === ref;
  });
  return found === undefined ? undefined : `${table.qualified}.${found.name}`;
}
