/** Resolves a name in a query: a table, a base, a part of information_schema. Source: docs/sources-and-views.md#sources; D9, D16. */

import type { Catalog } from '../../catalog/catalog';
import type { BaseDefinition, TableDefinition, ViewDefinition } from '../../catalog/definition';
import { INFORMATION_TABLES, type InformationTable } from '../../catalog/information-schema';
import { INFORMATION_SCHEMA } from '../../catalog/name-rules';
import { nearNames, suggest } from '../../../kernel/near-names';
import { notFound } from '../../errors';
import { BASE_PREFIX, resolveBase } from '../../catalog/resolve-base';
import { baseColumns } from '../source/base-links';
import { ALWAYS } from '../where/predicate';
import { type QuerySource, rowOfValues, rowsSource, tableSource } from '../source/query-source';
import { unionRowSource } from '../source/union-source';
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
    const base = resolveBase(catalog.definition, reference.slice(BASE_PREFIX.length));
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

function resolveInformation(reference: string): InformationTable {
  const information = INFORMATION_TABLES.get(reference);
  if (information !== undefined) return information;
  const names = [...INFORMATION_TABLES.keys()];
  const hint = suggest(nearNames(reference, names), `${INFORMATION_SCHEMA} has ${names.join(', ')}`);
  throw notFound(`there is no table "${reference}"`, hint);
}

type SourceContext = Pick<PlanContext, 'view' | 'zone' | 'past'>;

/** The rows of a target that is not a view. */
export function openStored(reading: SourceContext, target: Exclude<ReadTarget, { kind: 'view' }>): QuerySource {
  switch (target.kind) {
    case 'table':
      return openTable(reading, target.qualified);
    case 'base':
      return baseSource(reading, target.base);
    case 'information':
      return informationSource(reading.view, target.information);
  }
}

const openTable = ({ view, past }: SourceContext, qualified: string): QuerySource =>
  past?.table(qualified) ?? tableSource(view.table(qualified));

function baseSource(reading: SourceContext, base: BaseDefinition): QuerySource {
  const { view, zone } = reading;
  const columns = baseColumns(view.catalog, base);
  const names = columns.map(({ name }) => name);
  const parts = view.catalog
    .inheritingTables(base.name)
    .map(({ qualified }) => ({ source: openTable(reading, qualified), where: ALWAYS, columns: names }));
  const qualified = `${BASE_PREFIX}${base.name}`;
  return unionRowSource({ name: qualified, qualified }, columns, parts, zone);
}

function informationSource(view: View, { name, qualified, columns, rows }: InformationTable): QuerySource {
  return rowsSource({ name, qualified, columns, fields: {}, areNotes: false }, () =>
    Promise.resolve(rows(view.catalog, (table) => view.table(table).size).map(rowOfValues)),
  );
}
