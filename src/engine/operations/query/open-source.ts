/** What a name in a query stands for: a table, a base, a part of information_schema. spec: select_rows details (table); D9, D16. */

import type { Catalog } from '../../catalog/catalog';
import type { BaseDefinition, TableDefinition, ViewDefinition } from '../../catalog/definition';
import { INFORMATION_TABLES, type InformationTable } from '../../catalog/information-schema';
import { INFORMATION_SCHEMA } from '../../catalog/names';
import { nearNames } from '../../catalog/near-names';
import { notFound } from '../../errors';
import { BASE_PREFIX, baseColumns } from '../../query/source/base-links';
import { ALWAYS } from '../../query/where/predicate';
import { type Source, rowOfValues, rowsSource, tableSource } from '../../query/source/source';
import { stackedSource } from '../../query/source/stacked-source';
import type { View } from '../../storage/view';
import type { PlanContext } from './plan-context';

export type ReadTarget =
  | { readonly kind: 'table'; readonly qualified: string; readonly table: TableDefinition }
  | { readonly kind: 'view'; readonly qualified: string; readonly view: ViewDefinition }
  | { readonly kind: 'base'; readonly qualified: string; readonly base: BaseDefinition }
  | { readonly kind: 'information'; readonly qualified: string; readonly information: InformationTable };

/** What a reference names wherever a table is read. Throws 404 with near names, 400 with the candidates. D16, D18 */
export function resolveTarget(catalog: Catalog, reference: string): ReadTarget {
  if (reference.startsWith(BASE_PREFIX)) {
    const base = resolveBase(catalog, reference.slice(BASE_PREFIX.length));
    return { kind: 'base', qualified: `${BASE_PREFIX}${base.name}`, base };
  }
  if (reference.startsWith('system.')) {
    const information = resolveInformation(reference);
    return { kind: 'information', qualified: information.qualified, information };
  }
  const found = catalog.resolveEither(reference);
  return 'query' in found
    ? { kind: 'view', qualified: found.qualified, view: found }
    : { kind: 'table', qualified: found.qualified, table: found };
}

function resolveBase(catalog: Catalog, name: string): BaseDefinition {
  const base = catalog.base(name);
  if (base !== null) return base;
  const names = catalog.bases().map((each) => each.name);
  const near = nearNames(name, names);
  const hint = near.length > 0 ? `did you mean ${near.map((each) => BASE_PREFIX + each).join(' or ')}?` : undefined;
  throw notFound(`there is no base "${name}"`, hint ?? `bases: ${names.join(', ') || 'none'}`);
}

function resolveInformation(reference: string): InformationTable {
  const information = INFORMATION_TABLES.get(reference);
  if (information !== undefined) return information;
  const names = [...INFORMATION_TABLES.keys()];
  const near = nearNames(reference, names);
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `${INFORMATION_SCHEMA} has ${names.join(', ')}`;
  throw notFound(`there is no table "${reference}"`, hint);
}

type Reading = Pick<PlanContext, 'view' | 'zone' | 'past'>;

/** The rows of a target that is no view. */
export function openStored(reading: Reading, target: Exclude<ReadTarget, { kind: 'view' }>): Source {
  switch (target.kind) {
    case 'table':
      return openTable(reading, target.qualified);
    case 'base':
      return baseSource(reading, target.base);
    case 'information':
      return informationSource(reading.view, target.information);
  }
}

const openTable = ({ view, past }: Reading, qualified: string): Source =>
  past?.table(qualified) ?? tableSource(view.table(qualified));

function baseSource(reading: Reading, base: BaseDefinition): Source {
  const { view, zone } = reading;
  const columns = baseColumns(view.catalog, base);
  const names = columns.map(({ name }) => name);
  const parts = view.catalog
    .heirs(base.name)
    .map(({ qualified }) => ({ source: openTable(reading, qualified), where: ALWAYS, columns: names }));
  const qualified = `${BASE_PREFIX}${base.name}`;
  return stackedSource({ name: qualified, qualified }, columns, parts, zone);
}

function informationSource(view: View, { name, qualified, columns, rows }: InformationTable): Source {
  return rowsSource({ name, qualified, columns, fields: {}, areNotes: false }, () =>
    Promise.resolve(rows(view.catalog, (table) => view.table(table).size).map(rowOfValues)),
  );
}
